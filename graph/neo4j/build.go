package neo4j

import (
	"slices"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

type row = *driver.Record

// eachPage visits every page by id, a batch in each step.
func (f *finishing) eachPage(columns string, do func(*tx, []row) error) error {
	after, batch := "", f.s.opts.BatchPages
	for done := false; !done; {
		var last string
		err := f.step(func(t *tx) error {
			rows, err := t.run("MATCH (p:Page) WHERE p.id > $after WITH p ORDER BY p.id LIMIT $rows RETURN p.id AS last, "+columns+" ORDER BY last",
				params{"after": after, "rows": batch})
			if err != nil || len(rows) == 0 {
				done = err == nil
				return err
			}
			done, last = len(rows) < batch, str(rows[len(rows)-1], "last")
			return do(t, rows)
		})
		if err != nil {
			return err
		}
		after = last
	}
	return nil
}

// eachID visits ids in order, a batch in each step.
func (f *finishing) eachID(ids map[graph.PageID]bool, do func(*tx, []any) error) error {
	sorted := make([]graph.PageID, 0, len(ids))
	for id := range ids {
		sorted = append(sorted, id)
	}
	slices.Sort(sorted)
	for batch := range slices.Chunk(sorted, f.s.opts.BatchPages) {
		if err := f.step(func(t *tx) error { return do(t, hexIDs(batch)) }); err != nil {
			return err
		}
	}
	return nil
}

const promoteQuery = `UNWIND $rows AS row
MERGE (p:Page {id: row.id}) ON CREATE SET p.linksIn = 0, p.linksOut = 0, p.links = 0, p.linksUnresolved = 0
SET p.fullTitle = null, p.removed = null SET p += row`

// elementQueries make the nodes of each kind.
var elementQueries = []struct {
	query string
	rows  func(*elementRows) []any
}{
	{"UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_SECTION]->(:Section {id: r.id, n: r.n, level: r.level, text: r.text})",
		func(e *elementRows) []any { return e.sections }},
	{"UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_SENTENCE]->(:Sentence {id: r.id, address: r.address, n: r.n, text: r.text})",
		func(e *elementRows) []any { return e.sentences }},
	{"UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_TABLE]->(:Table {id: r.id, address: r.address, n: r.n, infobox: r.infobox, caption: r.caption})",
		func(e *elementRows) []any { return e.tables }},
	{"UNWIND $rows AS r MATCH (t:Table {id: r.in}) CREATE (t)-[:HAS_CELL]->(:Cell {id: r.id, address: r.address, row: r.row, column: r.column, " +
		"rowSpan: r.rowSpan, columnSpan: r.columnSpan, isHeader: r.isHeader, headers: r.headers, text: r.text})",
		func(e *elementRows) []any { return e.cells }},
	{"UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_LIST]->(:List {id: r.id, n: r.n})",
		func(e *elementRows) []any { return e.lists }},
	{"UNWIND $rows AS r MATCH (l:List {id: r.in}) CREATE (l)-[:HAS_ITEM]->(:Item {id: r.id, address: r.address, n: r.n, level: r.level, text: r.text})",
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

// promotePages turns drafts into pages with their elements, a batch in each step.
func (f *finishing) promotePages() error {
	const read = "MATCH (d:Draft) WITH d ORDER BY d.id LIMIT $rows RETURN d.record AS record, d.passage AS passage, d.load AS load ORDER BY d.id"
	for more := true; more; {
		err := f.step(func(t *tx) error {
			rows, err := t.run(read, params{"rows": f.s.opts.BatchPages})
			if err != nil {
				return err
			}
			more = len(rows) > 0
			return f.promote(t, rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *finishing) promote(t *tx, drafts []row) error {
	if len(drafts) == 0 {
		return nil
	}
	elements, ids := &elementRows{}, []any{}
	for _, d := range drafts {
		p, err := decodePage(str(d, "record"))
		if err != nil {
			return ours(err)
		}
		id := p.ID()
		f.relink[id], f.affected[id] = true, true
		ids = append(ids, id.String())
		elements.pages = append(elements.pages, pageRow(p, str(d, "passage"), str(d, "load"), str(d, "record")))
		elements.add(p)
	}
	if f.wiki.identity != emptyChain { // there may be elements of theirs
		for _, query := range removeQueries {
			if err := t.do(query, params{"ids": ids}); err != nil {
				return err
			}
		}
	}
	if err := t.each(promoteQuery, elements.pages); err != nil {
		return err
	}
	for _, q := range elementQueries {
		if err := t.each(q.query, q.rows(elements)); err != nil {
			return err
		}
	}
	return t.do("UNWIND $ids AS id MATCH (d:Draft {id: id}) DELETE d", params{"ids": ids})
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

// linkPages makes the links of pages: of all, or of those that were found.
func (f *finishing) linkPages() error {
	if f.whole {
		return f.eachPage("p.record AS record", f.link)
	}
	return f.eachID(f.relink, func(t *tx, ids []any) error {
		rows, err := t.run("UNWIND $ids AS id MATCH (p:Page {id: id}) RETURN p.record AS record", params{"ids": ids})
		if err != nil {
			return err
		}
		return f.link(t, rows)
	})
}

func (f *finishing) link(t *tx, rows []row) error {
	pages, ids, titles := make([]*graph.Page, len(rows)), []any{}, []string{}
	for i, r := range rows {
		var err error
		if pages[i], err = decodePage(str(r, "record")); err != nil {
			return ours(err)
		}
		ids = append(ids, pages[i].ID().String())
		for _, e := range pages[i].Elements() {
			for _, l := range e.Links {
				titles = append(titles, l.Target)
			}
		}
	}
	if !f.whole || f.again {
		if err := f.unlink(t, ids); err != nil {
			return err
		}
	}
	found, err := t.run(namesQuery, params{"names": foldedKeys(titles)})
	if err != nil {
		return err
	}
	names, out := parseNames(found), newLinkRows()
	for _, p := range pages {
		out.add(p, occurrences(p, names.find))
	}
	for id := range out.targets {
		f.arrives(id)
	}
	return out.write(t)
}

func (f *finishing) arrives(id graph.PageID) {
	if !f.whole {
		f.affected[id] = true
	}
}

// unlink takes the links of pages away.
func (f *finishing) unlink(t *tx, ids []any) error {
	rows, err := t.run("UNWIND $ids AS id MATCH (:Page {id: id})-[l:LINKS_TO]->(q) DELETE l RETURN DISTINCT q.id AS id", params{"ids": ids})
	if err != nil {
		return err
	}
	for _, r := range rows {
		f.arrives(parseID(str(r, "id")))
	}
	for _, path := range []string{"-[:HAS_SENTENCE|HAS_TABLE]->(e)", "-[:HAS_TABLE]->()-[:HAS_CELL]->(e)", "-[:HAS_LIST]->()-[:HAS_ITEM]->(e)"} {
		if err := t.do("UNWIND $ids AS id MATCH (:Page {id: id})"+path+" MATCH (e)-[m:MENTIONS]->() DELETE m", params{"ids": ids}); err != nil {
			return err
		}
	}
	return nil
}

func (r *linkRows) write(t *tx) error {
	err := t.each(`UNWIND $rows AS r MATCH (p:Page {id: r.id}) SET p.links = r.links, p.linksUnresolved = r.linksUnresolved, p.linksOut = r.linksOut`, r.pages)
	if err == nil {
		err = t.each("UNWIND $rows AS r MATCH (a:Page {id: r.from}) MATCH (b:Page {id: r.to}) CREATE (a)-[l:LINKS_TO]->(b) SET l = r.set", r.links)
	}
	if err == nil {
		err = t.each("UNWIND $rows AS r MERGE (:Missing {title: r.title})", r.missing)
	}
	for _, from := range []string{"Sentence", "Table", "Cell", "Item"} {
		for to, property := range map[string]string{"Page": "id", "Missing": "title"} {
			if err == nil {
				err = t.each("UNWIND $rows AS r MATCH (a:"+from+" {id: r.from}) MATCH (b:"+to+" {"+property+": r.to}) CREATE (a)-[m:MENTIONS]->(b) SET m = r.set",
					r.mentions[from+" "+to])
			}
		}
	}
	return err
}
