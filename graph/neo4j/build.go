package neo4j

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// freshQuery makes pages of drafts that are new: the node stays, and with it the record. updateQuery takes what a draft
// has to the page that is there.
var (
	freshQuery = pageNames.query("UNWIND $rows AS r MATCH (p:Draft {id: r.id}) REMOVE p:Draft SET p:Page, p.name = r.name, p.disambiguation = r.disambiguation " +
		"RETURN p.id AS id, id(p) AS node")
	updateQuery = pageNames.query("UNWIND $rows AS r MATCH (d:Draft {id: r.id}) MATCH (p:Page {id: r.id}) SET p.removed = null, p.name = r.name, " +
		"p.disambiguation = r.disambiguation, p.passage = d.passage, p.load = d.load, p.record = d.record DELETE d RETURN p.id AS id, id(p) AS node")
	pageNames = columnsOf("id name disambiguation")
)

// elementQueries make the nodes of each kind.
var elementQueries = []struct {
	query string
	rows  func(*elementRows) []any
}{
	{sections.query("UNWIND $rows AS r MATCH (p:Page) WHERE id(p) = r.in CREATE (p)-[:HAS_SECTION]->(:Section {id: r.id, n: r.n, level: r.level, text: r.text})"),
		func(e *elementRows) []any { return e.sections }},
	{sentences.query("UNWIND $rows AS r MATCH (p:Page) WHERE id(p) = r.in CREATE (p)-[:HAS_SENTENCE]->(:Sentence {id: r.id, address: r.address, n: r.n, text: r.text})"),
		func(e *elementRows) []any { return e.sentences }},
	{tables.query("UNWIND $rows AS r MATCH (p:Page) WHERE id(p) = r.in CREATE (p)-[:HAS_TABLE]->(:Table {id: r.id, address: r.address, n: r.n, infobox: r.infobox, " +
		"caption: r.caption})"),
		func(e *elementRows) []any { return e.tables }},
	{cells.query("UNWIND $rows AS r MATCH (t:Table {id: r.in}) CREATE (t)-[:HAS_CELL]->(:Cell {id: r.id, address: r.address, row: r.row, column: r.column, " +
		"rowSpan: r.rowSpan, columnSpan: r.columnSpan, isHeader: r.isHeader, headers: r.headers, text: r.text})"),
		func(e *elementRows) []any { return e.cells }},
	{lists.query("UNWIND $rows AS r MATCH (p:Page) WHERE id(p) = r.in CREATE (p)-[:HAS_LIST]->(:List {id: r.id, n: r.n})"),
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
	if !f.removed {
		return nil
	}
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
			f.arrives(rows)
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

// promotePages turns drafts into pages with their elements, a number of pages in each transaction.
func (f *finishing) promotePages() error {
	const read = "MATCH (d:Draft) WHERE d.id > $after RETURN d.id AS id, d.record AS record ORDER BY d.id LIMIT $rows"
	several := f.several()
	err := f.scan(read, func(rows []record) error {
		pages, err := decodePages(rows)
		for len(pages) > 0 && err == nil {
			some := pages[:fewElements(pages)]
			pages = pages[len(some):]
			err = several.do(func(context.Context) error {
				var made []namesake
				err := f.step(func(t *tx) (err error) {
					made, err = f.promote(t, some)
					return err
				})
				f.promoted(made)
				return err
			})
		}
		return err
	})
	return cmp.Or(several.wait(), err)
}

// fewElements is how many of the pages, one at least, have no more than mostRows elements.
func fewElements(pages []*graph.Page) int {
	elements := 0
	for i, p := range pages {
		elements += len(p.Sections) + len(p.Elements())
		if i > 0 && elements > mostRows {
			return i
		}
	}
	return len(pages)
}

// promote makes pages of drafts; of one that is no draft any more, nothing.
func (f *finishing) promote(t *tx, pages []*graph.Page) ([]namesake, error) {
	known, err := f.known(t, pages)
	if err != nil {
		return nil, err
	}
	var fresh, old, oldIDs []any
	for _, p := range pages {
		id := p.ID().String()
		r := row{id, key(graph.FoldTitle(p.Title)), p.Disambiguation}
		if known[id] {
			old, oldIDs = append(old, r), append(oldIDs, id)
		} else {
			fresh = append(fresh, r)
		}
	}
	if len(old) > 0 {
		for _, query := range removeQueries {
			if err := t.do(query, params{"ids": oldIDs}); err != nil {
				return nil, err
			}
		}
	}
	nodes := map[string]int64{}
	for _, some := range []struct {
		query string
		rows  []any
	}{{freshQuery, fresh}, {updateQuery, old}} {
		if len(some.rows) == 0 {
			continue
		}
		found, err := t.run(some.query, params{"rows": some.rows})
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			nodes[str(r, "id")] = num(r, "node")
		}
	}
	elements, made := &elementRows{}, []namesake{}
	for _, p := range pages {
		if node, ok := nodes[p.ID().String()]; ok {
			elements.add(p, node)
			made = append(made, namesake{title: p.Title, ordinal: p.Ordinal, target: target{p.ID(), node}})
		}
	}
	for _, q := range elementQueries {
		if err := t.each(q.query, q.rows(elements)); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// known tells which of the pages are there already.
func (f *finishing) known(t *tx, pages []*graph.Page) (map[string]bool, error) {
	known := map[string]bool{}
	if !f.again {
		return known, nil
	}
	ids := make([]any, len(pages))
	for i, p := range pages {
		ids[i] = p.ID().String()
	}
	rows, err := t.run("UNWIND $ids AS id MATCH (p:Page {id: id}) RETURN p.id AS id", params{"ids": ids})
	for _, r := range rows {
		known[str(r, "id")] = true
	}
	return known, err
}

// promoted notes new pages, of which all links are to be made. While no page was there before, what names lead to is
// known from them.
func (f *finishing) promoted(made []namesake) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range made {
		switch {
		case !f.whole:
			f.relink[p.id], f.affected[p.id] = true, true
		case !f.again && len(f.cache) <= mostNames:
			k := key(graph.FoldTitle(p.title))
			n := f.cache[k]
			n.pages = append(n.pages, p)
			sortNamesakes(n.pages)
			f.cache[k] = n
		}
	}
}

// promoteRedirects turns drafts into redirects. Their titles go to the client and back: within a transaction
// the server (5.26) doesn't find a new node by a parameter when its key was copied from another node, since it
// orders the two kinds of strings differently beyond U+D7FF.
func (f *finishing) promoteRedirects() error {
	const read = "MATCH (d:DraftRedirect) WITH d LIMIT $rows WITH properties(d) AS p, d DELETE d RETURN p"
	for more := f.draftRedirects; more; {
		err := f.step(func(t *tx) error {
			found, err := t.run(read, params{"rows": f.s.opts.BatchPages})
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
