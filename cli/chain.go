package cli

import (
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// chainRecord is a chain in hop --json and verify --json.
type chainRecord struct {
	Shape    string           `json:"shape"`
	Hops     int              `json:"hops"` // pages, as HoVer counts
	Score    *float64         `json:"score,omitempty"`
	Pages    []string         `json:"pages"`
	PageIDs  []string         `json:"page_ids"` // of pages: titles may be the same
	Links    []linkRecord     `json:"links"`
	Evidence []evidenceRecord `json:"evidence,omitzero"` // in hop's chains, which may cite nothing; verify's has none of its own
	Why      *whyRecord       `json:"why,omitempty"`     // with --explain
}

// evidenceRecord is one element that a chain cites.
type evidenceRecord struct {
	Page    string  `json:"page"`
	Passage string  `json:"passage"` // tells apart the passages of one title
	ID      string  `json:"id"`      // FEVEROUS's notation: Page_sentence_3
	Kind    string  `json:"kind"`
	Text    string  `json:"text"`
	Score   float64 `json:"score"`
}

// reading holds the pages one result shows.
type reading map[graph.PageID]*graph.Page

// readPages reads pages in one round trip.
func readPages(ctx context.Context, g hop.Graph, ids []graph.PageID) (reading, error) {
	pages, err := g.Pages(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read pages: %w", err)
	}
	r := make(reading, len(ids))
	for i, id := range ids {
		if pages[i] != nil {
			r[id] = pages[i]
		}
	}
	return r, nil
}

func (r reading) title(id graph.PageID) string {
	if p := r[id]; p != nil {
		return p.Title
	}
	return ""
}

// chainPages are the pages of chains, each once.
func chainPages(chains []hop.Chain) []graph.PageID {
	var ids []graph.PageID
	seen := map[graph.PageID]bool{}
	for i := range chains {
		for _, id := range chains[i].Pages() {
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// chain is a chain with titles for ids.
func (r reading) chain(c *hop.Chain) chainRecord {
	out := chainRecord{Shape: c.Shape(), Hops: c.Hops(), Pages: []string{}, PageIDs: []string{}, Links: []linkRecord{}}
	for _, s := range c.Steps {
		out.Pages, out.PageIDs = append(out.Pages, r.title(s.Page)), append(out.PageIDs, s.Page.String())
		if s.Parent >= 0 {
			out.Links = append(out.Links, r.link(c.Steps[s.Parent].Page, s))
		}
	}
	return out
}

// link is the edge that brought a step; a hyperlink is shown in its own direction.
func (r reading) link(parent graph.PageID, s hop.Step) linkRecord {
	from, to, element := parent, s.Page, ""
	if s.Edge == hop.EdgeOut || s.Edge == hop.EdgeIn {
		from, to, element = s.Via.From, s.Via.To, s.Via.Element.String()
	}
	return linkRecord{From: r.title(from), FromID: from.String(), To: r.title(to), ToID: to.String(), Anchor: s.Via.Anchor, Kind: s.Edge.String(), Element: element}
}

// passages are what pages are told apart by, each made once for one result.
type passages map[graph.PageID]string

func (r reading) passage(id graph.PageID, known passages) string {
	p, ok := known[id]
	if page := r[id]; !ok && page != nil {
		p = page.Passage()
		known[id] = p
	}
	return p
}

// evidence is what a chain cites, in its order.
func (r reading) evidence(cited []hop.Evidence) []evidenceRecord { return r.cited(cited, passages{}) }

func (r reading) cited(cited []hop.Evidence, known passages) []evidenceRecord {
	out := make([]evidenceRecord, len(cited))
	for i, e := range cited {
		out[i] = evidenceRecord{Page: r.title(e.Page), Passage: r.passage(e.Page, known), Kind: e.Kind.String(), Score: e.Score}
		out[i].ID = graph.Address{Title: out[i].Page, Element: e.Element}.String()
		out[i].Text = r.text(e.Ref)
	}
	return out
}

func (r reading) text(ref graph.Ref) string {
	p := r[ref.Page]
	if p == nil {
		return ""
	}
	if ref.Kind == graph.KindPage {
		return p.Title
	}
	for _, t := range p.Elements() {
		if t.Element == ref.Element {
			return t.Text
		}
	}
	return ""
}

// print shows a chain on one line, page by page: A -[anchor]-> B <-[anchor]- C. A page reached from an earlier
// one than the last begins again from that one.
func (c *chainRecord) print(out *show, chain *hop.Chain) {
	for i, s := range chain.Steps {
		switch {
		case i == 0:
			out.f("%s", c.Pages[0])
		case s.Parent < 0:
			out.f("; %s", c.Pages[i])
		default:
			if s.Parent != i-1 {
				out.f("; %s", c.Pages[s.Parent])
			}
			out.f(" %s %s", arrow(s), c.Pages[i])
		}
	}
}

func arrow(s hop.Step) string {
	switch s.Edge {
	case hop.EdgeOut:
		return "-[" + s.Via.Anchor + "]->"
	case hop.EdgeIn:
		return "<-[" + s.Via.Anchor + "]-"
	}
	return "-(" + s.Edge.String() + ")-"
}

// printEvidence shows cited elements, one a line.
func printEvidence(out *show, evidence []evidenceRecord) {
	for _, e := range evidence {
		out.f("    [%s] %s\n", e.ID, clip(e.Text, 200))
	}
}
