package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// found is a verdict with what tells whether the claim's evidence is in the store.
type found struct {
	example
	verdict verify.Verdict
	signs   [3]float64 // see signs
	absent  bool       // no gold page is in the store
}

// signs are the covered share of the claim, whether it names a page that was read, and a constant.
func signs(chains []hop.Chain, v verify.Verdict) [3]float64 {
	out := [3]float64{verify.Covered(v.Premise.Evidence), 0, 1}
	if v.Chain >= 0 && verify.Named(&chains[v.Chain], v.Premise.Evidence) {
		out[1] = 1
	}
	return out
}

// with is the verdict when neutral counts for so much more or less, and not as much as verify.Missing has it.
func (f *found) with(weight float64) verify.Label {
	p := f.verdict.Probabilities
	if f.verdict.Chain >= 0 && f.signs[0] > 0 {
		p.NotEnough *= weight / verify.Missing(f.signs[0], f.signs[1] > 0)
	}
	return verify.FEVER.Decide(p)
}

// reportMissing finds what verify.Missing should be: by the claims whose gold pages are all, or none of them, in a store of one half of
// the pages, and then of the other.
func reportMissing(ctx context.Context, pages, redirects, claimsFile string, whole []example, v verify.Verifier) error {
	answers, err := judge(ctx, &v, whole)
	if err != nil {
		return err
	}
	var there, absent []*found
	for i, e := range whole {
		there = append(there, &found{example: e, verdict: answers[i], signs: signs(e.Chains, answers[i])})
	}
	var x [][3]float64
	var y []bool
	for half := range 2 {
		all, err := inHalf(ctx, pages, redirects, claimsFile, half, v)
		if err != nil {
			return err
		}
		for _, f := range all {
			if !f.kept {
				x, y = append(x, f.signs), append(y, f.absent)
			}
			if f.absent {
				absent = append(absent, f)
			}
		}
	}
	w := logistic(x, y)
	fmt.Printf("log odds that the evidence is missing: %.3f %+.3f of the covered share %+.3f when a page is named\n", w[2], w[0], w[1])
	fmt.Printf("%-44s %8s %8s   without the gold pages, NEI: %8s %8s  (%d claims)\n", "", "train", "kept", "train", "kept", len(absent))
	row := func(name string, weight func(*found) float64) {
		train, kept := rates(there, weight, func(e example) verify.Label { return e.label })
		trainNEI, keptNEI := rates(absent, weight, func(example) verify.Label { return verify.NotEnoughInfo })
		fmt.Printf("%-44s %8.4f %8.4f   %28s %8.4f %8.4f\n", name, train, kept, "", trainNEI, keptNEI)
	}
	row("as it ships", func(f *found) float64 { return verify.Missing(f.signs[0], f.signs[1] > 0) })
	row("missing evidence not looked at", func(*found) float64 { return 1 })
	best, _ := rates(there, func(*found) float64 { return 0 }, func(e example) verify.Label { return e.label })
	for _, share := range []float64{0, .15, .25, .35, .5, .7, 1} {
		// The largest weight of neutral with which the training claims are within half a point of the best, as in verify's aggregate.
		var chosen func(*found) float64
		var constant float64
		for c := -4.0; c <= 4; c += .05 {
			weight := func(f *found) float64 {
				return math.Exp(c + share*(w[0]*f.signs[0]+w[1]*f.signs[1]+w[2]))
			}
			if train, _ := rates(there, weight, func(e example) verify.Label { return e.label }); train >= best-.005 {
				chosen, constant = weight, c+share*w[2]
			}
		}
		row(fmt.Sprintf("share %.2f: %.3f %+.3f covered %+.3f named", share, constant, share*w[0], share*w[1]), chosen)
	}
	return nil
}

// rates is how often the verdict is right, of the training claims and of those kept back.
func rates(all []*found, weight func(*found) float64, right func(example) verify.Label) (train, kept float64) {
	var hit, n [2]float64
	for _, f := range all {
		k := 0
		if f.kept {
			k = 1
		}
		n[k]++
		if f.with(weight(f)) == right(f.example) {
			hit[k]++
		}
	}
	return hit[0] / n[0], hit[1] / n[1]
}

// inHalf judges the claims over every other line of pages; those with some of their gold pages there are left out.
func inHalf(ctx context.Context, pages, redirects, claimsFile string, half int, v verify.Verifier) (out []*found, err error) {
	dir, err := os.MkdirTemp("", "verdict-half-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "pages.jsonl")
	if err := everyOther(pages, file, half); err != nil {
		return nil, err
	}
	w, err := open(ctx, file, redirects)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	v.Pages = w.store
	examples, err := read(ctx, claimsFile, planned(w.planner))
	if err != nil {
		return nil, err
	}
	answers, err := judge(ctx, &v, examples)
	if err != nil {
		return nil, err
	}
	for i, e := range examples {
		ids, err := w.store.Lookup(ctx, e.titles)
		if err != nil {
			return nil, err
		}
		lacks := len(slices.DeleteFunc(ids, func(found []graph.PageID) bool { return len(found) > 0 }))
		if absent := lacks == len(e.titles); len(e.titles) > 0 && (lacks == 0 || absent) {
			out = append(out, &found{e, answers[i], signs(e.Chains, answers[i]), absent})
		}
	}
	return out, nil
}

// everyOther copies the lines of one parity.
func everyOther(from, to string, half int) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for n := 0; lines.Scan(); n++ {
		if n%2 == half {
			if _, err := out.Write(append(lines.Bytes(), '\n')); err != nil {
				return errors.Join(err, out.Close())
			}
		}
	}
	return errors.Join(lines.Err(), out.Close())
}
