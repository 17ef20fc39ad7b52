package hop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// pageText is a page with its elements, and with what is found of them once for all claims, see study.
type pageText struct {
	page     *graph.Page
	elements []element
	folded   string // its title, folded by graph.FoldTitle
	once     sync.Once
	labels   []bool             // of each element, see isLabel
	targets  map[string][]int32 // by the folded title that a link leads to, the elements that have such links
	rows     []row              // see tableRows
}

func newPageText(page *graph.Page) *pageText {
	texts := page.Elements()
	t := &pageText{page: page, elements: make([]element, len(texts)), folded: graph.FoldTitle(page.Title)}
	for i := range texts {
		t.elements[i] = element{Text: &texts[i], at: i}
	}
	return t
}

// study sets labels, targets and rows, which only cited pages need.
func (r *pageText) study(index *graph.Words, analyze func(string) []graph.Term) {
	r.once.Do(func() {
		r.labels, r.targets = make([]bool, len(r.elements)), map[string][]int32{}
		for i := range r.page.Tables {
			r.rows = append(r.rows, indexed{r, index}.rowsOf(&r.page.Tables[i], analyze)...)
		}
		for i := range r.elements {
			e := &r.elements[i]
			r.labels[i] = !e.Element.Kind.IsCell() && r.isLabel(i, index.Long())
			for _, l := range e.Links {
				title := graph.FoldTitle(l.Target)
				r.targets[title] = append(r.targets[title], int32(i))
			}
		}
	})
}

// element is a sentence, heading, caption, cell or item of a page.
type element struct {
	*graph.Text
	at int // its index
}

// readTexts reads the texts of nodes in one round trip. Planning needs the texts of few pages, the best chains'.
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
		n.read = pages[i]
	}
	return nil
}

// indexed is a page's text with its index, which the cache of texts doesn't keep.
type indexed struct {
	*pageText
	index *graph.Words
}

// element returns the element with an address, or nil.
func (r indexed) element(e graph.Element) *element {
	if i := r.index.Find(e); i >= 0 {
		return &r.elements[i]
	}
	return nil
}

func code(term string) uint64 { return graph.Term{Text: term}.Code() }

// root returns what the codes of a family's terms have in common; 0 for a term without family.
func root(code uint64) uint64 { return code >> 32 * (code >> 63) }

// window is one passage of a page, as far as it matches the claim. A page of a chain answers a part of the claim, and
// it does so in one place: of a long article, words that are far apart say nothing together.
type window struct {
	passage int32
	shown
	weight []float32 // for each term, its weight in the passage
	worth  float64   // weight of the claim's terms in it
}

// shown is what a window, or the windows of a chain together, have of the claim.
type shown struct {
	holds set // terms; a title's are in every window
	pairs set // see query.pairs
	near  set // of pairs, those that are near each other in one element
}

// with returns what both have.
func (a shown) with(b *shown) shown {
	return shown{a.holds.union(b.holds), a.pairs.union(b.pairs), a.near.union(b.near)}
}

// windows returns the best passages of a page, those with most of the claim first. A passage whose terms an earlier
// one has is left out. A page without any term of the claim has one empty window. Of a question there is one.
func (q *query) windows(m *graph.Match) []window {
	most := pageWindows
	if q.asks {
		most = 1
	}
	all := make([]window, 0, 64)
	at := make([]int32, m.Passages) // of each passage its window, from 1
	for _, h := range m.Hits {
		if at[h.Passage] == 0 {
			all = append(all, window{passage: h.Passage})
			at[h.Passage] = int32(len(all))
		}
		c := &all[at[h.Passage]-1]
		c.holds.add(int(h.Term))
		c.worth += float64(q.idf[h.Term] * float64(1+h.Weight/saturation))
	}
	slices.SortFunc(all, func(a, b window) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.passage, b.passage))
	})
	var out []window
	for _, w := range all {
		if len(out) == most {
			break
		}
		if slices.ContainsFunc(out, func(o window) bool { return w.holds.minus(o.holds).empty() }) {
			continue
		}
		w.pairs, w.weight = q.pairsIn(w.holds), make([]float32, len(q.terms))
		for _, h := range m.Hits {
			if h.Passage == w.passage {
				w.weight[h.Term] = h.Weight
			}
		}
		out = append(out, w)
	}
	if len(out) == 0 {
		out = append(out, window{weight: make([]float32, len(q.terms))})
	}
	return out
}

// pairsIn returns the pairs of neighbouring terms of the claim that a set has.
func (q *query) pairsIn(s set) (out set) {
	for i, p := range q.pairs.list {
		if s.has(p[0]) && s.has(p[1]) {
			out.add(i)
		}
	}
	return out
}

// pair sets the pairs and phrases of neighbouring terms.
func (q *query) pair(terms []graph.Term) {
	last := -1
	q.pairsOf = make([][]int, len(q.terms))
	for _, t := range terms {
		i, ok := q.index[code(q.as(t.Text))]
		if !ok {
			continue
		}
		q.order, q.starts, q.ends = append(q.order, i), append(q.starts, t.Start), append(q.ends, t.End)
		if last >= 0 {
			q.phrases.join(last, i, q.idf[last]+q.idf[i])
		}
		if n := len(q.pairs.list); last >= 0 && last != i && q.pairs.join(min(last, i), max(last, i), min(q.idf[i], q.idf[last])) {
			q.pairsOf[i], q.pairsOf[last] = append(q.pairsOf[i], n), append(q.pairsOf[last], n)
		}
		last = i
	}
}

// readWindows sets near of a page's first windows, which takes the words of their passages in order.
func (f *frontier) readWindows(n *node) {
	if f.q.asks {
		return
	}
	for k := range n.windows[:min(len(n.windows), readWindows)] {
		w := &n.windows[k]
		if w.pairs.empty() {
			continue
		}
		for i, to := n.words.Passage(int(w.passage)); i < to; i++ {
			w.near = w.near.union(f.nearPairs(n, i))
		}
	}
}

// nearPairs returns the pairs of neighbouring words of the claim that are near each other in an element.
func (f *frontier) nearPairs(n *node, element int) (out set) {
	var at [maxTerms]int32
	var has set
	marks, _ := f.marksOf(n, element)
	for _, m := range marks {
		if m.kin != same {
			continue
		}
		k := int(m.term)
		has.add(k)
		at[k] = m.at
		for _, p := range f.q.pairsOf[k] {
			if o := f.q.pairs.list[p][0] + f.q.pairs.list[p][1] - k; has.has(o) && m.at-at[o] <= nearTerms {
				out.add(p)
			}
		}
	}
	return out
}
