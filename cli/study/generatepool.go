package study

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// pool has the usable sentences of pages and the links between pages.
type pool struct {
	store   Corpus
	bases   []graph.PageID // all pages, by id
	leaves  map[graph.PageID]*leaf
	linking map[graph.PageID][]graph.Link // of pages that were asked for, the links that arrive
	targets map[string][]linkAt           // by folded title, the links that lead there, page of the store or not
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
	out       map[graph.PageID]bool // pages it links to, once asked for
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
	p := &pool{store: store, leaves: map[graph.PageID]*leaf{}, linking: map[graph.PageID][]graph.Link{}, targets: map[string][]linkAt{}}
	for page, err := range store.All(ctx) {
		if err != nil {
			return nil, fmt.Errorf("read the store: %w", err)
		}
		l := newLeaf(page)
		if page.Disambiguation || len(l.sentences) == 0 {
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

func newLeaf(page *graph.Page) *leaf {
	l := &leaf{id: page.ID(), title: page.Title}
	for i := range page.Sentences {
		if s, ok := usable(&page.Sentences[i]); ok {
			l.sentences = append(l.sentences, s)
		}
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
	var l *leaf
	if pages[0] != nil && !pages[0].Disambiguation {
		if l = newLeaf(pages[0]); len(l.sentences) == 0 {
			l = nil
		}
	}
	if len(p.leaves) < mostLeaves {
		p.leaves[id] = l
	}
	return l, nil
}

func (l *leaf) sentence(n int) *sentence {
	for i := range l.sentences {
		if l.sentences[i].n == n {
			return &l.sentences[i]
		}
	}
	return nil
}

// into are the links that arrive at a page.
func (p *pool) into(ctx context.Context, id graph.PageID) ([]graph.Link, error) {
	if links, ok := p.linking[id]; ok {
		return links, nil
	}
	links, err := p.store.Neighbors(ctx, []graph.PageID{id}, graph.In, mostLinks)
	if err == nil && len(p.linking) < mostLeaves {
		p.linking[id] = links
	}
	return links, err
}

// links reports whether a page links to another.
func (p *pool) links(ctx context.Context, l *leaf, to graph.PageID) (bool, error) {
	if l.out == nil {
		links, err := p.store.Neighbors(ctx, []graph.PageID{l.id}, graph.Out, 0)
		if err != nil {
			return false, err
		}
		l.out = make(map[graph.PageID]bool, len(links))
		for _, link := range links {
			l.out[link.To] = true
		}
	}
	return l.out[to], nil
}
