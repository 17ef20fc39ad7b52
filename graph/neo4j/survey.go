package neo4j

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// finished begins all queries of a store that was opened for reading. It returns no row while the store can't be read.
const finished = "MATCH (w:BridgehopWiki {key: 'bridgehop', readable: true})\n"

// read runs a query. If a store that was opened for reading returns no row, it was never finished and is read as empty,
// or a push is running.
func (s *Store) read(ctx context.Context, query string, p params) ([]record, error) {
	if !s.opts.Write {
		query = finished + query
	}
	rows, err := s.query(ctx, query, p)
	if err != nil || len(rows) > 0 || s.opts.Write {
		return rows, err
	}
	w, err := s.wiki(ctx)
	if err == nil && w.pushing {
		err = s.unfinished(w)
	}
	return nil, err
}

// eachPage and eachRecord begin the queries that return a row for each of $ids.
const (
	eachPage   = "UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id})\nRETURN id, "
	eachRecord = "UNWIND $ids AS id OPTIONAL MATCH (r:BridgehopRecord {id: id}) RETURN id, "
)

// aligned runs a query that returns a row for each of the pages $ids, and returns what parse makes of the rows, aligned
// with ids.
func aligned[T any](ctx context.Context, s *Store, query string, p params, ids []graph.PageID,
	parse func(graph.PageID, record) (T, error)) ([]T, error) {
	out := make([]T, len(ids))
	if len(ids) == 0 {
		return out, ctx.Err()
	}
	p["ids"] = distinct(ids, graph.PageID.String)
	rows, err := s.read(ctx, query, p)
	if err != nil {
		return nil, err
	}
	found := make(map[graph.PageID]T, len(rows))
	for _, r := range rows {
		id := parseID(str(r, "id"))
		if found[id], err = parse(id, r); err != nil {
			return nil, err
		}
	}
	for i, id := range ids {
		out[i] = found[id]
	}
	return out, nil
}

// distinct returns what key makes of values, each once, as a parameter.
func distinct[T any](all []T, key func(T) string) []any {
	seen := map[string]bool{}
	out := make([]any, 0, len(all))
	for _, v := range all {
		if k := key(v); !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}

// parseID reads what PageID.String prints; 0 for anything else.
func parseID(s string) graph.PageID {
	n, _ := strconv.ParseUint(s, 16, 64)
	return graph.PageID(n)
}

// Heads returns titles and degrees in one round trip.
func (s *Store) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	const query = eachPage + `p IS NOT NULL AS known, coalesce(p.fullTitle, p.title) AS title, p.ordinal AS ordinal,
  p.disambiguation AS disambiguation, p.linksOut AS out, p.linksIn AS in`
	return aligned(ctx, s, query, params{}, ids, func(id graph.PageID, r record) (graph.Head, error) {
		if !flag(r, "known") {
			return graph.Head{}, nil
		}
		return graph.Head{ID: id, Title: unescape(str(r, "title")), Ordinal: int(num(r, "ordinal")),
			Disambiguation: flag(r, "disambiguation"), Out: int(num(r, "out")), In: int(num(r, "in"))}, nil
	})
}

// Pages returns whole pages in one round trip.
func (s *Store) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	return aligned(ctx, s, eachRecord+"r.record AS record", params{}, ids,
		func(_ graph.PageID, r record) (*graph.Page, error) {
			if str(r, "record") == "" {
				return nil, nil
			}
			return pageOf(r)
		})
}

// Loads returns the names of the loads that used the ordinals of pages last.
func (s *Store) Loads(ctx context.Context, ids []graph.PageID) ([]string, error) {
	return aligned(ctx, s, eachRecord+"r.load AS load", params{}, ids, func(_ graph.PageID, r record) (string, error) {
		return unescape(str(r, "load")), nil
	})
}

// Neighbors returns the links of pages in one round trip. A relationship has one link or more, so no more of them than
// the limit on the links are needed. One with a single link has fewer properties, and reading a missing property is
// slow.
func (s *Store) Neighbors(
	ctx context.Context, from []graph.PageID, dir graph.Direction, limit int,
) ([]graph.Link, error) {
	match, most := "(p)-[l:LINKS_TO]->(q:BridgehopPage)", ""
	if dir == graph.In {
		match = "(p)<-[l:LINKS_TO]-(q:BridgehopPage)"
	}
	if limit > 0 {
		most = " LIMIT $limit"
	}
	query := eachPage + "COLLECT { MATCH " + match + " WITH q.id AS other, l ORDER BY other" + most + " RETURN " +
		"CASE l.count WHEN 1 THEN [other, [l.anchor], [l.element], [l.inferred]] " +
		"ELSE [other, l.anchors, l.elements, l.inferredEach] END } AS links"
	found, err := aligned(ctx, s, query, params{"limit": limit}, from,
		func(id graph.PageID, r record) ([]graph.Link, error) {
			links, err := parseLinks(id, dir, list(r, "links"))
			if limit > 0 && len(links) > limit {
				links = links[:limit]
			}
			return links, err
		})
	return slices.Concat(found...), err
}

