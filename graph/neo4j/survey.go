package neo4j

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

const gatherQuery = readable + "UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id})\nRETURN " + headFields +
	", COLLECT { MATCH (p)-[l:LINKS_TO]->(q:BridgehopPage) WHERE p.linksOut + p.linksIn <= $few WITH q.id AS other, l RETURN " +
	linkFields +
	" } AS outs, COLLECT { MATCH (p)<-[l:LINKS_TO]-(q:BridgehopPage) WHERE p.linksOut + p.linksIn <= $few WITH q.id AS other, l RETURN " +
	linkFields + " } AS ins"

// Gather returns heads, and the links of pages that have no more than few, in one round trip.
func (s *Store) Gather(ctx context.Context, ids []graph.PageID, few int) (graph.Gathered, error) {
	out := graph.Gathered{Heads: make([]graph.Head, len(ids)), Linked: few + 1}
	if len(ids) == 0 {
		return out, ctx.Err()
	}
	rows, err := s.read(ctx, gatherQuery, params{"ids": hexIDs(ids), "few": few})
	if err != nil {
		return graph.Gathered{}, err
	}
	found := make(map[graph.PageID]graph.Gathered, len(rows))
	for _, r := range rows {
		h := parseHead(r)
		g := graph.Gathered{Heads: []graph.Head{h}}
		if g.Out, err = parseLinks(h.ID, graph.Out, list(r, "outs"), 0); err == nil {
			g.In, err = parseLinks(h.ID, graph.In, list(r, "ins"), 0)
		}
		if err != nil {
			return graph.Gathered{}, err
		}
		slices.SortStableFunc(g.Out, func(a, b graph.Link) int { return cmp.Compare(a.To, b.To) })
		slices.SortStableFunc(g.In, func(a, b graph.Link) int { return cmp.Compare(a.From, b.From) })
		found[h.ID] = g
	}
	for i, id := range ids {
		if g, ok := found[id]; ok {
			out.Heads[i], out.Out, out.In = g.Heads[0], append(out.Out, g.Out...), append(out.In, g.In...)
		}
	}
	return out, nil
}

// Around returns what Neighbors returns for either direction, in one round trip.
func (s *Store) Around(ctx context.Context, from []graph.PageID, limit int) (out, in []graph.Link, err error) {
	if len(from) == 0 {
		return nil, nil, ctx.Err()
	}
	query := readable + "UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id})\nRETURN id, " + linksOf(graph.Out, limit) +
		" AS out, " + linksOf(graph.In, limit) + " AS in"
	rows, err := s.read(ctx, query, params{"ids": hexIDs(from), "limit": limit})
	if err != nil {
		return nil, nil, err
	}
	type both struct{ out, in []graph.Link }
	of := make(map[graph.PageID]both, len(rows))
	for _, r := range rows {
		id := parseID(str(r, "id"))
		var b both
		if b.out, err = parseLinks(id, graph.Out, list(r, "out"), limit); err == nil {
			b.in, err = parseLinks(id, graph.In, list(r, "in"), limit)
		}
		if err != nil {
			return nil, nil, err
		}
		of[id] = b
	}
	for _, id := range from {
		out, in = append(out, of[id].out...), append(in, of[id].in...)
	}
	return out, in, nil
}

// read runs a query that begins with readable. If it returns no row, the store was never finished and is read as empty, or a Finish is
// running.
func (s *Store) read(ctx context.Context, query string, p params) ([]*driver.Record, error) {
	rows, err := s.query(ctx, query, p)
	if err != nil || len(rows) > 0 {
		return rows, err
	}
	w, err := s.wiki(ctx)
	if err == nil && w.finishing {
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

// hexIDs returns the distinct ids as parameters.
func hexIDs(ids []graph.PageID) []any {
	seen := make(map[graph.PageID]bool, len(ids))
	out := make([]any, 0, len(ids))
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id.String())
		}
	}
	return out
}

// Pages returns whole pages in one round trip.
func (s *Store) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	out := make([]*graph.Page, len(ids))
	if len(ids) == 0 {
		return out, ctx.Err()
	}
	rows, err := s.read(ctx, readable+"UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id}) RETURN id, p.record AS record",
		params{"ids": hexIDs(ids)})
	if err != nil {
		return nil, err
	}
	pages := make(map[graph.PageID]*graph.Page, len(rows))
	for _, r := range rows {
		record := str(r, "record")
		if record == "" {
			continue
		}
		id := parseID(str(r, "id"))
		if pages[id], err = decodePage(record); err != nil {
			return nil, fmt.Errorf("page %v: %w", id, err)
		}
	}
	for i, id := range ids {
		out[i] = pages[id]
	}
	return out, nil
}

const headsQuery = readable + `UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id})
RETURN ` + headFields

const headFields = `id, p IS NOT NULL AS known, coalesce(p.fullTitle, p.title) AS title, p.ordinal AS ordinal,
  p.disambiguation AS disambiguation, p.linksOut AS out, p.linksIn AS in`

// Heads returns titles and degrees in one round trip.
func (s *Store) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	out := make([]graph.Head, len(ids))
	if len(ids) == 0 {
		return out, ctx.Err()
	}
	rows, err := s.read(ctx, headsQuery, params{"ids": hexIDs(ids)})
	if err != nil {
		return nil, err
	}
	heads := make(map[graph.PageID]graph.Head, len(rows))
	for _, r := range rows {
		h := parseHead(r)
		heads[h.ID] = h
	}
	for i, id := range ids {
		out[i] = heads[id]
	}
	return out, nil
}

