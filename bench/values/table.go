package main

import (
	"context"
	"fmt"
	"slices"
	"syscall"
	"time"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/verify/values"
)

// table prints what is measured, a row a line.
func (o *options) table(ctx context.Context) error {
	fmt.Printf("%-72s %8s %8s\n", "values alone, no model", "n", "right")
	for _, part := range []func(context.Context) error{o.wiki, o.feverous, o.endToEnd} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

func row(name string, right, n int) {
	fmt.Printf("%-72s %8d %8.3f\n", name, n, float64(right)/float64(max(n, 1)))
}

// processor returns the processor time of this process so far.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// wiki judges 2WikiMultihopQA's comparisons of dev as claims, by gold evidence. A claim that nothing was found for is wrong.
func (o *options) wiki(context.Context) error {
	questions, err := wikiQuestions(o.data, "dev_subset.json")
	if err != nil {
		return err
	}
	var all []labelled
	asked := 0
	for i := range questions {
		asked += one(questions[i].compares())
		all = append(all, questions[i].claimsOf()...)
	}
	right, none := 0, 0
	begun := processor()
	for _, c := range all {
		found := values.Judge(c.claim, c.pages)
		if len(found) == 0 || !found[0].Comparing {
			none++
			continue
		}
		right += one(found[0].Agrees == c.holds())
	}
	took := processor() - begun
	row(fmt.Sprintf("2WikiMultihopQA dev, %d of %d comparisons as claims, true and swapped", len(all)/2, asked), right, len(all))
	row("  nothing found (counted as wrong)", none, len(all))
	fmt.Printf("%-72s %17s\n", "  processor time a claim", (took / time.Duration(len(all))).Round(time.Microsecond))
	return nil
}

// feverous reports the claims that values speak of, by challenge; those kept out of training.
func (o *options) feverous(context.Context) error {
	all, challenges, err := feverousClaims(o.data)
	if err != nil {
		return err
	}
	var right, of, spoken [2]int
	for i, c := range all {
		k := 0
		if challenges[i] == "Numerical Reasoning" {
			k = 1
		} else if !c.kept {
			continue
		}
		of[k]++
		if found := values.Judge(c.claim, c.pages); len(found) > 0 {
			spoken[k]++
			right[k] += one(refuted(found) != c.holds())
		}
	}
	row(fmt.Sprintf("FEVEROUS, Numerical Reasoning: %d of %d have values", spoken[1], of[1]), right[1], spoken[1])
	row(fmt.Sprintf("FEVEROUS, kept out, other challenges: %d of %d have values", spoken[0], of[0]), right[0], spoken[0])
	return nil
}

// refuted reports whether values refute a claim: a finding that disagrees is likelier right than wrong.
func refuted(found []values.Finding) bool {
	return slices.ContainsFunc(found, func(f values.Finding) bool { return !f.Agrees && f.Sure > .5 })
}

// endToEnd verifies 2WikiMultihopQA's comparisons of dev as claims against a store of the part's paragraphs, linked by the titles they
// mention.
func (o *options) endToEnd(ctx context.Context) error {
	if o.pool == "" {
		return nil
	}
	questions, err := wikiQuestions(o.data, "dev_subset.json")
	if err != nil {
		return err
	}
	e, err := bridgehop.Open(ctx, o.pool, bridgehop.Options{Verdicts: true})
	if err != nil {
		return err
	}
	defer e.Close()
	right, n := 0, 0
	for i := range questions {
		for _, c := range questions[i].claimsOf() {
			a, err := e.Verify(ctx, c.claim)
			if err != nil {
				return err
			}
			n, right = n+1, right+one(a.Best() == c.label)
		}
	}
	row("2WikiMultihopQA dev, comparisons as claims, end to end", right, n)
	return nil
}
