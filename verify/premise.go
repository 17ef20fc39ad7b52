package verify

import (
	"context"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Pages is what the verifier reads of a store; graph.Reader has it.
type Pages interface {
	// Pages returns whole pages, aligned with ids; nil where the store has no such page.
	Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error)
}

// Memory is a few pages at hand, such as the gold evidence that comes with a claim.
type Memory map[graph.PageID]*graph.Page

// NewMemory holds pages by their ids.
func NewMemory(pages ...*graph.Page) Memory {
	m := Memory{}
	for _, p := range pages {
		m[p.ID()] = p
	}
	return m
}

// Pages gives the pages of ids, nil for those it doesn't hold.
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
	Evidence []hop.Evidence // what the text says, best first: nothing else is cited, and nothing cited is left out
	Article  bool           // some of it is of a whole article (graph.ArticleElements)
}

// library are the pages of a run, taken apart when they are first read.
type library struct {
	pages  map[graph.PageID]*graph.Page
	papers map[graph.PageID]*paper
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

// premise spends the room that fits leaves on the evidence, best first, and lays what it took out in reading order: pages
// in the order given, elements as they follow one another in their page, as the shipped model was trained:
//
//	[Title] sentence sentence [Other title] sentence
//
// An element that doesn't fit is passed over for those after it, so nothing is cut in mid-sentence; only when the best
// element alone is too long is it taken nevertheless, for the model to cut. Evidence that the pages don't have is left out.
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

// mostEvidence bounds the elements looked at for one premise: FEVEROUS counts 5 sentences and 25 cells.
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

// drop takes r out again. The elements were sorted by write, so it may stand anywhere.
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
