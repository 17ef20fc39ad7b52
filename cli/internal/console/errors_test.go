package console_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/internal/console"
)

// What others wrote is printed without what a terminal obeys, and not at any length.
func TestReportOfHostileText(t *testing.T) {
	var b strings.Builder
	err := console.WithHint(errors.New("no title \x1b[2J"+strings.Repeat("a", 1<<20)), "did you mean \"\x1b]0;x\a\"?")
	if code := console.Report(&b, err, []string{"page"}); code != console.ExitFailure {
		t.Errorf("got exit code %d", code)
	}
	if said := b.String(); strings.ContainsAny(said, "\x1b\a") || len(said) > 4000 || !strings.Contains(said, "did you mean") {
		t.Errorf("got %d bytes, %.100q", len(said), said)
	}
}
