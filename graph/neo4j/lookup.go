package neo4j

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// namesake is a page that has a name or that a redirect of it leads to.
type namesake struct {
	title   string
	ordinal int
	id      graph.PageID
}

// alias is a redirect of a name, and the pages it leads to.
type alias struct {
	from  string
	pages []namesake
}

// named is the pages and redirects with a normal form.
type named struct {
	pages   []namesake
	aliases []alias
}

// namesQuery finds pages and redirects of names; redirects were followed to their end.
const namesQuery = `UNWIND $names AS name
RETURN name, COLLECT { MATCH (p:BridgehopPage {name: name}) RETURN [p.id, coalesce(p.fullTitle, p.title), p.ordinal] } AS pages,
  COLLECT { MATCH (r:BridgehopRedirect {name: name}) RETURN [coalesce(r.fullTitle, r.title),
    COLLECT { MATCH (r)-[:REDIRECTS_TO]->(p:BridgehopPage) RETURN [p.id, coalesce(p.fullTitle, p.title), p.ordinal] }] } AS redirects`

// readable begins all queries of readers. It returns no row while the store can't be read.
const readable = "MATCH (w:BridgehopWiki {key: 'bridgehop', readable: true})\n"

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
		out[i] = found.find(t)
	}
	return out, nil
}

// foldedKeys returns the normal forms of titles, each once.
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

// parseNames parses names with their pages and redirects.
func parseNames(rows []record) names {
	out := names{}
	for _, r := range rows {
		n := named{pages: parseNamesakes(list(r, "pages"))}
		for _, v := range list(r, "redirects") {
			if pair, _ := v.([]any); len(pair) == 2 {
				to, _ := pair[1].([]any)
				n.aliases = append(n.aliases, alias{unescape(text(pair[0])), parseNamesakes(to)})
			}
		}
		out[str(r, "name")] = n
	}
	return out
}

func parseNamesakes(rows []any) []namesake {
	var out []namesake
	for _, v := range rows {
		if f, _ := v.([]any); len(f) == 3 {
			ordinal, _ := f[2].(int64)
			out = append(out, namesake{unescape(text(f[1])), int(ordinal), parseID(text(f[0]))})
		}
	}
	return out
}

// pages returns the pages of a title, and aliases its redirects.
func (n names) pages(title graph.TitleKey) []namesake {
	return graph.Exact(n[key(title.Folded)].pages, title, func(p namesake) string { return p.title })
}

func (n names) aliases(title graph.TitleKey) []alias {
	return graph.Exact(n[key(title.Folded)].aliases, title, func(a alias) string { return a.from })
}

// find returns the pages of a title, see graph.Reader.Lookup.
func (n names) find(title string) (ids []graph.PageID) {
	t := graph.KeyOf(title)
	pages := slices.Clone(n.pages(t))
	if len(pages) == 0 {
		for _, a := range n.aliases(t) {
			pages = append(pages, a.pages...)
		}
	}
	slices.SortFunc(pages, func(a, b namesake) int {
		return cmp.Or(cmp.Compare(a.title, b.title), cmp.Compare(a.ordinal, b.ordinal))
	})
	for _, p := range slices.Compact(pages) {
		ids = append(ids, p.id)
	}
	return ids
}
