package pebble

import (
	"cmp"
	"slices"

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

// trails are the chains of redirects that were followed in a generation.
type trails = graph.Trails[graph.TitleKey, namesake]

// find returns the pages a title leads to, as graph.Reader.Lookup says.
func (f *finder) find(title string) ([]graph.PageID, error) {
	names, err := f.trails.Follow(graph.KeyOf(title), f.lead)
	if err != nil {
		return nil, err
	}
	names = slices.Clone(names)
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

// lead returns the pages of a title or, where it has none, the titles that its redirects lead to.
func (f *finder) lead(title graph.TitleKey) (pages []namesake, to []graph.TitleKey, err error) {
	var names nameList
	ok, err := find(f.from, genStringKey(keyNames, f.gen, title.Folded), "titles", &names)
	if err != nil || ok {
		return graph.Exact(names, title, func(n namesake) string { return n.title }), nil, err
	}
	var all aliasList
	if _, err := find(f.from, genStringKey(keyAliases, f.gen, title.Folded), "titles", &all); err != nil {
		return nil, nil, err
	}
	for _, a := range graph.Exact(all, title, func(a alias) string { return a.from }) {
		to = append(to, graph.KeyOf(a.to))
	}
	return nil, to, nil
}
