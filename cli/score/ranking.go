package score

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// ranking is the pages that a system retrieved for a claim, best first.
type ranking struct {
	titles   []string // folded, aligned with passages
	passages []string // fingerprints, "" if the file has none
	best     *chain   // nil if the record has no chains; empty if it found none
}

// chain is a chain of `hop --out` or `ask --out`.
type chain struct {
	Pages    []string       `json:"pages"`
	Evidence []evidenceItem `json:"evidence"`
}

type evidenceItem struct {
	Page string `json:"page"`
	ID   string `json:"id"`
	Text string `json:"text"`
}

// evidence returns the best chain's evidence; nil of no ranking.
func (r *ranking) evidence() []evidenceItem {
	if r == nil || r.best == nil {
		return nil
	}
	return r.best.Evidence
}

// The forms of the tasks that read rankings.
var (
	rankingForm = form{read: rankedLine}
	hotpotForm  = form{read: rankedLine, dictionary: true}
)

// rankedLine reads a line with "retrieved" (objects with page and passage, or titles) or "chains".
func rankedLine(in *row) (*prediction, error) {
	var items []struct{ Page, Title, Passage string }
	var titles []string
	var chains []chain
	if in.Chains != nil && json.Unmarshal(in.Chains, &chains) != nil {
		return nil, fmt.Errorf("field \"chains\": got %.40s", in.Chains)
	}
	if in.Retrieved == nil && chains == nil {
		return nil, errors.New(`neither "retrieved" nor "chains"; want a line of hop --out`)
	}
	if in.key() == "" {
		return nil, errors.New("no id; want a line of hop --out: {id, chains, retrieved}")
	}
	if in.Retrieved != nil && json.Unmarshal(in.Retrieved, &titles) != nil {
		titles = nil
		if err := json.Unmarshal(in.Retrieved, &items); err != nil {
			return nil, fmt.Errorf(`"retrieved": want [{"page", "passage", "score"}] or titles: %w`, err)
		}
	}
	r := &ranking{}
	for _, t := range titles {
		r.add(t, "")
	}
	for _, it := range items {
		r.add(cmp.Or(it.Page, it.Title), it.Passage)
	}
	if chains != nil {
		r.best = &chain{}
	}
	if len(chains) > 0 {
		*r.best = chains[0]
	}
	return &prediction{ranked: r, answer: in.Answer}, nil
}

func (r *ranking) add(title, passage string) {
	r.titles, r.passages = append(r.titles, graph.FoldTitle(title)), append(r.passages, passage)
}

// element names a predicted element by its address and by its words, since some gold has only text.
type element struct{ address, text string }

func (e evidenceItem) element() (out element) {
	a, err := graph.ParseAddress(e.ID)
	title := graph.FoldTitle(cmp.Or(e.Page, a.Title))
	if err != nil || a.Title == "" { // an id without its page
		a.Element, err = graph.ParseElement(e.ID)
	}
	if err == nil {
		out.address = addressKey(title, a.Element)
	}
	if e.Text != "" {
		out.text = textKey(title, e.Text)
	}
	return out
}

func addressKey(title string, e graph.Element) string { return title + "\t#" + e.String() }

// textKey returns a key for an element by its text. Files have text in NFD or NFC (FEVEROUS in NFD), stores in NFC.
func textKey(title, text string) string {
	return title + "\t\"" + graph.FoldSpace(text)
}
