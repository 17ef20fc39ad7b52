package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// contexts are the paragraph titles of HotpotQA's question files, by question.
var contexts = map[string]map[string][]string{}

// candidates are the pages a question's file gives it to choose from.
func candidates(ctx context.Context, w *gold.Wiki, c gold.Claim) (*hop.Given, error) {
	file := c.Place.File
	if contexts[file] == nil {
		titles, err := readContexts(file)
		if err != nil {
			return nil, err
		}
		contexts[file] = titles
	}
	found, err := w.Store.Lookup(ctx, contexts[file][c.ID.Key()])
	if err != nil {
		return nil, err
	}
	var pages []graph.PageID
	for _, ids := range found {
		pages = append(pages, ids...)
	}
	return hop.Within(w.Store, w.Index, pages), nil
}

func readContexts(file string) (map[string][]string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var questions []struct {
		ID      string               `json:"_id"`
		Context [][2]json.RawMessage `json:"context"`
	}
	if err := json.Unmarshal(b, &questions); err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for _, q := range questions {
		for _, p := range q.Context {
			var title string
			if err := json.Unmarshal(p[0], &title); err != nil {
				return nil, err
			}
			out[q.ID] = append(out[q.ID], title)
		}
	}
	return out, nil
}
