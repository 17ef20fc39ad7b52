package hop_test

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
)

// world is a small wiki in memory with the naive twin of every method the planner calls.
type world struct {
	pages []*graph.Page
	at    map[graph.PageID]*graph.Page
	terms map[graph.PageID][]string
}

func newWorld(pages ...*graph.Page) *world {
	w := &world{pages: pages, at: map[graph.PageID]*graph.Page{}, terms: map[graph.PageID][]string{}}
	for _, p := range pages {
		w.at[p.ID()] = p
		for _, t := range w.Analyze(p.Title + " " + p.PlainText()) {
			w.terms[p.ID()] = append(w.terms[p.ID()], t.Text)
		}
	}
	return w
}

// page makes a page of sentences with [[links]].
func page(title string, sentences ...string) *graph.Page {
	p := &graph.Page{Title: title}
	for n, s := range sentences {
		out := graph.Sentence{N: n}
		for {
			before, rest, ok := strings.Cut(s, "[[")
			out.Text += before
			if !ok {
				break
			}
			link, after, _ := strings.Cut(rest, "]]")
			target, anchor, ok := strings.Cut(link, "|")
			if !ok {
				anchor = target
			}
			out.Links = append(out.Links, graph.Hyperlink{Anchor: anchor, Target: target})
			out.Text += anchor
			s = after
		}
		p.Sentences = append(p.Sentences, out)
	}
	return p
}

func (w *world) Pages(_ context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	out := make([]*graph.Page, len(ids))
	for i, id := range ids {
		out[i] = w.at[id]
	}
	return out, nil
}

func (w *world) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	out := make([]graph.Head, len(ids))
	for i, id := range ids {
		if p := w.at[id]; p != nil {
			in, _ := w.Neighbors(ctx, ids[i:i+1], graph.In, 0)
			to, _ := w.Neighbors(ctx, ids[i:i+1], graph.Out, 0)
			out[i] = graph.Head{ID: id, Title: p.Title, Ordinal: p.Ordinal, In: len(in), Out: len(to)}
		}
	}
	return out, nil
}

func (w *world) Neighbors(_ context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	var out []graph.Link
	for _, id := range from {
		var of []graph.Link
		for _, p := range w.pages {
			for _, e := range p.Elements() {
				for _, l := range e.Links {
					to := graph.NewPageID(l.Target, 0)
					if w.at[to] == nil || (dir == graph.Out && p.ID() != id) || (dir == graph.In && to != id) {
						continue
					}
					of = append(of, graph.Link{From: p.ID(), To: to, Element: e.Element, Anchor: l.Anchor, Inferred: l.Inferred})
				}
			}
		}
		slices.SortStableFunc(of, func(a, b graph.Link) int {
			return cmp.Or(cmp.Compare(a.From+a.To-id, b.From+b.To-id), a.Element.Compare(b.Element))
		})
		if limit > 0 && len(of) > limit {
			of = of[:limit]
		}
		out = append(out, of...)
	}
	return out, nil
}

var stops = strings.Fields("a an the of in on at by for and or to is was were are be been with from as that this which who did it its he she his her")

func (w *world) Analyze(s string) []graph.Term {
	var out []graph.Term
	start := -1
	for i, r := range s + " " {
		word := unicode.IsLetter(r) || unicode.IsDigit(r)
		switch {
		case word && start < 0:
			start = i
		case !word && start >= 0:
			if t := strings.ToLower(s[start:i]); !slices.Contains(stops, t) {
				out = append(out, graph.Term{Text: t, Start: start, End: i})
			}
			start = -1
		}
	}
	return out
}

func (w *world) IDF(terms []string) ([]float64, error) {
	out := make([]float64, len(terms))
	for i, t := range terms {
		df := 0
		for _, p := range w.pages {
			if slices.Contains(w.terms[p.ID()], t) {
				df++
			}
		}
		out[i] = math.Log(1 + (float64(len(w.pages))-float64(df)+.5)/(float64(df)+.5))
	}
	return out, nil
}

