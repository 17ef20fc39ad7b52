package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// Trails find what can be reached, on chains, circles and forks, and look each title of a chain up once for all.
func TestTrails(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		const n = 12
		to := make([][]int, n)
		for i := range to {
			for range max(0, r.IntN(5)-2) { // most have one, some two, others are pages
				to[i] = append(to[i], r.IntN(n))
			}
		}
		find := func(i int) (pages, next []int, err error) {
			if len(to[i]) == 0 {
				return []int{i}, nil, nil
			}
			return nil, to[i], nil
		}
		trails := &graph.Trails[int, int]{}
		for range 2 {
			for i := range to {
				want := reached(to, i, map[int]bool{})
				got, _ := trails.Follow(i, find)
				got = slices.Clone(got)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(slices.Compact(got), slices.Compact(want)) {
					t.Fatalf("%v: %d leads to %v, want %v", to, i, got, want)
				}
			}
		}
	}
	const long = 60_000
	asked := 0
	trails := &graph.Trails[int, int]{}
	for i := range long {
		got, _ := trails.Follow(i, func(i int) (pages, next []int, err error) {
			if asked++; i == long {
				return []int{i}, nil, nil
			}
			return nil, []int{i + 1}, nil
		})
		if !slices.Equal(got, []int{long}) {
			t.Fatalf("%d leads to %v", i, got)
		}
	}
	if asked > 2*long {
		t.Errorf("%d look-ups for a chain of %d", asked, long)
	}
}

// reached returns the pages, which lead nowhere, that one title leads to.
func reached(to [][]int, from int, seen map[int]bool) (pages []int) {
	if seen[from] {
		return nil
	}
	seen[from] = true
	if len(to[from]) == 0 {
		return []int{from}
	}
	for _, next := range to[from] {
		pages = append(pages, reached(to, next, seen)...)
	}
	return pages
}

// Ordinals are those of a plain search through all pages of a title, in fewer steps.
func TestOrdinals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		type held struct {
			passage string
			used    bool
		}
		var all []held
		for range 3 { // loads
			for i := range all {
				all[i].used = false
			}
			ordinals := graph.NewOrdinals(len(all), func(i int) string { return all[i].passage })
			for range r.IntN(8) {
				passage := string(rune('a' + r.IntN(6)))
				want, same := len(all), false
				for i := len(all) - 1; i >= 0; i-- {
					if !all[i].used && !same {
						want = i
					}
					if all[i].passage == passage {
						want, same = i, true
					}
				}
				got, gotSame := ordinals.Choose(len(all), passage, func(i int) bool { return all[i].used })
				if got != want || gotSame != same {
					t.Fatalf("%v: %q has ordinal %d (the same: %v), want %d (%v)", all, passage, got, gotSame, want, same)
				}
				earlier := ""
				if got == len(all) {
					all = append(all, held{})
				} else {
					earlier = all[got].passage
				}
				ordinals.Set(got, earlier, passage)
				all[got] = held{passage, true}
			}
		}
	}
	const many = 50_000
	ordinals, asked := graph.NewOrdinals(0, nil), 0
	for i := range many {
		passage := string(rune(0x10000 + i))
		n, _ := ordinals.Choose(i, passage, func(int) bool { asked++; return true })
		ordinals.Set(n, "", passage)
	}
	if asked > many {
		t.Errorf("%d steps for %d pages of a title", asked, many)
	}
}
