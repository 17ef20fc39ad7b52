package study

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// run makes queries of one shape and size.
type run struct {
	*pool
	random *rand.Rand
	words  int
	shape  string
	size   int
	named  int
	prefix string // of the queries' ids
	seen   map[string]bool
}

// draft is an unfinished query. Pages are in the order in which they were added; the first is the start of the query, the centre of a
// star.
type draft struct {
	pages  []joined
	parts  []part
	things []thing // hidden besides pages: the targets of Method 2
	text   string
}

// joined is a page of a draft.
type joined struct {
	*leaf
	parent int    // the page it joined, -1 for the first
	method int    // by which it joined
	via    string // the anchor, or the target that two pages share
	hidden bool
}

// part is a sentence of the query.
type part struct {
	page     int // the page of the sentence
	sentence *sentence
	anchor   string // anchor of the masked link; empty for a sentence about the page itself
	to       int    // the page that the link leads to, or -1
	thing    int    // the thing that the link leads to, or -1
}

// thing is a masked link target outside the graph.
type thing struct {
	title   string
	anchors []string
}

// try grows a query; it returns nil if it fails.
func (r *run) try(ctx context.Context) (*draft, error) {
	if len(r.bases) == 0 {
		return nil, ctx.Err()
	}
	base, err := r.leaf(ctx, r.bases[r.random.IntN(len(r.bases))])
	if err != nil || base == nil {
		return nil, err
	}
	d := &draft{pages: []joined{{leaf: base, parent: -1}}}
	for len(d.pages) < r.size {
		ok, err := r.grow(ctx, d)
		if err != nil || !ok {
			return nil, err
		}
	}
	if len(d.pages) == 2 {
		d.pages[0].hidden = true
	}
	r.adjust(d)
	if !d.mentions(0) {
		d.parts = append(d.parts, part{page: 0, sentence: r.about(base), to: -1, thing: -1})
	}
	if r.repeats(d) || !d.write(r.words) {
		return nil, nil
	}
	return d, nil
}

// grow appends one page.
func (r *run) grow(ctx context.Context, d *draft) (bool, error) {
	switch n := len(d.pages); {
	case n == 1:
		return r.first(ctx, d, 0)
	case r.shape == "star" && n > 2 && r.named == 0:
		return r.second(ctx, d, 0)
	case r.shape == "star":
		d.pages[0].hidden = true
		return r.first(ctx, d, 0)
	default:
		ends := d.ends()
		at := ends[r.random.IntN(len(ends))]
		d.pages[at].hidden = true
		return r.first(ctx, d, at)
	}
}

// adjust hides pages that are named, or names hidden ones, until the number that is asked for are named.
func (r *run) adjust(d *draft) {
	if r.named == 0 {
		return
	}
	more := r.named
	for _, p := range d.pages {
		if !p.hidden {
			more--
		}
	}
	for _, i := range r.random.Perm(len(d.pages)) {
		if p := &d.pages[i]; p.hidden && more > 0 {
			p.hidden, more = false, more-1
		} else if !p.hidden && more < 0 {
			p.hidden, more = true, more+1
		}
	}
}

// ends returns the pages with at most one neighbour.
func (d *draft) ends() []int {
	degree := make([]int, len(d.pages))
	for i := 1; i < len(d.pages); i++ {
		degree[i]++
		degree[d.pages[i].parent]++
	}
	var out []int
	for i, n := range degree {
		if n < 2 {
			out = append(out, i)
		}
	}
	return out
}

// candidatesTried is the number of candidates tried for a page.
const candidatesTried = 12

// first adds a page that links to page at, by Method 1.
func (r *run) first(ctx context.Context, d *draft, at int) (bool, error) {
	links, err := r.store.Neighbors(ctx, []graph.PageID{d.pages[at].id}, graph.In, mostLinks)
	if err != nil || len(links) == 0 {
		return false, err
	}
	for range candidatesTried {
		l := links[r.random.IntN(len(links))]
		if l.Element.Kind != graph.KindSentence || l.Anchor == "" {
			continue
		}
		page, s, err := r.place(ctx, d, linkAt{l.From, l.Element.A, l.Anchor}, at)
		if err != nil {
			return false, err
		}
		if s != nil {
			n := len(d.pages)
			anchor := strings.Join(strings.Fields(l.Anchor), " ")
			d.pages = append(d.pages, joined{leaf: page, parent: at, method: 1, via: anchor})
			d.parts = append(d.parts, part{page: n, sentence: s, anchor: anchor, to: at, thing: -1})
			return true, nil
		}
	}
	return false, nil
}

