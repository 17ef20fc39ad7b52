package console

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// terminalWidth returns the width in characters of the terminal w; 0 if w is none.
func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// coloured reports whether a terminal may be written to in colour (no-color.org).
func coloured() bool { return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" }

// fold breaks lines between words so that they fit into width if possible. The rest of a line is indented below its first word.
func fold(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		body := strings.TrimLeft(line, " ")
		indent := strings.Repeat(" ", min(len(line)-len(body)+4, width/2))
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) <= width {
			b.WriteString(line)
			continue
		}
		at := len(line) - len(body)
		b.WriteString(line[:at])
		for i, word := range strings.Split(strings.TrimSuffix(body, "\n"), " ") {
			n := utf8.RuneCountInString(word)
			switch {
			case i == 0:
			case at+1+n > width:
				b.WriteString("\n" + indent)
				at = len(indent)
			default:
				b.WriteString(" ")
				at++
			}
			b.WriteString(word)
			at += n
		}
		b.WriteString("\n")
	}
	return b.String()
}
