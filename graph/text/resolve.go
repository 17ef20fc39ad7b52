package text

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"github.com/cespare/xxhash/v2"

	"github.com/bridgehop/bridgehop/graph"
)

// resolver finds the pages of titles as graph.Reader's Lookup does, by hashes of titles: 16 bytes a page.
type resolver struct {
	table  *pageTable
	titles []hashedTitle // by hash, then title and ordinal
	hops   []redirectHop // by from
}

type hashedTitle struct {
	hash uint64
	doc  uint32
}

func newResolver(t *pageTable, hops []redirectHop) *resolver {
	r := &resolver{table: t, titles: make([]hashedTitle, len(t.ids)), hops: hops}
	for i := range r.titles {
		r.titles[i] = hashedTitle{xxhash.Sum64String(graph.FoldTitle(string(t.title(uint32(i))))), uint32(i)}
	}
	slices.SortFunc(r.titles, func(a, b hashedTitle) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), bytes.Compare(t.title(a.doc), t.title(b.doc)), cmp.Compare(t.ordinals[a.doc], t.ordinals[b.doc]))
	})
	slices.SortStableFunc(r.hops, func(a, b redirectHop) int { return cmp.Compare(a.from.folded, b.from.folded) })
	return r
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
	i := sort.Search(len(r.titles), func(i int) bool { return r.titles[i].hash >= t.folded })
	var exact []uint32
	for ; i < len(r.titles) && r.titles[i].hash == t.folded; i++ {
		docs = append(docs, r.titles[i].doc)
		if xxhash.Sum64(r.table.title(r.titles[i].doc)) == t.clean {
			exact = append(exact, r.titles[i].doc)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return docs
}
