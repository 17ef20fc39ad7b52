package neo4j

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
)

// mostFound is the number of findings about one part that are named; the others are counted.
const mostFound = 10

// checking is the state of one Check.
type checking struct {
	s       *Store
	ctx     context.Context
	run     *check.Run
	links   finishing // reads what titles lead to
	found   map[string]int
	changed []*graph.Page // pages whose nodes differ from their record
	lost    bool          // pages are missing
	broken  bool          // a record can't be read, so a repair is impossible
}

// Check finds changes that were made by other means: counts that differ from those of the last Finish, and leftovers of deleted
// claims. With Data it compares the nodes and links of every page with the page's record, and every redirect with its
// pages. With Repair it makes all of these again from the records. Other nodes in the database are ignored.
func (s *Store) Check(ctx context.Context, r *check.Run) error {
	c := &checking{s: s, ctx: ctx, run: r, links: finishing{s: s, ctx: ctx, cache: names{}, trails: &trails{}}, found: map[string]int{}}
	steps := []func() error{c.counts, c.recorded}
	if r.Data {
		steps = append(steps, c.pages, c.redirects)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return fmt.Errorf("check: %w", err)
		}
	}
	for part, n := range c.found {
		if n > mostFound {
			r.Found(part, fmt.Sprintf("and %d more", n-mostFound))
		}
	}
	if !r.Repair || r.Sound() || c.broken {
		return nil
	}
	if err := c.repair(); err != nil {
		return fmt.Errorf("repair: %w", err)
	}
	r.Mended()
	var err error
	r.Stats, err = s.Stats(ctx)
	return err
}

func (c *checking) note(part, format string, args ...any) {
	if c.found[part]++; c.found[part] <= mostFound {
		c.run.Found(part, fmt.Sprintf(format, args...))
	}
}

// counts compares what the store counts with what is there.
func (c *checking) counts() error {
	w, err := c.s.wiki(c.ctx)
	if err != nil {
		return err
	}
	c.links.wiki = w
	if w.repairing {
		c.note("repair", "it was interrupted")
	}
	rows, err := c.s.query(c.ctx, `OPTIONAL MATCH (p:BridgehopPage)
  WITH coalesce(sum(p.links), 0) AS links, coalesce(sum(p.linksUnresolved), 0) AS unresolved
RETURN links, unresolved, COUNT { (:BridgehopPage) } AS pages, COUNT { (:BridgehopSentence) } AS sentences,
  COUNT { (:BridgehopTable) } AS tables,
  COUNT { (:BridgehopCell) } AS cells, COUNT { (:BridgehopItem) } AS items, COUNT { (:BridgehopRedirect) } AS redirects`, nil)
	if err != nil {
		return err
	}
	st := w.stats
	c.lost = num(rows[0], "pages") < st.Pages
	for _, n := range []struct {
		part string
		want int64
	}{{"pages", st.Pages}, {"sentences", st.Sentences}, {"tables", st.Tables}, {"cells", st.Cells}, {"items", st.Items},
		{"redirects", st.Redirects},
		{"links", st.Links}, {"unresolved", st.LinksUnresolved}} {
		if got := num(rows[0], n.part); got != n.want {
			c.note(n.part, "the load left %d, and the database has %d", n.want, got)
		}
	}
	return nil
}

// leftovers are nodes that remain after queries that delete claims and pages.
var leftovers = []struct{ part, what, match, gone string }{
	{"reasoning", "%d chains are of no claim", "MATCH (x:BridgehopChain) WHERE NOT EXISTS { (x)<-[:HAS_CHAIN|GOLD]-() }",
		"DETACH DELETE x"},
	{"reasoning", "%d HOPs are of no chain", "MATCH (:BridgehopPage)-[x:HOP]->() WHERE x.claim IS NOT NULL AND NOT EXISTS { " +
		"(:BridgehopChain {id: x.chain}) }", "DELETE x"},
	{"reasoning", "%d JOINEDs are of no chain", "MATCH (:BridgehopPage)-[x:JOINED]->() WHERE x.claim IS NOT NULL AND NOT EXISTS { " +
		"(:BridgehopChain {id: x.chain}) }", "DELETE x"},
	{"sentences", "%d are on no page", "MATCH (x:BridgehopSentence) WHERE NOT EXISTS { (x)<-[:HAS_SENTENCE]-() }", "DETACH DELETE x"},
	{"tables", "%d are on no page", "MATCH (x:BridgehopTable) WHERE NOT EXISTS { (x)<-[:HAS_TABLE]-() }", "DETACH DELETE x"},
	{"cells", "%d are in no table", "MATCH (x:BridgehopCell) WHERE NOT EXISTS { (x)<-[:HAS_CELL]-() }", "DETACH DELETE x"},
	{"lists", "%d are on no page", "MATCH (x:BridgehopList) WHERE NOT EXISTS { (x)<-[:HAS_LIST]-() }", "DETACH DELETE x"},
	{"items", "%d are in no list", "MATCH (x:BridgehopItem) WHERE NOT EXISTS { (x)<-[:HAS_ITEM]-() }", "DETACH DELETE x"},
	{"sections", "%d are on no page", "MATCH (x:BridgehopSection) WHERE NOT EXISTS { (x)<-[:HAS_SECTION]-() }", "DETACH DELETE x"},
}

