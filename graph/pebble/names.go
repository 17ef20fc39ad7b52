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
	return encodeList(names, func(e *encoder, n namesake) { e.str(n.title); e.fixed(uint64(n.id)) })
}

func encodeAliases(aliases []alias) []byte {
	return encodeList(aliases, func(e *encoder, a alias) { e.str(a.from); e.str(a.to) })
}

func encodeList[T any](list []T, write func(*encoder, T)) []byte {
	e := &encoder{}
	e.len(len(list))
	for _, v := range list {
		write(e, v)
	}
	return e.b
}

func decodeNames(b []byte) ([]namesake, error) {
	return decodeList(b, func(d *decoder, n *namesake) { n.title, n.id = d.str(), graph.PageID(d.fixed()) })
}

func decodeAliases(b []byte) ([]alias, error) {
	return decodeList(b, func(d *decoder, a *alias) { a.from, a.to = d.str(), d.str() })
}

func decodeList[T any](b []byte, read func(*decoder, *T)) ([]T, error) {
	d := newDecoder(b)
	list := readList(d, func(v *T) { read(d, v) })
	if err := d.end(); err != nil {
		return nil, fmt.Errorf("titles: %w", err)
	}
	return list, nil
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
