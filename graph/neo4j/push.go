package neo4j

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

type (
	record = *driver.Record
	// row has the values of a node or relationship in the order of its columns. A list takes fewer bytes on the network than a map, which
	// repeats its keys.
	row = []any
)

// Push makes the database hold what a finished store holds. It writes the pages whose digests differ, in the order of their ids, and
// removes those that the store doesn't have. A push that was interrupted is continued by the next one. Up to Options.AtOnce changed
// pages take one transaction: readers see all of them or none. More of them, or the first ones, take many, and in between the store
// can't be read.
//
// Every transaction moves the watermark of the database from the value that this Store knows: since it was opened, nobody else may have
// pushed, else Push fails with graph.ErrLocked.
func (s *Store) Push(ctx context.Context, from graph.Store) error {
	return s.alone("push", func() error { return s.push(ctx, from) })
}

func (s *Store) push(ctx context.Context, from graph.Store) error {
	w, err := s.wiki(ctx)
	if err != nil {
		return err
	}
	p := &pushing{s: s, ctx: ctx, from: source{Store: from, hub: s.opts.Hub}, missing: titleSet{},
		again: w.pushing || w.identity != emptyChain}
	if p.identity, err = from.Identity(ctx); err != nil {
		return err
	}
	if p.marks, err = from.Marks(ctx); err != nil {
		return err
	}
	st, err := from.Stats(ctx)
	if err != nil {
		return err
	}
	p.total = st.Pages
	have, err := s.Marks(ctx)
	if err != nil {
		return err
	}
	if !w.readable || w.identity != p.identity || !maps.Equal(have, p.marks) {
		if err := p.all(); err != nil {
			return err
		}
		for _, more := range p.changed {
			s.changed += *more
		}
	}
	_, err = s.makeMissing(ctx, true) // also after an interrupted push; the server fills them in the background
	return err
}

// ChangedCitations returns how many more recorded citations have another text than the element that they cite, since this Store was
// opened.
func (s *Store) ChangedCitations() int64 { return s.changed }

// watermark is what a Store knows of the database's.
type watermark struct {
	opened string // the value when the Store was opened
	token  string // begins the values of this Store
	n      int
}

func newWatermark(opened string) watermark {
	return watermark{opened: opened, token: strings.ToLower(rand.Text()) + " "}
}

// move moves the watermark in a transaction.
func (w *watermark) move(t *tx) error {
	w.n++
	rows, err := t.run("MATCH (w:BridgehopWiki {key: 'bridgehop'}) SET w.writing = 1 WITH w "+
		"WHERE coalesce(w.watermark, '') = $opened OR w.watermark STARTS WITH $token SET w.watermark = $next RETURN 1 AS ok",
		params{"opened": w.opened, "token": w.token, "next": w.token + strconv.Itoa(w.n)})
	if err == nil && len(rows) == 0 {
		err = ours(fmt.Errorf("%s: %w, which has written to it since this command began", t.s.addr, graph.ErrLocked))
	}
	return err
}

// pushing is one Push:
//
//	nodes      pages with their properties, records and elements; links that aren't any more go
//	redirects  with the pages they lead to
//	links      of the pages that have none
//	turn       counts, marks and identity; the new state is readable
type pushing struct {
	s        *Store
	ctx      context.Context
	t        *tx // the one transaction; nil for many
	from     source
	identity string
	marks    map[string]graph.Mark
	again    bool     // there may be pages
	missing  titleSet // titles whose Missing nodes were made
	total    int64    // pages
	changed  []*int64 // of each transaction: how many more citations differ from what they cite
}

// begin begins a part of the progress.
func (p *pushing) begin(part string) {
	done := int64(0)
	p.from.seen = func(pages int) {
		if done += int64(pages); p.s.Progress != nil {
			p.s.Progress(part, done, p.total)
		}
	}
}

func (p *pushing) all() error {
	p.begin("compare")
	few, err := p.few()
	if err != nil {
		return err
	}
	if few != nil {
		return p.commit(p.ctx, nil, func(t *tx) error {
			p.t, p.missing, p.changed = t, titleSet{}, nil
			return p.steps(few.eachPage, few.eachRedirect)
		})
	}
	err = p.commit(p.ctx, nil, func(t *tx) error {
		return t.setWiki(params{"readable": false, "pushing": true})
	})
	if err != nil {
		return err
	}
	return p.steps(p.pages, p.redirects)
}

// steps does what there is to do, given the changes of pages and redirects.
func (p *pushing) steps(pages func(func([]change) error) error, redirects func(func([]redirected) error) error) error {
	p.begin("push")
	err := p.each(pages, p.nodes)
	if err == nil {
		err = redirects(func(some []redirected) error { return p.step(func(t *tx) error { return p.redirect(t, some) }) })
	}
	if err == nil {
		p.begin("link")
		err = p.each(pages, p.links)
	}
	if err == nil {
		err = p.step(p.turn)
	}
	return err
}

