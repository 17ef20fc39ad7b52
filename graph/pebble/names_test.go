package pebble

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

func titleOf(i int) string { return strconv.Itoa(i) }

func numberOf(title string) int {
	n, _ := strconv.Atoi(title)
	return n
}

// trails find what can be reached, on chains, circles and forks, and look each title of a chain up once for all.
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
		lead := func(k string) (pages []namesake, next []string, err error) {
			i := numberOf(k)
			if len(to[i]) == 0 {
				return []namesake{{id: graph.PageID(i)}}, nil, nil
			}
			for _, n := range to[i] {
				next = append(next, titleOf(n))
			}
			return nil, next, nil
		}
		trails := &trails{}
		for range 2 {
			for i := range to {
				want := reached(to, i, map[int]bool{})
				pages, _ := trails.follow(titleOf(i), lead)
				var got []int
				for _, p := range pages {
					got = append(got, int(p.id))
				}
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
	trails := &trails{}
	for i := range long {
		got, _ := trails.follow(titleOf(i), func(k string) ([]namesake, []string, error) {
			if asked++; numberOf(k) == long {
				return []namesake{{id: long}}, nil, nil
			}
			return nil, []string{titleOf(numberOf(k) + 1)}, nil
		})
		if !slices.Equal(got, []namesake{{id: long}}) {
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

// ordinals are the same as by a plain search through all pages of a title, in fewer steps.
func TestOrdinals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var all titleRecord
		for load := range uint64(3) {
			ordinals := newOrdinals(all)
			for range r.IntN(8) {
				passage := string(rune('a' + r.IntN(6)))
				want, same := len(all), false
				for i := len(all) - 1; i >= 0; i-- {
					if all[i].load != load && !same {
						want = i
					}
					if all[i].passage == passage {
						want, same = i, true
					}
				}
				got, gotSame := ordinals.choose(all, passage, load)
				if got != want || gotSame != same {
					t.Fatalf("%v: %q has ordinal %d (the same: %v), want %d (%v)", all, passage, got, gotSame, want, same)
				}
				earlier := ""
				if got == len(all) {
					all = append(all, taken{})
				} else {
					earlier = all[got].passage
				}
				ordinals.set(got, earlier, passage)
				all[got] = taken{passage: passage, load: load}
			}
		}
	}
	const many = 50_000
	var all titleRecord
	ordinals := newOrdinals(all)
	for i := range many { // in time that grows as they do
		passage := string(rune(0x10000 + i))
		n, _ := ordinals.choose(all, passage, 1)
		ordinals.set(n, "", passage)
		all = append(all, taken{passage: passage, load: 1})
	}
	if ordinals.unused != many-1 {
		t.Errorf("%d of %d ordinals were passed over", ordinals.unused, many)
	}
}
