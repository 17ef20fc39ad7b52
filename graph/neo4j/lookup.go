package neo4j

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// namesake is a page or a redirect with a name.
type namesake struct {
	title   string
	ordinal int
	id      graph.PageID
	to      []namesake // the pages that a redirect leads to
}

// namesQuery finds pages and redirects of names; redirects were followed to their end.
const namesQuery = `UNWIND $names AS name
RETURN name, COLLECT { MATCH (p:BridgehopPage {name: name})
    RETURN [p.id, coalesce(p.fullTitle, p.title), p.ordinal] } AS pages,
  COLLECT { MATCH (r:BridgehopRedirect {name: name}) RETURN [null, coalesce(r.fullTitle, r.title), null,
    COLLECT { MATCH (r)-[:REDIRECTS_TO]->(p:BridgehopPage)
      RETURN [p.id, coalesce(p.fullTitle, p.title), p.ordinal] }] } AS redirects`

// Lookup finds the pages of titles in one round trip.
func (s *Store) Lookup(ctx context.Context, titles []string) ([][]graph.PageID, error) {
	out := make([][]graph.PageID, len(titles))
	names := distinct(titles, func(t string) string { return key(graph.FoldTitle(t)) })
	if len(names) == 0 {
		return out, ctx.Err()
	}
	rows, err := s.read(ctx, namesQuery, params{"names": names})
	if err != nil {
		return nil, err
	}
	found := make(map[string]record, len(rows))
	for _, r := range rows {
		found[str(r, "name")] = r
	}
	for i, t := range titles {
		if r := found[key(graph.FoldTitle(t))]; r != nil {
			out[i] = find(r, t)
		}
	}
	return out, nil
}

func namesakes(rows []any) (out []namesake) {
	for _, v := range rows {
		f := as[[]any](v)
		n := namesake{id: parseID(as[string](f[0])), title: unescape(as[string](f[1])), ordinal: int(as[int64](f[2]))}
		if len(f) > 3 {
			n.to = namesakes(as[[]any](f[3]))
		}
		out = append(out, n)
	}
	return out
}

// find returns the pages of a title, see graph.Reader.Lookup, given what its name has.
func find(r record, title string) (ids []graph.PageID) {
	titleOf := func(n namesake) string { return n.title }
	pages := slices.Clone(graph.Exact(namesakes(list(r, "pages")), title, titleOf))
	if len(pages) == 0 {
		for _, redirect := range graph.Exact(namesakes(list(r, "redirects")), title, titleOf) {
			pages = append(pages, redirect.to...)
		}
	}
	slices.SortFunc(pages, func(a, b namesake) int {
		return cmp.Or(cmp.Compare(a.title, b.title), cmp.Compare(a.ordinal, b.ordinal))
	})
	for _, p := range pages {
		ids = append(ids, p.id)
	}
	return slices.Compact(ids)
}
