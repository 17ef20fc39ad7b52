package neo4j

import (
	"context"
	"slices"
)

// Relationships are made between nodes that are known by the server's own numbers: no index is asked.
var (
	linkQuery = linkColumns.query(betweenNodes + "CREATE (a)-[:LINKS_TO {count: r.count, anchor: r.anchor, element: r.element, inferred: r.inferred}]->(b)")
	manyQuery = linkColumns.query(betweenNodes + "CREATE (a)-[:LINKS_TO {count: r.count, anchor: r.anchor, element: r.element, inferred: r.inferred, " +
		"anchors: r.anchors, elements: r.elements, inferredEach: r.inferredEach}]->(b)")
	mentionQuery = mentionColumns.query(betweenNodes + "CREATE (a)-[:MENTIONS {anchor: r.anchor, place: r.place, inferred: r.inferred}]->(b)")
	degreeQuery  = degreeColumns.query("UNWIND $rows AS r MATCH (p) WHERE id(p) = r.page SET p.links = r.links, p.linksUnresolved = r.unresolved, p.linksOut = r.out")
)

const betweenNodes = "UNWIND $rows AS r MATCH (a) WHERE id(a) = r.from MATCH (b) WHERE id(b) = r.to "

var degreeColumns = columnsOf("page links unresolved out")

// linkRows are what one transaction makes. A LINKS_TO of several links has more columns.
type linkRows struct{ links, many, mentions []any }

func (r *linkRows) len() int { return len(r.links) + len(r.many) + len(r.mentions) }

// mostLinks is how many relationships a transaction makes, about.
const mostLinks = 2 * mostRows

// rows are what the pages' links become, in parts for a transaction each.
func (s *slab) rows() []linkRows {
	var parts []linkRows
	var r linkRows
	for i := range s.pages {
		p := &s.pages[i]
		for k := range p.links {
			if l := &p.links[k]; len(l.each) == 1 {
				r.links = append(r.links, l.row(p.page.node, l.to.node))
			} else {
				r.many = append(r.many, l.row(p.page.node, l.to.node))
			}
		}
		for k := range p.mentions {
			m := &p.mentions[k]
			to := m.to.node
			if m.missing != "" {
				to = s.absent[m.missing]
			}
			if to >= 0 && s.nodes[m.id] >= 0 { // else somebody took the node away
				r.mentions = append(r.mentions, m.row(s.nodes[m.id], to))
			}
		}
		if r.len() >= mostLinks || (i == len(s.pages)-1 && r.len() > 0) {
			parts, r = append(parts, r), linkRows{}
		}
	}
	return parts
}

func (s *slab) degrees() []any {
	rows := make([]any, len(s.pages))
	for i := range s.pages {
		p := &s.pages[i]
		rows[i] = row{p.page.node, p.resolved, p.unresolved, p.out}
	}
	return rows
}

// makeLinks makes relationships, in the one transaction or in one of its own.
func (f *finishing) makeLinks(ctx context.Context, r linkRows) error {
	write := func(t *tx) error {
		err := t.each(mentionQuery, r.mentions)
		if err == nil {
			err = t.each(linkQuery, r.links)
		}
		if err == nil {
			err = t.each(manyQuery, r.many)
		}
		return err
	}
	if f.t != nil {
		return write(f.t)
	}
	return f.s.updateInTurn(ctx, &f.turns, write)
}

// arrives notes a page whose arriving links change.
func (f *finishing) arrives(rows []record) {
	for _, r := range rows {
		if !f.whole {
			f.affected[parseID(str(r, "id"))] = true
		}
	}
}

// unlinkQueries take the links of pages away.
var unlinkQueries = []string{
	"UNWIND $ids AS id MATCH (:Page {id: id})-[l:LINKS_TO]->(q) DELETE l RETURN DISTINCT q.id AS id",
	"UNWIND $ids AS id MATCH (:Page {id: id})-[:HAS_SENTENCE|HAS_TABLE]->()-[m:MENTIONS]->() DELETE m",
	"UNWIND $ids AS id MATCH (:Page {id: id})-[:HAS_TABLE]->()-[:HAS_CELL]->()-[m:MENTIONS]->() DELETE m",
	"UNWIND $ids AS id MATCH (:Page {id: id})-[:HAS_LIST]->()-[:HAS_ITEM]->()-[m:MENTIONS]->() DELETE m",
}

// unlinkPages takes away the links that will be made anew.
func (f *finishing) unlinkPages() error {
	if f.whole {
		return f.unlinkAll()
	}
	for ids := range slices.Chunk(sortedIDs(f.relink), f.s.opts.BatchPages) {
		err := f.step(func(t *tx) error {
			for _, query := range unlinkQueries {
				rows, err := t.run(query, params{"ids": hexIDs(ids)})
				if err != nil {
					return err
				}
				f.arrives(rows)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *finishing) unlinkAll() error {
	const query = "MATCH ()-[l:LINKS_TO|MENTIONS]->() WITH l LIMIT $rows DELETE l RETURN count(*) AS n"
	for more := f.again; more; {
		err := f.step(func(t *tx) error {
			rows, err := t.run(query, params{"rows": mostLinks})
			more = err == nil && num(rows[0], "n") > 0
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
