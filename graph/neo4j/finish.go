package neo4j

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

// Finish turns drafts into the graph. Up to Options.AtOnce drafts take one transaction: readers see all of them or none. More drafts, or
// ten times as many redirects to them, take many transactions; between them the store can't be read, and after an interruption the next
// Finish processes the whole graph.
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
	if !w.readable || w.chain != w.identity {
		if err := s.promoteAll(ctx, w); err != nil {
			return err
		}
	}
	_, err = s.makeMissing(ctx, words) // also after an interrupted Finish; the server fills them in the background
	return err
}

// todoQuery counts what there is to do.
const todoQuery = `RETURN COUNT { (:BridgehopDraft) } + COUNT { (:BridgehopDraftRedirect) } + COUNT { (:BridgehopPage {removed: true}) ` +
	`} + COUNT { (:BridgehopRedirect {removed: true}) } AS drafts`

func (s *Store) promoteAll(ctx context.Context, w wikiState) error {
	rows, err := s.query(ctx, todoQuery, nil)
	if err != nil {
		return err
	}
	drafts := int(num(rows[0], "drafts"))
	if drafts <= s.opts.AtOnce && !w.finishing {
		err := s.update(ctx, func(t *tx) error { return (&finishing{s: s, ctx: ctx, wiki: w, whole: !w.readable, t: t}).all() })
		if !errors.Is(err, errManyNames) {
			return err
		}
	}
	err = s.update(ctx, func(t *tx) error {
		return t.do("MATCH (w:BridgehopWiki {key: 'bridgehop'}) SET w.readable = false, w.finishing = true", nil)
	})
	if err != nil {
		return err
	}
	// With many drafts, process the whole graph instead of keeping the affected pages in memory.
	whole := !w.readable || drafts > max(50*s.opts.AtOnce, 100_000)
	return (&finishing{s: s, ctx: ctx, wiki: w, whole: whole}).all()
}

// errManyNames ends a Finish in one transaction: chains of redirects lead to the new pages, and the server would run out of memory.
var errManyNames = errors.New("many names")

// finishing is one Finish:
//
//	names          normal forms whose pages change, also through redirects
//	removed        pages and redirects that are deleted
//	pages          drafts become pages and elements
//	redirects      the pages of each redirect
//	old links      of pages whose links are made again
//	links          of new pages, and of pages with a link to one of the names
//	counts         of in-links, and of the store
type finishing struct {
	s     *Store
	ctx   context.Context
	t     *tx // the one transaction; nil for many
	wiki  wikiState
	whole bool // make the links of all pages

	cache    names           // names of link targets that were looked up
	trails   *trails         // where chains of redirects end
	turns    sync.Mutex      // for commits that make links
	mu       sync.Mutex      // of relink and affected, while drafts become pages
	names    map[string]bool // normal forms, as keys
	relink   map[graph.PageID]bool
	affected map[graph.PageID]bool // pages whose in-links are counted again
}

// step runs do in the one transaction, or in one of its own.
func (f *finishing) step(do func(*tx) error) error {
	if err := f.ctx.Err(); err != nil {
		return err
	}
	if f.t != nil {
		return do(f.t)
	}
	return f.s.update(f.ctx, do)
}

// run runs a reading query, in the transaction if there is only one.
func (f *finishing) run(text string, p params) ([]record, error) {
	if f.t != nil {
		return f.t.run(text, p)
	}
	return f.s.query(f.ctx, text, p)
}

// several runs functions side by side, Options.Writers at a time; within the one transaction, one after the other. Their
// context ends when another one fails.
func (f *finishing) several() (do func(func(context.Context) error) error, wait func() error) {
	g, ctx := errgroup.WithContext(f.ctx)
	g.SetLimit(f.s.opts.Writers)
	return func(it func(context.Context) error) error {
		if f.t != nil {
			return it(ctx)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		g.Go(func() error { return it(ctx) })
		return nil
	}, g.Wait
}

// scan calls give with the rows of a query in the order of ids, Options.BatchPages at a time. The query takes $after and $rows.
func (f *finishing) scan(query string, give func([]record) error) error {
	for after, more := "", true; more; {
		rows, err := f.run(query, params{"after": after, "rows": f.s.opts.BatchPages})
		if err != nil || len(rows) == 0 {
			return err
		}
		after, more = str(rows[len(rows)-1], "id"), len(rows) == f.s.opts.BatchPages
		if err := give(rows); err != nil {
			return err
		}
	}
	return nil
}

// eachPage calls give with the ids of pages, or of all pages if whole is set, Options.BatchPages at a time.
func (f *finishing) eachPage(ids map[graph.PageID]bool, give func(ids []any) error) error {
	if f.whole {
		return f.scan("MATCH (p:BridgehopPage) WHERE p.id > $after RETURN p.id AS id ORDER BY p.id LIMIT $rows",
			func(rows []record) error { return give(idsOf(rows)) })
	}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(ids)), f.s.opts.BatchPages) {
		if err := give(hexIDs(some)); err != nil {
			return err
		}
	}
	return nil
}

