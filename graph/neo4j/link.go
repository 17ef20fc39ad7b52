package neo4j

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

type record = *driver.Record

// mostNames is the largest number of names in the cache.
const mostNames = 300_000

// unlinkQueries take the links of pages away.
var unlinkQueries = []string{
	"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_SENTENCE|HAS_TABLE]->()-[m:MENTIONS]->() DELETE m",
	"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_TABLE]->()-[:HAS_CELL]->()-[m:MENTIONS]->() DELETE m",
	"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_LIST]->()-[:HAS_ITEM]->()-[m:MENTIONS]->() DELETE m",
}

// unlinkPages deletes the links that will be made again.
func (f *finishing) unlinkPages() error {
	if !f.wiki.again() {
		return nil
	}
	return f.eachPage(f.relink, func(ids []any) error {
		return f.step(func(t *tx) error {
			rows, err := t.run("UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[l:LINKS_TO]->(q:BridgehopPage) DELETE l RETURN "+
				"DISTINCT q.id AS id", params{"ids": ids})
			if err != nil {
				return err
			}
			f.note(f.affected, rows)
			return t.all(unlinkQueries, params{"ids": ids})
		})
	})
}

// degreeQuery counts the links that leave a page.
const degreeQuery = "UNWIND $rows AS r MATCH (p:BridgehopPage {id: r[0]}) SET p.links = r[1], p.linksUnresolved = r[2], p.linksOut = r[3]"

// linkPages makes the links of pages. It reads the next ones while some are written.
func (f *finishing) linkPages() error {
	do, wait := f.several()
	var degrees []any
	turn := func() error { // setting degrees locks pages that other transactions need
		err := wait()
		if err == nil {
			err = f.step(func(t *tx) error { return t.each(degreeQuery, degrees) })
		}
		do, wait = f.several()
		degrees = nil
		return err
	}
	err := f.eachPage(f.relink, func(ids []any) error {
		pages, err := f.readLinks(ids)
		if err != nil {
			return err
		}
		for _, some := range runs(pages, func(p pageLinks) int { return len(p.links) + len(p.mentions) }) {
			rows := relationships(some)
			if err := do(func(ctx context.Context) error { return f.makeLinks(ctx, rows) }); err != nil {
				return err
			}
		}
		for i := range pages {
			p := &pages[i]
			degrees = append(degrees, row{p.page, p.resolved, p.unresolved, p.out})
		}
		if len(degrees) < mostRows {
			return nil
		}
		return turn()
	})
	if err != nil {
		return cmp.Or(wait(), err)
	}
	return turn()
}

// readLinks reads pages and the targets of their links, and creates Missing nodes.
func (f *finishing) readLinks(ids []any) ([]pageLinks, error) {
	rows, err := f.run("UNWIND $ids AS id MATCH (p:BridgehopPage {id: id}) RETURN id, p.record AS record", params{"ids": ids})
	if err != nil {
		return nil, err
	}
	pages, err := decodePages(rows)
	if err != nil {
		return nil, err
	}
	var titles []string
	all := make([][]occurrence, len(pages))
	for i, p := range pages {
		all[i] = occurrences(p)
		for _, o := range all[i] {
			titles = append(titles, o.link.Target)
		}
	}
	if err := f.readNames(titles); err != nil {
		return nil, err
	}
	out, absent := make([]pageLinks, len(pages)), map[string]bool{}
	for i, p := range pages {
		for k := range all[i] {
			all[i][k].to = f.cache.find(all[i][k].link.Target)
		}
		out[i] = linksOfPage(p.ID(), all[i])
		for _, l := range out[i].links {
			if !f.whole {
				f.affected[l.to] = true
			}
		}
		for _, m := range out[i].mentions {
			if m.to == "Missing" {
				absent[m.row[1].(string)] = true
			}
		}
	}
	var missing []any
	for _, title := range slices.Sorted(maps.Keys(absent)) {
		missing = append(missing, title)
	}
	return out, f.step(func(t *tx) error {
		return t.each("UNWIND $rows AS title MERGE (m:BridgehopMissing {title: title}) ON CREATE SET m:Missing", missing)
	})
}

// readNames reads what titles lead to, unless that is known.
func (f *finishing) readNames(titles []string) error {
	if len(f.cache) > mostNames {
		f.cache = names{}
	}
	var fresh []any
	for _, k := range foldedKeys(titles) {
		if _, known := f.cache[k.(string)]; !known {
			fresh = append(fresh, k)
		}
	}
	for some := range slices.Chunk(fresh, mostRows) {
		rows, err := f.run(namesQuery, params{"names": some})
		if err != nil {
			return err
		}
		maps.Copy(f.cache, parseNames(rows))
	}
	return nil
}

