package neo4j

import (
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
	rows, err := p.t.run(`UNWIND $titles AS t OPTIONAL MATCH (r:Redirect {title: t} WHERE r.removed IS NULL) OPTIONAL MATCH (d:DraftRedirect {title: t})
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
	if !f.redirects && !f.draftRedirects {
		return nil
	}
	if !f.whole {
		return f.step(func(t *tx) error {
			if len(f.names) == 0 {
				return nil
			}
			rows, err := t.run("UNWIND $names AS name MATCH (r:Redirect {name: name}) RETURN r.title AS title, r.to AS to", params{"names": sortedKeys(f.names)})
			if err != nil {
				return err
			}
			return f.follow(t, rows)
		})
	}
	after, batch := "", f.s.opts.BatchPages
	for done := false; !done; {
		var last string
		err := f.step(func(t *tx) error {
			rows, err := t.run("MATCH (r:Redirect) WHERE r.title > $after RETURN r.title AS title, r.to AS to ORDER BY r.title LIMIT $rows",
				params{"after": after, "rows": batch})
			if err != nil || len(rows) == 0 {
				done = err == nil
				return err
			}
			done, last = len(rows) < batch, str(rows[len(rows)-1], "title")
			return f.follow(t, rows)
		})
		if err != nil {
			return err
		}
		after = last
	}
	return nil
}

// follow sets the ends of some redirects.
func (f *finishing) follow(t *tx, redirects []record) error {
	w := &walk{t: t, names: names{}}
	var titles []string
	for _, r := range redirects {
		titles = append(titles, unescape(str(r, "to")))
	}
	if err := w.read(titles); err != nil {
		return err
	}
	var froms, ends []any
	for i, r := range redirects {
		froms = append(froms, str(r, "title"))
		for _, id := range w.ends(titles[i]) {
			ends = append(ends, params{"from": str(r, "title"), "to": id.String()})
		}
	}
	if err := t.do("UNWIND $titles AS title MATCH (:Redirect {title: title})-[old:REDIRECTS_TO]->() DELETE old", params{"titles": froms}); err != nil {
		return err
	}
	return t.each("UNWIND $rows AS r MATCH (a:Redirect {title: r.from}) MATCH (b:Page {id: r.to}) CREATE (a)-[:REDIRECTS_TO]->(b)", ends)
}

// walk goes from redirect to redirect over what it has read.
type walk struct {
	t     *tx
	names names
}

const stepQuery = `UNWIND $names AS name
RETURN name, COLLECT { MATCH (p:Page {name: name}) RETURN [p.id, coalesce(p.fullTitle, p.title), p.ordinal, id(p)] } AS pages,
  COLLECT { MATCH (r:Redirect {name: name}) RETURN [coalesce(r.fullTitle, r.title), r.to] } AS redirects`

// read reads all names that can be reached from titles, one query for each step away from them.
func (w *walk) read(titles []string) error {
	for len(titles) > 0 {
		var fresh []any
		for _, k := range foldedKeys(titles) {
			if _, known := w.names[k.(string)]; !known {
				fresh = append(fresh, k)
			}
		}
		titles = nil
		if len(fresh) == 0 {
			return nil
		}
		rows, err := w.t.run(stepQuery, params{"names": fresh})
		if err != nil {
			return err
		}
		for _, r := range rows {
			name := str(r, "name")
			held := named{pages: parseNamesakes(list(r, "pages"))}
			for _, v := range list(r, "redirects") {
				pair, _ := v.([]any)
				if len(pair) != 2 {
					continue
				}
				to := unescape(text(pair[1]))
				held.aliases = append(held.aliases, alias{from: unescape(text(pair[0])), to: to})
				titles = append(titles, to)
			}
			w.names[name] = held
		}
	}
	return nil
}

// ends are the pages a title leads to.
func (w *walk) ends(title string) []graph.PageID {
	seenPage, seen := map[graph.PageID]bool{}, map[string]bool{}
	var out []graph.PageID
	for todo := []string{title}; len(todo) > 0; {
		title, todo = todo[len(todo)-1], todo[:len(todo)-1]
		clean := graph.CleanTitle(title)
		if seen[clean] {
			continue
		}
		seen[clean] = true
		held := w.names[key(graph.FoldTitle(title))]
		for _, p := range exact(held.pages, title, func(p namesake) string { return p.title }) {
			if !seenPage[p.id] {
				seenPage[p.id] = true
				out = append(out, p.id)
			}
		}
		if len(held.pages) > 0 {
			continue
		}
		for _, a := range exact(held.aliases, title, func(a alias) string { return a.from }) {
			todo = append(todo, a.to)
		}
	}
	return out
}
