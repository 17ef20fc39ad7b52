package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// decided is a claim of written.jsonl with the sentences that decide it.
type decided struct {
	ID       string   `json:"id"`
	Twin     string   `json:"twin_of"`
	Claim    string   `json:"claim"`
	Pages    []string `json:"pages"`
	Deciding []string `json:"deciding"` // Title_sentence_N
}

// writeSentences writes the sentences of the gold pages that are weighed for citing, for trees.py --sentences: FILE has the features of
// all, as little-endian float32, FILE.jsonl a line for each claim, with a list for each page of whether its sentences decide the claim. A
// page of which no weighed sentence does is left out, and a claim whose pages no chain has.
func writeSentences(ctx context.Context, sources []*source, file string) error {
	numbers, err := os.Create(file)
	if err != nil {
		return err
	}
	claims, err := os.Create(file + ".jsonl")
	if err != nil {
		return err
	}
	features, lines := bufio.NewWriter(numbers), json.NewEncoder(claims)
	for _, s := range sources {
		for _, name := range s.files {
			all, err := gold.Records[decided](name)
			if err != nil {
				return err
			}
			p := &hop.Planner{Graph: s.Store, Text: s.Index}
			for _, c := range all {
				pages, err := c.sentences(ctx, s.Wiki, p)
				if err != nil {
					return fmt.Errorf("%s: %s: %w", name, c.ID, err)
				}
				var right [][]bool
				for _, p := range pages {
					right = append(right, p.right)
					err = errors.Join(err, binary.Write(features, binary.LittleEndian, p.features))
				}
				if err = errors.Join(err, lines.Encode(map[string]any{"claim": c.Claim, "right": right})); err != nil {
					return err
				}
			}
		}
	}
	return errors.Join(features.Flush(), numbers.Close(), claims.Close())
}

// weighed are the sentences of one page.
type weighed struct {
	features []float32
	right    []bool
	any      bool
}

// sentences returns those of the gold pages that have a deciding one.
func (c *decided) sentences(ctx context.Context, w *gold.Wiki, p *hop.Planner) (out []*weighed, err error) {
	found, err := w.Store.Lookup(ctx, c.Pages)
	if err != nil {
		return nil, err
	}
	var pages []graph.PageID
	of, right := map[graph.PageID]*weighed{}, map[graph.Ref]bool{}
	for i, ids := range found {
		if len(ids) == 0 {
			return nil, nil
		}
		pages = append(pages, ids[0])
		of[ids[0]] = &weighed{}
		for _, name := range c.Deciding {
			if a, err := graph.ParseAddress(name); err == nil && a.Title == c.Pages[i] {
				right[graph.Ref{Page: ids[0], Element: a.Element}] = true
			}
		}
	}
	refs, features, err := p.TraceSentences(ctx, c.Claim, pages)
	if err != nil {
		return nil, err
	}
	for i, r := range refs {
		if of := of[r.Page]; of != nil {
			of.features, of.right = append(of.features, features[i]...), append(of.right, right[r])
			of.any = of.any || right[r]
		}
	}
	for _, id := range pages {
		if of[id].any {
			out = append(out, of[id])
		}
	}
	return out, nil
}
