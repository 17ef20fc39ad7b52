package text

import (
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// CursorSeeds is Seeds without the blocks.
func (ix *Index) CursorSeeds(ctx context.Context, terms []string, k int) ([]Hit, error) {
	return ix.cursorSeeds(ctx, slices.Compact(slices.Sorted(slices.Values(terms))), k)
}

// UsesBlocks tells whether Seeds goes over the blocks.
func (ix *Index) UsesBlocks() bool { return ix.useBlocks() }

// WithoutBlocks is the index as one made by an earlier version; it shares everything with ix, which must stay open.
func (ix *Index) WithoutBlocks() *Index {
	old := *ix
	old.blocks = nil
	return &old
}

// AllIDs are the ids of all pages, ascending.
func (ix *Index) AllIDs() []graph.PageID { return ix.First(ix.NumPages()) }

// NewTerm is the term of a word, without those that are kept.
func NewTerm(word string) string { return newTerm(word) }
