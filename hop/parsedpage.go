package hop

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// pageText is a page with its elements, and with what is found of them once for all claims, see study.
type pageText struct {
	page     *graph.Page
	elements []element
	folded   string // its title, folded by graph.FoldTitle
	once     sync.Once
	labels   []bool   // of each element, see isLabel
	targets  []target // of its links, ordered by title
	rows     []row    // see tableRows
}

func newPageText(page *graph.Page) *pageText {
	texts := page.Elements()
	t := &pageText{page: page, elements: make([]element, len(texts)), folded: graph.FoldTitle(page.Title)}
	for i := range texts {
		t.elements[i] = element{Text: &texts[i], at: i}
	}
	return t
}

// target is the folded title that a link of an element leads to.
type target struct {
	title   string
	element int32
}

// study sets labels, targets and rows, which only cited pages need.
func (r *parsedPage) study() {
	r.once.Do(func() {
		r.labels, r.rows = make([]bool, len(r.elements)), r.tableRows()
		for i := range r.elements {
			e := &r.elements[i]
			r.labels[i] = !e.Element.Kind.IsCell() && r.isLabel(i, r.index.Long())
			for _, l := range e.Links {
				r.targets = append(r.targets, target{graph.FoldTitle(l.Target), int32(i)})
			}
		}
		slices.SortFunc(r.targets, func(a, b target) int { return strings.Compare(a.title, b.title) })
	})
}

// parsedPage is the text of a page as a claim reads it.
type parsedPage struct {
	*pageText
	index   *graph.Words
	speaks  map[int32][]bool // for another page, of each element, see frontier.speaks
	analyze func(string) []graph.Term
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
		if len(pages[i].elements) != len(n.words.Sentences) {
			return fmt.Errorf("page %q: %w: its text index has other sentences", pages[i].page.Title, graph.ErrDamaged)
		}
		n.read = &parsedPage{pageText: pages[i], index: n.words, analyze: f.p.Text.Analyze}
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
