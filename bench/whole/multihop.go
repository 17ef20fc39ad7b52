package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/verify/label"
)

// group is a column of the table of multi-hop claims.
type group struct {
	name string
	has  func(*answer) bool
}

var (
	splits = []group{
		{"choosing", func(a *answer) bool { return part(a.Pages[0]) == 0 }},
		{"reported", func(a *answer) bool { return part(a.Pages[0]) == 2 }},
	}
	sizes = []group{
		{"2 pages", func(a *answer) bool { return len(a.Pages) == 2 }},
		{"3 pages", func(a *answer) bool { return len(a.Pages) == 3 }},
		{"4 pages", func(a *answer) bool { return len(a.Pages) == 4 }},
	}
)

// part is the part of multihop/claims.jsonl of a claim with this first page: the first 8 hex digits of the SHA-256 of its title, in the
// file's spelling, modulo 4. Settings may be chosen by claims of part 0, and figures are reported on those of part 2. The file has no other
// claims, and nothing is trained on it.
func part(page string) uint32 {
	sum := sha256.Sum256([]byte(page))
	return binary.BigEndian.Uint32(sum[:4]) % 4
}

func every(*answer) bool { return true }

// decided reports whether the claim's pages decide it.
func decided(a *answer) bool { return a.label() != label.NotEnoughInfo }

// table has a column for all claims and for each group.
type table struct {
	all    []*answer
	groups []group
}

// multihop prints the figures of a file of multi-hop claims. Those of pages are of the claims that are decided.
func (b *bench) multihop(ctx context.Context, name, path string, groups ...[]group) error {
	all, err := b.answers(ctx, path, func(*claim) bool { return true }, true)
	if err != nil {
		return err
	}
	t := &table{all, slices.Concat(groups...)}
	t.groups = slices.Insert(t.groups, 0, group{"all", every})
	fmt.Printf("%-46s", name)
	for _, g := range t.groups {
		fmt.Printf("%10s", g.name)
	}
	fmt.Println()
	t.row(every, "claims", nil)
	t.row(decided, "of them decided", nil)
	t.row(decided, "all gold pages in the first chain", func(a *answer) float64 { return is(a.among(a.first())) })
	t.row(decided, "in one of five chains", func(a *answer) float64 {
		for _, c := range a.chains[:min(5, len(a.chains))] {
			if a.among(c) {
				return 1
			}
		}
		return 0
	})
	t.row(decided, "share of the gold pages in the first chain", func(a *answer) float64 { return a.shared() / float64(len(a.Pages)) })
	t.row(decided, "share of the first chain's pages that are gold", func(a *answer) float64 {
		return a.shared() / float64(max(1, len(a.first())))
	})
	t.row(decided, "pages in the first chain", func(a *answer) float64 { return float64(len(a.first())) })
	t.row(decided, "gold pages", func(a *answer) float64 { return float64(len(a.Pages)) })
	for _, k := range []int{5, 10, 20} {
		t.row(decided, fmt.Sprint("all gold pages among the first ", k), func(a *answer) float64 { return is(a.found(k)) })
	}
	printTwins(name, all)
	if b.judges {
		t.row(decided, "all gold pages in the chain of the verdict", func(a *answer) float64 { return is(a.among(a.read())) })
		t.verdicts("verify", (*answer).right)
	}
	return nil
}

// verdicts prints how many verdicts are right.
func (t *table) verdicts(name string, right func(*answer) bool) {
	share := func(a *answer) float64 { return is(right(a)) }
	t.row(every, name+", three labels", share)
	t.row(decided, name+", of the decided", share)
	fmt.Printf("%-46s", name+", both twins")
	for _, g := range t.groups {
		both, pairs := twins(some(t.all, g.has), right)
		fmt.Printf("%10s", fmt.Sprintf("%d of %d", both, pairs))
	}
	fmt.Println()
}

// row prints the mean of a figure over the claims of each group that count, or their number.
func (t *table) row(counts func(*answer) bool, name string, of func(*answer) float64) {
	fmt.Printf("%-46s", name)
	for _, g := range t.groups {
		these := some(some(t.all, counts), g.has)
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
