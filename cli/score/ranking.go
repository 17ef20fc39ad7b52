package score

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// ranking is the pages that a system retrieved for a claim, best first.
type ranking struct {
	titles   []string        // folded, aligned with passages
	passages []string        // fingerprints, "" if the file has none
	pages    map[string]bool // of the best chain
	chained  bool            // the file has chains: pages and evidence are the best one's
	evidence []element
	items    []evidenceItem // the evidence, undecoded
}

// missing returns the rank of a page that is not ranked: the one after the list.
func (r *ranking) missing() int { return len(r.titles) + 1 }

// chain is a chain of `hop --out` or `ask --out`.
type chain struct {
	Score    *float64       `json:"score"`
	Pages    []string       `json:"pages"`
	Evidence []evidenceItem `json:"evidence"`
}

type evidenceItem struct {
	Page string `json:"page"`
	ID   string `json:"id"`
	Text string `json:"text"`
}

// The forms of the tasks that read rankings.
var (
	rankingForm = form{read: rankedLine}
	hotpotForm  = form{read: rankedLine, dictionary: true}
)

// rankedLine reads a line with "retrieved" (objects with page and passage, or titles) or "chains".
func rankedLine(in *row) (*prediction, error) {
	if in.UID == nil && in.ID == nil && in.OldID == nil {
		return nil, errors.New("no id; want a line of hop --out: {id, chains, retrieved}")
	}
	var items []struct{ Page, Title, Passage string }
	var titles []string
	var chains []chain
	if in.Chains != nil && json.Unmarshal(in.Chains, &chains) != nil {
		return nil, fmt.Errorf("field \"chains\": got %.40s", in.Chains)
	}
	if in.Retrieved == nil && chains == nil {
		return nil, errors.New(`neither "retrieved" nor "chains"; want a line of hop --out`)
	}
	if in.Retrieved != nil && json.Unmarshal(in.Retrieved, &titles) != nil {
		titles = nil
		if err := json.Unmarshal(in.Retrieved, &items); err != nil {
			return nil, fmt.Errorf(`"retrieved": want [{"page", "passage", "score"}] or titles: %w`, err)
		}
	}
	r := &ranking{pages: map[string]bool{}, chained: chains != nil}
	for _, t := range titles {
		r.add(t, "")
	}
	for _, it := range items {
		if it.Page == "" {
			it.Page = it.Title
		}
		r.add(it.Page, it.Passage)
	}
	if len(chains) > 0 {
		r.items = chains[0].Evidence
		for _, p := range chains[0].Pages {
			r.pages[graph.FoldTitle(p)] = true
		}
	}
	for _, e := range r.items {
		r.evidence = append(r.evidence, e.element())
	}
	return &prediction{ranked: r, answer: in.Answer}, nil
}

func (r *ranking) add(title, passage string) {
	r.titles, r.passages = append(r.titles, graph.FoldTitle(title)), append(r.passages, passage)
}

// element names a predicted element by its address and by its words, since some gold has only text.
type element struct{ address, text string }

func (e evidenceItem) element() element {
	title := graph.FoldTitle(e.Page)
	out := element{}
	if a, err := graph.ParseAddress(e.ID); err == nil && a.Title != "" {
		if e.Page == "" {
			title = graph.FoldTitle(a.Title)
		}
		out.address = addressKey(title, a.Element)
	} else if el, err := graph.ParseElement(e.ID); err == nil {
		out.address = addressKey(title, el)
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