// commit runs write in a transaction of its own, after which the watermark is moved. The transaction is committed after those before it.
func (p *pushing) commit(ctx context.Context, before <-chan struct{}, write func(*tx) error) error {
	return p.s.update(ctx, func(t *tx) error {
		if err := write(t); err != nil {
			return err
		}
		if before != nil {
			select {
			case <-before:
			case <-ctx.Done():
				return ours(ctx.Err())
			}
		}
		return p.s.watermark.move(t)
	})
}

// step runs write in the one transaction, or in one of its own.
func (p *pushing) step(write func(*tx) error) error {
	if p.t != nil {
		return write(p.t)
	}
	return p.commit(p.ctx, nil, write)
}

// each runs what plan makes of changes, in the one transaction, or each in one of its own. Into an empty database, some of them
// are prepared at once, and committed in turn.
//
// Two commits at once would meet deadlocks: a commit locks the neighbours of each new relationship, which are those of any page.
func (p *pushing) each(changes func(func([]change) error) error, plan func([]change) []func(*tx) error) error {
	if p.t != nil {
		return changes(func(some []change) error {
			for _, write := range plan(some) {
				if err := write(p.t); err != nil {
					return err
				}
			}
			return nil
		})
	}
	g, ctx := errgroup.WithContext(p.ctx)
	g.SetLimit(3) // two are prepared while one commits
	if p.again {
		g.SetLimit(1)
	}
	turn := make(chan struct{})
	close(turn)
	err := changes(func(some []change) error {
		for _, write := range plan(some) {
			before, mine := turn, make(chan struct{})
			turn = mine
			g.Go(func() error {
				err := p.commit(ctx, before, write)
				if err == nil {
					close(mine)
				}
				return err
			})
		}
		return ctx.Err()
	})
	return cmp.Or(g.Wait(), err)
}

// removeQueries take the parts of pages and the links that lead away from them; unlinkQueries take the links alone.
var (
	removeQueries = []string{
		"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_TABLE]->(:BridgehopTable)-[:HAS_CELL]->(n:BridgehopCell) DETACH DELETE n",
		"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_LIST]->(:BridgehopList)-[:HAS_ITEM]->(n:BridgehopItem) DETACH DELETE n",
		"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_SENTENCE|HAS_SECTION|HAS_TABLE|HAS_LIST]->" +
			"(n:BridgehopSentence|BridgehopSection|BridgehopTable|BridgehopList) DETACH DELETE n",
		"UNWIND $ids AS id MATCH (n:BridgehopRecord {id: id}) DETACH DELETE n",
		unlinkQueries[0],
	}
	unlinkQueries = []string{
		"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[l:LINKS_TO]->(:BridgehopPage) DELETE l",
		"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_SENTENCE|HAS_TABLE]->()-[m:MENTIONS]->() DELETE m",
		"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_TABLE]->()-[:HAS_CELL]->()-[m:MENTIONS]->() DELETE m",
		"UNWIND $ids AS id MATCH (:BridgehopPage {id: id})-[:HAS_LIST]->()-[:HAS_ITEM]->()-[m:MENTIONS]->() DELETE m",
		"UNWIND $ids AS id MATCH (r:BridgehopRecord {id: id}) SET r.links = null",
	}
)

// nodes plans all of some pages but the links that lead away from them.
func (p *pushing) nodes(all []change) (writes []func(*tx) error) {
	for _, some := range runs(all, change.size) {
		rows := rowsOf{}
		var gone, remade, relinked, heads, missing []any
		for _, c := range some {
			switch {
			case c.page == nil:
				gone = append(gone, c.id)
				continue
			case c.content:
				remade = append(remade, c.id)
				rows.parts(c.page, nil)
			default:
				heads = append(heads, row{c.id, escape(c.page.load), c.page.head})
			}
			rows.add(pageKind, c.page.pageRow()...)
			if !c.links {
				continue
			}
			if !c.content {
				relinked = append(relinked, c.id)
			}
			for _, title := range c.page.links.missing() {
				if p.missing.add(title) {
					missing = append(missing, title)
				}
			}
		}
		more := new(int64)
		p.changed = append(p.changed, more)
		writes = append(writes, func(t *tx) error {
			var old cited
			if p.again {
				var err error
				if old, err = citations(t, remade); err == nil {
					err = t.all(removeQueries, params{"ids": slices.Concat(gone, remade)})
				}
				if err == nil {
					err = t.all(unlinkQueries, params{"ids": relinked})
				}
				if err == nil {
					err = t.do("UNWIND $ids AS id MATCH (p:BridgehopPage {id: id}) DETACH DELETE p", params{"ids": gone})
				}
				if err == nil {
					err = t.each("UNWIND $rows AS r MATCH (n:BridgehopRecord {id: r[0]}) SET n.load = r[1], n.head = r[2]", heads)
				}
				if err != nil {
					return err
				}
			}
			err := rows.write(t, missing)
			if err == nil {
				*more, err = old.restore(t)
			}
			return err
		})
	}
	return writes
}