// relationships returns the rows of the links of pages, by the labels of their ends.
func relationships(pages []pageLinks) map[[2]string][]any {
	rows := map[[2]string][]any{}
	for i := range pages {
		p, between := &pages[i], [2]string{"Page", "Page"}
		for k := range p.links {
			rows[between] = append(rows[between], p.links[k].row(p.page))
		}
		for _, m := range p.mentions {
			rows[[2]string{m.from, m.to}] = append(rows[[2]string{m.from, m.to}], m.row)
		}
	}
	return rows
}

// makeLinks creates relationships, in the transaction if there is only one, else in one of its own.
func (f *finishing) makeLinks(ctx context.Context, rows map[[2]string][]any) error {
	write := func(t *tx) error {
		for between, rows := range rows {
			made, at := "MENTIONS "+mentionColumns.properties(2), "id"
			if between[0] == "Page" {
				made = "LINKS_TO " + linkColumns.properties(2)
			}
			if between[1] == "Missing" {
				at = "title"
			}
			query := fmt.Sprintf("UNWIND $rows AS r MATCH (a:%s {id: r[0]}) MATCH (b:%s {%s: r[1]}) CREATE (a)-[:%s]->(b)",
				marked(between[0]), marked(between[1]), at, made)
			if err := t.each(query, rows); err != nil {
				return err
			}
		}
		return nil
	}
	if f.t != nil {
		return write(f.t)
	}
	return f.s.updateInTurn(ctx, &f.turns, write)
}

// A hub is a page with very many in-links. The server would sort all of them to return the first few, so a hub has the ids of the pages of
// its first in-links, in the order of graph.Reader.Neighbors.
const (
	hubLinks   = 10_000 // Options.Hub
	firstLinks = 1000   // pages a hub keeps; who asks for more links visits all
)

const (
	arrivingQuery = `UNWIND $ids AS id MATCH (p:BridgehopPage {id: id})
  OPTIONAL MATCH (p)<-[l:LINKS_TO]-(:BridgehopPage) WITH p, coalesce(sum(l.count), 0) AS n
SET p.linksIn = n, p.firstIn = null WITH p, n WHERE n >= $hub RETURN p.id AS id`
	hubQuery = `UNWIND $ids AS id MATCH (p:BridgehopPage {id: id})
SET p.firstIn = COLLECT { MATCH (p)<-[:LINKS_TO]-(q:BridgehopPage) RETURN q.id AS other ORDER BY other LIMIT $first }`
)

// countArriving counts the links that arrive at pages, and finds the first ones of hubs.
func (f *finishing) countArriving() error {
	do, wait := f.several()
	err := f.eachPage(f.affected, func(ids []any) error {
		return do(func(context.Context) error {
			return f.step(func(t *tx) error {
				rows, err := t.run(arrivingQuery, params{"ids": ids, "hub": f.s.opts.Hub})
				if err != nil || len(rows) == 0 {
					return err
				}
				return t.do(hubQuery, params{"ids": idsOf(rows), "first": firstLinks})
			})
		})
	})
	return cmp.Or(wait(), err)
}

// inferences sets the inferred links, reading the pages that aren't in the batch.
func (p *putting) inferences() error {
	var ids []any
	for _, inf := range p.in.batch.Inferred {
		if p.drafts[inf.Page] == nil {
			ids = append(ids, inf.Page.String())
		}
	}
	stored := map[string]*draft{}
	if len(ids) > 0 {
		rows, err := p.t.run(`UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id} WHERE p.removed IS NULL)
  OPTIONAL MATCH (d:BridgehopDraft {id: id})
RETURN id, coalesce(d.record, p.record) AS record, coalesce(d.passage, p.passage) AS passage,
  coalesce(d.load, p.load) AS load`, params{"ids": ids})
		if err != nil {
			return err
		}
		for _, r := range rows {
			if record := str(r, "record"); record != "" {
				page, err := decodePage(record)
				if err != nil {
					return ours(err)
				}
				stored[str(r, "id")] = &draft{page: page, passage: str(r, "passage"), load: unescape(str(r, "load"))}
			}
		}
	}
	for _, inf := range p.in.batch.Inferred {
		if err := p.inference(inf, stored[inf.Page.String()]); err != nil {
			return ours(fmt.Errorf("inferred links of page %v: %w", inf.Page, err))
		}
	}
	return nil
}

func (p *putting) inference(inf graph.Inference, d *draft) error {
	if own := p.drafts[inf.Page]; own != nil {
		d = own
	}
	if d == nil {
		return graph.ErrNoPage
	}
	before, err := packPage(d.page)
	if err != nil {
		return err
	}
	page := d.page.Clone()
	if err := page.SetInferred(inf.Links); err != nil {
		return err
	}
	after, err := packPage(page)
	if err != nil || bytes.Equal(before, after) {
		return err
	}
	load := d.load
	if p.touched[inf.Page] {
		load = p.in.batch.Load
	}
	return p.draft(&draft{page: page, passage: d.passage, load: load})
}
