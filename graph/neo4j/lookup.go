package neo4j

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// namesake is a page that a name leads to.
type namesake struct {
	as      string // the title that has the name: the page's own, or a redirect's
	id      graph.PageID
	title   string
	ordinal int
}

// namesQuery finds pages and redirects of names; redirects were followed to their end, which may be none.
const namesQuery = `UNWIND $names AS name
RETURN name, COLLECT { MATCH (p:BridgehopPage {name: name}) WITH p, coalesce(p.fullTitle, p.title) AS title
    RETURN [title, p.id, title, p.ordinal] } AS pages,
  COLLECT { MATCH (r:BridgehopRedirect {name: name}) OPTIONAL MATCH (r)-[:REDIRECTS_TO]->(p:BridgehopPage)
    RETURN [coalesce(r.fullTitle, r.title), p.id, coalesce(p.fullTitle, p.title), p.ordinal] } AS redirects`

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

// find returns the pages of a title, see graph.Reader.Lookup, given what its name has.
func find(r record, title string) (ids []graph.PageID) {
	var found []namesake
	for _, column := range []string{"pages", "redirects"} {
		if len(found) > 0 {
			break
		}
		for _, v := range list(r, column) {
			f := as[[]any](v)
			found = append(found, namesake{unescape(as[string](f[0])), parseID(as[string](f[1])),
				unescape(as[string](f[2])), int(as[int64](f[3]))})
		}
		found = graph.Exact(found, title, func(n namesake) string { return n.as })
	}
	slices.SortFunc(found, func(a, b namesake) int {
		return cmp.Or(cmp.Compare(a.title, b.title), cmp.Compare(a.ordinal, b.ordinal))
	})
	for _, p := range found {
		if p.id != 0 {
			ids = append(ids, p.id)
		}
	}
	return slices.Compact(ids)
}