// second masks a link target of page at, and adds another page that links to the target, by Method 2.
func (r *run) second(ctx context.Context, d *draft, at int) (bool, error) {
	centre := d.pages[at]
	for range candidatesTried {
		s := &centre.sentences[r.random.IntN(len(centre.sentences))]
		if len(s.links) == 0 {
			continue
		}
		link := s.links[r.random.IntN(len(s.links))]
		target := graph.FoldTitle(graph.LinkTitle(link.Target))
		spots := r.targets[target]
		if len(spots) < 2 || d.has(target) {
			continue
		}
		to := spots[r.random.IntN(len(spots))]
		page, other, err := r.place(ctx, d, to, -1)
		if err != nil {
			return false, err
		}
		if other != nil {
			n, t := len(d.pages), len(d.things)
			d.pages = append(d.pages, joined{leaf: page, parent: at, method: 2, via: target})
			d.things = append(d.things, thing{target, []string{link.Anchor, to.anchor}})
			d.parts = append(d.parts, part{page: at, sentence: s, anchor: link.Anchor, to: -1, thing: t},
				part{page: n, sentence: other, anchor: to.anchor, to: -1, thing: t})
			return true, nil
		}
	}
	return false, nil
}

// has reports whether a title is that of a page of the draft or masked already.
func (d *draft) has(title string) bool {
	return slices.ContainsFunc(d.pages, func(p joined) bool { return graph.FoldTitle(p.title) == title }) ||
		slices.ContainsFunc(d.things, func(t thing) bool { return t.title == title })
}

// mentions reports whether the query holds a sentence of a page already.
func (d *draft) mentions(page int) bool {
	return slices.ContainsFunc(d.parts, func(p part) bool { return p.page == page })
}

// place returns the page and sentence of a link, by which the page may join; nil if it may not, or they can't be used. The page may
// have no link with a page of the draft but one to the page at, so that the graph is known for sure.
func (r *run) place(ctx context.Context, d *draft, by linkAt, at int) (*leaf, *sentence, error) {
	l, err := r.leaf(ctx, by.page)
	if err != nil || l == nil {
		return nil, nil, err
	}
	s := l.sentence(by.n)
	if s == nil {
		return nil, nil, nil
	}
	if _, _, ok := findName(s.text, strings.Join(strings.Fields(by.anchor), " ")); !ok {
		return nil, nil, nil
	}
	ids := []graph.PageID{l.id}
	for _, other := range d.pages {
		if other.id == l.id || graph.FoldTitle(other.title) == graph.FoldTitle(l.title) {
			return nil, nil, nil
		}
		ids = append(ids, other.id)
	}
	links, err := r.store.Neighbors(ctx, ids, graph.Out, 0)
	for _, link := range links {
		to := slices.Index(ids[1:], link.To)
		if link.From != l.id && link.To == l.id || link.From == l.id && to >= 0 && to != at {
			return nil, nil, err
		}
	}
	return l, s, err
}

// about returns a sentence about the page itself: one of its first sentences, one with its title if there is any.
func (r *run) about(l *leaf) *sentence {
	first := l.sentences[:min(len(l.sentences), 8)]
	start := r.random.IntN(len(first))
	for i := range first {
		if s := &first[(start+i)%len(first)]; Names(s.text, l.title) {
			return s
		}
	}
	return &first[start]
}

// repeats reports whether an earlier query has the same pages.
func (r *run) repeats(d *draft) bool {
	var ids []string
	for _, p := range d.pages {
		ids = append(ids, p.id.String())
	}
	slices.Sort(ids)
	key := strings.Join(ids, " ")
	if r.seen[key] {
		return true
	}
	r.seen[key] = true
	return false
}

