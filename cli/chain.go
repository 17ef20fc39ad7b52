package cli

import (
	"github.com/bridgehop/bridgehop"
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

// newChainRecord is a chain with titles for ids.
func newChainRecord(c *bridgehop.Chain) chainRecord {
	out := chainRecord{Shape: c.Shape(), Hops: len(c.Steps), Pages: []string{}, PageIDs: []string{}, Links: []linkRecord{}}
	for _, s := range c.Steps {
		out.Pages, out.PageIDs = append(out.Pages, c.Title(s.Page)), append(out.PageIDs, s.Page.String())
		if s.Parent >= 0 {
			out.Links = append(out.Links, newStepRecord(c, s))
		}
	}
	return out
}

// newStepRecord is the edge that brought a step; a hyperlink is shown in its own direction.
func newStepRecord(c *bridgehop.Chain, s hop.Step) linkRecord {
	from, to, element := c.Steps[s.Parent].Page, s.Page, ""
	if s.Edge == hop.EdgeOut || s.Edge == hop.EdgeIn {
		from, to, element = s.Via.From, s.Via.To, s.Via.Element.String()
	}
	return linkRecord{From: c.Title(from), FromID: from.String(), To: c.Title(to), ToID: to.String(), Anchor: s.Via.Anchor, Kind: s.Edge.String(), Element: element}
}

// passages are what pages are told apart by, each made once for one result.
type passages map[graph.PageID]string

func (known passages) of(p *graph.Page) string {
	id := p.ID()
	s, ok := known[id]
	if !ok {
		s = p.Passage()
		known[id] = s
	}
	return s
}

// newEvidenceRecords are cited elements of a chain, in their order.
func newEvidenceRecords(c *bridgehop.Chain, cited []hop.Evidence, known passages) []evidenceRecord {
	out := []evidenceRecord{}
	for _, e := range c.Cited(cited) {
		out = append(out, evidenceRecord{Page: e.Page.Title, Passage: known.of(e.Page), ID: e.Address().String(), Kind: e.Kind.String(), Text: e.Text, Score: e.Score})
	}
	return out
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