// write writes pages, their parts, and Missing nodes.
func (r rowsOf) write(t *tx, missing []any) error {
	err := t.each("UNWIND $rows AS r MERGE (p:BridgehopPage {id: r[0]}) SET p:Page, p += "+pageColumns.properties(1), r[pageKind])
	if err != nil {
		return err
	}
	for _, k := range parts {
		query := fmt.Sprintf("UNWIND $rows AS of MATCH (p:%s {id: of[0]}) UNWIND of[1] AS r CREATE (p)-[:%s]->(:%s %s)", marked(k.in),
			has(k.label), both(k.label), k.columns.properties(1))
		if err := t.each(query, grouped(r[kind{name: k.label}])); err != nil {
			return err
		}
	}
	for _, k := range withinPage {
		if err := r.connect(t, k, ""); err != nil {
			return err
		}
	}
	return t.each("UNWIND $rows AS title MERGE (m:BridgehopMissing {title: title}) ON CREATE SET m:Missing", missing)
}

// connect writes the relationships of a kind.
func (r rowsOf) connect(t *tx, k kind, c columns) error {
	at := "id"
	if k.to == "Missing" {
		at = "title"
	}
	return t.each(fmt.Sprintf("UNWIND $rows AS of MATCH (a:%s {id: of[0]}) UNWIND of[1] AS r MATCH (b:%s {%s: r[1]}) "+
		"CREATE (a)-[:%s %s]->(b)", marked(k.from), marked(k.to), at, k.name, c.properties(2)), grouped(r[k]))
}

// grouped puts rows that follow one another and begin alike together, behind what they begin with, so that this is found once.
func grouped(rows []any) (out []any) {
	first := 0
	for i := range rows {
		if i+1 == len(rows) || rows[i+1].(row)[0] != rows[i].(row)[0] {
			out = append(out, row{rows[i].(row)[0], rows[first : i+1]})
			first = i + 1
		}
	}
	return out
}

// links plans the links that lead away from pages.
func (p *pushing) links(all []change) (writes []func(*tx) error) {
	for _, some := range runs(all, change.linkSize) {
		rows := rowsOf{}
		var done []any
		for _, c := range some {
			if c.page != nil && c.links {
				rows.leaving(c.page)
				done = append(done, row{c.id, c.page.leaving})
			}
		}
		writes = append(writes, func(t *tx) error {
			for _, k := range rows.kinds() {
				c := mentionColumns
				if k == linksTo {
					c = linkColumns
				}
				if err := rows.connect(t, k, c); err != nil {
					return err
				}
			}
			return t.each("UNWIND $rows AS r MATCH (n:BridgehopRecord {id: r[0]}) SET n.links = r[1]", done)
		})
	}
	return writes
}

// redirect writes redirects with the pages they lead to.
func (p *pushing) redirect(t *tx, some []redirected) error {
	var gone, rows, ends []any
	for _, r := range some {
		v := redirectRow(r.Redirect)
		if r.gone {
			gone = append(gone, v[0])
			continue
		}
		rows = append(rows, v)
		for _, id := range r.ends {
			ends = append(ends, row{v[0], id})
		}
	}
	err := t.do("UNWIND $titles AS title MATCH (r:BridgehopRedirect {title: title}) DETACH DELETE r", params{"titles": gone})
	if err == nil && p.again {
		err = t.each("UNWIND $rows AS r MATCH (:BridgehopRedirect {title: r[0]})-[old:REDIRECTS_TO]->() DELETE old", rows)
	}
	if err == nil {
		err = t.each("UNWIND $rows AS r MERGE (n:BridgehopRedirect {title: r[0]}) SET n:Redirect, n += "+redirectColumns.properties(1),
			rows)
	}
	if err == nil {
		err = t.each("UNWIND $rows AS r MATCH (a:BridgehopRedirect {title: r[0]}) MATCH (b:BridgehopPage {id: r[1]}) CREATE "+
			"(a)-[:REDIRECTS_TO]->(b)", ends)
	}
	return err
}

// turn makes the new state readable. It deletes Missing nodes without a link.
func (p *pushing) turn(t *tx) error {
	st, err := p.from.Stats(p.ctx)
	if err != nil {
		return ours(err)
	}
	if p.again {
		if err := t.do("MATCH (m:BridgehopMissing) WHERE NOT EXISTS { (m)<-[:MENTIONS]-() } DETACH DELETE m", nil); err != nil {
			return err
		}
	}
	var marks, names []any
	for _, source := range slices.Sorted(maps.Keys(p.marks)) {
		m := p.marks[source]
		short, full := titles(source)
		names = append(names, short)
		marks = append(marks, row{short, full, escape(m.Fingerprint), escape(m.Load), m.Records, m.Rejects, m.Done})
	}
	err = t.do("MATCH (m:BridgehopSource) WHERE NOT m.name IN $names DETACH DELETE m", params{"names": names})
	if err == nil {
		err = t.each("UNWIND $rows AS r MERGE (m:BridgehopSource {name: r[0]}) SET m:Source, m.fullName = r[1], m.fingerprint = r[2], "+
			"m.load = r[3], m.records = r[4], m.rejects = r[5], m.done = r[6]", marks)
	}
	if err == nil {
		set := params{"identity": p.identity, "readable": true, "pushing": false, "repairing": nil}
		for _, c := range counts {
			set[c.property] = *c.of(&st)
		}
		err = t.setWiki(set)
	}
	return err
}
