package neo4j

import (
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Relationships are made between nodes that are known by the server's own numbers: no index is asked.
var (
	linkQuery = linkColumns.query("UNWIND $rows AS r MATCH (a) WHERE id(a) = r.from MATCH (b) WHERE id(b) = r.to CREATE (a)-[:LINKS_TO {count: r.count, " +
		"anchor: r.anchor, element: r.element, inferred: r.inferred, anchors: r.anchors, elements: r.elements, inferredEach: r.inferredEach}]->(b)")
	mentionQuery = mentionColumns.query("UNWIND $rows AS r MATCH (a) WHERE id(a) = r.from MATCH (b) WHERE id(b) = r.to CREATE (a)-[:MENTIONS {anchor: r.anchor, " +
		"place: r.place, inferred: r.inferred}]->(b)")
	countQuery = countColumns.query("UNWIND $rows AS r MATCH (p) WHERE id(p) = r.page SET p.links = r.links, p.linksUnresolved = r.unresolved, p.linksOut = r.out")
)

var countColumns = columnsOf("page links unresolved out")

// cell is what leads from the pages of one group to those of another: the group of a page is its number's remainder.
// A relationship locks both its ends, so two transactions at once must have no group in common.
type cell struct{ links, mentions, counts []any }

// linkGroups are as many as two writers need. More writers would not help: more than half of the server's work is
// commits, which take turns.
const linkGroups = 4

// write writes the links of a slab.
func (f *finishing) write(s *slab) error {
	if !f.whole || f.again {
		if err := f.unlink(s); err != nil {
			return err
		}
	}
	if !f.whole {
		for i := range s.pages {
			for _, l := range s.pages[i].links {
				f.arrives(l.to.id)
			}
		}
	}
	if f.t != nil {
		return s.cells(1)[0][0].write(f.t)
	}
	cells := s.cells(linkGroups)
	return pairs(f.ctx, linkGroups, min(linkGroups/2, f.s.opts.Writers), func(ctx context.Context, a, b int) error {
		both := cell{}
		both.add(&cells[a][b])
		if a != b {
			both.add(&cells[b][a])
		}
		if both.empty() {
			return nil
		}
		return f.s.updateInTurn(ctx, &f.turns, both.write)
	})
}

// cells sorts the rows of a slab by the groups of their ends.
func (s *slab) cells(groups int) [][]cell {
	cells := make([][]cell, groups)
	for i := range cells {
		cells[i] = make([]cell, groups)
	}
	group := func(node int64) int { return int(node % int64(groups)) }
	for i := range s.pages {
		p := &s.pages[i]
		from := cells[group(p.page.node)]
		own := &from[group(p.page.node)]
		own.counts = append(own.counts, row{p.page.node, p.resolved, p.unresolved, p.out})
		for k := range p.links {
			l := &p.links[k]
			c := &from[group(l.to.node)]
			c.links = append(c.links, l.row(p.page.node, l.to.node))
		}
		for k := range p.mentions {
			m := &p.mentions[k]
			to := m.to.node
			if m.missing != "" {
				to = s.absent[m.missing]
			}
			if to < 0 || s.nodes[m.id] < 0 {
				continue // somebody took the node away
			}
			c := &from[group(to)]
			c.mentions = append(c.mentions, m.row(s.nodes[m.id], to))
		}
	}
	return cells
}

func (c *cell) add(other *cell) {
	c.links, c.mentions, c.counts = append(c.links, other.links...), append(c.mentions, other.mentions...), append(c.counts, other.counts...)
}

func (c *cell) empty() bool { return len(c.links)+len(c.mentions)+len(c.counts) == 0 }

func (c *cell) write(t *tx) error {
	err := t.each(countQuery, c.counts)
	if err == nil {
		err = t.each(mentionQuery, c.mentions)
	}
	if err == nil {
		err = t.each(linkQuery, c.links)
	}
	return err
}

// arrives notes a page whose arriving links change.
func (f *finishing) arrives(id graph.PageID) {
	if !f.whole {
		f.affected[id] = true
	}
}

// unlinkQueries take the links of pages away.
var unlinkQueries = []string{
	"UNWIND $nodes AS node MATCH (p)-[l:LINKS_TO]->(q) WHERE id(p) = node DELETE l RETURN DISTINCT q.id AS id",
	"UNWIND $nodes AS node MATCH (p)-[:HAS_SENTENCE|HAS_TABLE]->()-[m:MENTIONS]->() WHERE id(p) = node DELETE m",
	"UNWIND $nodes AS node MATCH (p)-[:HAS_TABLE]->()-[:HAS_CELL]->()-[m:MENTIONS]->() WHERE id(p) = node DELETE m",
	"UNWIND $nodes AS node MATCH (p)-[:HAS_LIST]->()-[:HAS_ITEM]->()-[m:MENTIONS]->() WHERE id(p) = node DELETE m",
}

func (f *finishing) unlink(s *slab) error {
	for pages := range slices.Chunk(s.pages, f.s.opts.BatchPages) {
		nodes := make([]any, len(pages))
		for i := range pages {
			nodes[i] = pages[i].page.node
		}
		err := f.step(func(t *tx) error {
			for _, query := range unlinkQueries {
				rows, err := t.run(query, params{"nodes": nodes})
				if err != nil {
					return err
				}
				for _, r := range rows {
					f.arrives(parseID(str(r, "id")))
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
