package neo4j

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// Finish turns drafts into the graph. Up to Options.AtOnce of them take one transaction: readers see all of
// it or nothing. More take many; between them the store can't be read, and when it is interrupted, the next
// Finish goes over the whole graph.
func (s *Store) Finish(ctx context.Context) error {
	if s.readOnly {
		return graph.ErrReadOnly
	}
	s.write.Lock()
	defer s.write.Unlock()
	if err := s.finish(ctx); err != nil {
		return fmt.Errorf("finish: %w", err)
	}
	return nil
}

func (s *Store) finish(ctx context.Context) error {
	w, err := s.wiki(ctx)
	if err != nil {
		return err
	}
	if w.readable && w.chain == w.identity {
		return s.indexText(ctx) // the last Finish may have been cut off before it
	}
	rows, err := s.query(ctx, todoQuery, nil)
	if err != nil {
		return err
	}
	begin := func(t *tx) *finishing {
		return &finishing{s: s, ctx: ctx, wiki: w, whole: !w.readable, again: w.again(), removed: num(rows[0], "removed") > 0,
			draftRedirects: num(rows[0], "draftRedirects") > 0, redirects: num(rows[0], "redirects") > 0, t: t}
	}
	f := begin(nil)
	drafts := int(num(rows[0], "drafts") + num(rows[0], "draftRedirects") + num(rows[0], "removed"))
	if drafts <= s.opts.AtOnce && !w.finishing {
		err = s.update(ctx, func(t *tx) error { return begin(t).all() })
	} else {
		f.whole = f.whole || drafts > max(50*s.opts.AtOnce, 100_000) // what they change needn't be held in memory
		err = f.inSteps()
	}
	if err == nil {
		err = s.indexText(ctx)
	}
	return err
}

// todoQuery counts what there is to do.
const todoQuery = `RETURN COUNT { (:Draft) } AS drafts, COUNT { (:DraftRedirect) } AS draftRedirects, COUNT { (:Redirect) } AS redirects,
  COUNT { (:Page {removed: true}) } + COUNT { (:Redirect {removed: true}) } AS removed`

// indexText makes the full-text indexes that the database lacks; the server fills them by and by.
func (s *Store) indexText(ctx context.Context) error {
	_, err := s.makeMissing(ctx, fullText)
	return err
}

// finishing is one Finish:
//
//	names          normal forms whose pages change, redirects followed
//	removed        pages and redirects that go
//	pages          drafts become pages and elements
//	redirects      what each leads to
//	old links      of pages that are linked anew
//	links          of new pages, and of those that named one of the names
//	counts         of links arriving, of the store
type finishing struct {
	s     *Store
	ctx   context.Context
	t     *tx // the one transaction; nil for many
	wiki  wikiState
	whole bool // every page is linked anew, since no link was made yet, or it isn't known which
	again bool // pages and links may be there already
	// Whether there are pages or redirects to take away, drafts of redirects, redirects.
	removed, draftRedirects, redirects bool

	cache names // of what links were looked for, or all names there are

	turns    sync.Mutex      // of commits that make links
	mu       sync.Mutex      // of cache, relink and affected, while drafts become pages
	names    map[string]bool // normal forms, as keys
	relink   map[graph.PageID]bool
	affected map[graph.PageID]bool // pages whose arriving links are counted anew
}

// inSteps runs over many transactions.
func (f *finishing) inSteps() error {
	err := f.s.update(f.ctx, func(t *tx) error {
		return t.do("MATCH (w:Wiki {key: 'bridgehop'}) SET w.readable = false, w.finishing = true", nil)
	})
	if err != nil {
		return err
	}
	return f.all()
}

// step runs f in the one transaction, or in one of its own.
func (f *finishing) step(do func(*tx) error) error {
	if err := f.ctx.Err(); err != nil {
		return err
	}
	if f.t != nil {
		return do(f.t)
	}
	return f.s.update(f.ctx, do)
}

