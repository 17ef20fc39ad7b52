package pebble

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// namesake is one page among those of a normal form.
type namesake struct {
	title string
	id    graph.PageID
}

// alias is one redirect among those of a normal form.
type alias struct{ from, to string }

func encodeNames(names []namesake) []byte {
	e := &encoder{}
	e.len(len(names))
	for _, n := range names {
		e.str(n.title)
		e.fixed(uint64(n.id))
	}
	return e.b
}

func decodeNames(b []byte) ([]namesake, error) {
	d := newDecoder(b)
	names := readList(d, func(n *namesake) { n.title, n.id = d.str(), graph.PageID(d.fixed()) })
	if err := d.end(); err != nil {
		return nil, fmt.Errorf("names: %w", err)
	}
	return names, nil
}

func encodeAliases(aliases []alias) []byte {
	e := &encoder{}
	e.len(len(aliases))
	for _, a := range aliases {
		e.str(a.from)
		e.str(a.to)
	}
	return e.b
}

func decodeAliases(b []byte) ([]alias, error) {
	d := newDecoder(b)
	aliases := readList(d, func(a *alias) { a.from, a.to = d.str(), d.str() })
	if err := d.end(); err != nil {
		return nil, fmt.Errorf("redirects: %w", err)
	}
	return aliases, nil
}

// finder looks titles up in what Finish made.
type finder struct {
	gen    uint32
	get    func(key []byte) ([]byte, error)
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
	return once(ids(names)), nil
}

// lead returns the pages of a title or, where it has none, the titles that its redirects lead to.
func (f *finder) lead(title graph.TitleKey) (pages []namesake, to []graph.TitleKey, err error) {
	b, err := f.get(genStringKey(keyNames, f.gen, title.Folded))
	if err != nil {
		return nil, nil, err
	}
	if b != nil {
		names, err := decodeNames(b)
		return graph.Exact(names, title, func(n namesake) string { return n.title }), nil, err
	}
	b, err = f.get(genStringKey(keyAliases, f.gen, title.Folded))
	if err != nil || b == nil {
		return nil, nil, err
	}
	aliases, err := decodeAliases(b)
	if err != nil {
		return nil, nil, err
	}
	for _, a := range graph.Exact(aliases, title, func(a alias) string { return a.from }) {
		to = append(to, graph.KeyOf(a.to))
	}
	return nil, to, nil
}

// once drops what has come before: two redirects may lead to all pages of one title.
func once(ids []graph.PageID) []graph.PageID {
	if len(ids) < 2 {
		return ids
	}
	seen := make(map[graph.PageID]bool, len(ids))
	return slices.DeleteFunc(ids, func(id graph.PageID) bool {
		again := seen[id]
		seen[id] = true
		return again
	})
}

func ids(names []namesake) []graph.PageID {
	var out []graph.PageID
	for _, n := range names {
		out = append(out, n.id)
	}
	return out
}
