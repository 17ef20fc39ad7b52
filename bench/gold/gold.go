// Package gold opens loaded stores for the benchmarks, and finds the pages that claims should lead to.
//
// For "The engineer who designed Skerry Light kept bees." of a claims file whose evidence names Skerry Light and
// Ada Holm, Read gives the ids of these two pages in the store.
package gold

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Wiki is a store with its index.
type Wiki struct {
	Store    *pebble.Store
	Index    *text.Index
	passages map[string]graph.PageID
}

// Claim is a claim and the pages that prove or refute it, in order of id.
type Claim struct {
	*claims.Claim
	Pages []graph.PageID
}

// Is reports whether pages, in any order, are just the claim's.
func (c Claim) Is(pages []graph.PageID) bool {
	return slices.Equal(slices.Sorted(slices.Values(pages)), c.Pages)
}

// Open opens a store that `bridgehop load` made.
func Open(ctx context.Context, dir string) (*Wiki, error) {
	store, err := pebble.OpenReader(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	index, err := text.Open(filepath.Join(dir, "text"))
	if err != nil {
		store.Close()
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	w := &Wiki{Store: store, Index: index, passages: map[string]graph.PageID{}}
	for p, err := range store.All(ctx) {
		if err != nil {
			w.Close()
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		w.passages[p.Passage()] = p.ID()
	}
	return w, nil
}

// Close closes the index and the store.
func (w *Wiki) Close() {
	w.Index.Close()
	w.Store.Close()
}

// Read reads the claims of a file whose gold pages are all in the store.
func (w *Wiki) Read(ctx context.Context, file string) ([]Claim, error) {
	all, _, err := claims.ReadAll(file)
	if err != nil {
		return nil, err
	}
	var out []Claim
	for _, c := range all {
		pages, err := w.pages(ctx, c)
		if err != nil {
			return nil, err
		}
		if len(pages) > 0 {
			out = append(out, Claim{c, pages})
		}
	}
	return out, nil
}

// pages returns a claim's gold pages: passages where titles are not enough (MuSiQue); nil where one is missing.
func (w *Wiki) pages(ctx context.Context, c *claims.Claim) ([]graph.PageID, error) {
	var out []graph.PageID
	if strings.Contains(c.Kind, "hop") { // MuSiQue's 2hop, 3hop1, …
		for _, p := range c.GoldPassages {
			id, ok := w.passages[p.Fingerprint()]
			if !ok {
				return nil, nil
			}
			out = append(out, id)
		}
	} else {
		found, err := w.Store.Lookup(ctx, c.GoldTitles)
		if err != nil {
			return nil, err
		}
		for _, ids := range found {
			if len(ids) == 0 {
				return nil, nil
			}
			out = append(out, ids[0])
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
