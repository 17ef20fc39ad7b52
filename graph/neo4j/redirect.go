package neo4j

import (
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// readRedirects finds which redirects of the batch are new.
func (p *putting) readRedirects() error {
	if len(p.in.redirects) == 0 {
		return nil
	}
	froms := make([]any, len(p.in.redirects))
	for i, r := range p.in.redirects {
		froms[i] = key(r.From)
	}
	rows, err := p.t.run(`UNWIND $titles AS t OPTIONAL MATCH (r:BridgehopRedirect {title: t} WHERE r.removed IS NULL)
  OPTIONAL MATCH (d:BridgehopDraftRedirect {title: t})
RETURN t AS title, coalesce(d.to, r.to) AS to`, params{"titles": froms})
	if err != nil {
		return err
	}
	old := map[string]string{}
	for _, r := range rows {
		old[str(r, "title")] = unescape(str(r, "to"))
	}
	for _, r := range p.in.redirects {
		if k := key(r.From); old[k] != r.To {
			old[k] = r.To
			p.redirects[r.From] = r.To
			p.link("redirect", r.From, r.To)
		}
	}
	return nil
}

func redirectRow(from, to string) params {
	row := params{"to": escape(to), "name": key(graph.FoldTitle(from)), "toName": key(graph.FoldTitle(to)), "order": bytewise(from)}
	setTitle(row, from)
	return row
}

// followRedirects finds the pages that redirects lead to, from redirect to redirect, and keeps them as
// REDIRECTS_TO, so that a lookup takes one step.
func (f *finishing) followRedirects() error {
	if f.whole {
		return f.scan("MATCH (r:BridgehopRedirect) WHERE r.title > $after RETURN r.title AS id, r.to AS to ORDER BY r.title LIMIT $rows",
			func(rows []record) error {
				return f.step(func(t *tx) error { return f.follow(t, rows) })
			})
	}
	for some := range slices.Chunk(f.sortedNames(), f.s.opts.BatchPages) {
		err := f.step(func(t *tx) error {
			rows, err := t.run("UNWIND $names AS name MATCH (r:BridgehopRedirect {name: name}) RETURN r.title AS id, r.to AS to",
				params{"names": some})
			if err != nil {
				return err
			}
			return f.follow(t, rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// follow sets the ends of some redirects.
func (f *finishing) follow(t *tx, redirects []record) error {
	all, err := redirectEnds(t.run, redirects, f.trails)
	if err != nil {
		return err
	}
	froms := idsOf(redirects)
	var ends []any
	for i, pages := range all {
		for _, p := range pages {
			ends = append(ends, row{froms[i], p})
		}
	}
	if err := t.do("UNWIND $titles AS title MATCH (:BridgehopRedirect {title: title})-[old:REDIRECTS_TO]->() DELETE old",
		params{"titles": froms}); err != nil {
		return err
	}
	return t.each("UNWIND $rows AS r MATCH (a:BridgehopRedirect {title: r[0]}) MATCH (b:BridgehopPage {id: r[1]}) CREATE "+
		"(a)-[:REDIRECTS_TO]->(b)", ends)
}

// redirectEnds returns the ids of the pages that redirects lead to, each once, aligned with redirects. ends keeps those of
// chains of redirects.
func redirectEnds(run func(string, params) ([]record, error), redirects []record, ends *trails) ([][]string, error) {
	titles := make([]string, len(redirects))
	for i, r := range redirects {
		titles[i] = unescape(str(r, "to"))
	}
	known, err := reachable(run, titles, ends)
	if err != nil {
		return nil, err
	}
	find := func(title graph.TitleKey) (pages []namesake, to []graph.TitleKey, err error) {
		if pages = known.pages(title); len(pages) == 0 {
			for _, a := range known.aliases(title) {
				to = append(to, graph.KeyOf(a.to))
			}
		}
		return pages, to, nil
	}
	for _, n := range known { // the next redirects may lead there
		for _, a := range n.aliases {
			titles = append(titles, a.to)
		}
	}
	all := make([][]string, len(redirects))
	for i, title := range titles {
		pages, err := ends.Follow(graph.KeyOf(title), find)
		if err != nil {
			return nil, err
		}
		for _, p := range pages {
			if id := p.id.String(); i < len(all) && !slices.Contains(all[i], id) {
				all[i] = append(all[i], id)
			}
		}
	}
	return all, nil
}

const stepQuery = `UNWIND $names AS name
RETURN name, COLLECT { MATCH (p:BridgehopPage {name: name}) RETURN [p.id, coalesce(p.fullTitle, p.title), p.ordinal] } AS pages,
  COLLECT { MATCH (r:BridgehopRedirect {name: name}) RETURN [coalesce(r.fullTitle, r.title), r.to] } AS redirects`

// A query follows redirects by one step. After manySteps of them chainsQuery reads all redirects that lead to redirects at once.
const (
	manySteps   = 4
	chainsQuery = "MATCH (r:BridgehopRedirect) WHERE EXISTS { (:BridgehopRedirect {name: r.toName}) } RETURN r.name AS name, r.toName AS to"
)

// reachable reads all names that redirects lead to from those titles whose ends are not known.
func reachable(run func(string, params) ([]record, error), titles []string, ends *trails) (names, error) {
	known := names{}
	titles = slices.DeleteFunc(slices.Clone(titles), func(title string) bool {
		_, ok := ends.End(graph.KeyOf(title))
		return ok
	})
	for step := 0; len(titles) > 0; step++ {
		all := foldedKeys(titles)
		if step == manySteps {
			rows, err := run(chainsQuery, nil)
			if err != nil {
				return nil, err
			}
			for _, r := range rows {
				all = append(all, str(r, "name"), str(r, "to"))
			}
		}
		var fresh []any
		for _, k := range all {
			if _, ok := known[k.(string)]; !ok {
				known[k.(string)] = named{}
				fresh = append(fresh, k)
			}
		}
		titles = nil
		for some := range slices.Chunk(fresh, mostRows) {
			rows, err := run(stepQuery, params{"names": some})
			if err != nil {
				return nil, err
			}
			for name, n := range parseNames(rows) {
				known[name] = n
				for _, a := range n.aliases {
					titles = append(titles, a.to)
				}
			}
		}
	}
	return known, nil
}
