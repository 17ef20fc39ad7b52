package verify

import (
	"context"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Pages is the part of a store that the verifier reads; every graph.Reader implements it.
type Pages interface {
	// Pages returns whole pages, aligned with ids; nil for an id that the store doesn't have.
	Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error)
}

// Memory is a few pages in memory, such as the gold evidence that comes with a claim.
type Memory map[graph.PageID]*graph.Page

// With adds pages and returns m.
func (m Memory) With(pages ...*graph.Page) Memory {
	for _, p := range pages {
		m[p.ID()] = p
	}
	return m
}

// Pages returns the pages of ids; nil for an id that it doesn't have.
func (m Memory) Pages(_ context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	out := make([]*graph.Page, len(ids))
	for i, id := range ids {
		out[i] = m[id]
	}
	return out, nil
}

// Premise is evidence as a model reads it.
type Premise struct {
	Text     string
	Evidence []hop.Evidence // the elements in the text, best first: exactly these are cited
	Article  bool           // some evidence is from a whole article (graph.ArticleElements)
}

// SeveralPages reports whether the evidence is of more than one page.
func (p *Premise) SeveralPages() bool {
	return slices.ContainsFunc(p.Evidence, func(e hop.Evidence) bool { return e.Page != p.Evidence[0].Page })
}

// Named reports whether the claim names a page of the chain that has some of the evidence.
func (p *Premise) Named(c *hop.Chain) bool {
	return slices.ContainsFunc(c.Steps, func(s hop.Step) bool {
		return s.Named != "" && slices.ContainsFunc(p.Evidence, func(e hop.Evidence) bool { return e.Page == s.Page })
	})
}

// library has the pages of a run, parsed when they are first read.
type library struct {
	pages  map[graph.PageID]*graph.Page
	papers map[graph.PageID]*paper
	// known has the elements whose values count in a verdict; nil stands for all.
	known map[graph.Ref]bool
}

func (l *library) paper(id graph.PageID) *paper {
	if b, ok := l.papers[id]; ok {
		return b
	}
	p := l.pages[id]
	if p == nil {
		return nil
	}
	b := newPaper(p)
	l.papers[id] = b
	return b
}

// premise takes evidence, best first, as long as it fits, and writes it in reading order: pages in the given order,
// and elements in the order of their page, as the shipped model was trained:
//
//	[Title] sentence sentence [Other title] sentence
//
// premise skips an element that doesn't fit and tries the next, so that no sentence is truncated. Only if the best
// element alone is too long, premise takes it, and the model truncates it. Evidence that the pages don't have is left
// out.
func (l *library) premise(pages []graph.PageID, evidence []hop.Evidence, fits func(string) bool) Premise {
	order := pagesOf(pages, evidence)
	taken, seen := map[graph.PageID][]graph.Element{}, map[graph.Ref]bool{}
	var p Premise
	for _, e := range evidence[:min(len(evidence), mostEvidence)] {
		ref, ok := l.resolve(e.Ref)
		if !ok || seen[ref] {
			continue
		}
		seen[ref] = true
		before := taken[ref.Page]
		taken[ref.Page] = append(slices.Clone(before), ref.Element)
		text := l.write(order, taken)
		if p.Text != "" && !fits(text) {
			taken[ref.Page] = before
			continue
		}
		p.Text = text
		p.Evidence = append(p.Evidence, e)
		p.Article = p.Article || len(l.paper(e.Page).order) >= graph.ArticleElements
	}
	return p
}

// mostEvidence is the most elements that are tried for one premise: FEVEROUS counts 5 sentences and 25 cells.
const mostEvidence = 64

// pagesOf returns pages, then others that evidence comes from, each once.
func pagesOf(pages []graph.PageID, evidence []hop.Evidence) (out []graph.PageID) {
	for _, e := range evidence {
		pages = append(slices.Clip(pages), e.Page)
	}
	for _, id := range pages {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// resolve returns the address of an element as its page has it, and reports whether it has words.
func (l *library) resolve(r graph.Ref) (graph.Ref, bool) {
	b := l.paper(r.Page)
	if b == nil {
		return r, false
	}
	e, ok := b.find(r.Element)
	return graph.Ref{Page: r.Page, Element: e}, ok
}

// write returns the text of elements, by page.
func (l *library) write(order []graph.PageID, elements map[graph.PageID][]graph.Element) string {
	var out strings.Builder
	for _, id := range order {
		if some := elements[id]; len(some) > 0 {
			l.paper(id).write(&out, some)
		}
	}
	return out.String()
}