func (f *finishing) all() error {
	f.cache, f.names, f.relink, f.affected = names{}, map[string]bool{}, map[graph.PageID]bool{}, map[graph.PageID]bool{}
	steps := []func() error{f.findNames, f.findLinking, f.removePages, f.promotePages, f.promoteRedirects, f.followRedirects, f.unlinkPages, f.linkPages, f.countArriving, f.forgetMissing, f.turn}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// findNames finds the normal forms that new pages and redirects bring and removed ones had, and those of redirects that lead there.
func (f *finishing) findNames() error {
	if f.whole {
		return nil
	}
	return f.step(func(t *tx) error {
		clear(f.names)
		rows, err := t.run(`MATCH (d:Draft) WHERE NOT EXISTS { MATCH (:Page {id: d.id}) } RETURN coalesce(d.fullTitle, d.title) AS title
UNION MATCH (p:Page {removed: true}) RETURN coalesce(p.fullTitle, p.title) AS title
UNION MATCH (r:Redirect {removed: true}) RETURN coalesce(r.fullTitle, r.title) AS title`, nil)
		if err != nil {
			return err
		}
		var fresh []any
		add := func(name string) {
			if !f.names[name] {
				f.names[name] = true
				fresh = append(fresh, name)
			}
		}
		for _, r := range rows {
			add(key(graph.FoldTitle(unescape(str(r, "title")))))
		}
		if rows, err = t.run("MATCH (d:DraftRedirect) RETURN DISTINCT d.name AS name", nil); err != nil {
			return err
		}
		for _, r := range rows {
			add(str(r, "name"))
		}
		for len(fresh) > 0 {
			rows, err := t.run("UNWIND $names AS name MATCH (r:Redirect {toName: name}) RETURN DISTINCT r.name AS name", params{"names": fresh})
			if err != nil {
				return err
			}
			fresh = nil
			for _, r := range rows {
				add(str(r, "name"))
			}
		}
		return nil
	})
}

// findLinking finds the pages that name one of the names: they link to what it led to before, or to a Missing.
func (f *finishing) findLinking() error {
	return f.step(func(t *tx) error {
		for _, query := range []string{
			"UNWIND $names AS name MATCH (:Page {name: name})<-[:LINKS_TO]-(p:Page) RETURN DISTINCT p.id AS id",
			"UNWIND $names AS name MATCH (:Redirect {name: name})-[:REDIRECTS_TO]->(:Page)<-[:LINKS_TO]-(p:Page) RETURN DISTINCT p.id AS id",
			"UNWIND $names AS name MATCH (:Missing {title: name})<-[:MENTIONS]-(e) RETURN DISTINCT left(e.id, 16) AS id",
		} {
			if len(f.names) == 0 {
				return nil
			}
			rows, err := t.run(query, params{"names": sortedKeys(f.names)})
			if err != nil {
				return err
			}
			for _, r := range rows {
				f.relink[parseID(str(r, "id"))] = true
			}
		}
		return nil
	})
}

func sortedKeys(m map[string]bool) []any {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	out := make([]any, len(keys))
	for i, k := range keys {
		out[i] = k
	}
	return out
}

// countArriving counts the links that arrive at pages.
func (f *finishing) countArriving() error {
	several := f.several()
	some := func(ids []any) error {
		return several.do(func(context.Context) error {
			return f.step(func(t *tx) error { return countArriving(t, ids) })
		})
	}
	var err error
	if f.whole {
		err = f.scan("MATCH (p:Page) WHERE p.id > $after RETURN p.id AS id ORDER BY p.id LIMIT $rows", func(rows []record) error {
			ids := make([]any, len(rows))
			for i, r := range rows {
				ids[i] = str(r, "id")
			}
			return some(ids)
		})
	}
	for ids := range slices.Chunk(sortedIDs(f.affected), f.s.opts.BatchPages) {
		if err == nil {
			err = some(hexIDs(ids))
		}
	}
	return cmp.Or(several.wait(), err)
}

// forgetMissing removes the Missing nodes that nothing mentions any more.
func (f *finishing) forgetMissing() error {
	if f.whole && !f.again {
		return nil
	}
	return f.step(func(t *tx) error {
		return t.do("MATCH (m:Missing) WHERE NOT EXISTS { (m)<-[:MENTIONS]-() } DELETE m", nil)
	})
}

const turnQuery = `MATCH (w:Wiki {key: 'bridgehop'})
WITH w, COUNT { (:Page) } AS pages, COUNT { (:Sentence) } AS sentences, COUNT { (:Table) } AS tables, COUNT { (:Cell) } AS cells,
  COUNT { (:Item) } AS items, COUNT { (:Redirect) } AS redirects
OPTIONAL MATCH (p:Page)
WITH w, pages, sentences, tables, cells, items, redirects, sum(p.links) AS links, sum(p.linksUnresolved) AS unresolved
SET w.pages = pages, w.sentences = sentences, w.tables = tables, w.cells = cells, w.items = items, w.redirects = redirects,
  w.links = coalesce(links, 0), w.linksUnresolved = coalesce(unresolved, 0), w.identity = $chain, w.readable = true, w.finishing = false`

// turn counts, and makes what was finished readable.
func (f *finishing) turn() error {
	return f.step(func(t *tx) error { return t.do(turnQuery, params{"chain": f.wiki.chain}) })
}
