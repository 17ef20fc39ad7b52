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

// NewMemory returns a Memory of pages.
func NewMemory(pages ...*graph.Page) Memory {
	m := Memory{}
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
	s := selection{library: l, taken: map[graph.PageID][]graph.Element{}, seen: map[graph.Ref]bool{}}
	s.orderPages(pages, evidence)
	var p Premise
	for _, e := range evidence[:min(len(evidence), mostEvidence)] {
		ref, ok := s.resolve(e.Ref)
		if !ok || s.seen[ref] {
			continue
		}
		s.seen[ref] = true
		s.taken[ref.Page] = append(s.taken[ref.Page], ref.Element)
		text := s.write()
		if p.Text != "" && !fits(text) {
			s.drop(ref)
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

// selection is the evidence taken so far.
type selection struct {
	*library
	order []graph.PageID
	taken map[graph.PageID][]graph.Element
	seen  map[graph.Ref]bool
}

// orderPages puts the chain's pages first, then others that evidence comes from.
func (s *selection) orderPages(pages []graph.PageID, evidence []hop.Evidence) {
	known := map[graph.PageID]bool{}
	add := func(id graph.PageID) {
		if !known[id] {
			known[id] = true
			s.order = append(s.order, id)
		}
	}
	for _, id := range pages {
		add(id)
	}
	for _, e := range evidence {
		add(e.Page)
	}
}

func (s *selection) resolve(r graph.Ref) (graph.Ref, bool) {
	b := s.paper(r.Page)
	if b == nil {
		return r, false
	}
	e, ok := b.find(r.Element)
	return graph.Ref{Page: r.Page, Element: e}, ok
}

// drop removes r. Since write sorts the elements, r may be anywhere.
func (s *selection) drop(r graph.Ref) {
	kept := s.taken[r.Page][:0]
	for _, e := range s.taken[r.Page] {
		if e != r.Element {
			kept = append(kept, e)
		}
	}
	s.taken[r.Page] = kept
}

func (s *selection) write() string {
	var out strings.Builder
	for _, id := range s.order {
		if elements := s.taken[id]; len(elements) > 0 {
			s.paper(id).write(&out, elements)
		}
	}
	return out.String()
}