// parseHead returns the head in a row of headFields; the zero Head for a page that the store lacks.
func parseHead(r record) graph.Head {
	if !flag(r, "known") {
		return graph.Head{}
	}
	return graph.Head{ID: parseID(str(r, "id")), Title: unescape(str(r, "title")), Ordinal: int(num(r, "ordinal")),
		Disambiguation: flag(r, "disambiguation"), Out: int(num(r, "out")), In: int(num(r, "in"))}
}

// linksOf returns the query for relationships of a page p, ordered by the other page. A relationship has one link or more, so at most limit
// of them are needed. The in-links of a hub are found from its first pages.
func linksOf(dir graph.Direction, limit int) string {
	const first = "COLLECT { UNWIND p.firstIn[..$limit] AS other MATCH (q:BridgehopPage {id: other})-[l:LINKS_TO]->(p) USING INDEX " +
		"q:BridgehopPage(id) WITH other, l ORDER BY other RETURN " + linkFields + " }"
	match, bound, more := "(p)-[l:LINKS_TO]->(q:BridgehopPage)", "", ""
	if dir == graph.In {
		match = "(p)<-[l:LINKS_TO]-(q:BridgehopPage)"
	}
	if limit > 0 {
		bound = " LIMIT $limit"
	}
	if dir == graph.In && limit > 0 && limit <= firstLinks {
		match, more = match+" WHERE p.firstIn IS NULL", " + "+first
	}
	return "COLLECT { MATCH " + match + " WITH q.id AS other, l ORDER BY other" + bound + " RETURN " + linkFields + " }" + more
}

// linkFields are the columns that parseLinks reads of a relationship l and the id of the other page. A relationship with one link has fewer
// properties, and reading a missing property is slow.
const linkFields = "CASE l.count WHEN 1 THEN [other, l.anchor, l.element, l.inferred] ELSE [other, l.anchors, l.elements, " +
	"l.inferredEach] END"

// Neighbors returns the links of pages in one round trip.
func (s *Store) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	if len(from) == 0 {
		return nil, ctx.Err()
	}
	query := readable + "UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id})\nRETURN id, " + linksOf(dir, limit) + " AS links"
	rows, err := s.read(ctx, query, params{"ids": hexIDs(from), "limit": limit})
	if err != nil {
		return nil, err
	}
	of := make(map[graph.PageID][]graph.Link, len(rows))
	for _, r := range rows {
		id := parseID(str(r, "id"))
		if of[id], err = parseLinks(id, dir, list(r, "links"), limit); err != nil {
			return nil, err
		}
	}
	var out []graph.Link
	for _, id := range from {
		out = append(out, of[id]...)
	}
	return out, nil
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
		l := graph.Link{From: page, To: parseID(text(f[0]))}
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
			if l.Element, err = graph.ParseElement(text(elements[i])); err != nil {
				return nil, fmt.Errorf("links of page %v: %w", page, err)
			}
			l.Anchor = unescape(text(anchors[i]))
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

// scanRows is the number of rows that All and Redirects read at a time.
const scanRows = 250

// All yields every page by id, reading on from the last one, so that no transaction stays open meanwhile.
func (s *Store) All(ctx context.Context) iter.Seq2[*graph.Page, error] {
	const query = readable + "MATCH (p:BridgehopPage) WHERE p.id > $after RETURN p.id AS id, p.record AS record ORDER BY p.id LIMIT $rows"
	return func(yield func(*graph.Page, error) bool) {
		for after := ""; ; {
			rows, err := s.read(ctx, query, params{"after": after, "rows": scanRows})
			if err != nil {
				yield(nil, err)
				return
			}
			for _, r := range rows {
				page, err := decodePage(str(r, "record"))
				if err != nil {
					err = fmt.Errorf("page %s: %w", str(r, "id"), err)
				}
				if !yield(page, err) || err != nil {
					return
				}
				after = str(r, "id")
			}
			if len(rows) < scanRows {
				return
			}
		}
	}
}

const redirectsQuery = readable + `MATCH (r:BridgehopRedirect) WHERE r.order > $order OR (r.order = $order AND r.title > $title)
RETURN r.order AS order, r.title AS title, coalesce(r.fullTitle, r.title) AS from, r.to AS to ORDER BY r.order, r.title LIMIT $rows`

// Redirects yields all redirects by title. The server does not order titles with the same first keyBytes, so they are sorted here.
func (s *Store) Redirects(ctx context.Context) iter.Seq2[graph.Redirect, error] {
	return func(yield func(graph.Redirect, error) bool) {
		var same []graph.Redirect
		flush := func() bool {
			slices.SortFunc(same, func(a, b graph.Redirect) int { return strings.Compare(a.From, b.From) })
			for _, r := range same {
				if !yield(r, nil) {
					return false
				}
			}
			same = same[:0]
			return true
		}
		for order, title := "", ""; ; {
			rows, err := s.read(ctx, redirectsQuery, params{"order": order, "title": title, "rows": scanRows})
			if err != nil {
				yield(graph.Redirect{}, err)
				return
			}
			for _, r := range rows {
				if str(r, "order") != order && !flush() {
					return
				}
				order, title = str(r, "order"), str(r, "title")
				same = append(same, graph.Redirect{From: unescape(str(r, "from")), To: unescape(str(r, "to"))})
			}
			if len(rows) < scanRows {
				flush()
				return
			}
		}
	}
}
