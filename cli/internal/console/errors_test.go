package console_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
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

// Errors of the system have a remedy, too.
func TestReportOfSystemErrors(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, taken := net.Listen("tcp", l.Addr().String())
	_, missing := os.Open("no-such-file")
	for _, c := range []struct {
		err  error
		want string
	}{{taken, "name another port"}, {missing, "check the path"}, {fs.ErrPermission, "change its permissions"}} {
		var b strings.Builder
		if code := console.Report(&b, c.err, nil); code != console.ExitFailure || !strings.Contains(b.String(), c.want) {
			t.Errorf("%v: got exit code %d, %q, want %q", c.err, code, b.String(), c.want)
		}
	}
}
