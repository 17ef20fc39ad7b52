package pebble

import (
	"cmp"
	"slices"
	"sync"

	"github.com/cockroachdb/pebble/v2"

	"github.com/bridgehop/bridgehop/graph"
)

// namesake is one of the pages of a normal form.
type namesake struct {
	title string
	id    graph.PageID
}

// alias is one of the redirects of a normal form.
type alias struct{ from, to string }

// nameList has the pages of a normal form.
type nameList []namesake

func (all *nameList) code(c *coder) {
	list(c, (*[]namesake)(all), func(n *namesake) {
		c.str(&n.title)
		c.fixed((*uint64)(&n.id))
	})
}

// aliasList has the redirects of a normal form.
type aliasList []alias

func (all *aliasList) code(c *coder) {
	list(c, (*[]alias)(all), func(a *alias) {
		c.str(&a.from)
		c.str(&a.to)
	})
}

// finder looks titles up in what Finish made.
type finder struct {
	gen    uint32
	from   pebble.Reader
	trails *trails
}

// find returns the pages a title leads to, as graph.Reader.Lookup says.
func (f *finder) find(title string) ([]graph.PageID, error) {
	names, err := f.trails.follow(title, f.lead)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(names, func(a, b namesake) int { return cmp.Compare(a.title, b.title) })
	var out []graph.PageID
	seen := make(map[graph.PageID]bool, len(names))
	for _, n := range names {
		if !seen[n.id] { // two redirects may lead to all pages of one title
			out = append(out, n.id)
		}
		seen[n.id] = true
	}
	return out, nil
}

// trails follow redirects, and keep the end of a chain of them for each one on the way, so that a chain is followed
// once and not once from each of its redirects. They may be used by several goroutines at once.
type trails struct {
	ends sync.Map // from the title of a redirect to []namesake
}

// follow goes from redirect to redirect and returns the pages that a title leads to in the end, in no particular order
// and perhaps several times. lead returns the pages of a title or, where it has none, the titles that its redirects
// lead to.
func (t *trails) follow(title string,
	lead func(string) (pages []namesake, to []string, err error)) (out []namesake, err error) {
	var way []string // up to where it forks
	forked := false
	seen := map[string]bool{}
	for todo := []string{title}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[next] {
			continue // redirects may go in a circle
		}
		if end, ok := t.ends.Load(next); ok {
			out = append(out, end.([]namesake)...)
			continue
		}
		pages, to, err := lead(next)
		if err != nil {
			return nil, err
		}
		if len(to) > 0 {
			seen[next] = true
			if !forked {
				way = append(way, next)
			}
		}
		forked = forked || len(to) > 1
		out, todo = append(out, pages...), append(todo, to...)
	}
	if len(way) > 1 { // most redirects lead to a page at once, and are followed again as fast
		end := slices.Clone(out)
		for _, k := range way {
			t.ends.Store(k, end)
		}
	}
	return out, nil
}

// lead returns the pages of a title or, where it has none, the titles that its redirects lead to.
func (f *finder) lead(title string) (pages []namesake, to []string, err error) {
	folded := graph.FoldTitle(title)
	var names nameList
	ok, err := find(f.from, genStringKey(keyNames, f.gen, folded), "titles", &names)
	if err != nil || ok {
		return graph.Exact(names, title, func(n namesake) string { return n.title }), nil, err
	}
	var all aliasList
	if _, err := find(f.from, genStringKey(keyAliases, f.gen, folded), "titles", &all); err != nil {
		return nil, nil, err
	}
	for _, a := range graph.Exact(all, title, func(a alias) string { return a.from }) {
		to = append(to, a.to)
	}
	return nil, to, nil
}
