package neo4j

import (
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

var promoteQuery = pageColumns.query(`UNWIND $rows AS r
MERGE (p:Page {id: r.id}) ON CREATE SET p.linksIn = 0, p.linksOut = 0, p.links = 0, p.linksUnresolved = 0
SET p.removed = null, p.title = r.title, p.fullTitle = r.fullTitle, p.ordinal = r.ordinal, p.name = r.name, p.disambiguation = r.disambiguation,
  p.passage = r.passage, p.load = r.load, p.record = r.record`)

// elementQueries make the nodes of each kind.
var elementQueries = []struct {
	query string
	rows  func(*elementRows) []any
}{
	{sections.query("UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_SECTION]->(:Section {id: r.id, n: r.n, level: r.level, text: r.text})"),
		func(e *elementRows) []any { return e.sections }},
	{sentences.query("UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_SENTENCE]->(:Sentence {id: r.id, address: r.address, n: r.n, text: r.text})"),
		func(e *elementRows) []any { return e.sentences }},
	{tables.query("UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_TABLE]->(:Table {id: r.id, address: r.address, n: r.n, infobox: r.infobox, " +
		"caption: r.caption})"),
		func(e *elementRows) []any { return e.tables }},
	{cells.query("UNWIND $rows AS r MATCH (t:Table {id: r.in}) CREATE (t)-[:HAS_CELL]->(:Cell {id: r.id, address: r.address, row: r.row, column: r.column, " +
		"rowSpan: r.rowSpan, columnSpan: r.columnSpan, isHeader: r.isHeader, headers: r.headers, text: r.text})"),
		func(e *elementRows) []any { return e.cells }},
	{lists.query("UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_LIST]->(:List {id: r.id, n: r.n})"),
		func(e *elementRows) []any { return e.lists }},
	{items.query("UNWIND $rows AS r MATCH (l:List {id: r.in}) CREATE (l)-[:HAS_ITEM]->(:Item {id: r.id, address: r.address, n: r.n, level: r.level, text: r.text})"),
		func(e *elementRows) []any { return e.items }},
}

// removeQueries take the elements away that pages had.
var removeQueries = []string{
	"UNWIND $ids AS id MATCH (:Page {id: id})-[:HAS_TABLE]->(:Table)-[:HAS_CELL]->(n) DETACH DELETE n",
	"UNWIND $ids AS id MATCH (:Page {id: id})-[:HAS_LIST]->(:List)-[:HAS_ITEM]->(n) DETACH DELETE n",
	"UNWIND $ids AS id MATCH (:Page {id: id})-[:HAS_SENTENCE|HAS_SECTION|HAS_TABLE|HAS_LIST]->(n) DETACH DELETE n",
}

// removePages takes away the pages and redirects that Put marked and no draft has come for since.
func (f *finishing) removePages() error {
	const read = "MATCH (p:Page {removed: true}) WHERE NOT EXISTS { MATCH (:Draft {id: p.id}) } WITH p LIMIT $rows RETURN p.id AS id"
	for more := true; more; {
		err := f.step(func(t *tx) error {
			rows, err := t.run(read, params{"rows": f.s.opts.BatchPages})
			if more = len(rows) > 0; err != nil || !more {
				return err
			}
			ids := make([]any, len(rows))
			for i, r := range rows {
				ids[i] = str(r, "id")
			}
			if rows, err = t.run("UNWIND $ids AS id MATCH (:Page {id: id})-[:LINKS_TO]->(q) RETURN DISTINCT q.id AS id", params{"ids": ids}); err != nil {
				return err
			}
			for _, r := range rows {
				f.arrives(parseID(str(r, "id")))
			}
			for _, query := range append(slices.Clone(removeQueries), "UNWIND $ids AS id MATCH (p:Page {id: id}) DETACH DELETE p") {
				if err := t.do(query, params{"ids": ids}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return f.step(func(t *tx) error {
		return t.do("MATCH (r:Redirect {removed: true}) WHERE NOT EXISTS { MATCH (:DraftRedirect {title: r.title}) } DETACH DELETE r", nil)
	})
}

// promotePages turns drafts into pages with their elements. Each stretch of them is a transaction, which reads them
// itself, so that none is taken twice.
func (f *finishing) promotePages() error {
	const read = "MATCH (d:Draft) WHERE d.id > $after AND d.id <= $last RETURN d.record AS record, d.passage AS passage, d.load AS load ORDER BY d.id"
	return f.stretches("Draft", func(t *tx, stretch params) error {
		rows, err := t.run(read, stretch)
		if err != nil || len(rows) == 0 {
			return err
		}
		elements, pages, ids := &elementRows{}, []any{}, []any{}
		for _, d := range rows {
			p, err := decodePage(str(d, "record"))
			if err != nil {
				return ours(err)
			}
			f.promoted(p.ID())
			ids = append(ids, p.ID().String())
			pages = append(pages, pageRow(p, str(d, "passage"), str(d, "load"), str(d, "record")))
			elements.add(p)
		}
		if err := f.promote(t, pages, elements, ids); err != nil {
			return err
		}
		return t.do("UNWIND $ids AS id MATCH (d:Draft {id: id}) DELETE d", params{"ids": ids})
	})
}

func (f *finishing) promote(t *tx, pages []any, elements *elementRows, ids []any) error {
	if f.wiki.identity != emptyChain { // there may be elements of theirs
		for _, query := range removeQueries {
			if err := t.do(query, params{"ids": ids}); err != nil {
				return err
			}
		}
	}
	if err := t.each(promoteQuery, pages); err != nil {
		return err
	}
	for _, q := range elementQueries {
		if err := t.each(q.query, q.rows(elements)); err != nil {
			return err
		}
	}
	return nil
}

// promoted notes a new page, of which all links are to be made.
func (f *finishing) promoted(id graph.PageID) {
	if f.whole {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.relink[id], f.affected[id] = true, true
}

// promoteRedirects turns drafts into redirects. Their titles go to the client and back: within a transaction
// the server (5.26) doesn't find a new node by a parameter when its key was copied from another node, since it
// orders the two kinds of strings differently beyond U+D7FF.
func (f *finishing) promoteRedirects() error {
	const read = "MATCH (d:DraftRedirect) WITH d LIMIT $rows WITH properties(d) AS p, d DELETE d RETURN p"
	for more := true; more; {
		err := f.step(func(t *tx) error {
			found, err := t.run(read, params{"rows": 10 * f.s.opts.BatchPages})
			if err != nil {
				return err
			}
			rows := make([]any, len(found))
			for i, r := range found {
				rows[i] = get[params](r, "p")
			}
			more = len(rows) > 0
			return t.each("UNWIND $rows AS row MERGE (r:Redirect {title: row.title}) SET r = row", rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
