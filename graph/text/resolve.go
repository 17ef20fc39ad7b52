package text

import (
	"cmp"
	"slices"
	"sort"

	"github.com/cespare/xxhash/v2"

	"github.com/bridgehop/bridgehop/graph"
)

// resolver finds the pages of titles as graph.Reader's Lookup does, by hashes of titles: 24 bytes a page.
type resolver struct {
	titles []titledPage  // by normal form, then title and ordinal
	hops   []redirectHop // by from
}

// titledPage is a page by hashes of its title: of the normal form, and of the title as it is written.
type titledPage struct {
	folded, written uint64
	doc             uint32
}

func newResolver(titles *titleSorter, pages int, hops []redirectHop) (*resolver, error) {
	r := &resolver{titles: make([]titledPage, 0, pages), hops: hops}
	for rec, err := range titles.all() {
		if err != nil {
			return nil, err
		}
		title := rec.title()
		r.titles = append(r.titles, titledPage{xxhash.Sum64String(graph.FoldTitle(title)), xxhash.Sum64String(title), rec.doc()})
	}
	slices.SortStableFunc(r.titles, func(a, b titledPage) int { return cmp.Compare(a.folded, b.folded) })
	slices.SortStableFunc(r.hops, func(a, b redirectHop) int { return cmp.Compare(a.from.folded, b.from.folded) })
	return r, nil
}

func (r *resolver) title(target string) []uint32 { return r.follow(hashTitle(target), nil) }

// follow finds the pages of a title; seen are the titles that led here, lest a ring be followed for ever.
func (r *resolver) follow(t titleHash, seen []titleHash) (docs []uint32) {
	if docs := r.pages(t); len(docs) > 0 || slices.Contains(seen, t) {
		return docs
	}
	i := sort.Search(len(r.hops), func(i int) bool { return r.hops[i].from.folded >= t.folded })
	var all, exact []titleHash
	for ; i < len(r.hops) && r.hops[i].from.folded == t.folded; i++ {
		all = append(all, r.hops[i].to)
		if r.hops[i].from.clean == t.clean {
			exact = append(exact, r.hops[i].to)
		}
	}
	if len(exact) > 0 {
		all = exact
	}
	for _, to := range all {
		docs = append(docs, r.follow(to, append(seen[:len(seen):len(seen)], t))...)
	}
	slices.Sort(docs)
	return slices.Compact(docs)
}

// pages are those whose title has this normal form; where there are several titles, only those written so.
func (r *resolver) pages(t titleHash) (docs []uint32) {
	i := sort.Search(len(r.titles), func(i int) bool { return r.titles[i].folded >= t.folded })
	var exact []uint32
	for ; i < len(r.titles) && r.titles[i].folded == t.folded; i++ {
		docs = append(docs, r.titles[i].doc)
		if r.titles[i].written == t.clean {
			exact = append(exact, r.titles[i].doc)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return docs
}
