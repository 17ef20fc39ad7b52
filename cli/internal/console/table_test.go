package console_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/internal/console"
)

func TestTable(t *testing.T) {
	var b strings.Builder
	c := &console.Console{Out: &b}
	rows := [][]string{{"page", "text"}, {"Étienne Carvel", "An engineer who was born in Saint-Évrard."}, {"-", "x"}, {"", ""}}
	want := "page            text\nÉtienne Carvel  An engineer who was born in Saint-Évrard.\n-               x\n\n"
	if err := c.Table(rows); err != nil || b.String() != want {
		t.Errorf("got\n%s%v, want\n%s", b.String(), err, want)
	}
	if err := c.Table(nil); err != nil || b.String() != want {
		t.Errorf("a table without rows: got\n%s%v", b.String(), err)
	}
}
