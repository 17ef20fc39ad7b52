package neo4j

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

// eachPage and eachRecord begin the queries that return a row for each of $ids.
const (
	eachPage   = readable + "UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id})\nRETURN id, "
	eachRecord = readable + "UNWIND $ids AS id OPTIONAL MATCH (r:BridgehopRecord {id: id}) RETURN id, "
)

const headFields = `p IS NOT NULL AS known, coalesce(p.fullTitle, p.title) AS title, p.ordinal AS ordinal,
  p.disambiguation AS disambiguation, p.linksOut AS out, p.linksIn AS in`

// linkFields are the columns that parseLinks reads of a relationship l and the id of the other page. A relationship
// with one link has fewer properties, and reading a missing property is slow.
const linkFields = "CASE l.count WHEN 1 THEN [other, l.anchor, l.element, l.inferred] " +
	"ELSE [other, l.anchors, l.elements, l.inferredEach] END"

// linksOf returns the column with the relationships of a page p, ordered by the other page. Each has one link or more,
// so no more than a limit on the links is needed.
func linksOf(dir graph.Direction, limited bool) string {
	match, limit := "(p)-[l:LINKS_TO]->(q:BridgehopPage)", ""
	if dir == graph.In {
		match = "(p)<-[l:LINKS_TO]-(q:BridgehopPage)"
	}
	if limited {
		limit = " LIMIT $limit"
	}
	return "COLLECT { MATCH " + match + " WITH q.id AS other, l ORDER BY other" + limit +
		" RETURN " + linkFields + " } AS links"
}

// Heads returns titles and degrees in one round trip.
func (s *Store) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	return aligned(ctx, s, eachPage+headFields, params{}, ids, func(_ graph.PageID, r record) (graph.Head, error) {
		return parseHead(r), nil
	})
}

// Neighbors returns the links of pages in one round trip.
func (s *Store) Neighbors(
	ctx context.Context, from []graph.PageID, dir graph.Direction, limit int,
) ([]graph.Link, error) {
	query := eachPage + linksOf(dir, limit > 0)
	found, err := aligned(ctx, s, query, params{"limit": limit}, from,
		func(id graph.PageID, r record) ([]graph.Link, error) {
			return parseLinks(id, dir, list(r, "links"), limit)
		})
	return slices.Concat(found...), err
}

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

// read runs a query. If one that begins with readable returns no row, the store was never finished and is read as
// empty, or a push is running.
func (s *Store) read(ctx context.Context, query string, p params) ([]*driver.Record, error) {
	rows, err := s.query(ctx, query, p)
	if err != nil || len(rows) > 0 || !strings.HasPrefix(query, readable) {
		return rows, err
	}
	w, err := s.wiki(ctx)
	if err == nil && w.pushing {
		err = s.unfinished(w)
	}
	return nil, err
}

// parseID reads what PageID.String prints; 0 for anything else.
func parseID(s string) graph.PageID {
	n, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		return 0
	}
	return graph.PageID(n)
}

// Pages returns whole pages in one round trip.
func (s *Store) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	query := eachRecord + "r.record AS record"
	return aligned(ctx, s, query, params{}, ids, func(id graph.PageID, r record) (*graph.Page, error) {
		record := str(r, "record")
		if record == "" {
			return nil, nil
		}
		page, err := decodePage(record)
		if err != nil {
			return nil, fmt.Errorf("page %v: %w", id, err)
		}
		return page, nil
	})
}

// Loads returns the names of the loads that used the ordinals of pages last.
func (s *Store) Loads(ctx context.Context, ids []graph.PageID) ([]string, error) {
	return aligned(ctx, s, eachRecord+"r.load AS load", params{}, ids, func(_ graph.PageID, r record) (string, error) {
		return unescape(str(r, "load")), nil
	})
}

// parseHead returns the head in a row of headFields; the zero Head for a page that the store lacks.
func parseHead(r record) graph.Head {
	if !flag(r, "known") {
		return graph.Head{}
	}
	return graph.Head{ID: parseID(str(r, "id")), Title: unescape(str(r, "title")), Ordinal: int(num(r, "ordinal")),
		Disambiguation: flag(r, "disambiguation"), Out: int(num(r, "out")), In: int(num(r, "in"))}
}

