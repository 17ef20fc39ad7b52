package neo4j

import (
	"cmp"
	"context"
	"slices"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

// namesake is a page that has a name or that a redirect of it leads to.
type namesake struct {
	title   string
	ordinal int
	target
}

// target is a page that links lead to. Where it is to be written, node is the server's own number of it (Cypher's id),
// by which a node is found without an index; it holds for as long as the node does.
type target struct {
	id   graph.PageID
	node int64
}

// alias is a redirect of a name, and the pages it leads to.
type alias struct {
	to    string // the title it leads to, where only that is known
	from  string
	pages []namesake
}

// named is what the store has under a normal form.
type named struct {
	pages   []namesake
	aliases []alias
}

// namesQuery finds pages and redirects of names; Finish has followed redirects to their end.
const namesQuery = `UNWIND $names AS name
RETURN name, COLLECT { MATCH (p:Page {name: name}) RETURN [p.id, coalesce(p.fullTitle, p.title), p.ordinal, id(p)] } AS pages,
  COLLECT { MATCH (r:Redirect {name: name}) RETURN [coalesce(r.fullTitle, r.title),
    COLLECT { MATCH (r)-[:REDIRECTS_TO]->(p:Page) RETURN [p.id, coalesce(p.fullTitle, p.title), p.ordinal, id(p)] }] } AS redirects`

// readable is put before what readers ask: there is no row while the store can't be read.
const readable = "MATCH (w:Wiki {key: 'bridgehop', readable: true})\n"

// Lookup finds the pages of titles in one round trip.
func (s *Store) Lookup(ctx context.Context, titles []string) ([][]graph.PageID, error) {
	out := make([][]graph.PageID, len(titles))
	names := foldedKeys(titles)
	if len(names) == 0 {
		return out, ctx.Err()
	}
	rows, err := s.read(ctx, readable+namesQuery, params{"names": names})
	if err != nil {
		return nil, err
	}
	found := parseNames(rows)
	for i, t := range titles {
		for _, p := range found.find(t) {
			out[i] = append(out[i], p.id)
		}
	}
	return out, nil
}

// foldedKeys are the normal forms of titles, each once.
func foldedKeys(titles []string) []any {
	seen := map[string]bool{}
	var out []any
	for _, t := range titles {
		if k := key(graph.FoldTitle(t)); !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}

type names map[string]named

func parseNames(rows []*driver.Record) names {
	out := names{}
	for _, r := range rows {
		n := named{pages: parseNamesakes(list(r, "pages"))}
		for _, v := range list(r, "redirects") {
			pair, _ := v.([]any)
			if len(pair) == 2 {
				to, _ := pair[1].([]any)
				n.aliases = append(n.aliases, alias{from: unescape(text(pair[0])), pages: parseNamesakes(to)})
			}
		}
		slices.SortFunc(n.aliases, func(a, b alias) int { return cmp.Compare(a.from, b.from) })
		out[str(r, "name")] = n
	}
	return out
}

func parseNamesakes(rows []any) []namesake {
	var out []namesake
	for _, v := range rows {
		f, _ := v.([]any)
		if len(f) != 4 {
			continue
		}
		ordinal, _ := f[2].(int64)
		node, _ := f[3].(int64)
		out = append(out, namesake{title: unescape(text(f[1])), ordinal: int(ordinal), target: target{parseID(text(f[0])), node}})
	}
	sortNamesakes(out)
	return out
}

func sortNamesakes(all []namesake) {
	slices.SortFunc(all, func(a, b namesake) int {
		return cmp.Or(cmp.Compare(a.title, b.title), cmp.Compare(a.ordinal, b.ordinal))
	})
}

// find returns the pages of a title, as graph.Reader.Lookup says.
func (n names) find(title string) []target {
	held := n[key(graph.FoldTitle(title))]
	pages := exact(held.pages, title, func(p namesake) string { return p.title })
	if len(pages) == 0 {
		for _, a := range exact(held.aliases, title, func(a alias) string { return a.from }) {
			pages = append(pages, a.pages...)
		}
		sortNamesakes(pages)
		pages = slices.Compact(pages)
	}
	var out []target
	for _, p := range pages {
		out = append(out, p.target)
	}
	return out
}

// exact returns the elements whose title is written as title is, all when there is none.
func exact[T any](all []T, title string, name func(T) string) []T {
	if len(all) < 2 {
		return slices.Clone(all)
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
	return slices.Clone(all)
}
