package neo4j

import (
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

const wholeQuery = readable + `UNWIND $ids AS id OPTIONAL MATCH (p:Page {id: id})
RETURN id, p.record AS record, p.linksOut AS out, p.linksIn AS in`

// Whole returns what Pages and Heads return, in one round trip.
func (s *Store) Whole(ctx context.Context, ids []graph.PageID) ([]*graph.Page, []graph.Head, error) {
	pages, heads := make([]*graph.Page, len(ids)), make([]graph.Head, len(ids))
	if len(ids) == 0 {
		return pages, heads, ctx.Err()
	}
	rows, err := s.read(ctx, wholeQuery, params{"ids": hexIDs(ids)})
	if err != nil {
		return nil, nil, err
	}
	type both struct {
		page *graph.Page
		head graph.Head
	}
	found := make(map[graph.PageID]both, len(rows))
	for _, r := range rows {
		record := str(r, "record")
		if record == "" {
			continue
		}
		id := parseID(str(r, "id"))
		p, err := decodePage(record)
		if err != nil {
			return nil, nil, fmt.Errorf("page %v: %w", id, err)
		}
		found[id] = both{p, graph.Head{ID: id, Title: p.Title, Ordinal: p.Ordinal, Disambiguation: p.Disambiguation,
			Out: int(num(r, "out")), In: int(num(r, "in"))}}
	}
	for i, id := range ids {
		pages[i], heads[i] = found[id].page, found[id].head
	}
	return pages, heads, nil
}

// Around returns what Neighbors returns for either direction, in one round trip.
func (s *Store) Around(ctx context.Context, from []graph.PageID, limit int) (out, in []graph.Link, err error) {
	if len(from) == 0 {
		return nil, nil, ctx.Err()
	}
	query := readable + "UNWIND $ids AS id OPTIONAL MATCH (p:Page {id: id})\nRETURN id, " + linksOf(graph.Out, limit) + " AS out, " + linksOf(graph.In, limit) + " AS in"
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