// parseLinks reads the relationships of one page, up to limit links of them.
func parseLinks(page graph.PageID, dir graph.Direction, rows []any, limit int) ([]graph.Link, error) {
	var out []graph.Link
	for _, v := range rows {
		f, _ := v.([]any)
		if len(f) != 4 {
			return nil, fmt.Errorf("links of page %v: %w", page, graph.ErrFormat)
		}
		if f[2] == nil { // a relationship that was created by other means
			continue
		}
		l := graph.Link{From: page, To: parseID(as[string](f[0]))}
		if dir == graph.In {
			l.From, l.To = l.To, l.From
		}
		anchors, elements, inferred := listOf(f[1]), listOf(f[2]), listOf(f[3])
		for i := range anchors {
			if limit > 0 && len(out) == limit {
				return out, nil
			}
			if i >= len(elements) || i >= len(inferred) {
				return nil, fmt.Errorf("links of page %v: %w", page, graph.ErrFormat)
			}
			var err error
			if l.Element, err = graph.ParseElement(as[string](elements[i])); err != nil {
				return nil, fmt.Errorf("links of page %v: %w", page, err)
			}
			l.Anchor = unescape(as[string](anchors[i]))
			l.Inferred, _ = inferred[i].(bool)
			out = append(out, l)
		}
	}
	return out, nil
}

// listOf returns a list as it is, and of one value the list.
func listOf(v any) []any {
	if l, ok := v.([]any); ok {
		return l
	}
	return []any{v}
}

// All yields every page by id, reading on from the last one, so that no transaction stays open meanwhile.
func (s *Store) All(ctx context.Context) iter.Seq2[*graph.Page, error] {
	return converted(s.records(ctx, readable), func(k graph.Kept) (*graph.Page, error) { return k.Page, nil })
}

// converted yields what of makes of the values of a sequence, up to the first error.
func converted[T, R any](seq iter.Seq2[T, error], of func(T) (R, error)) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for v, err := range seq {
			var r R
			if err == nil {
				r, err = of(v)
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Records yields every page that the database has, also while the store can't be read.
func (s *Store) Records(ctx context.Context) iter.Seq2[graph.Kept, error] { return s.records(ctx, "") }

func (s *Store) records(ctx context.Context, when string) iter.Seq2[graph.Kept, error] {
	query := when + "MATCH (r:BridgehopRecord) WHERE r.id > $id " +
		"RETURN r.id AS id, r.record AS record, r.load AS load ORDER BY r.id LIMIT $rows"
	return converted(s.rows(ctx, query, "id"), func(r record) (k graph.Kept, err error) {
		k.Load = unescape(str(r, "load"))
		if k.Page, err = decodePage(str(r, "record")); err != nil {
			err = fmt.Errorf("page %s: %w", str(r, "id"), err)
		}
		return k, err
	})
}

// rows yields the rows of a query that returns $rows of them, from those on whose cursor is after the parameters of its
// names.
func (s *Store) rows(ctx context.Context, query string, cursor ...string) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		p := params{"rows": scanRows}
		for _, column := range cursor {
			p[column] = ""
		}
		for more := true; more; {
			rows, err := s.read(ctx, query, p)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, r := range rows {
				if !yield(r, nil) {
					return
				}
			}
			if more = len(rows) == scanRows; more {
				for _, column := range cursor {
					p[column] = str(rows[scanRows-1], column)
				}
			}
		}
	}
}

// Redirects yields all redirects by title.
func (s *Store) Redirects(ctx context.Context) iter.Seq2[graph.Redirect, error] {
	return converted(s.redirects(ctx, readable), (*led).redirect)
}

// Aliases yields every redirect that the database has, also while the store can't be read.
func (s *Store) Aliases(ctx context.Context) iter.Seq2[graph.Redirect, error] {
	return converted(s.redirects(ctx, ""), (*led).redirect)
}

func (r *led) redirect() (graph.Redirect, error) { return r.Redirect, nil }

const redirectsQuery = `MATCH (r:BridgehopRedirect) WHERE r.order > $order OR (r.order = $order AND r.title > $title)
WITH r ORDER BY r.order, r.title LIMIT $rows
RETURN r.order AS order, r.title AS title, coalesce(r.fullTitle, r.title) AS from, r.to AS to,
  COLLECT { MATCH (r)-[:REDIRECTS_TO]->(p:BridgehopPage) RETURN p.id } AS ends ORDER BY order, title`

// redirects yields all redirects by title. The server does not order titles with the same first keyBytes, so they are
// sorted here.
func (s *Store) redirects(ctx context.Context, when string) iter.Seq2[*led, error] {
	return func(yield func(*led, error) bool) {
		var same []*led
		flush := func() bool {
			slices.SortFunc(same, func(a, b *led) int { return strings.Compare(a.From, b.From) })
			for _, r := range same {
				if !yield(r, nil) {
					return false
				}
			}
			same = same[:0]
			return true
		}
		order := ""
		for r, err := range s.rows(ctx, when+redirectsQuery, "order", "title") {
			if err != nil {
				yield(nil, err)
				return
			}
			if next := str(r, "order"); next != order {
				if !flush() {
					return
				}
				order = next
			}
			one := &led{Redirect: graph.Redirect{From: unescape(str(r, "from")), To: unescape(str(r, "to"))}}
			for _, id := range list(r, "ends") {
				one.ends = append(one.ends, as[string](id))
			}
			same = append(same, one)
		}
		flush()
	}
}