func (w *world) Weights(_ context.Context, terms []string, pages []graph.PageID) ([]graph.Match, error) {
	out := make([]graph.Match, len(pages))
	for i, id := range pages {
		out[i] = graph.Match{Weight: make([]float32, len(terms)), Passage: make([]uint8, len(terms)), Passages: 1}
		for j, t := range terms {
			n := 0.0
			for _, u := range w.terms[id] {
				if u == t {
					n++
				}
			}
			out[i].Weight[j] = float32(n * 2.2 / (n + 1.2))
			if n > 0 {
				out[i].Hits = append(out[i].Hits, graph.TermHit{Term: int32(j), Weight: out[i].Weight[j]})
			}
		}
	}
	return out, nil
}

func (w *world) Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error) {
	idf, _ := w.IDF(terms)
	var out []graph.Hit
	for _, p := range w.pages {
		weights, _ := w.Weights(ctx, terms, []graph.PageID{p.ID()})
		score := 0.0
		for i := range terms {
			score += idf[i] * float64(weights[0].Weight[i])
		}
		if score > 0 {
			out = append(out, graph.Hit{Page: p.ID(), Score: score})
		}
	}
	slices.SortStableFunc(out, func(a, b graph.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(w.at[a.Page].Title, w.at[b.Page].Title))
	})
	return out[:min(k, len(out))], nil
}

// Spellings tries every edit, where the index has automata.
func (w *world) Spellings(_ context.Context, term string) ([]string, error) {
	near := map[string]bool{}
	for _, words := range w.terms {
		for _, t := range words {
			if t == term {
				return nil, nil
			}
			if len(term) > 4 && t[0] == term[0] && oneEdit(t, term) {
				near[t] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(near)), nil
}

// oneEdit tells whether a letter of a left out, changed, or swapped with the next makes b, or one of b left out makes a.
func oneEdit(a, b string) bool {
	for i := range a {
		if a[:i]+a[i+1:] == b {
			return true
		}
		if i < len(b) && a[:i]+a[i+1:] == b[:i]+b[i+1:] || i+1 < len(a) && a[:i]+a[i+1:i+2]+a[i:i+1]+a[i+2:] == b {
			return true
		}
	}
	return len(b) > len(a) && oneEdit(b, a)
}

// Words analyses the pages; a page of the world is one passage.
func (w *world) Words(ids []graph.PageID) ([]*graph.Words, error) {
	codes := func(s string) (out []uint64) {
		for _, t := range w.Analyze(s) {
			out = append(out, t.Code())
		}
		return out
	}
	out := make([]*graph.Words, len(ids))
	for i, id := range ids {
		p := w.at[id]
		if p == nil {
			continue
		}
		all := p.Elements()
		out[i] = &graph.Words{Title: codes(graph.BareTitle(p.Title)), Ends: []int{len(all)},
			Terms: func(e int) []uint64 { return codes(all[e].Text) }}
		var at []graph.Element
		for _, e := range all {
			at = append(at, e.Element)
			out[i].Sentences = append(out[i].Sentences, e.Element.Kind == graph.KindSentence)
		}
		out[i].Find = func(e graph.Element) int { return slices.Index(at, e) }
	}
	return out, nil
}

func (w *world) First(k int) []graph.PageID {
	var out []graph.PageID
	for _, p := range w.pages[:min(k, len(w.pages))] {
		out = append(out, p.ID())
	}
	return out
}

// Titles: every name of this world is written as one.
func (w *world) Titles(string) []graph.Mention { return nil }

func (w *world) Mentions(s string) []graph.Mention {
	var out []graph.Mention
	for i := range s {
		for _, p := range w.pages {
			name := graph.BareTitle(p.Title)
			if strings.HasPrefix(s[i:], name) {
				out = append(out, graph.Mention{Start: i, End: i + len(name), Candidates: []graph.Candidate{{Page: p.ID(), Prior: 1, Exact: true}}})
			}
		}
	}
	return out
}
