package main

import (
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// The queries of the loop by hand: with the properties that the store's graph has, and with the least.
var (
	fullQueries = [4]string{
		"UNWIND $rows AS r CREATE (p:Page:BridgehopPage) SET p = r",
		"UNWIND $rows AS r MATCH (p:BridgehopPage {id: r.in}) CREATE (p)-[:HAS_SENTENCE]->(:Sentence:BridgehopSentence {id: r.id, n: r.n, text: r.text, address: r.address})",
		"UNWIND $rows AS r MATCH (a:BridgehopSentence {id: r.from}) MATCH (b:BridgehopPage {id: r.to}) CREATE (a)-[:MENTIONS {anchor: r.anchor, place: r.place, inferred: r.inferred}]->(b)",
		"UNWIND $rows AS r MATCH (a:BridgehopPage {id: r.from}) MATCH (b:BridgehopPage {id: r.to}) " +
			"CREATE (a)-[:LINKS_TO {count: r.count, anchor: r.anchor, element: r.element, inferred: r.inferred}]->(b)",
	}
	leastQueries = [4]string{
		"UNWIND $rows AS r CREATE (:BridgehopPage {id: r.id, title: r.title})",
		"UNWIND $rows AS r MATCH (p:BridgehopPage {id: r.in}) CREATE (p)-[:HAS_SENTENCE]->(:BridgehopSentence {id: r.id, n: r.n, text: r.text})",
		"UNWIND $rows AS r MATCH (a:BridgehopSentence {id: r.from}) MATCH (b:BridgehopPage {id: r.to}) CREATE (a)-[:MENTIONS {anchor: r.anchor}]->(b)",
		"UNWIND $rows AS r MATCH (a:BridgehopPage {id: r.from}) MATCH (b:BridgehopPage {id: r.to}) CREATE (a)-[:LINKS_TO {anchor: r.anchor}]->(b)",
	}
)

// load writes the same nodes and relationships.
func (h *hand) load(pages []*graph.Page, full bool) error {
	queries, rows := leastQueries, handRows{full: full}
	if full {
		queries = fullQueries
	}
	for _, p := range pages {
		rows.add(p)
	}
	for i, query := range queries {
		if err := h.write(query, rows.of[i]); err != nil {
			return err
		}
	}
	return nil
}

// handRows are pages, sentences, mentions and links.
type handRows struct {
	full bool
	of   [4][]any
}

func (r *handRows) row(k int, least map[string]any, more ...any) map[string]any {
	for i := 0; r.full && i < len(more); i += 2 {
		least[more[i].(string)] = more[i+1]
	}
	r.of[k] = append(r.of[k], least)
	return least
}

func (r *handRows) add(p *graph.Page) {
	id, links, n := p.ID().String(), map[string]map[string]any{}, 0
	page := r.row(0, map[string]any{"id": id, "title": p.Title}, "ordinal", 0, "name", graph.FoldTitle(p.Title), "disambiguation", false, "load", "1",
		"passage", p.Passage(), "linksIn", 0, "linksUnresolved", 0)
	for _, t := range p.Sentences {
		sid, element := fmt.Sprintf("%s_sentence_%d", id, t.N), fmt.Sprintf("sentence_%d", t.N)
		r.row(1, map[string]any{"in": id, "id": sid, "n": t.N, "text": t.Text}, "address", fmt.Sprintf("%s_sentence_%d", p.Title, t.N))
		for i, l := range t.Links {
			to := graph.NewPageID(l.Target, 0).String()
			n++
			r.row(2, map[string]any{"from": sid, "to": to, "anchor": l.Anchor}, "place", i, "inferred", false)
			if link := links[to]; link == nil {
				links[to] = r.row(3, map[string]any{"from": id, "to": to, "anchor": l.Anchor}, "count", 1, "element", element, "inferred", false)
			} else if r.full {
				link["count"] = link["count"].(int) + 1
			}
		}
	}
	if r.full {
		page["links"], page["linksOut"] = n, n
	}
}
