package neo4j

import (
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// A hub is a page that so many links arrive at that a reader who asks for a few must not visit them all: the server would
// sort them for each question. It keeps the ids of the first pages they come from, in the order of graph.Reader.Neighbors.
const (
	hubLinks   = 10_000 // Options.Hub
	firstLinks = 1000   // pages a hub keeps; who asks for more links visits all
)

const (
	arrivingQuery = `UNWIND $ids AS id MATCH (p:Page {id: id}) OPTIONAL MATCH (p)<-[l:LINKS_TO]-() WITH p, coalesce(sum(l.count), 0) AS n
SET p.linksIn = n, p.firstIn = null WITH p, n WHERE n >= $hub RETURN p.id AS id`
	hubQuery = `UNWIND $ids AS id MATCH (p:Page {id: id})
SET p.firstIn = COLLECT { MATCH (p)<-[:LINKS_TO]-(q:Page) RETURN q.id AS other ORDER BY other LIMIT $first }`
)

// countArriving counts the links that arrive at pages, and finds the first ones of hubs.
func countArriving(t *tx, ids []any) error {
	rows, err := t.run(arrivingQuery, params{"ids": ids, "hub": t.s.opts.Hub})
	if err != nil || len(rows) == 0 {
		return err
	}
	hubs := make([]any, len(rows))
	for i, r := range rows {
		hubs[i] = str(r, "id")
	}
	return t.do(hubQuery, params{"ids": hubs, "first": firstLinks})
}

// firstIn are the pages that the first links of a hub come from, for an export; null for other pages.
func firstIn(ctx context.Context, r Exportable, h graph.Head) (any, error) {
	if h.In < hubLinks {
		return nil, nil
	}
	links, err := r.Neighbors(ctx, []graph.PageID{h.ID}, graph.In, 0)
	if err != nil {
		return nil, fmt.Errorf("links of %v: %w", h.ID, err)
	}
	var ids []string
	for i, l := range links {
		if len(ids) == firstLinks {
			break
		}
		if i == 0 || l.From != links[i-1].From {
			ids = append(ids, l.From.String())
		}
	}
	return ids, nil
}
