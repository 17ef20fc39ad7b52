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
				return f.step(func(t *tx) error { return follow(t, rows) })
			})
	}
	return f.step(func(t *tx) error {
		rows, err := t.run("UNWIND $names AS name MATCH (r:BridgehopRedirect {name: name}) RETURN r.title AS id, r.to AS to",
			params{"names": f.sortedNames()})
		if err != nil {
			return err
		}
		return follow(t, rows)
	})
}

// follow sets the ends of some redirects.
func follow(t *tx, redirects []record) error {
	all, err := redirectEnds(t.run, redirects)
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

// redirectEnds returns the ids of the pages that redirects lead to, each once, aligned with redirects.
func redirectEnds(run func(string, params) ([]record, error), redirects []record) ([][]string, error) {
	titles := make([]string, len(redirects))
	for i, r := range redirects {
		titles[i] = unescape(str(r, "to"))
	}
	known, err := reachable(run, titles)
	if err != nil {
		return nil, err
	}
	ends, trails := make([][]string, len(redirects)), graph.Trails[graph.TitleKey, namesake]{}
	for i := range redirects {
		pages, err := trails.Follow(graph.KeyOf(titles[i]), func(title graph.TitleKey) (pages []namesake, to []graph.TitleKey, err error) {
			if pages = known.pages(title); len(pages) == 0 {
				for _, a := range known.aliases(title) {
					to = append(to, graph.KeyOf(a.to))
				}
			}
			return pages, to, nil
		})
		if err != nil {
			return nil, err
		}
		for _, p := range pages {
			if id := p.id.String(); !slices.Contains(ends[i], id) {
				ends[i] = append(ends[i], id)
			}
		}
	}
	return ends, nil
}

const stepQuery = `UNWIND $names AS name
RETURN name, COLLECT { MATCH (p:BridgehopPage {name: name}) RETURN [p.id, coalesce(p.fullTitle, p.title), p.ordinal] } AS pages,
  COLLECT { MATCH (r:BridgehopRedirect {name: name}) RETURN [coalesce(r.fullTitle, r.title), r.to] } AS redirects`

// reachable reads all names that redirects lead to from titles, one query for each step away from them.
func reachable(run func(string, params) ([]record, error), titles []string) (names, error) {
	known := names{}
	for len(titles) > 0 {
		var fresh []any
		for _, k := range foldedKeys(titles) {
			if _, ok := known[k.(string)]; !ok {
				fresh = append(fresh, k)
			}
		}
		rows, err := run(stepQuery, params{"names": fresh})
		if err != nil {
			return nil, err
		}
		titles = nil
		for name, n := range parseNames(rows) {
			known[name] = n
			for _, a := range n.aliases {
				titles = append(titles, a.to)
			}
		}
	}
	return known, nil
}
