package gold

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// question is what HotpotQA's, 2WikiMultihopQA's and MuSiQue's files give a question to choose from.
type question struct {
	ID         claims.ID            `json:"_id"`
	MuSiQueID  claims.ID            `json:"id"`
	Context    [][2]json.RawMessage `json:"context"`
	Paragraphs []struct {
		Title string `json:"title"`
		Text  string `json:"paragraph_text"`
	} `json:"paragraphs"`
}

func (q *question) key() string {
	if q.ID.Key() != "" {
		return q.ID.Key()
	}
	return q.MuSiQueID.Key()
}

// Given returns the part of the wiki that a claim's file gives it to choose from, such as the ten paragraphs of HotpotQA's
// distractor setting; nil where it gives none.
func (w *Wiki) Given(ctx context.Context, c Claim) (*hop.Given, error) {
	if !c.Question {
		return nil, nil
	}
	all, ok := w.given[c.Place.File]
	if !ok {
		var err error
		if all, err = w.readGiven(ctx, c.Place.File); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Place.File, err)
		}
		w.given[c.Place.File] = all
	}
	pages := all[c.ID.Key()]
	if len(pages) == 0 {
		return nil, nil
	}
	return hop.Within(w.Store, w.Index, pages), nil
}

// readGiven reads the pages of a file's questions, which stand in one array or on a line each.
func (w *Wiki) readGiven(ctx context.Context, file string) (map[string][]graph.PageID, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	plain, err := claims.Decompress(f)
	if err != nil {
		return nil, err
	}
	out := map[string][]graph.PageID{}
	dec := json.NewDecoder(plain)
	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		questions := make([]question, 1)
		if raw[0] == '[' {
			err = json.Unmarshal(raw, &questions)
		} else {
			err = json.Unmarshal(raw, &questions[0])
		}
		if err != nil {
			return nil, err
		}
		for i := range questions {
			if out[questions[i].key()], err = w.pagesOf(ctx, &questions[i]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// pagesOf returns the pages of a question's paragraphs, by title or by text.
func (w *Wiki) pagesOf(ctx context.Context, q *question) ([]graph.PageID, error) {
	var out []graph.PageID
	for _, p := range q.Paragraphs {
		if id, ok := w.passages[claims.Passage{Title: p.Title, Text: p.Text}.Fingerprint()]; ok {
			out = append(out, id)
		}
	}
	titles := make([]string, len(q.Context))
	for i, p := range q.Context {
		if err := json.Unmarshal(p[0], &titles[i]); err != nil {
			return nil, err
		}
	}
	found, err := w.Store.Lookup(ctx, titles)
	for _, ids := range found {
		out = append(out, ids...)
	}
	return out, err
}