// recorded finds leftovers; those of elements, which are many, only with Data.
func (c *checking) recorded() error {
	for _, l := range leftovers {
		if l.part != "reasoning" && !c.run.Data {
			continue
		}
		rows, err := c.s.query(c.ctx, l.match+" RETURN count(x) AS n", nil)
		if err != nil {
			return err
		}
		if n := num(rows[0], "n"); n > 0 {
			c.note(l.part, l.what, n)
		}
	}
	return nil
}

// checkedPages is the number of pages compared at a time.
const checkedPages = 100

const pagesQuery = `MATCH (p:BridgehopPage) WHERE p.id > $after WITH p ORDER BY p.id LIMIT $rows
RETURN p.id AS id, p.record AS record, [p.title, p.fullTitle, p.ordinal, p.name, p.passage, p.disambiguation] AS head,
  [p.links, p.linksUnresolved, p.linksOut, p.linksIn] AS counts, reduce(n = 0, x IN COLLECT {
  MATCH (p)<-[l:LINKS_TO]-(:BridgehopPage) RETURN l.count } | n + coalesce(x, 0)) AS arriving,
  COLLECT { MATCH (p)-[l:LINKS_TO]->(q:BridgehopPage) WITH q.id AS other, l ORDER BY other RETURN ` + linkFields + ` } AS outs,
  COLLECT { MATCH (p)-[:HAS_SENTENCE|HAS_SECTION|HAS_TABLE|HAS_LIST]->(e:BridgehopSentence|BridgehopSection|BridgehopTable|BridgehopList)
  RETURN [e.id, coalesce(e.text, e.caption)] } +
  COLLECT { MATCH (p)-[:HAS_TABLE]->(:BridgehopTable)-[:HAS_CELL]->(e:BridgehopCell) RETURN [e.id, e.text] } +
  COLLECT { MATCH (p)-[:HAS_LIST]->(:BridgehopList)-[:HAS_ITEM]->(e:BridgehopItem) RETURN [e.id, e.text] } AS elements`

// pages compares every page with its record.
func (c *checking) pages() error {
	done := int64(0)
	for after := ""; ; {
		rows, err := c.s.query(c.ctx, pagesQuery, params{"after": after, "rows": checkedPages})
		if err != nil || len(rows) == 0 {
			return err
		}
		var titles []string
		pages := make([]*graph.Page, len(rows))
		for i, r := range rows {
			if pages[i], err = decodePage(str(r, "record")); err != nil || pages[i].ID().String() != str(r, "id") {
				c.note("pages", "the record of page %s can't be read: %v", str(r, "id"), err)
				pages[i], c.broken = nil, true
				continue
			}
			for _, o := range occurrences(pages[i]) {
				titles = append(titles, o.link.Target)
			}
		}
		if err := c.links.readNames(titles); err != nil {
			return err
		}
		for i, p := range pages {
			if p != nil && !c.page(p, rows[i]) {
				c.changed = append(c.changed, p)
			}
		}
		after = str(rows[len(rows)-1], "id")
		done += int64(len(rows))
		c.run.At("pages", done, c.links.wiki.stats.Pages)
	}
}

// page compares a page with its node, the nodes of its elements, and its links, and adds findings.
func (c *checking) page(p *graph.Page, r record) bool {
	short, full := titles(p.Title)
	head := []any{short, full, int64(p.Ordinal), key(graph.FoldTitle(p.Title)), p.Passage(), p.Disambiguation}
	same := slices.Equal(list(r, "head"), head)
	if !same {
		c.note("pages", "page %q: its properties were changed", p.Title)
	}
	for what, n := range c.elements(p, list(r, "elements")) {
		c.note("elements", "page %q: %d %s", p.Title, n, what)
		same = false
	}
	all := occurrences(p)
	for i := range all {
		all[i].to = c.links.cache.find(all[i].link.Target)
	}
	of := linksOfPage(p.ID(), all)
	var want []graph.Link
	for _, l := range of.links {
		for _, o := range l.each {
			want = append(want, graph.Link{From: p.ID(), To: l.to, Element: o.element, Anchor: o.link.Anchor, Inferred: o.link.Inferred})
		}
	}
	got, err := parseLinks(p.ID(), graph.Out, list(r, "outs"), 0)
	counts := []any{int64(of.resolved), int64(of.unresolved), int64(of.out), num(r, "arriving")}
	switch {
	case err != nil:
		c.note("links", "page %q: %v", p.Title, err)
	case !slices.Equal(got, want):
		c.note("links", "page %q: %d links leave it, and they are not the %d of its text", p.Title, len(got), len(want))
	case !slices.Equal(list(r, "counts"), counts):
		c.note("links", "page %q: it counts links that are not there, or fewer than are", p.Title)
	}
	return same
}

