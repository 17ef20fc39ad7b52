package cli

import (
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/hop"
)

// whyRecord tells why a chain came out: its score by parts, and what brought each of its pages.
type whyRecord struct {
	Parts hop.Parts       `json:"parts"`
	Steps []whyStepRecord `json:"steps"`
}

// whyStepRecord is one page of a chain.
type whyStepRecord struct {
	Page  string   `json:"page"`
	Edge  string   `json:"edge"`            // seed, out-link, in-link, comparison, shared-target or claim
	From  string   `json:"from,omitempty"`  // the page it was reached from
	By    string   `json:"by,omitempty"`    // the anchor that leads to it
	Named string   `json:"named,omitempty"` // the words of the claim that name it
	Words []string `json:"words"`           // the words of the claim it adds
	Score float64  `json:"score"`           // by its words alone, 1 for the best page
}

func newWhyRecord(c *bridgehop.Chain) *whyRecord {
	w := &whyRecord{Parts: c.Parts, Steps: []whyStepRecord{}}
	for _, s := range c.Steps {
		step := whyStepRecord{Page: c.Title(s.Page), Edge: s.Edge.String(), By: s.Via.Anchor, Named: s.Named, Words: s.Words, Score: s.Score}
		if s.Parent >= 0 {
			step.From = c.Title(c.Steps[s.Parent].Page)
		}
		if step.Words == nil {
			step.Words = []string{}
		}
		w.Steps = append(w.Steps, step)
	}
	return w
}

func (w *whyRecord) print(out *show) {
	p := w.Parts
	out.f("    score: coverage %.2f, words %.2f, names %.2f, links %.2f, size %.2f", p.Coverage, p.Words, p.Names, p.Links, p.Size)
	if p.Model != 0 {
		out.f(", model %.2f", p.Model)
	}
	out.f("\n")
	for _, s := range w.Steps {
		out.f("    %s: %s\n", s.Page, s.reason())
	}
}

// reason is a line like: out-link from Skerry Light by "Ada Holm"; adds engineer, bees.
func (s whyStepRecord) reason() string {
	why := s.Edge
	switch {
	case s.From != "" && s.By != "":
		why = fmt.Sprintf("%s from %s by %q", s.Edge, s.From, s.By)
	case s.From != "":
		why = fmt.Sprintf("%s with %s", s.Edge, s.From)
	}
	if s.Named != "" {
		why += fmt.Sprintf("; named by %q", s.Named)
	}
	if len(s.Words) > 0 {
		why += "; adds " + strings.Join(s.Words, ", ")
	}
	return why
}
