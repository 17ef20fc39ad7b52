package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// group is a column of the table of multi-hop claims.
type group struct {
	name string
	has  func(*answer) bool
}

var groups = []group{
	{"all", func(*answer) bool { return true }},
	{"choosing", func(a *answer) bool { return claims.MultihopChoosing(a.Pages[0]) }},
	{"reported", func(a *answer) bool { return claims.MultihopReported(a.Pages[0]) }},
	{"2 pages", func(a *answer) bool { return len(a.Pages) == 2 }},
	{"3 pages", func(a *answer) bool { return len(a.Pages) == 3 }},
	{"4 pages", func(a *answer) bool { return len(a.Pages) == 4 }},
}

// multihop prints the figures of multihop/claims.jsonl. Figures of pages are of the claims that their pages decide.
func (b *bench) multihop(ctx context.Context) error {
	all, err := b.answers(ctx, filepath.Join(b.data, "multihop", "claims.jsonl"), func(*claim) bool { return true }, true)
	if err != nil {
		return err
	}
	fmt.Printf("%-46s", "multi-hop claims")
	for _, g := range groups {
		fmt.Printf("%10s", g.name)
	}
	fmt.Println()
	every := func(*answer) bool { return true }
	decided := func(a *answer) bool { return a.label() != verify.NotEnoughInfo }
	row(all, every, "claims", nil)
	row(all, decided, "of them decided", nil)
	row(all, decided, "all gold pages in the first chain", func(a *answer) float64 { return is(a.among(a.first())) })
	row(all, decided, "in one of five chains", func(a *answer) float64 {
		for _, c := range a.chains[:min(5, len(a.chains))] {
			if a.among(c) {
				return 1
			}
		}
		return 0
	})
	row(all, decided, "share of the gold pages in the first chain", func(a *answer) float64 { return a.shared() / float64(len(a.Pages)) })
	row(all, decided, "share of the first chain's pages that are gold", func(a *answer) float64 { return a.shared() / float64(max(1, len(a.first()))) })
	row(all, decided, "pages in the first chain", func(a *answer) float64 { return float64(len(a.first())) })
	row(all, decided, "gold pages", func(a *answer) float64 { return float64(len(a.Pages)) })
	for _, k := range []int{5, 10, 20} {
		row(all, decided, fmt.Sprint("all gold pages among the first ", k), func(a *answer) float64 { return is(a.found(k)) })
	}
	if b.judges {
		verdicts(all, "verify", decided, (*answer).right)
	}
	if b.judges && b.oracle {
		for _, a := range all {
			if err := b.judgeGold(ctx, a); err != nil {
				return err
			}
		}
		verdicts(all, "verify by the gold pages", decided, func(a *answer) bool { return a.oracle == a.label() })
	}
	return nil
}

// verdicts prints how many verdicts are right.
func verdicts(all []*answer, name string, decided, right func(*answer) bool) {
	share := func(a *answer) float64 { return is(right(a)) }
	row(all, func(*answer) bool { return true }, name+", three labels", share)
	row(all, decided, name+", of the decided", share)
	fmt.Printf("%-46s", name+", both twins")
	for _, g := range groups {
		both, pairs := twins(some(all, g.has), right)
		fmt.Printf("%10s", fmt.Sprintf("%d of %d", both, pairs))
	}
	fmt.Println()
}

// row prints the mean of a figure over the claims of each group that count, or their number.
func row(all []*answer, counts func(*answer) bool, name string, of func(*answer) float64) {
	fmt.Printf("%-46s", name)
	for _, g := range groups {
		these := some(some(all, counts), g.has)
		sum := 0.0
		for _, a := range these {
			if of != nil {
				sum += of(a)
			}
		}
		if of == nil {
			fmt.Printf("%10d", len(these))
		} else {
			fmt.Printf("%10.3f", sum/float64(max(1, len(these))))
		}
	}
	fmt.Println()
}

// shared returns the number of gold pages in the first chain.
func (a *answer) shared() (n float64) {
	for _, p := range a.Pages {
		n += is(holds(a.first(), []string{p}))
	}
	return n
}

func some(all []*answer, has func(*answer) bool) (out []*answer) {
	for _, a := range all {
		if has(a) {
			out = append(out, a)
		}
	}
	return out
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
