package neo4j

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"iter"
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
	// row has the values of a node or relationship in the order of its columns. A list takes fewer bytes on the network
	// than a map, which repeats its keys.
	row = []any
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
	p := &pushing{s: s, ctx: ctx, from: source{Store: from}, missing: titleSet{}}
	p.again = w.pushing || w.identity != emptyChain
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

// ChangedCitations returns how many more recorded citations have another text than the element that they cite, since
// this Store was opened.
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
		"WHERE coalesce(w.watermark, '') = $opened OR w.watermark STARTS WITH $token "+
		"SET w.watermark = $next RETURN 1 AS ok",
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
	from     source
	identity string
	marks    map[string]graph.Mark
	stats    graph.Stats
	again    bool           // there may be pages
	missing  titleSet       // titles whose Missing nodes were made
	changed  []*int64       // of each transaction: how many more citations differ from what they cite
	unlinked []graph.PageID // pages whose links are to be written
}

// begin begins a part of the progress.
func (p *pushing) begin(part string, total int64) {
	done := int64(0)
	p.from.seen = func(pages int) {
		if done += int64(pages); p.s.Progress != nil {
			p.s.Progress(part, done, total)
		}
	}
}

func (p *pushing) all() error {
	err := p.commit(p.ctx, nil, func(t *tx) error { return t.setWiki(params{"readable": false, "pushing": true}) })
	if err == nil {
		p.begin("push", p.stats.Pages)
		err = each(p, chunks(p.changes(), p.s.opts.BatchPages, change.size), p.nodes)
	}
	if err == nil {
		err = each(p, chunks(p.redirects(), p.s.opts.BatchPages, redirected.size), p.redirect)
	}
	if err == nil {
		p.begin("link", int64(len(p.unlinked)))
		pages := p.from.prepared(p.ctx, p.from.named(p.ctx, p.unlinked))
		err = each(p, chunks(pages, p.s.opts.BatchPages, (*prepared).linkSize), p.links)
	}
	if err == nil {
		err = p.commit(p.ctx, nil, p.turn)
	}
	return err
}

// commit runs write in a transaction of its own, after which the watermark is moved. The transaction is committed after
// those before it.
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

// each writes what plan makes of values, in a transaction each. Into an empty database, some of them are prepared at
// once, and committed in turn.
//
// Two commits at once would meet deadlocks: a commit locks the neighbours of each new relationship, which are those of
// any page.
func each[T any](p *pushing, all iter.Seq2[[]T, error], plan func([]T) func(*tx) error) error {
	g, ctx := errgroup.WithContext(p.ctx)
	g.SetLimit(3) // two are prepared while one commits
	if p.again {
		g.SetLimit(1)
	}
	turn := make(chan struct{})
	close(turn)
	for some, err := range all {
		if err != nil {
			return cmp.Or(g.Wait(), err)
		}
		write, before, mine := plan(some), turn, make(chan struct{})
		turn = mine
		g.Go(func() error {
			err := p.commit(ctx, before, write)
			if err == nil {
				close(mine)
			}
			return err
		})
		if ctx.Err() != nil {
			break
		}
	}
	return g.Wait()
}

// inPage are the types of the relationships that lead from a page to its elements, and on to theirs.
const inPage = "HAS_SENTENCE|HAS_SECTION|HAS_TABLE|HAS_LIST|HAS_CELL|HAS_ITEM"

// nodes plans all of some pages but the links that lead away from them.
func (p *pushing) nodes(some []change) func(*tx) error {
	rows := rowsOf{}
	var gone, remade, relinked, heads []any
	for _, c := range some {
		if c.page == nil {
			gone = append(gone, c.id)
			continue
		}
		rows.add(pageKind, c.page.pageRow()...)
		if c.content {
			remade = append(remade, c.id)
			rows.parts(c.page, nil)
		} else {
			heads = append(heads, row{c.id, escape(c.page.load), c.page.head})
		}
		if c.links {
			relinked = append(relinked, c.id)
			p.unlinked = append(p.unlinked, c.page.page.ID())
			rows[missingKind] = append(rows[missingKind], c.page.missing...)
		}
	}
	rows[missingKind] = slices.DeleteFunc(rows[missingKind], func(r any) bool {
		return !p.missing.add(r.(row)[0].(string))
	})
	writes := rows.writes()
	if p.again {
		old := slices.Concat(gone, remade)
		writes = append([]write{
			{"MATCH (:BridgehopPage {id: r})-[:" + inPage + "]->{1,2}(n:BridgehopSentence|BridgehopSection|" +
				"BridgehopTable|BridgehopList|BridgehopCell|BridgehopItem) DETACH DELETE n", old},
			{"MATCH (:BridgehopPage {id: r})-[:" + inPage + "]->{1,2}()-[m:MENTIONS]->() DELETE m", relinked},
			{"MATCH (n:BridgehopRecord {id: r}) DETACH DELETE n", old},
			{"MATCH (:BridgehopPage {id: r})-[l:LINKS_TO]->(:BridgehopPage) DELETE l", relinked},
			{"MATCH (n:BridgehopRecord {id: r}) SET n.links = null", relinked},
			{"MATCH (p:BridgehopPage {id: r}) DETACH DELETE p", gone},
			{"MATCH (n:BridgehopRecord {id: r[0]}) SET n.load = r[1], n.head = r[2]", heads},
		}, writes...)
	} else {
		remade = nil
	}
	more := new(int64)
	p.changed = append(p.changed, more)
	return func(t *tx) error {
		old, err := citations(t, remade)
		if err == nil {
			err = t.write(writes)
		}
		if err == nil {
			*more, err = old.restore(t)
		}
		return err
	}
}

// links plans the links that lead away from pages.
func (p *pushing) links(some []*prepared) func(*tx) error {
	rows := rowsOf{}
	var done []any
	for _, page := range some {
		rows.addAll(page.away)
		done = append(done, row{page.id, page.leaving})
	}
	writes := append(rows.writes(), write{"MATCH (n:BridgehopRecord {id: r[0]}) SET n.links = r[1]", done})
	return func(t *tx) error { return t.write(writes) }
}

// redirect plans redirects with the pages they lead to.
func (p *pushing) redirect(some []redirected) func(*tx) error {
	rows := rowsOf{}
	var gone, kept []any
	for _, r := range some {
		if title := key(r.From); r.gone {
			gone = append(gone, title)
		} else {
			kept = append(kept, title)
			rows.redirect(r.led)
		}
	}
	writes := append([]write{
		{"MATCH (n:BridgehopRedirect {title: r}) DETACH DELETE n", gone},
		{"MATCH (:BridgehopRedirect {title: r})-[old:REDIRECTS_TO]->() DELETE old", kept},
	}, rows.writes()...)
	return func(t *tx) error { return t.write(writes) }
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
		err = t.do("MATCH (m:BridgehopSource) WHERE NOT m.name IN $names DETACH DELETE m", params{"names": names})
	}
	if err == nil {
		err = t.each("MERGE (m:BridgehopSource {name: r[0]}) SET m:Source, m.fullName = r[1], m.fingerprint = r[2], "+
			"m.load = r[3], m.records = r[4], m.rejects = r[5], m.done = r[6]", marks)
	}
	if err == nil {
		set := params{"identity": p.identity, "readable": true, "pushing": false, "repairing": nil}
		for _, c := range counts {
			set[c.property] = *c.of(&p.stats)
		}
		err = t.setWiki(set)
	}
	return err
}
