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
	gen uint32
	get func(key []byte) ([]byte, error)
}

// find returns the pages a title leads to, as graph.Reader.Lookup says.
func (f *finder) find(title string) ([]graph.PageID, error) {
	return f.findFolded(graph.FoldTitle(title), title)
}

// findFolded is find for a title whose normal form is known.
func (f *finder) findFolded(folded, title string) ([]graph.PageID, error) {
	names, err := f.names(folded, title)
	if err != nil || len(names) > 0 {
		return ids(names), err
	}
	w := &walk{f: f}
	if err := w.follow(folded, title); err != nil || len(w.found) == 0 {
		return nil, err
	}
	slices.SortStableFunc(w.found, func(a, b namesake) int { return cmp.Compare(a.title, b.title) })
	return once(ids(w.found)), nil
}

// names returns the pages whose own titles fold to folded: those of the title written so, else all.
func (f *finder) names(folded, title string) ([]namesake, error) {
	b, err := f.get(genStringKey(keyNames, f.gen, folded))
	if err != nil || b == nil {
		return nil, err
	}
	names, err := decodeNames(b)
	if err != nil {
		return nil, err
	}
	return exact(names, title, func(n namesake) string { return n.title }), nil
}

// exact returns the elements whose title is written as title is, all when there is none.
func exact[T any](all []T, title string, name func(T) string) []T {
	if len(all) < 2 {
		return all
	}
	var same []T
	title = graph.CleanTitle(title)
	for _, v := range all {
		if graph.CleanTitle(name(v)) == title {
			same = append(same, v)
		}
	}
	if len(same) > 0 {
		return same
	}
	return all
}

// walk follows redirects from a title, each spelling once, so that a circle ends.
type walk struct {
	f     *finder
	seen  map[string]bool
	found []namesake
}

func (w *walk) follow(folded, title string) error {
	b, err := w.f.get(genStringKey(keyAliases, w.f.gen, folded))
	if err != nil || b == nil {
		return err
	}
	if w.seen == nil {
		w.seen = map[string]bool{graph.CleanTitle(title): true}
	}
	aliases, err := decodeAliases(b)
	if err != nil {
		return err
	}
	for _, a := range exact(aliases, title, func(a alias) string { return a.from }) {
		if err := w.arrive(a.to); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) arrive(title string) error {
	clean := graph.CleanTitle(title)
	if w.seen[clean] {
		return nil
	}
	w.seen[clean] = true
	folded := graph.FoldTitle(title)
	names, err := w.f.names(folded, title)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return w.follow(folded, title)
	}
	w.found = append(w.found, names...)
	return nil
}

// once drops what has come before: two redirects may lead to all pages of one title.
func once(ids []graph.PageID) []graph.PageID {
	out := ids[:0]
	for _, id := range ids {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

func ids(names []namesake) []graph.PageID {
	var out []graph.PageID
	for _, n := range names {
		out = append(out, n.id)
	}
	return out
}
