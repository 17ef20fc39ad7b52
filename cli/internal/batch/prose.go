package batch

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// prose distinguishes a text that is wrapped within sentences from a file with one claim a line.
type prose struct {
	lines, begun, ended int
	continued           int           // lines that continue the sentence of the line before
	first               *claims.Claim // of these
	open                bool          // the last line doesn't end a sentence
}

// see counts a line.
func (p *prose) see(c *claims.Claim) {
	first, _ := utf8.DecodeRuneInString(c.Text)
	if p.open && unicode.IsLower(first) {
		if p.continued++; p.first == nil {
			p.first = c
		}
	}
	if unicode.IsUpper(first) {
		p.begun++
	}
	p.open = !strings.ContainsAny(lastOf(strings.TrimRight(c.Text, `"'”’)] `)), ".!?…:;")
	if !p.open {
		p.ended++
	}
	p.lines++
}

func lastOf(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

// wrapped reports whether a quarter of the lines continue a sentence and fewer than half end one. Where hardly any line begins in upper
// case, lines in lower case are claims.
func (p *prose) wrapped() bool {
	return p.lines >= 6 && p.continued*4 >= p.lines && p.begun*10 >= p.lines && p.ended*2 < p.lines
}

func (p *prose) warn(c *console.Console) {
	if p.wrapped() {
		c.Warn("%s continues the sentence of the line before it, as %d of %d lines do: each line is read as one claim", p.first.Place,
			p.continued, p.lines)
	}
}
