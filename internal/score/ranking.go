package score

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
)

// ranking is what a system retrieved for a claim, best first.
type ranking struct {
	titles   []string        // folded, aligned with passages
	passages []string        // fingerprints, "" where the file has none
	pages    map[string]bool // of the best chain
	reached  map[string]bool // of any chain, and retrieved
	chained  bool            // the file has chains: pages and evidence are those of the best one
	evidence []element
	pool     int // of how many pages the ranking is the first part; 0 where that is not told
}

// missing is the rank of a page that is not ranked: just behind the list, or the pool (Yang et al. 2018, appendix C).
func (r *ranking) missing() int { return max(len(r.titles), r.pool) + 1 }

// hopLine is one line of `bridgehop hop --out`, or of any system that ranks pages.
type hopLine struct {
	ID        *claims.ID      `json:"id"`
	OldID     *claims.ID      `json:"_id"`
	UID       *claims.ID      `json:"uid"`
	Retrieved json.RawMessage `json:"retrieved"`
	Titles    []string        `json:"retrieved_titles"`
	Pool      int             `json:"candidates"`
	Chains    []struct {
		Score    *float64       `json:"score"`
		Pages    []string       `json:"pages"`
		Evidence []evidenceItem `json:"evidence"`
	} `json:"chains"`
}

type retrievedItem struct {
	Page    string          `json:"page"`
	Title   string          `json:"title"`
	Passage string          `json:"passage"`
	Score   json.RawMessage `json:"score"`
}

type evidenceItem struct {
	Page string `json:"page"`
	ID   string `json:"id"`
	Text string `json:"text"`
}

// rankings streams a prediction file: `hop --out` lines, other JSON lines or lists with "retrieved" (objects
// with page and passage, or titles), or the CSV of the first500 runs.
func rankings(f File) iter.Seq2[keyed[ranking], error] {
	return func(yield func(keyed[ranking], error) bool) {
		b, err := claims.Decompress(f.Reader)
		if err != nil {
			yield(keyed[ranking]{}, fmt.Errorf("%s: %w", f.Name, err))
			return
		}
		if head, _ := b.Peek(4096); len(head) > 0 && !bytes.ContainsAny(head[:1], "{[ \t\r\n") {
			if !isRankingCSV(head) {
				yield(keyed[ranking]{}, &claims.RecordError{Place: claims.Place{File: f.Name, Line: 1}, Err: errNoRanking})
				return
			}
			csvRankings(File{f.Name, b}, yield)
			return
		}
		for rec, err := range claims.Records(b, f.Name) {
			var out keyed[ranking]
			if err == nil {
				out, err = readRanking(rec)
			}
			if !yield(out, err) {
				return
			}
		}
	}
}

func readRanking(rec claims.Record) (keyed[ranking], error) {
	var in hopLine
	out := keyed[ranking]{place: rec.Place}
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	id := firstID(in.ID, in.OldID, in.UID)
	if id == nil {
		return out, &claims.RecordError{Place: rec.Place, Err: errors.New("no id; want a line of hop --out: {id, chains, retrieved}")}
	}
	out.key = id.Key()
	if in.Retrieved == nil && in.Titles == nil && in.Chains == nil {
		return out, &claims.RecordError{Place: rec.Place, Err: errors.New(`neither "retrieved" nor "chains"; want a line of hop --out`)}
	}
	r, err := in.ranking()
	if err != nil {
		return out, &claims.RecordError{Place: rec.Place, Err: err}
	}
	out.value = r
	return out, nil
}

func firstID(ids ...*claims.ID) *claims.ID {
	for _, id := range ids {
		if id != nil && !id.IsZero() {
			return id
		}
	}
	return nil
}

func (in *hopLine) ranking() (ranking, error) {
	r := ranking{pages: map[string]bool{}, reached: map[string]bool{}, pool: in.Pool}
	var items []retrievedItem
	var titles []string
	switch {
	case in.Retrieved == nil:
		titles = in.Titles
	case json.Unmarshal(in.Retrieved, &titles) == nil:
	default:
		titles = nil
		if err := json.Unmarshal(in.Retrieved, &items); err != nil {
			return r, fmt.Errorf(`"retrieved": want [{"page", "passage", "score"}] or titles: %w`, err)
		}
	}
	for _, t := range titles {
		items = append(items, retrievedItem{Page: t})
	}
	if r.pool > 0 { // what follows the candidates fills up the list
		items = items[:min(len(items), r.pool)]
	}
	for _, it := range items {
		if it.Page == "" {
			it.Page = it.Title
		}
		r.titles = append(r.titles, graph.FoldTitle(it.Page))
		r.passages = append(r.passages, it.Passage)
		r.reached[r.titles[len(r.titles)-1]] = true
	}
	for _, c := range in.Chains {
		for _, p := range c.Pages {
			r.reached[graph.FoldTitle(p)] = true
		}
	}
	if in.Chains != nil {
		r.chained = true
		in.bestChain(&r)
	}
	return r, nil
}

func (in *hopLine) bestChain(r *ranking) {
	if len(in.Chains) == 0 {
		return
	}
	best := in.Chains[0]
	for _, p := range best.Pages {
		r.pages[graph.FoldTitle(p)] = true
	}
	for _, e := range best.Evidence {
		r.evidence = append(r.evidence, e.element())
	}
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

// sentence is the element as a fact, title and number; empty when it is no sentence.
func (e element) sentence() string {
	title, n, ok := strings.Cut(e.address, "\t#sentence_")
	if !ok {
		return ""
	}
	return title + "\x00" + n
}

func addressKey(title string, e graph.Element) string { return title + "\t#" + e.String() }

// textKey is an element as its words: files give text in NFD or NFC (FEVEROUS in NFD), stores in NFC.
func textKey(title, text string) string {
	return title + "\t\"" + graph.FoldSpace(text)
}

// csvRankings reads the runs of hotpotqa_first500: pooled rows, titles separated by " | ".
var errNoRanking = errors.New("neither JSON nor CSV with the columns example_id and retrieved_titles")

// isRankingCSV looks for the columns in the first line of a file.
func isRankingCSV(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	return bytes.Contains(line, []byte("example_id")) && bytes.Contains(line, []byte("retrieved_titles"))
}

func csvRankings(f File, yield func(keyed[ranking], error) bool) {
	for row, err := range claims.Rows(f.Reader, f.Name) {
		var out keyed[ranking]
		if err == nil {
			if row.Fields["setting"] == "per_question" {
				continue
			}
			out, err = rowRanking(row)
		}
		if !yield(out, err) {
			return
		}
	}
}

func rowRanking(row claims.Row) (keyed[ranking], error) {
	list, ok := row.Fields["retrieved_titles"]
	id := row.Fields["example_id"]
	if !ok || id == "" {
		return keyed[ranking]{}, &claims.RecordError{Place: row.Place, Err: errors.New("no columns example_id and retrieved_titles")}
	}
	r := ranking{pages: map[string]bool{}}
	for t := range strings.SplitSeq(list, " | ") {
		r.titles = append(r.titles, graph.FoldTitle(t))
		r.passages = append(r.passages, "")
	}
	return keyed[ranking]{key: id, place: row.Place, value: r}, nil
}
