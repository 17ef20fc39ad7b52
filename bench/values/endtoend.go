package main

import (
	"context"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/verify"
)

// endToEnd verifies 2WikiMultihopQA's comparisons of dev as claims against a store of the part's paragraphs, linked by the titles they
// mention.
func (o *options) endToEnd() error {
	if o.pool == "" {
		return nil
	}
	questions, err := wikiQuestions(o.data, "dev_subset.json")
	if err != nil {
		return err
	}
	ctx := context.Background()
	e, err := bridgehop.Open(ctx, o.pool, bridgehop.WithVerdicts())
	if err != nil {
		return err
	}
	defer e.Close()
	right, n := 0, 0
	for i := range questions {
		for _, c := range questions[i].claimsOf() {
			a, err := e.Verify(ctx, c.text)
			if err != nil {
				return err
			}
			good := a.Best() == verify.Supported && c.holds || a.Best() == verify.Refuted && !c.holds
			n, right = n+1, right+one(good)
		}
	}
	row("2WikiMultihopQA dev, comparisons as claims, end to end", right, n)
	return nil
}
