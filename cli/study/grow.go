package study

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// run makes queries of one shape and size.
type run struct {
	*Generator
	random *rand.Rand
	shape  string
	size   int
	seen   map[string]bool // sets of pages
}

// draft is an unfinished query.
type draft struct {
	pages []joined // in the order in which they were added; the first is the start of the query, the centre of a star
	order []int    // of the pages in the query: a path from one end to the other, a star from its centre
}

// joined is a page of a draft.
type joined struct {
	*leaf
	parent   int       // the page it joined by a link to it, -1 for the first
	sentence *sentence // the sentence of it that the query has
	anchor   string    // of the link; empty for the first
	hidden   bool
}

// try grows a query; it returns nil if it fails.
func (r *run) try(ctx context.Context) (*Query, error) {
	if len(r.bases) == 0 {
		return nil, ctx.Err()
	}
	base, err := r.leaf(ctx, r.bases[r.random.IntN(len(r.bases))])
	if err != nil || base == nil {
		return nil, err
	}
	d := draft{[]joined{{leaf: base, parent: -1}}, []int{0}}
	for n := 1; n < r.size; n++ {
		at, ends := 0, []int{d.order[0], d.order[n-1]}
		if r.shape == "path" && n > 1 {
			at = []int{min(ends[0], ends[1]), max(ends[0], ends[1])}[r.random.IntN(2)]
		}
		next, err := r.next(ctx, d.pages, at)
		if err != nil || next == nil {
			return nil, err
		}
		d.pages[at].hidden = n > 1 || r.size == 2
		d.pages = append(d.pages, *next)
		if r.shape == "path" && at == ends[0] {
			d.order = slices.Insert(d.order, 0, n)
		} else {
			d.order = append(d.order, n)
		}
	}
	if r.shape == "path" && r.size > 2 && d.order[0] > d.order[r.size-1] {
		slices.Reverse(d.order)
	}
	r.adjust(d.pages)
	d.pages[0].sentence = r.about(base)
	var ids []string
	for _, p := range d.pages {
		ids = append(ids, p.id.String())
	}
	slices.Sort(ids)
	if key := strings.Join(ids, " "); !r.seen[key] {
		r.seen[key] = true
		return d.query(), nil
	}
	return nil, nil
}

// adjust hides pages that are named, or names hidden ones, until the number that is asked for are named.
func (r *run) adjust(d []joined) {
	if r.Named == 0 {
		return
	}
	more := r.Named
	for _, p := range d {
		if !p.hidden {
			more--
		}
	}
	for _, i := range r.random.Perm(len(d)) {
		if p := &d[i]; p.hidden && more > 0 {
			p.hidden, more = false, more-1
		} else if !p.hidden && more < 0 {
			p.hidden, more = true, more+1
		}
	}
}

const (
	candidatesTried = 12  // candidates tried for a page
	mostLinks       = 256 // in-links of a page that are tried
)

// next returns a page that links to page at and may join; nil if none is found.
func (r *run) next(ctx context.Context, d []joined, at int) (*joined, error) {
	links, err := r.Store.Neighbors(ctx, []graph.PageID{d[at].id}, graph.In, mostLinks)
	if err != nil || len(links) == 0 {
		return nil, err
	}
	for range candidatesTried {
		l := links[r.random.IntN(len(links))]
		if l.Element.Kind != graph.KindSentence || l.Anchor == "" {
			continue
		}
		page, err := r.leaf(ctx, l.From)
		if err != nil {
			return nil, err
		}
		s, anchor := page.sentence(l.Element.A), strings.Join(strings.Fields(l.Anchor), " ")
		if s == nil {
			continue
		}
		if _, _, ok := findName(s.text, anchor); !ok {
			continue
		}
		apart, err := r.apart(ctx, d, page, at)
		if err != nil {
			return nil, err
		}
		if apart {
			return &joined{leaf: page, parent: at, sentence: s, anchor: anchor}, nil
		}
	}
	return nil, nil
}

// apart reports whether a page has no link with a page of the draft but one to the page at, so that the graph is known
// for sure.
func (r *run) apart(ctx context.Context, d []joined, l *leaf, at int) (bool, error) {
	ids := []graph.PageID{l.id}
	for _, other := range d {
		if other.id == l.id || graph.FoldTitle(other.title) == graph.FoldTitle(l.title) {
			return false, nil
		}
		ids = append(ids, other.id)
	}
	links, err := r.Store.Neighbors(ctx, ids, graph.Out, 0)
	joins := func(link graph.Link) bool {
		to := slices.Index(ids[1:], link.To)
		return link.From != l.id && link.To == l.id || link.From == l.id && to >= 0 && to != at
	}
	return !slices.ContainsFunc(links, joins), err
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

// leaf is a page with its usable sentences.
type leaf struct {
	id        graph.PageID
	title     string
	sentences []sentence
}

// sentence is a sentence that can be used in queries.
type sentence struct {
	n    int
	text string
}

// newLeaf returns the leaf of a page; nil if there is none, or it has no usable sentence.
func newLeaf(page *graph.Page) *leaf {
	if page == nil || page.Disambiguation {
		return nil
	}
	l := leaf{id: page.ID(), title: page.Title}
	for i := range page.Sentences {
		if text, ok := usable(page.Sentences[i].Text); ok {
			l.sentences = append(l.sentences, sentence{page.Sentences[i].N, text})
		}
	}
	if l.sentences == nil {
		return nil
	}
	return &l
}

// Limits of usable sentences, in words. They also begin with a capital letter and end with a mark.
const (
	leastWords = 6
	mostWords  = 60
)

func usable(text string) (string, bool) {
	text = strings.Join(strings.Fields(text), " ")
	n := strings.Count(text, " ") + 1
	first, _ := utf8.DecodeRuneInString(text)
	return text, n >= leastWords && n <= mostWords && unicode.IsUpper(first) &&
		strings.ContainsAny(text[len(text)-1:], ".!?")
}

// leaf reads a page; nil when it has no usable sentence or isn't there.
func (r *run) leaf(ctx context.Context, id graph.PageID) (*leaf, error) {
	pages, err := r.Store.Pages(ctx, []graph.PageID{id})
	if err != nil {
		return nil, err
	}
	return newLeaf(pages[0]), nil
}

// sentence returns the sentence of a number; nil if it can't be used.
func (l *leaf) sentence(n int) *sentence {
	if l == nil {
		return nil
	}
	if i := slices.IndexFunc(l.sentences, func(s sentence) bool { return s.n == n }); i >= 0 {
		return &l.sentences[i]
	}
	return nil
}
