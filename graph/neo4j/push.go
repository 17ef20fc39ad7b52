package neo4j

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
)

// Push makes the database hold what a finished store holds. It writes the pages whose digests differ, in the order of
// their ids, and removes those that the store doesn't have, in many transactions; in between, the store can't be read.
// A push that was interrupted is continued by the next one.
//
// Every transaction moves the watermark of the database from the value that this Store knows: since it was opened,
// nobody else may have pushed, else Push fails with graph.ErrLocked.
func (s *Store) Push(ctx context.Context, from graph.Store) error {
	return s.alone("push", func() error { return s.push(ctx, from) })
}

func (s *Store) push(ctx context.Context, from graph.Store) error {
	w, err := s.wiki(ctx)
	if err != nil {
		return err
	}
	p := &pushing{s: s, ctx: ctx, from: source{Store: from}, again: w.pushing || w.identity != emptyChain}
	if p.identity, err = from.Identity(ctx); err != nil {
		return err
	}
	if p.marks, err = from.Marks(ctx); err != nil {
		return err
	}
	if p.stats, err = from.Stats(ctx); err != nil {
		return err
	}
	have, err := s.Marks(ctx)
	if err != nil {
		return err
	}
	if !w.readable || w.identity != p.identity || !maps.Equal(have, p.marks) {
		err = p.all()
	}
	if err == nil {
		err = s.makeSchema(ctx, true) // also after a push that was interrupted just before
	}
	return err
}

// ChangedCitations returns how many more recorded citations have another text than the element that they cite, since
// this Store was opened.
func (s *Store) ChangedCitations() int64 { return s.changed }

// watermark is what a Store knows of the database's.
type watermark struct {
	opened string // the value when the Store was opened
	token  string // begins the values of this Store
	n      int
}

// moveWatermark moves the watermark in a transaction.
func (s *Store) moveWatermark(t *tx) error {
	w := &s.watermark
	w.n++
	rows, err := t.run("MATCH (w:BridgehopWiki {key: 'bridgehop'}) SET w.writing = 1 WITH w "+
		"WHERE coalesce(w.watermark, '') = $opened OR w.watermark STARTS WITH $token "+
		"SET w.watermark = $next RETURN 1 AS ok",
		params{"opened": w.opened, "token": w.token, "next": w.token + strconv.Itoa(w.n)})
	if err == nil && len(rows) == 0 {
		err = fmt.Errorf("%s: %w, which has written to it since this command began", s.addr, graph.ErrLocked)
	}
	return err
}

// pushing is one Push.
type pushing struct {
	s        *Store
	ctx      context.Context
	from     source
	identity string
	marks    map[string]graph.Mark
	stats    graph.Stats
	again    bool // there may be pages
}

// all pushes pages with their properties, records, elements and links, then redirects with the pages they lead to. At
// last, counts, marks and identity make the new state readable.
func (p *pushing) all() error {
	done := int64(0)
	p.from.seen = func(pages int) {
		if done += int64(pages); p.s.Progress != nil {
			p.s.Progress("push", done, p.stats.Pages)
		}
	}
	err := p.s.commit(p.ctx, func(t *tx) error { return t.setWiki(params{"readable": false, "pushing": true}) })
	if err == nil {
		err = p.each(changes(p.from.pages(p.ctx), p.s.digests(p.ctx)), p.pages)
	}
	if err == nil {
		err = p.each(changes(p.from.redirects(p.ctx), p.s.redirects(p.ctx)), p.redirect)
	}
	if err == nil {
		err = p.s.commit(p.ctx, p.turn)
	}
	return err
}

