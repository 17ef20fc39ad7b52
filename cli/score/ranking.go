package score

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// ranking is the pages that a system retrieved for a claim, best first.
type ranking struct {
	titles   []string        // folded, aligned with passages
	passages []string        // fingerprints, "" if the file has none
	pages    map[string]bool // of the best chain
	reached  map[string]bool // of any chain, and retrieved
	chained  bool            // the file has chains: pages and evidence are those of the best one
	evidence []element
	items    []evidenceItem // the evidence, undecoded
}

// missing returns the rank of a page that is not ranked: the one after the list.
func (r *ranking) missing() int { return len(r.titles) + 1 }

// hopLine is a line of `bridgehop hop --out`, or of any system that ranks pages.
type hopLine struct {
	Answer    json.RawMessage `json:"answer"` // of ask --out
	ID        *claims.ID      `json:"id"`
	OldID     *claims.ID      `json:"_id"`
	UID       *claims.ID      `json:"uid"`
	Retrieved json.RawMessage `json:"retrieved"`
	Titles    []string        `json:"retrieved_titles"`
	Chains    []struct {
		Score    *float64       `json:"score"`
		Pages    []string       `json:"pages"`
		Evidence []evidenceItem `json:"evidence"`
	} `json:"chains"`
}

type retrievedItem struct {
	Page    string `json:"page"`
	Title   string `json:"title"`
	Passage string `json:"passage"`
}

type evidenceItem struct {
	Page string `json:"page"`
	ID   string `json:"id"`
	Text string `json:"text"`
}

// rankedLine reads a line with "retrieved" (objects with page and passage, or titles) or "chains".
func rankedLine(rec claims.Record) (record[*prediction], error) {
	var in hopLine
	out := record[*prediction]{place: rec.Place}
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	id := firstID(in.ID, in.OldID, in.UID)
	if id == nil {
		return out, bad(rec, errors.New("no id; want a line of hop --out: {id, chains, retrieved}"))
	}
	if in.Retrieved == nil && in.Titles == nil && in.Chains == nil {
		return out, bad(rec, errors.New(`neither "retrieved" nor "chains"; want a line of hop --out`))
	}
	r, err := in.ranking()
	out.key, out.value = id.Key(), &prediction{place: rec.Place, ranked: r, answer: in.Answer}
	return out, bad(rec, err)
}

func (in *hopLine) ranking() (*ranking, error) {
	r := &ranking{pages: map[string]bool{}, reached: map[string]bool{}, chained: in.Chains != nil}
	var items []retrievedItem
	if in.Retrieved != nil && json.Unmarshal(in.Retrieved, &in.Titles) != nil {
		in.Titles = nil
		if err := json.Unmarshal(in.Retrieved, &items); err != nil {
			return nil, fmt.Errorf(`"retrieved": want [{"page", "passage", "score"}] or titles: %w`, err)
		}
	}
	for _, t := range in.Titles {
		items = append(items, retrievedItem{Page: t})
	}
	for _, it := range items {
		if it.Page == "" {
			it.Page = it.Title
		}
		title := graph.FoldTitle(it.Page)
		r.titles, r.passages = append(r.titles, title), append(r.passages, it.Passage)
		r.reached[title] = true
	}
	for i, c := range in.Chains {
		for _, p := range c.Pages {
			r.reached[graph.FoldTitle(p)] = true
			if i == 0 {
				r.pages[graph.FoldTitle(p)] = true
			}
		}
	}
	if len(in.Chains) > 0 {
		r.items = in.Chains[0].Evidence
	}
	for _, e := range r.items {
		r.evidence = append(r.evidence, e.element())
	}
	return r, nil
}

// found returns the ranking of a prediction. Without a ranking it has only the cited pages.
func (p *prediction) found() *ranking {
	if p.ranked != nil {
		return p.ranked
	}
	r := &ranking{pages: map[string]bool{}, reached: map[string]bool{}, chained: true}
	for _, t := range p.sorted {
		r.reached[graph.FoldTitle(t)] = true
	}
	add := func(title string) {
		title = graph.FoldTitle(title)
		r.pages[title], r.reached[title] = true, true
	}
	for _, list := range [][]string{p.docs, p.pages} {
		for _, t := range list {
			add(t)
		}
	}
	for _, raw := range p.cited { // one that can't be read takes its place, but names nothing
		e := element{}
		if a, err := addressOf(raw); err == nil {
			add(a.Title)
			e = element{address: addressKey(graph.FoldTitle(a.Title), a.Element), cell: isCell(a.Kind)}
		}
		r.evidence = append(r.evidence, e)
	}
	return r
}

// element names a predicted element by its address and by its words, since some gold has only text.
type element struct {
	address, text string
	cell          bool // a cell, caption or list item
}

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

func mayBeJSON(head []byte) bool {
	return len(head) == 0 || bytes.ContainsAny(head[:1], "{[ \t\r\n")
}

// rowPredictions reads the runs of hotpotqa_first500: pooled rows, titles separated by " | ".
func rowPredictions(ctx context.Context, f File, head []byte) ([]record[*prediction], error) {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	if !bytes.Contains(line, []byte("example_id")) || !bytes.Contains(line, []byte("retrieved_titles")) {
		err := errors.New("neither JSON nor CSV with the columns example_id and retrieved_titles")
		return []record[*prediction]{{err: &claims.RecordError{Place: claims.Place{File: f.Name, Line: 1}, Err: err}}}, nil
	}
	return collect(ctx, rowRankings(f))
}

func rowRankings(f File) iter.Seq2[record[*prediction], error] {
	return func(yield func(record[*prediction], error) bool) {
		for row, err := range claims.Rows(f.Reader, f.Name) {
			if err == nil && row.Row["setting"] == "per_question" {
				continue
			}
			list, id := row.Row["retrieved_titles"], row.Row["example_id"]
			if _, ok := row.Row["retrieved_titles"]; err == nil && (!ok || id == "") {
				err = &claims.RecordError{Place: row.Place, Err: errors.New("no columns example_id and retrieved_titles")}
			}
			r := &ranking{pages: map[string]bool{}}
			for t := range strings.SplitSeq(list, " | ") {
				r.titles, r.passages = append(r.titles, graph.FoldTitle(t)), append(r.passages, "")
			}
			if !yield(record[*prediction]{key: id, place: row.Place, value: &prediction{ranked: r}}, err) {
				return
			}
		}
	}
}
