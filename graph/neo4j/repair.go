package neo4j

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/bridgehop/bridgehop/graph"
)

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
		for n := int64(1); n > 0; {
			err := s.update(c.ctx, func(t *tx) error {
				rows, err := t.run(l.match+" WITH x LIMIT $most "+l.gone+" RETURN count(*) AS n", params{"most": dropNodes})
				if err == nil {
					n = num(rows[0], "n")
				}
				return err
			})
			if err != nil {
				return err
			}
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
