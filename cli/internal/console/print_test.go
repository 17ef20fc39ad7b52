package console

import (
	"bytes"
	"strings"
	"testing"
)

// What is no terminal is written as it is, without colour.
func TestNoTerminal(t *testing.T) {
	var b bytes.Buffer
	c := &Console{Out: &b}
	long := strings.Repeat("word ", 100) + "\n"
	if err := c.Print(nil, func(out *Text) { out.Paint(Red, "REFUTES"); out.Printf(" %s", long) }); err != nil || b.String() != "REFUTES "+long {
		t.Errorf("got %q, %v", b.String(), err)
	}
}

// A terminal gets colours, unless NO_COLOR is set, and nothing that others wrote is obeyed by it.
func TestPaint(t *testing.T) {
	for _, none := range []string{"", "1"} {
		t.Setenv("NO_COLOR", none)
		t.Setenv("TERM", "xterm")
		var b bytes.Buffer
		out := &Text{W: &b, colour: coloured()}
		out.Paint(Red, "REFUTES\x1b[2J")
		want := "\x1b[31mREFUTES\uFFFD[2J\x1b[0m"
		if none != "" {
			want = "REFUTES\uFFFD[2J"
		}
		if b.String() != want {
			t.Errorf("NO_COLOR=%q: got %q, want %q", none, b.String(), want)
		}
	}
}
