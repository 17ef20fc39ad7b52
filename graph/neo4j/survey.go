package neo4j

import (
	"cmp"
	"context"
	"slices"

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
