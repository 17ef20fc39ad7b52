package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// printPages prints how often the gold pages are found. NOT ENOUGH INFO claims have none, but for EX-FEVER's.
func printPages(name string, all []*answer) {
	var some []*answer
	for _, a := range all {
		if a.label() != label.NotEnoughInfo || name == "exfever" {
			some = append(some, a)
		}
	}
	fmt.Printf("%s, %d claims:", name, len(some))
	for _, k := range []int{1, 2, 5, 10} {
		fmt.Printf(" @%d %s", k, interval(some, func(a *answer) bool { return a.found(k) }))
	}
	twice := 0
	for _, a := range all {
		twice += btoi(a.twice)
	}
	fmt.Printf("; first chain exactly gold %s, holds all gold %s; %d of %d planned twice\n", interval(some, (*answer).exact),
		interval(some, func(a *answer) bool { return a.among(a.first()) }), twice, len(all))
}

// interval returns the share of answers that are right, with the 95% interval by bootstrap over articles.
func interval(all []*answer, right func(*answer) bool) string {
	by := map[string][]bool{}
	hits := 0
	for _, a := range all {
		page := ""
		if len(a.Gold) > 0 && len(a.Gold[0]) > 0 {
			page = a.Gold[0][0]
		}
		ok := right(a)
		by[page] = append(by[page], ok)
		if ok {
			hits++
		}
	}
	pages := make([]string, 0, len(by))
	for p := range by {
		pages = append(pages, p)
	}
	slices.Sort(pages)
	r := rand.New(rand.NewPCG(1, 2))
	shares := make([]float64, 1000)
	for i := range shares {
		n, ok := 0, 0
		for range pages {
			for _, v := range by[pages[r.IntN(len(pages))]] {
				n++
				if v {
					ok++
				}
			}
		}
		shares[i] = float64(ok) / float64(max(n, 1))
	}
	slices.Sort(shares)
	return fmt.Sprintf("%.3f [%.2f, %.2f]", float64(hits)/float64(max(len(all), 1)), shares[25], shares[974])
}

// printVerdicts prints accuracy, macro-F1, and what is predicted of which label.
func printVerdicts(name string, all []*answer) {
	var table [3][3]int // by label, by prediction
	for _, a := range all {
		table[a.label()][a.full.Label]++
	}
	accuracy, macro := scores(table)
	fmt.Printf("%s verdicts, %d claims: accuracy %.3f, macro-F1 %.3f;", name, len(all), accuracy, macro)
	for l := range table {
		fmt.Printf(" %v: %v", label.FEVER.Name(label.Label(l)), table[l])
	}
	fmt.Println()
}

// printRisk prints what verify --abstain P does: how many claims are still called supported or refuted, and how many of these are not.
func printRisk(name string, all []*answer) {
	fmt.Printf("%s, --abstain P: claims called supported or refuted, and of these wrong\n", name)
	for _, p := range []float64{0, .4, .5, .6, .7, .8, .9} {
		said, wrong := 0, 0
		for _, a := range all {
			v := a.full.Probabilities
			if a.full.Label == label.NotEnoughInfo || max(v.Supported, v.Refuted) < p {
				continue
			}
			if said++; !a.right() {
				wrong++
			}
		}
		fmt.Printf("  %.1f  %.3f  %.3f\n", p, float64(said)/float64(max(len(all), 1)), float64(wrong)/float64(max(said, 1)))
	}
}

// certainty prints how many of the labels of each certainty are right, by the probability of the label too, and the expected calibration
// error (Guo et al. 2017) over ten bins.
func (b *bench) certainty(ctx context.Context) error {
	if !b.judges {
		return nil
	}
	sets := []struct {
		file string
		keep func(*claim) bool
	}{{b.file("fever"), (*claim).reported}, {b.file("fm2"), (*claim).reported}}
	if b.learn {
		sets[0].keep = func(c *claim) bool { return !c.reported() }
		sets[1].file, sets[1].keep = filepath.Join("bench", "learn", "written.jsonl"), (*claim).heldToWeigh
	}
	var all []*answer
	for _, s := range sets {
		some, err := b.answers(ctx, s.file, s.keep, true)
		if err != nil {
			return err
		}
		all = append(all, some...)
	}
	type bin struct{ n, right, sum float64 }
	var bins [10]bin
	by := map[string]*bin{"low": {}, "fair": {}, "high": {}}
	for _, a := range all {
		p := a.full.Labels.Probability(a.full.Best(), a.full.Probabilities)
		for _, to := range []*bin{&bins[min(int(p*10), 9)], by[a.full.Certainty()]} {
			to.n++
			to.sum += p
			if a.right() {
				to.right++
			}
		}
	}
	fmt.Printf("certainty of %s and %s, %d claims: labels, share right\n", filepath.Base(sets[0].file), filepath.Base(sets[1].file), len(all))
	for _, name := range []string{"low", "fair", "high"} {
		fmt.Printf("  %-4s  %3.0f  %.3f\n", name, by[name].n, by[name].right/max(by[name].n, 1))
	}
	off := 0.0
	for i, one := range bins {
		if one.n > 0 {
			fmt.Printf("  probability .%d  %3.0f  %.3f\n", i, one.n, one.right/one.n)
		}
		off += math.Abs(one.sum - one.right)
	}
	fmt.Printf("expected calibration error %.3f\n", off/float64(max(len(all), 1)))
	return nil
}

