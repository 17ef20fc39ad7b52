package serve

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// exampled is how many claims of the store's own are offered, and sampled how many pages are looked at for them.
const exampled, sampled = 3, 300

// examples returns the claims of --claims, else short sentences of the store's own: each says what its page's title is or was, and links to
// another page. They are chosen once.
func (s *Server) examples(ctx context.Context) []string {
	if len(s.Claims) > 0 {
		return s.Claims
	}
	if kept := s.own.Load(); kept != nil {
		return *kept
	}
	out, err := through(ctx, s.hops, func() (out []string, err error) {
		n := 0
		for p, err := range s.Engine.Store().All(ctx) {
			if n++; err != nil || n > sampled || len(out) == exampled {
				break
			}
			if claim := exampleOf(p); claim != "" {
				out = append(out, claim)
			}
		}
		return out, ctx.Err()
	})
	if err == nil {
		s.own.Store(&out)
	}
	return out
}

// exampleOf returns the first sentence of a page that reads like a claim, or "".
func exampleOf(p *graph.Page) string {
	for i := range p.Sentences {
		t := &p.Sentences[i]
		n := utf8.RuneCountInString(t.Text)
		rest, begins := strings.CutPrefix(t.Text, p.Title+" ")
		verb, _, _ := strings.Cut(rest, " ")
		if begins && (verb == "is" || verb == "was" || verb == "are" || verb == "were") && len(t.Links) > 0 && 40 <= n && n <= 110 &&
			strings.HasSuffix(t.Text, ".") && !strings.ContainsAny(t.Text, "([:;\"“") {
			return t.Text
		}
	}
	return ""
}
