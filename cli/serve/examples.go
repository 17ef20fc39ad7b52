package serve

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
)

// exampled is how many claims of the store's own are offered, sampled how many pages are looked at for them, and
// longest how many characters they have at most.
const exampled, sampled, longest = 3, 300, 170

// examples returns claims of the store's own, which are chosen once: two of two pages and one of three, or of fewer
// where the first pages have no such claims.
func (s *Server) examples(ctx context.Context) []string {
	if kept := s.own.Load(); kept != nil {
		return *kept
	}
	out, err := through(ctx, s.hops, func() (out []string, err error) {
		var claims [3][]string // of one, two and three pages
		n := 0
		for p, err := range s.Engine.Store().All(ctx) {
			if n++; err != nil || n > sampled || len(claims[1]) >= 2 && len(claims[2]) >= 1 {
				break
			}
			most := 3
			if len(claims[2]) > 0 {
				most = 2
			}
			claim, pages, err := s.example(ctx, p, most)
			if err != nil {
				return nil, err
			}
			if claim != "" {
				claims[pages-1] = append(claims[pages-1], claim)
			}
		}
		out = slices.Concat(first(claims[1], 2), first(claims[2], 1), claims[0])
		return first(out, exampled), ctx.Err()
	})
	if err == nil {
		s.own.Store(&out)
	}
	return out
}

func first(claims []string, n int) []string { return claims[:min(n, len(claims))] }

// example returns the first sentence of a page that reads like a claim, in which the page that it ends with is not
// named, but described as that page's own first sentence does, and so on for at most so many pages: "Skarn Point Light
// is the work of an engineer of Saint-Évrard."
func (s *Server) example(ctx context.Context, p *graph.Page, most int) (claim string, pages int, err error) {
	for i := range p.Sentences {
		said := saidOf(p, &p.Sentences[i])
		if said == "" || len(p.Sentences[i].Links) == 0 {
			continue
		}
		tail, pages, err := s.described(ctx, said, p.Sentences[i].Links, most)
		claim = p.Title + " " + tail + "."
		if n := utf8.RuneCountInString(claim); err != nil || 40 <= n && n <= longest &&
			!strings.Contains(tail, p.Title) {
			return claim, pages, err
		}
	}
	return "", 0, nil
}

// described returns what a sentence says of its page, with a description instead of the page that it ends with.
func (s *Server) described(ctx context.Context, said string, links []graph.Hyperlink, most int) (string, int, error) {
	for _, l := range links {
		before, ends := strings.CutSuffix(said, l.Anchor)
		if !ends || l.Anchor == "" || most < 2 || strings.HasSuffix(before, "-") {
			continue
		}
		found, err := s.Engine.Page(ctx, l.Target)
		if errors.Is(err, bridgehop.ErrNoPage) {
			continue
		}
		if err != nil {
			return "", 0, err
		}
		if p := found[0]; len(p.Sentences) > 0 {
			verb, noun, _ := strings.Cut(saidOf(p, &p.Sentences[0]), " ")
			article, _, _ := strings.Cut(noun, " ")
			if (verb == "is" || verb == "was") && (article == "a" || article == "an") {
				tail, pages, err := s.described(ctx, noun, p.Sentences[0].Links, most-1)
				return strings.TrimSuffix(before, "the ") + tail, pages + 1, err
			}
		}
	}
	return said, 1, nil
}

// saidOf returns what a sentence says of its page after the title, or "" if it isn't a plain sentence that begins with
// it.
func saidOf(p *graph.Page, t *graph.Sentence) string {
	title, _, _ := strings.Cut(p.Title, " (")
	said, begins := strings.CutPrefix(t.Text, title+" ")
	verb, _, _ := strings.Cut(said, " ")
	said, ends := strings.CutSuffix(said, ".")
	if begins && ends && (verb == "is" || verb == "was" || verb == "are" || verb == "were") &&
		!strings.ContainsAny(said, "([:;\"“,.") {
		return said
	}
	return ""
}