// order returns the order of pages in the query: a path from one end to the other, a star from its centre.
func (d *draft) order() []int {
	start := 0
	if ends := d.ends(); len(ends) == 2 {
		start = ends[0]
		if len(d.pages) == 2 {
			start = 1
		}
	}
	var out []int
	seen := make([]bool, len(d.pages))
	var walk func(i int)
	walk = func(i int) {
		seen[i] = true
		out = append(out, i)
		for j := range d.pages {
			if !seen[j] && (d.pages[j].parent == i || d.pages[i].parent == j) {
				walk(j)
			}
		}
	}
	walk(start)
	return out
}

// pool has the usable sentences of pages and the links between pages.
type pool struct {
	store   Corpus
	bases   []graph.PageID // all pages, by id
	leaves  map[graph.PageID]*leaf
	targets map[string][]linkAt // by folded title, the links that lead there, page of the store or not
	spots   int
}

const (
	mostLeaves = 50_000    // pages kept in memory
	mostSpots  = 4_000_000 // links kept by target, for Method 2
	mostLinks  = 256       // in-links of a page that are tried
)

// leaf is a page with its usable sentences.
type leaf struct {
	id        graph.PageID
	title     string
	sentences []sentence
}

// sentence is a sentence that can be used in queries.
type sentence struct {
	n     int
	text  string
	links []graph.Hyperlink // those whose anchors are in text
}

// linkAt is a link by its place.
type linkAt struct {
	page   graph.PageID
	n      int
	anchor string
}

// newPool reads the store once.
func newPool(ctx context.Context, store Corpus) (*pool, error) {
	p := &pool{store: store, leaves: map[graph.PageID]*leaf{}, targets: map[string][]linkAt{}}
	for page, err := range store.All(ctx) {
		if err != nil {
			return nil, fmt.Errorf("read the store: %w", err)
		}
		l := newLeaf(page)
		if l == nil {
			continue
		}
		p.bases = append(p.bases, l.id)
		if len(p.leaves) < mostLeaves {
			p.leaves[l.id] = l
		}
		for _, s := range l.sentences {
			for _, link := range s.links {
				if t := graph.FoldTitle(graph.LinkTitle(link.Target)); t != "" && p.spots < mostSpots {
					p.targets[t] = append(p.targets[t], linkAt{l.id, s.n, link.Anchor})
					p.spots++
				}
			}
		}
	}
	return p, ctx.Err()
}

// newLeaf returns the leaf of a page; nil if there is none, or it has no usable sentence.
func newLeaf(page *graph.Page) *leaf {
	if page == nil || page.Disambiguation {
		return nil
	}
	l := &leaf{id: page.ID(), title: page.Title}
	for i := range page.Sentences {
		if s, ok := usable(&page.Sentences[i]); ok {
			l.sentences = append(l.sentences, s)
		}
	}
	if l.sentences == nil {
		return nil
	}
	return l
}

// Limits of usable sentences, in words. They also begin with a capital letter and end with a mark.
const (
	leastWords = 6
	mostWords  = 60
)

func usable(in *graph.Sentence) (sentence, bool) {
	text := strings.Join(strings.Fields(in.Text), " ")
	n := strings.Count(text, " ") + 1
	first, _ := utf8.DecodeRuneInString(text)
	if n < leastWords || n > mostWords || !unicode.IsUpper(first) || !strings.ContainsAny(text[len(text)-1:], ".!?") {
		return sentence{}, false
	}
	s := sentence{n: in.N, text: text}
	for _, l := range in.Links {
		l.Anchor = strings.Join(strings.Fields(l.Anchor), " ")
		if _, _, ok := findName(text, l.Anchor); ok && utf8.RuneCountInString(l.Anchor) > 2 {
			s.links = append(s.links, l)
		}
	}
	return s, true
}

// leaf reads a page; nil when it has no usable sentence or isn't there.
func (p *pool) leaf(ctx context.Context, id graph.PageID) (*leaf, error) {
	if l, ok := p.leaves[id]; ok {
		return l, nil
	}
	pages, err := p.store.Pages(ctx, []graph.PageID{id})
	if err != nil {
		return nil, err
	}
	l := newLeaf(pages[0])
	if len(p.leaves) < mostLeaves {
		p.leaves[id] = l
	}
	return l, nil
}

func (l *leaf) sentence(n int) *sentence {
	if i := slices.IndexFunc(l.sentences, func(s sentence) bool { return s.n == n }); i >= 0 {
		return &l.sentences[i]
	}
	return nil
}
