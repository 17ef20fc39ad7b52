package gold

import (
	"context"

	"github.com/bridgehop/bridgehop/hop"
)

// Given returns the part of the wiki that a claim's file gives it to choose from, such as the ten paragraphs of HotpotQA's
// distractor setting; nil where it gives none.
func (w *Wiki) Given(ctx context.Context, c Claim) (*hop.Given, error) {
	pages, err := c.Claim.Given(ctx, w.Store)
	if err != nil || len(pages) == 0 {
		return nil, err
	}
	return hop.Within(w.Store, w.Index, pages), nil
}
