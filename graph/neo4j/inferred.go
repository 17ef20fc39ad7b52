package neo4j

import (
	"bytes"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// inferences sets the inferred links, reading the pages that aren't in the batch.
func (p *putting) inferences() error {
	var ids []any
	for _, inf := range p.in.batch.Inferred {
		if p.drafts[inf.Page] == nil {
			ids = append(ids, inf.Page.String())
		}
	}
	stored := map[string]*draft{}
	if len(ids) > 0 {
		rows, err := p.t.run(`UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id} WHERE p.removed IS NULL)
  OPTIONAL MATCH (d:BridgehopDraft {id: id})
RETURN id, coalesce(d.record, p.record) AS record, coalesce(d.passage, p.passage) AS passage,
  coalesce(d.load, p.load) AS load`, params{"ids": ids})
		if err != nil {
			return err
		}
		for _, r := range rows {
			if record := str(r, "record"); record != "" {
				page, err := decodePage(record)
				if err != nil {
					return ours(err)
				}
				stored[str(r, "id")] = &draft{page: page, passage: str(r, "passage"), load: unescape(str(r, "load"))}
			}
		}
	}
	for _, inf := range p.in.batch.Inferred {
		if err := p.inference(inf, stored[inf.Page.String()]); err != nil {
			return ours(fmt.Errorf("inferred links of page %v: %w", inf.Page, err))
		}
	}
	return nil
}

func (p *putting) inference(inf graph.Inference, d *draft) error {
	if own := p.drafts[inf.Page]; own != nil {
		d = own
	}
	if d == nil {
		return graph.ErrNoPage
	}
	before, err := packPage(d.page)
	if err != nil {
		return err
	}
	page := d.page.Clone()
	if err := page.SetInferred(inf.Links); err != nil {
		return err
	}
	after, err := packPage(page)
	if err != nil || bytes.Equal(before, after) {
		return err
	}
	load := d.load
	if p.touched[inf.Page] {
		load = p.in.batch.Load
	}
	return p.draft(&draft{page: page, passage: d.passage, load: load})
}
