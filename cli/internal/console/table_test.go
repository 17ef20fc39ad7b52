package console_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/internal/console"
)

func TestTable(t *testing.T) {
	rows := [][]string{{"page", "text"}, {"Étienne Carvel", "An engineer who was born in Saint-Évrard."}, {"-", "x"}}
	for _, c := range []struct {
		width int
		want  string
	}{
		{0, "page            text\nÉtienne Carvel  An engineer who was born in Saint-Évrard.\n-               x\n"},
		{34, "page            text\nÉtienne Carvel  An engineer who\n                was born in\n                Saint-Évrard.\n-               x\n"},
		{1, "page      text\nÉtienne   An\nCarvel    engineer\n          who was\n          born in\n          Saint-Év\n          rard.\n-         x\n"},
	} {
		var b strings.Builder
		if err := console.WriteTable(&b, rows, c.width); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("width %d: got\n%swant\n%s", c.width, b.String(), c.want)
		}
	}
	if err := console.WriteTable(&strings.Builder{}, nil, 80); err != nil {
		t.Error(err)
	}
}
