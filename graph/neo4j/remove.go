package neo4j

import (
	"github.com/bridgehop/bridgehop/graph"
)

// remove takes the titles of Batch.Removed away: drafts at once, what readers see with the next Finish.
func (p *putting) remove() error {
	if len(p.in.removed) == 0 {
		return nil
	}
	keys := make([]any, len(p.in.removed))
	for i, title := range p.in.removed {
		keys[i] = key(title)
		for ordinal := range p.held[title] {
			id := graph.NewPageID(title, ordinal).String()
			p.gone = append(p.gone, id)
			p.counts.Removed++
			p.link("remove", id)
		}
		delete(p.held, title)
		delete(p.ordinals, title)
	}
	redirects, err := p.t.run("UNWIND $titles AS t MATCH (r:BridgehopRedirect|BridgehopDraftRedirect {title: t}) WHERE r.removed IS "+
		"NULL RETURN DISTINCT t AS title", params{"titles": keys})
	if err != nil {
		return err
	}
	for _, r := range redirects {
		p.link("remove redirect", str(r, "title"))
	}
	for _, query := range []string{
		"UNWIND $ids AS id MATCH (d:BridgehopDraft {id: id}) DELETE d",
		"UNWIND $ids AS id MATCH (p:BridgehopPage {id: id}) SET p.removed = true",
		"UNWIND $titles AS t MATCH (d:BridgehopDraftRedirect {title: t}) DELETE d",
		"UNWIND $titles AS t MATCH (r:BridgehopRedirect {title: t}) SET r.removed = true",
	} {
		if err := p.t.do(query, params{"ids": p.gone, "titles": keys}); err != nil {
			return err
		}
	}
	return nil
}
