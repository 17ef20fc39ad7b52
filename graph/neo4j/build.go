package neo4j

import (
	"cmp"
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// updateQuery copies the properties of a draft to the existing page. freshQuery turns other drafts into pages, with the same node and
// record.
const (
	updateQuery = "UNWIND $rows AS r MATCH (d:BridgehopDraft {id: r[0]}) MATCH (p:BridgehopPage {id: r[0]}) SET p.removed = null, " +
		"p.passage = d.passage, p.load = d.load, " +
		"p.record = d.record, p.name = r[1], p.disambiguation = r[2] DELETE d RETURN p.id AS id"
	freshQuery = "UNWIND $rows AS r MATCH (p:BridgehopDraft {id: r[0]}) REMOVE p:BridgehopDraft SET p:Page:BridgehopPage, p.name = " +
		"r[1], p.disambiguation = r[2] RETURN p.id AS id"
)

// removeQueries take the elements away that pages had.
var removeQueries = []string{
	"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_TABLE]->(:BridgehopTable)-[:HAS_CELL]->(n:BridgehopCell) DETACH DELETE n",
	"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_LIST]->(:BridgehopList)-[:HAS_ITEM]->(n:BridgehopItem) DETACH DELETE n",
	"UNWIND $ids AS id MATCH (:BridgehopPage {id: " +
		"id})-[:HAS_SENTENCE|HAS_SECTION|HAS_TABLE|HAS_LIST]->(n:BridgehopSentence|BridgehopSection|BridgehopTable|BridgehopList) " +
		"DETACH DELETE n",
}

// removePages deletes the pages and redirects that Put has marked, unless they have a new draft.
func (f *finishing) removePages() error {
	const read = "MATCH (p:BridgehopPage {removed: true}) WHERE NOT EXISTS { MATCH (:BridgehopDraft {id: p.id}) } WITH p LIMIT $rows " +
		"RETURN p.id AS id"
	for more := true; more; {
		err := f.step(func(t *tx) error {
			rows, err := t.run(read, params{"rows": f.s.opts.BatchPages})
			if more = len(rows) > 0; err != nil || !more {
				return err
			}
			ids := params{"ids": idsOf(rows)}
			if rows, err = t.run("UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:LINKS_TO]->(q:BridgehopPage) RETURN DISTINCT q.id "+
				"AS id", ids); err != nil {
				return err
			}
			f.note(f.affected, rows)
			if err := t.all(removeQueries, ids); err != nil {
				return err
			}
			return t.do("UNWIND $ids AS id MATCH (p:BridgehopPage {id: id}) DETACH DELETE p", ids)
		})
		if err != nil {
			return err
		}
	}
	return f.step(func(t *tx) error {
		return t.do("MATCH (r:BridgehopRedirect {removed: true}) WHERE NOT EXISTS { MATCH (:BridgehopDraftRedirect {title: r.title}) } "+
			"DETACH DELETE r", nil)
	})
}

// promotePages turns drafts into pages with their elements, a number of pages in each transaction.
func (f *finishing) promotePages() error {
	const read = "MATCH (d:BridgehopDraft) WHERE d.id > $after RETURN d.id AS id, d.record AS record ORDER BY d.id LIMIT $rows"
	do, wait := f.several()
	err := f.scan(read, func(rows []record) error {
		pages, err := decodePages(rows)
		for _, some := range runs(pages, func(p *graph.Page) int { return len(p.Sections) + len(p.Elements()) }) {
			if err == nil {
				err = do(func(context.Context) error { return f.step(func(t *tx) error { return f.promote(t, some) }) })
			}
		}
		return err
	})
	return cmp.Or(wait(), err)
}

func decodePages(rows []record) ([]*graph.Page, error) {
	pages := make([]*graph.Page, len(rows))
	for i, r := range rows {
		var err error
		if pages[i], err = decodePage(str(r, "record")); err != nil {
			return nil, ours(fmt.Errorf("page %s: %w", str(r, "id"), err))
		}
	}
	return pages, nil
}

// runs splits pages into runs of at most mostRows rows, but at least one page.
func runs[T any](pages []T, rows func(T) int) (out [][]T) {
	first, sum := 0, 0
	for i, p := range pages {
		n := rows(p)
		if i > first && sum+n > mostRows {
			out, first, sum = append(out, pages[first:i]), i, 0
		}
		sum += n
	}
	if first < len(pages) {
		out = append(out, pages[first:])
	}
	return out
}

// promote turns drafts into pages. It ignores pages without a draft.
func (f *finishing) promote(t *tx, pages []*graph.Page) error {
	rows := make([]any, len(pages))
	for i, p := range pages {
		rows[i] = row{p.ID().String(), key(graph.FoldTitle(p.Title)), p.Disambiguation}
	}
	var made []record
	if f.wiki.again() {
		old, err := t.run(updateQuery, params{"rows": rows})
		if err == nil && len(old) > 0 {
			err = t.all(removeQueries, params{"ids": idsOf(old)})
		}
		if err != nil {
			return err
		}
		made = old
	}
	fresh, err := t.run(freshQuery, params{"rows": rows})
	if err != nil {
		return err
	}
	made = append(made, fresh...)
	is := make(map[string]bool, len(made))
	for _, r := range made {
		is[str(r, "id")] = true
	}
	var own []*graph.Page
	for _, p := range pages {
		if is[p.ID().String()] {
			own = append(own, p)
		}
	}
	if err := makeElements(t, own); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note(f.relink, made)
	f.note(f.affected, made)
	return nil
}

// makeElements creates the nodes of pages' elements.
func makeElements(t *tx, pages []*graph.Page) error {
	elements := elementRows{}
	for _, p := range pages {
		elements.add(p)
	}
	for _, k := range elementKinds {
		query := fmt.Sprintf("UNWIND $rows AS r MATCH (p:%s {id: r[0]}) CREATE (p)-[:%s]->(:%s %s)", marked(k.in), has(k.label),
			both(k.label), k.columns.properties(1))
		if err := t.each(query, elements[k.label]); err != nil {
			return err
		}
	}
	return nil
}

// promoteRedirects turns drafts into redirects. Titles are sent to the client and back, because within a transaction the server (5.26)
// does not find a new node by a parameter if its key was copied from another node: it orders the two kinds of strings
// differently beyond U+D7FF.
func (f *finishing) promoteRedirects() error {
	const read = "MATCH (d:BridgehopDraftRedirect) WITH d LIMIT $rows WITH properties(d) AS p, d DELETE d RETURN p"
	for more := true; more; {
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
			return t.each("UNWIND $rows AS row MERGE (r:BridgehopRedirect {title: row.title}) SET r = row, r:Redirect", rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