// elements counts the elements of a page that are missing, changed, or of another page.
func (c *checking) elements(p *graph.Page, nodes []any) map[string]int {
	have, faults := map[string]string{}, map[string]int{}
	for _, v := range nodes {
		if pair, _ := v.([]any); len(pair) == 2 {
			have[text(pair[0])] = text(pair[1])
		}
	}
	rows := elementRows{}
	rows.add(p)
	for _, k := range elementKinds {
		for _, v := range rows[k.label] {
			r := v.(row)
			id, want := text(r[1]), text(r[len(r)-1]) // the last column is the text; for a list it is a number, which is no text
			switch got, ok := have[id]; {
			case !ok:
				faults["elements are gone"]++
			case got != want:
				faults["elements have another text"]++
			}
			delete(have, id)
		}
	}
	if len(have) > 0 {
		faults["elements were added"] = len(have)
	}
	return faults
}

// redirects compares the pages that redirects lead to.
func (c *checking) redirects() error {
	return c.links.scan("MATCH (r:BridgehopRedirect) WHERE r.title > $after RETURN r.title AS id, r.to AS to, COLLECT { MATCH "+
		"(r)-[:REDIRECTS_TO]->(p:BridgehopPage) RETURN p.id } AS pages ORDER BY r.title LIMIT $rows",
		func(rows []record) error {
			ends, err := redirectEnds(c.links.run, rows, c.links.trails)
			if err != nil {
				return err
			}
			for i, r := range rows {
				var got []string
				for _, v := range list(r, "pages") {
					got = append(got, text(v))
				}
				slices.Sort(got)
				slices.Sort(ends[i])
				if !slices.Equal(got, ends[i]) {
					c.note("redirects", "%q leads to other pages than to those of %q", unescape(str(r, "id")), unescape(str(r, "to")))
				}
			}
			return nil
		})
}

// repair makes nodes, links and counts again from the records of the pages. Between its transactions the store can't be read; after an
// interruption the next repair begins again. If pages are missing, it deletes the marks of sources, so that the same load adds
// the pages again.
func (c *checking) repair() error {
	s, w := c.s, c.links.wiki
	s.write.Lock()
	defer s.write.Unlock()
	h := sha256.Sum256([]byte("repair " + w.chain))
	w.chain = hex.EncodeToString(h[:])
	err := s.update(c.ctx, func(t *tx) error {
		if c.lost {
			if err := t.do("MATCH (m:BridgehopSource) DETACH DELETE m", nil); err != nil {
				return err
			}
		}
		return t.do("MATCH (w:BridgehopWiki {key: 'bridgehop'}) SET w.chain = $chain, w.readable = false, w.finishing = true, "+
			"w.repairing = true",
			params{"chain": w.chain})
	})
	if err != nil {
		return err
	}
	for _, l := range leftovers {
		if err := s.deleteAll(c.ctx, l.match+" WITH x LIMIT $most "+l.gone, dropNodes, func(int64) {}); err != nil {
			return err
		}
	}
	for _, pages := range runs(c.changed, func(p *graph.Page) int { return len(p.Sections) + len(p.Elements()) }) {
		if err := s.update(c.ctx, func(t *tx) error { return remake(t, pages) }); err != nil {
			return err
		}
	}
	if err := (&finishing{s: s, ctx: c.ctx, wiki: w, whole: true}).all(); err != nil {
		return err
	}
	return s.update(c.ctx, func(t *tx) error { return t.do("MATCH (w:BridgehopWiki {key: 'bridgehop'}) REMOVE w.repairing", nil) })
}

// remake sets the properties of pages and their elements again.
func remake(t *tx, pages []*graph.Page) error {
	rows, ids := make([]any, len(pages)), make([]any, len(pages))
	for i, p := range pages {
		short, full := titles(p.Title)
		ids[i] = p.ID().String()
		rows[i] = row{ids[i], short, full, p.Ordinal, key(graph.FoldTitle(p.Title)), p.Passage(), p.Disambiguation}
	}
	err := t.each("UNWIND $rows AS r MATCH (p:BridgehopPage {id: r[0]}) SET p.title = r[1], p.fullTitle = r[2], p.ordinal = r[3], "+
		"p.name = r[4], p.passage = r[5], p.disambiguation = r[6]", rows)
	if err == nil {
		err = t.all(removeQueries, params{"ids": ids})
	}
	if err != nil {
		return err
	}
	return makeElements(t, pages)
}