// each calls push with some changes after the other.
func (p *pushing) each(all iter.Seq2[change, error], push func([]change) error) error {
	for some, err := range chunks(all, p.s.opts.BatchPages, change.size) {
		if err == nil {
			err = push(some)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// commit runs write in a transaction of its own, which moves the watermark.
func (s *Store) commit(ctx context.Context, write func(*tx) error) error {
	return s.update(ctx, func(t *tx) error {
		if err := write(t); err != nil {
			return err
		}
		return s.moveWatermark(t)
	})
}

// inPage are the types of the relationships that lead from a page to its elements, and on to theirs.
const inPage = "HAS_SENTENCE|HAS_SECTION|HAS_TABLE|HAS_LIST|HAS_CELL|HAS_ITEM"

// pages pushes pages.
func (p *pushing) pages(changed []change) error {
	rows := rowsOf{}
	var gone, remade, relinked, kept []any
	for _, c := range changed {
		if c.gone {
			gone = append(gone, c.id)
			continue
		}
		rows.addNode(c.prepared)
		if c.content {
			remade = append(remade, c.id)
			rows.addParts(c.prepared)
		} else {
			kept = append(kept, row{c.id, escape(c.load), c.state, c.leaving})
		}
		if c.links {
			relinked = append(relinked, c.id)
			rows.addAway(c.prepared)
		}
	}
	var writes []write
	if p.again {
		emptied := slices.Concat(gone, remade)
		writes = []write{
			{keepCites, remade},
			{"MATCH (:BridgehopPage {id: r})-[:" + inPage + "]->{1,2}(n:BridgehopSentence|BridgehopSection|" +
				"BridgehopTable|BridgehopList|BridgehopCell|BridgehopItem) DETACH DELETE n", emptied},
			{"MATCH (:BridgehopPage {id: r})-[:" + inPage + "]->{1,2}()-[m:MENTIONS]->() DELETE m", relinked},
			{"MATCH (n:BridgehopRecord {id: r}) DETACH DELETE n", emptied},
			{"MATCH (:BridgehopPage {id: r})-[l:LINKS_TO]->(:BridgehopPage) DELETE l", relinked},
			{"MATCH (p:BridgehopPage {id: r}) DETACH DELETE p", gone},
			{"MATCH (n:BridgehopRecord {id: r[0]}) SET n.load = r[1], n.head = r[2], n.links = r[3]", kept},
		}
	}
	writes = append(writes, rows.writes()...)
	more := int64(0)
	err := p.s.commit(p.ctx, func(t *tx) error {
		err := t.write(writes)
		if err == nil && p.again {
			var counted []record
			if counted, err = t.run(restoreCites, params{"rows": remade}); err == nil {
				more = num(counted[0], "more")
			}
		}
		return err
	})
	if err == nil {
		p.s.changed += more
	}
	return err
}

// redirect pushes redirects with the pages they lead to.
func (p *pushing) redirect(changed []change) error {
	rows := rowsOf{}
	var gone, kept []any
	for _, c := range changed {
		if c.gone {
			gone = append(gone, key(c.id))
			continue
		}
		kept = append(kept, key(c.id))
		rows.addNode(c.prepared)
		rows.addAway(c.prepared)
	}
	writes := append([]write{
		{"MATCH (n:BridgehopRedirect {title: r}) DETACH DELETE n", gone},
		{"MATCH (:BridgehopRedirect {title: r})-[old:REDIRECTS_TO]->() DELETE old", kept},
	}, rows.writes()...)
	return p.s.commit(p.ctx, func(t *tx) error { return t.write(writes) })
}

// turn makes the new state readable. It deletes Missing nodes without a link.
func (p *pushing) turn(t *tx) error {
	var marks, names []any
	for _, source := range slices.Sorted(maps.Keys(p.marks)) {
		m := p.marks[source]
		short, full := titles(source)
		names = append(names, short)
		marks = append(marks, row{short, full, escape(m.Fingerprint), escape(m.Load), m.Records, m.Rejects, m.Done})
	}
	err := t.do("MATCH (m:BridgehopMissing) WHERE NOT EXISTS { (m)<-[:MENTIONS]-() } DETACH DELETE m", nil)
	if err == nil {
		err = t.write([]write{
			{"MATCH (m:BridgehopSource) WHERE NOT m.name IN r DETACH DELETE m", []any{names}},
			{"MERGE (m:BridgehopSource {name: r[0]}) SET m:Source, m.fullName = r[1], m.fingerprint = r[2], " +
				"m.load = r[3], m.records = r[4], m.rejects = r[5], m.done = r[6]", marks},
		})
	}
	if err != nil {
		return err
	}
	set := params{"identity": p.identity, "readable": true, "pushing": false, "repairing": nil}
	for _, c := range counts {
		set[c.property] = *c.of(&p.stats)
	}
	return t.setWiki(set)
}
