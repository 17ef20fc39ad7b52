package neo4j

import (
	"context"
	"maps"
	"slices"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

type record = *driver.Record

// slab is a number of pages whose links are made together, and the nodes these lead from and to.
type slab struct {
	pages  []pageLinks
	nodes  map[string]int64 // of elements, by id
	absent map[string]int64 // Missing nodes, by title
}

// slabBatches is how many batches of pages make a slab.
const slabBatches = 4

// mostNames is how many names are kept with what they lead to.
const mostNames = 300_000

// linkPages makes the links of pages: of all, or of those that were found. While one slab is written, the next is
// read.
func (f *finishing) linkPages() error {
	f.cache = names{}
	if f.t != nil {
		return f.slabs(f.write)
	}
	group, ctx := errgroup.WithContext(f.ctx)
	defer func(outer context.Context) { f.ctx = outer }(f.ctx)
	f.ctx = ctx
	ready := make(chan *slab)
	group.Go(func() error {
		defer close(ready)
		return f.slabs(func(s *slab) error {
			select {
			case ready <- s:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	group.Go(func() error {
		for s := range ready {
			if err := f.write(s); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

// slabs reads the pages, and gives them on with what their links lead to.
func (f *finishing) slabs(give func(*slab) error) error {
	const columns = " RETURN p.id AS id, id(p) AS node, p.record AS record"
	most := slabBatches * f.s.opts.BatchPages
	if !f.whole {
		for ids := range slices.Chunk(sortedIDs(f.relink), most) {
			rows, err := f.run("UNWIND $ids AS id MATCH (p:Page {id: id})"+columns, params{"ids": hexIDs(ids)})
			if err == nil {
				err = f.slab(rows, give)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	for after, more := "", true; more; {
		rows, err := f.run("MATCH (p:Page) WHERE p.id > $after"+columns+" ORDER BY p.id LIMIT $rows", params{"after": after, "rows": most})
		if err != nil || len(rows) == 0 {
			return err
		}
		after, more = str(rows[len(rows)-1], "id"), len(rows) == most
		if err := f.slab(rows, give); err != nil {
			return err
		}
	}
	return nil
}

func (f *finishing) slab(rows []record, give func(*slab) error) error {
	pages, titles := make([]*graph.Page, len(rows)), []string{}
	for i, r := range rows {
		var err error
		if pages[i], err = decodePage(str(r, "record")); err != nil {
			return ours(err)
		}
		for _, e := range pages[i].Elements() {
			for _, l := range e.Links {
				titles = append(titles, l.Target)
			}
		}
	}
	if err := f.readNames(titles); err != nil {
		return err
	}
	s := &slab{nodes: map[string]int64{}, absent: map[string]int64{}}
	for i, p := range pages {
		s.pages = append(s.pages, linksOfPage(target{p.ID(), num(rows[i], "node")}, occurrences(p, f.cache.find)))
	}
	if err := s.find(f); err != nil {
		return err
	}
	return give(s)
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

// find finds the nodes of the elements and of what is Missing, which is made where it isn't there.
func (s *slab) find(f *finishing) error {
	elements, absent := map[string][]any{}, []any{}
	for i := range s.pages {
		for _, m := range s.pages[i].mentions {
			if _, seen := s.nodes[m.id]; !seen {
				s.nodes[m.id] = -1
				elements[m.label] = append(elements[m.label], m.id)
			}
			if _, seen := s.absent[m.missing]; !seen && m.missing != "" {
				s.absent[m.missing] = -1
				absent = append(absent, m.missing)
			}
		}
	}
	for label, ids := range elements {
		for some := range slices.Chunk(ids, mostRows) {
			rows, err := f.run("UNWIND $ids AS id MATCH (n:"+label+" {id: id}) RETURN id AS key, id(n) AS node", params{"ids": some})
			if err != nil {
				return err
			}
			keep(s.nodes, rows)
		}
	}
	for some := range slices.Chunk(absent, mostRows) {
		err := f.step(func(t *tx) error {
			rows, err := t.run("UNWIND $titles AS title MERGE (n:Missing {title: title}) RETURN title AS key, id(n) AS node", params{"titles": some})
			keep(s.absent, rows)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func keep(nodes map[string]int64, rows []record) {
	for _, r := range rows {
		nodes[str(r, "key")] = num(r, "node")
	}
}