// parseLinks reads the relationships of one page.
func parseLinks(page graph.PageID, dir graph.Direction, rows []any) (out []graph.Link, err error) {
	for _, v := range rows {
		f := as[[]any](v)
		anchors, elements, inferred := as[[]any](f[1]), as[[]any](f[2]), as[[]any](f[3])
		if len(elements) == 0 || elements[0] == nil { // a relationship that was created by other means
			continue
		}
		l := graph.Link{From: page, To: parseID(as[string](f[0]))}
		if dir == graph.In {
			l.From, l.To = l.To, l.From
		}
		if len(elements) < len(anchors) || len(inferred) < len(anchors) {
			return nil, fmt.Errorf("links of page %v: %w", page, graph.ErrFormat)
		}
		for i := range anchors {
			if l.Element, err = graph.ParseElement(as[string](elements[i])); err != nil {
				return nil, fmt.Errorf("links of page %v: %w", page, err)
			}
			l.Anchor, l.Inferred = unescape(as[string](anchors[i])), as[bool](inferred[i])
			out = append(out, l)
		}
	}
	return out, nil
}

// All yields every page by id. A store that was opened for writing yields what the database has, also if a push was
// interrupted; so does Redirects.
func (s *Store) All(ctx context.Context) iter.Seq2[*graph.Page, error] {
	const query = "MATCH (r:BridgehopRecord) WHERE r.id > $after " +
		"RETURN r.id AS id, r.record AS record ORDER BY r.id LIMIT $rows"
	return scan(ctx, s, query, "id", func(r record) ([]*graph.Page, error) {
		page, err := pageOf(r)
		return []*graph.Page{page}, err
	})
}

// Redirects yields all redirects by title.
func (s *Store) Redirects(ctx context.Context) iter.Seq2[graph.Redirect, error] {
	return func(yield func(graph.Redirect, error) bool) {
		for r, err := range s.redirects(ctx) {
			var out graph.Redirect
			if err == nil {
				out = graph.Redirect{From: r.id, To: r.to}
			}
			if !yield(out, err) {
				return
			}
		}
	}
}

// redirects yields all redirects by title. The database orders them by their first keyBytes, so titles that begin
// with the same ones are sorted here.
func (s *Store) redirects(ctx context.Context) iter.Seq2[*prepared, error] {
	const query = `MATCH (r:BridgehopRedirect) WHERE r.order > $after
WITH r.order AS order, collect(r) AS same ORDER BY order LIMIT $rows
RETURN order, [r IN same | [coalesce(r.fullTitle, r.title), r.to,
  COLLECT { MATCH (r)-[:REDIRECTS_TO]->(p:BridgehopPage) RETURN p.id }]] AS same ORDER BY order`
	return scan(ctx, s, query, "order", func(r record) (same []*prepared, err error) {
		for _, v := range list(r, "same") {
			f := as[[]any](v)
			one := &prepared{id: unescape(as[string](f[0])), to: unescape(as[string](f[1]))}
			one.content = leadsTo(one.to, unescaped(as[[]any](f[2])))
			same = append(same, one)
		}
		slices.SortFunc(same, func(a, b *prepared) int { return strings.Compare(a.id, b.id) })
		return same, nil
	})
}

// scan yields what of makes of the rows of a query, up to the first error. The query returns $rows of them by a column,
// from $after on, so that no transaction stays open while they are used.
func scan[T any](ctx context.Context, s *Store, query, column string,
	of func(record) ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		after := ""
		for {
			rows, err := s.read(ctx, query, params{"rows": scanRows, "after": after})
			for _, r := range rows {
				var all []T
				if all, err = of(r); err != nil {
					break
				}
				for _, v := range all {
					if !yield(v, nil) {
						return
					}
				}
			}
			if err != nil {
				yield(none, err)
			}
			if err != nil || len(rows) < scanRows {
				return
			}
			after = str(rows[scanRows-1], column)
		}
	}
}