func scores(table [3][3]int) (accuracy, macro float64) {
	n, right := 0, 0
	for l := range table {
		row, column := 0, 0
		for k := range table {
			row += table[l][k]
			column += table[k][l]
		}
		n += row
		right += table[l][l]
		macro += 2 * float64(table[l][l]) / float64(max(row+column, 1)) / 3
	}
	return float64(right) / float64(max(n, 1)), macro
}

// printWithout prints the verdicts without the NOT ENOUGH INFO claims that the whole article decides.
func printWithout(all []*answer, path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	decided := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		if f := strings.Split(line, "\t"); len(f) > 2 && (f[2] == "supported" || f[2] == "refuted") {
			decided[f[0]] = true
		}
	}
	printVerdicts(fmt.Sprintf("without the %d that the article decides, fever", len(decided)),
		slices.DeleteFunc(slices.Clone(all), func(a *answer) bool { return decided[a.id()] }))
	return nil
}

// mark is a line of evidence.jsonl.
type mark struct {
	Set      string     `json:"set"`
	ID       claims.ID  `json:"id"`
	Deciding [][]string `json:"deciding"`
}

// printEvidence prints how often a deciding set is among the first five elements that are cited.
func (b *bench) printEvidence(ctx context.Context) error {
	marks, err := gold.Records[mark](filepath.Join("bench", "whole", "evidence.jsonl"))
	if err != nil {
		return err
	}
	var all []*answer
	right := map[*answer]bool{}
	for _, set := range []string{"fever", "fm2"} {
		of := map[string][][]string{}
		for _, m := range marks {
			if m.Set == set && len(m.Deciding) > 0 {
				of[m.ID.Key()] = m.Deciding
			}
		}
		some, err := b.answers(ctx, b.file(set), func(c *claim) bool { return of[c.id()] != nil }, false)
		if err != nil {
			return err
		}
		for _, a := range some {
			first := a.cited[:min(5, len(a.cited))]
			right[a] = slices.ContainsFunc(of[a.id()], func(s []string) bool { return holds(first, s) })
		}
		all = append(all, some...)
	}
	fmt.Printf("evidence, %d claims: a deciding set is among the five cited %s\n",
		len(all), interval(all, func(a *answer) bool { return right[a] }))
	return nil
}

// pairsOf returns the pairs of twins: a claim that is supported, and the same with a detail that is false.
func pairsOf(all []*answer) (pairs [][2]*answer) {
	by := map[string]*answer{}
	for _, a := range all {
		by[a.id()] = a
	}
	for _, a := range all {
		if o := by[cmp.Or(a.Of, a.Twin)]; o != nil && (a.Of != "" || a.id() < o.id()) {
			if a.label() == label.Refuted {
				a, o = o, a
			}
			pairs = append(pairs, [2]*answer{a, o})
		}
	}
	return pairs
}

// twins returns of how many pairs of twins both claims get the right label, and the number of pairs.
func twins(all []*answer, right func(*answer) bool) (both, pairs int) {
	for _, p := range pairsOf(all) {
		pairs++
		if right(p[0]) && right(p[1]) {
			both++
		}
	}
	return both, pairs
}

// printTwins prints how often both twins have the same pages in the first chain, and how often it has all gold pages.
func printTwins(name string, all []*answer) {
	pairs := pairsOf(all)
	var same, supported, refuted float64
	for _, p := range pairs {
		a, o := p[0].first(), p[1].first()
		same += is(len(a) == len(o) && holds(a, o))
		supported, refuted = supported+is(p[0].among(a)), refuted+is(p[1].among(o))
	}
	n := max(float64(len(pairs)), 1)
	fmt.Printf("%s, %d pairs of twins: same pages in the first chain %.3f; all gold pages in it, supported %.3f, refuted %.3f\n",
		name, len(pairs), same/n, supported/n, refuted/n)
}

// writtenTwins prints the pages of the twins of bench/learn/written.jsonl.
func (b *bench) writtenTwins(ctx context.Context) error {
	all, err := b.answers(ctx, filepath.Join("bench", "learn", "written.jsonl"), func(*claim) bool { return true }, false)
	if err == nil {
		printTwins("written", all)
	}
	return err
}
