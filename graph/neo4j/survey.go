package neo4j

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

const gatherQuery = readable + "UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id})\nRETURN id, p.record AS record, p.linksOut " +
	"AS out, p.linksIn AS in" +
	", COLLECT { MATCH (p)-[l:LINKS_TO]->(q:BridgehopPage) WHERE p.linksOut + p.linksIn <= $few WITH q.id AS other, l RETURN " +
	linkFields +
	" } AS outs, COLLECT { MATCH (p)<-[l:LINKS_TO]-(q:BridgehopPage) WHERE p.linksOut + p.linksIn <= $few WITH q.id AS other, l RETURN " +
	linkFields + " } AS ins"

// gathered is a page with its links, if they were requested.
type gathered struct {
	page    *graph.Page
	head    graph.Head
	out, in []graph.Link
}

// Gather returns pages, heads and the links of pages that have no more than few, in one round trip.
func (s *Store) Gather(ctx context.Context, ids []graph.PageID, few int) (graph.Gathered, error) {
	out := graph.Gathered{Pages: make([]*graph.Page, len(ids)), Heads: make([]graph.Head, len(ids)), Linked: few + 1}
	if len(ids) == 0 {
		return out, ctx.Err()
	}
	rows, err := s.read(ctx, gatherQuery, params{"ids": hexIDs(ids), "few": few})
	if err != nil {
		return graph.Gathered{}, err
	}
	found := make(map[graph.PageID]gathered, len(rows))
	for _, r := range rows {
		g, err := parseGathered(r)
		if err != nil {
			return graph.Gathered{}, err
		}
		found[g.head.ID] = g
	}
	for i, id := range ids {
		g := found[id]
		out.Pages[i], out.Heads[i], out.Out, out.In = g.page, g.head, append(out.Out, g.out...), append(out.In, g.in...)
	}
	return out, nil
}

func parseGathered(r record) (gathered, error) {
	text := str(r, "record")
	if text == "" {
		return gathered{}, nil
	}
	id := parseID(str(r, "id"))
	p, err := decodePage(text)
	if err != nil {
		return gathered{}, fmt.Errorf("page %v: %w", id, err)
	}
	g := gathered{page: p, head: graph.Head{ID: id, Title: p.Title, Ordinal: p.Ordinal, Disambiguation: p.Disambiguation,
		Out: int(num(r, "out")), In: int(num(r, "in"))}}
	if g.out, err = parseLinks(id, graph.Out, list(r, "outs"), 0); err == nil {
		g.in, err = parseLinks(id, graph.In, list(r, "ins"), 0)
	}
	slices.SortStableFunc(g.out, func(a, b graph.Link) int { return cmp.Compare(a.To, b.To) })
	slices.SortStableFunc(g.in, func(a, b graph.Link) int { return cmp.Compare(a.From, b.From) })
	return g, err
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
