package hop

import (
	"context"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// parsedPage is the text of a page, split into elements.
type parsedPage struct {
	page     *graph.Page
	index    *graph.Words
	folded   string // its title, folded by graph.FoldTitle
	elements []element
	rows     []row            // see tableRows
	speaks   map[int32][]bool // for another page, of each element, see frontier.speaks
	analyze  func(string) []graph.Term
}

// element is a sentence, heading, caption, cell or item of a page.
type element struct {
	*graph.Text
	terms []uint64 // of a heading above a table; nil for the page's own elements
	at    int      // its index
}

// readTexts reads the texts of nodes in one round trip. Planning needs the texts of few pages: those of the best chains.
func (f *frontier) readTexts(ctx context.Context, nodes []int32) error {
	var ids []graph.PageID
	var fresh []*node
	for _, i := range nodes {
		if n := &f.nodes[i]; n.words != nil && n.read == nil && !slices.Contains(ids, n.id) {
			ids, fresh = append(ids, n.id), append(fresh, n)
		}
	}
	pages, err := f.p.texts(ctx, ids)
	if err != nil {
		return err
	}
	for i, n := range fresh {
		if pages[i] == nil {
			continue
		}
		page, texts := pages[i].page, pages[i].elements
		if len(texts) != len(n.words.Sentences) {
			return fmt.Errorf("page %q: %w: its text index has other sentences", page.Title, graph.ErrDamaged)
		}
		n.read = &parsedPage{page: page, index: n.words, folded: graph.FoldTitle(page.Title), analyze: f.p.Text.Analyze,
			elements: make([]element, len(texts))}
		for k := range texts {
			n.read.elements[k] = element{Text: &texts[k], at: k}
		}
	}
	return nil
}

// capitals returns the terms of the page that are written with a capital, each once.
func (r *parsedPage) capitals() (names []string) {
	named := map[string]bool{}
	for i := range r.elements {
		e := &r.elements[i]
		for _, t := range r.analyze(e.Text.Text) {
			if c, _ := utf8.DecodeRuneInString(e.Text.Text[t.Start:]); unicode.IsUpper(c) && !named[t.Text] {
				named[t.Text] = true
				names = append(names, t.Text)
			}
		}
	}
	return names
}

// element returns the element with an address, or nil.
func (r *parsedPage) element(e graph.Element) *element {
	if i := r.index.Find(e); i >= 0 {
		return &r.elements[i]
	}
	return nil
}

func code(term string) uint64 { return graph.Term{Text: term}.Code() }

// root returns what the codes of a family's terms have in common; 0 for a term without family.
func root(code uint64) uint64 { return code >> 32 * (code >> 63) }