func idsOf(rows []record) []any {
	ids := make([]any, len(rows))
	for i, r := range rows {
		ids[i] = str(r, "id")
	}
	return ids
}

// note adds the pages of rows to a set, unless whole is set.
func (f *finishing) note(set map[graph.PageID]bool, rows []record) {
	for _, r := range rows {
		if !f.whole {
			set[parseID(str(r, "id"))] = true
		}
	}
}

func (f *finishing) all() error {
	f.cache, f.trails, f.names = names{}, &trails{}, map[string]bool{}
	f.relink, f.affected = map[graph.PageID]bool{}, map[graph.PageID]bool{}
	steps := []func() error{f.findNames, f.findLinking, f.removePages, f.promotePages, f.promoteRedirects, f.followRedirects,
		f.unlinkPages, f.linkPages, f.countArriving, f.turn}
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
		rows, err := t.run(`MATCH (d:BridgehopDraft) WHERE NOT EXISTS {
  MATCH (:BridgehopPage {id: d.id}) } RETURN coalesce(d.fullTitle, d.title) AS title
UNION MATCH (p:BridgehopPage {removed: true}) RETURN coalesce(p.fullTitle, p.title) AS title
UNION MATCH (r:BridgehopRedirect {removed: true}) RETURN coalesce(r.fullTitle, r.title) AS title
UNION MATCH (d:BridgehopDraftRedirect) RETURN coalesce(d.fullTitle, d.title) AS title`, nil)
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
		for step := 0; len(fresh) > 0; step++ {
			if step == manySteps {
				rows, err := t.run(chainsQuery, nil)
				if err != nil {
					return err
				}
				from := map[string][]string{}
				for _, r := range rows {
					from[str(r, "to")] = append(from[str(r, "to")], str(r, "name"))
				}
				for i := 0; i < len(fresh); i++ { // add appends to it
					for _, name := range from[fresh[i].(string)] {
						add(name)
					}
				}
				break
			}
			rows, err := t.run("UNWIND $names AS name MATCH (r:BridgehopRedirect {toName: name}) RETURN DISTINCT r.name AS name",
				params{"names": fresh})
			if err != nil {
				return err
			}
			fresh = nil
			for _, r := range rows {
				add(str(r, "name"))
			}
		}
		if f.t != nil && len(f.names) > 10*f.s.opts.AtOnce {
			return ours(errManyNames)
		}
		return nil
	})
}

// sortedNames returns the names as a parameter.
func (f *finishing) sortedNames() (out []any) {
	for _, name := range slices.Sorted(maps.Keys(f.names)) {
		out = append(out, name)
	}
	return out
}

// findLinking finds the pages that name one of the names: they link to what it led to before, or to a Missing.
func (f *finishing) findLinking() error {
	if len(f.names) == 0 {
		return nil
	}
	return f.step(func(t *tx) error {
		for _, query := range []string{
			"UNWIND $names AS name MATCH (:BridgehopPage {name: name})<-[:LINKS_TO]-(p:BridgehopPage) RETURN DISTINCT p.id AS id",
			"UNWIND $names AS name MATCH (:BridgehopRedirect {name: " +
				"name})-[:REDIRECTS_TO]->(:BridgehopPage)<-[:LINKS_TO]-(p:BridgehopPage) RETURN DISTINCT p.id AS id",
			"UNWIND $names AS name MATCH (:BridgehopMissing {title: name})<-[:MENTIONS]-(e) RETURN DISTINCT left(e.id, 16) AS id",
		} {
			rows, err := t.run(query, params{"names": f.sortedNames()})
			if err != nil {
				return err
			}
			f.note(f.relink, rows)
		}
		return nil
	})
}

const turnQuery = `MATCH (w:BridgehopWiki {key: 'bridgehop'})
WITH w, COUNT { (:BridgehopPage) } AS pages, COUNT { (:BridgehopSentence) } AS sentences, COUNT { (:BridgehopTable) } AS tables,
  COUNT { (:BridgehopCell) } AS cells,
  COUNT { (:BridgehopItem) } AS items, COUNT { (:BridgehopRedirect) } AS redirects
OPTIONAL MATCH (p:BridgehopPage)
WITH w, pages, sentences, tables, cells, items, redirects, sum(p.links) AS links, sum(p.linksUnresolved) AS unresolved
SET w.pages = pages, w.sentences = sentences, w.tables = tables, w.cells = cells, w.items = items, w.redirects = redirects,
  w.links = coalesce(links, 0), w.linksUnresolved = coalesce(unresolved, 0), w.identity = $chain, w.readable = true, w.finishing = false`

// turn sets the counts and makes the new state readable. It deletes Missing nodes without a link.
func (f *finishing) turn() error {
	return f.step(func(t *tx) error {
		if f.wiki.again() {
			if err := t.do("MATCH (m:BridgehopMissing) WHERE NOT EXISTS { (m)<-[:MENTIONS]-() } DETACH DELETE m", nil); err != nil {
				return err
			}
		}
		return t.do(turnQuery, params{"chain": f.wiki.chain})
	})
}
