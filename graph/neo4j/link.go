package neo4j

import (
	"cmp"
	"context"
	"maps"
	"slices"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

type record = *driver.Record

// slab is a number of pages whose links are made together, and the nodes these lead from and to.
type slab struct {
	pages  []pageLinks
	nodes  map[string]int64 // of elements, by id
	absent map[string]int64 // Missing nodes, by title
}

// mostNames is how many names are kept with what they lead to.
const mostNames = 300_000

// linkPages makes the links of pages: of all, or of those that were found. While some are written, the next are read.
func (f *finishing) linkPages() error {
	several, degrees := f.several(), []any(nil)
	turn := func() error { // degrees lock pages, which those who make links need
		err := several.wait()
		if err == nil {
			err = f.step(func(t *tx) error { return t.each(degreeQuery, degrees) })
		}
		several, degrees = f.several(), nil
		return err
	}
	err := f.slabs(func(s *slab) error {
		degrees = append(degrees, s.degrees()...)
		for _, r := range s.rows() {
			if err := several.do(func(ctx context.Context) error { return f.makeLinks(ctx, r) }); err != nil {
				return err
			}
		}
		if len(degrees) < mostRows {
			return nil
		}
		return turn()
	})
	if err != nil {
		return cmp.Or(several.wait(), err)
	}
	return turn()
}

// slabs reads the pages, and gives them on with what their links lead to.
func (f *finishing) slabs(give func(*slab) error) error {
	const columns = " RETURN p.id AS id, id(p) AS node, p.record AS record"
	if f.whole {
		return f.scan("MATCH (p:Page) WHERE p.id > $after"+columns+" ORDER BY p.id LIMIT $rows", func(rows []record) error { return f.slab(rows, give) })
	}
	for ids := range slices.Chunk(sortedIDs(f.relink), f.s.opts.BatchPages) {
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

func decodePages(rows []record) ([]*graph.Page, error) {
	pages := make([]*graph.Page, len(rows))
	for i, r := range rows {
		var err error
		if pages[i], err = decodePage(str(r, "record")); err != nil {
			return nil, ours(err)
		}
	}
	return pages, nil
}

func (f *finishing) slab(rows []record, give func(*slab) error) error {
	pages, err := decodePages(rows)
	if err != nil {
		return err
	}
	var titles []string
	for _, p := range pages {
		for _, e := range p.Elements() {
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
		if f.whole {
			continue
		}
		for _, l := range s.pages[i].links {
			f.affected[l.to.id] = true
		}
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
