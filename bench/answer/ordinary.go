package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/cli/score"
)

// asked is a question of questions.jsonl.
type asked struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Kind     string   `json:"kind"` // one, several: the pages that it needs; none: no page answers it
	Answers  []string `json:"answers"`
	Claim    string   `json:"claim"` // the same as a statement
}

// ordinary asks the engine questions over a store, and prints which answers are wrong, how many are right, and how long ask and verify
// take in the median.
func (o *options) ordinary(ctx context.Context, store, file string) error {
	all, err := gold.Records[asked](file)
	if err != nil {
		return err
	}
	e, err := bridgehop.Open(ctx, store, bridgehop.Options{Model: o.model})
	if err != nil {
		return err
	}
	defer e.Close()
	n, right := map[string]int{}, map[string]int{}
	var asks, verifies []time.Duration
	if _, err := e.Model(); err != nil {
		return err
	}
	for _, q := range all {
		start := time.Now()
		r, err := e.Ask(ctx, q.Question)
		if err != nil {
			return err
		}
		asks, start = append(asks, time.Since(start)), time.Now()
		if _, err := e.Verify(ctx, q.Claim); err != nil {
			return err
		}
		verifies = append(verifies, time.Since(start))
		text := ""
		if len(r.Answers) > 0 {
			text = r.Answers[0].Text
		}
		n[q.Kind]++
		if text == "" && q.Kind == "none" || slices.ContainsFunc(q.Answers, func(a string) bool {
			em, _, _, _ := score.AnswerScores(text, a)
			return em == 1
		}) {
			right[q.Kind]++
			continue
		}
		fmt.Printf("wrong: %s %s %q, not %q (none %.2f; %s)\n", q.ID, q.Question, text, q.Answers, r.None, r.Reason)
	}
	a, v := gold.Quantile(asks, .5), gold.Quantile(verifies, .5)
	fmt.Printf("median: ask %v, verify %v, ratio %.2f\n", a.Round(time.Millisecond), v.Round(time.Millisecond), float64(a)/float64(v))
	fmt.Printf("right: %d of %d of one page, %d of %d of several; no answer to %d of %d that no page answers\n",
		right["one"], n["one"], right["several"], n["several"], right["none"], n["none"])
	return nil
}
