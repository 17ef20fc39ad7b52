package hop_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// linkMap is a store of links only: page i has the title names[i] and the id i+1.
type linkMap struct {
	names []string
	links []graph.Link
	calls int
}

func (m *linkMap) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	m.calls++
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var out []graph.Link
	for _, f := range from {
		for _, l := range m.links {
			if dir == graph.Out && l.From == f || dir == graph.In && l.To == f {
				out = append(out, l)
			}
		}
	}
	return out, nil
}

func (m *linkMap) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	heads := make([]graph.Head, len(ids))
	for i, id := range ids {
		heads[i] = graph.Head{ID: id, Title: m.names[id-1]}
	}
	return heads, ctx.Err()
}

// newLinkMap reads "A>B A>C": one page a letter.
func newLinkMap(edges string) *linkMap {
	m := &linkMap{}
	id := func(name string) graph.PageID {
		if i := slices.Index(m.names, name); i >= 0 {
			return graph.PageID(i + 1)
		}
		m.names = append(m.names, name)
		return graph.PageID(len(m.names))
	}
	for i, e := range strings.Fields(edges) {
		from, to, _ := strings.Cut(e, ">")
		m.links = append(m.links, graph.Link{From: id(from), To: id(to), Anchor: e, Element: graph.Element{Kind: graph.KindSentence, A: i}})
	}
	return m
}

func (m *linkMap) show(paths []hop.Path) string {
	var all []string
	for _, p := range paths {
		var names []string
		for _, id := range p.Pages {
			names = append(names, m.names[id-1])
		}
		all = append(all, strings.Join(names, ""))
	}
	return strings.Join(all, " ")
}

func TestPaths(t *testing.T) {
	for _, c := range []struct {
		name, edges string
		maxHops, k  int
		want        string
	}{
		{"one link", "A>Z", 3, 5, "AZ"},
		{"no way", "Z>A", 3, 5, ""},
		{"shortest first, ties by title", "A>C C>Z A>B B>Z A>Z", 3, 5, "AZ ABZ ACZ"},
		{"k cuts the tie", "A>C C>Z A>B B>Z", 3, 1, "ABZ"},
		{"hops are bounded", "A>B B>C C>Z", 2, 5, ""},
		{"hops reach", "A>B B>C C>Z", 3, 5, "ABCZ"},
		{"no page twice", "A>B B>A B>C C>B B>Z", 5, 9, "ABZ"},
		{"direction counts", "A>B Z>B", 5, 9, ""},
		{"a link to itself", "A>A A>Z", 5, 9, "AZ"},
		{"none asked for", "A>Z", 3, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newLinkMap("A>A Z>Z " + c.edges)
			got, err := hop.Paths(t.Context(), m, 1, 2, c.maxHops, c.k)
			if err != nil || m.show(got) != c.want {
				t.Errorf("got %q, %v, want %q", m.show(got), err, c.want)
			}
		})
	}
}

func TestPathsFromPageToItself(t *testing.T) {
	m := newLinkMap("A>B B>A")
	got, err := hop.Paths(t.Context(), m, 1, 1, 3, 5)
	if err != nil || m.show(got) != "A" || len(got[0].Links) != 0 {
		t.Errorf("got %v, %v, want the page alone", got, err)
	}
}

// Every link of a path leads from its page to the next, and of several the first in the page is taken.
func TestPathsCarryTheirLinks(t *testing.T) {
	m := newLinkMap("A>B B>C A>B B>C")
	slices.Reverse(m.links)
	got, err := hop.Paths(t.Context(), m, 1, 3, 3, 5)
	if err != nil || len(got) != 1 {
		t.Fatalf("got %v, %v, want one path", got, err)
	}
	for i, l := range got[0].Links {
		if l.From != got[0].Pages[i] || l.To != got[0].Pages[i+1] || l.Element.A != i {
			t.Errorf("link %d is %+v, want the first from %d to %d", i, l, got[0].Pages[i], got[0].Pages[i+1])
		}
	}
}

// On small random graphs the paths are those of trying every way, in the same order.
func TestPathsEqualExhaustiveSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	found := 0
	for round := range 600 {
		n := 3 + rng.IntN(6)
		var edges []string
		for range rng.IntN(5 * n) {
			edges = append(edges, fmt.Sprintf("%c>%c", 'A'+rng.IntN(n), 'A'+rng.IntN(n)))
		}
		// Ids run against titles, so that an order by id shows.
		m := newLinkMap("H>H G>G F>F E>E D>D C>C B>B A>A " + strings.Join(edges, " "))
		from, to := graph.PageID(8), graph.PageID(7)
		maxHops, k := 1+rng.IntN(6), 1+rng.IntN(12)
		got, err := hop.Paths(t.Context(), m, from, to, maxHops, k)
		if err != nil {
			t.Fatal(err)
		}
		calls := m.calls
		ends, err := hop.Paths(t.Context(), withEnds{m}, from, to, maxHops, k)
		if err != nil || fmt.Sprint(ends) != fmt.Sprint(got) {
			t.Fatalf("round %d, %v, %d hops, k %d: by ends\ngot  %v, %v\nwant %v", round, edges, maxHops, k, ends, err, got)
		}
		want := everyPath(m, from, to, maxHops)
		found += len(want)
		if want = want[:min(k, len(want))]; m.show(got) != strings.Join(want, " ") {
			t.Fatalf("round %d, %v, %d hops, k %d:\ngot  %s\nwant %s", round, edges, maxHops, k, m.show(got), want)
		}
		if calls > maxHops+1 { // the last for the links of the paths found
			t.Fatalf("round %d: %d round trips for %d hops", round, calls, maxHops)
		}
	}
	if found < 500 {
		t.Errorf("the random graphs held %d paths only", found)
	}
}

// withEnds is a linkMap that can leave the links out.
type withEnds struct{ *linkMap }

func (m withEnds) Ends(ctx context.Context, from []graph.PageID, dir graph.Direction) (ends []graph.PageID, counts []int, err error) {
	for _, f := range from {
		links, err := m.Neighbors(ctx, []graph.PageID{f}, dir, 0)
		if err != nil {
			return nil, nil, err
		}
		var far []graph.PageID
		for _, l := range links {
			if dir == graph.Out {
				far = append(far, l.To)
			} else {
				far = append(far, l.From)
			}
		}
		slices.Sort(far)
		far = slices.Compact(far)
		ends, counts = append(ends, far...), append(counts, len(far))
	}
	return ends, counts, nil
}

func everyPath(m *linkMap, from, to graph.PageID, maxHops int) []string {
	var all []string
	var walk func(path []graph.PageID)
	walk = func(path []graph.PageID) {
		last := path[len(path)-1]
		if last == to {
			all = append(all, m.show([]hop.Path{{Pages: path}}))
			return
		}
		if len(path) > maxHops {
			return
		}
		for _, l := range m.links {
			if l.From == last && !slices.Contains(path, l.To) {
				walk(append(slices.Clone(path), l.To))
			}
		}
	}
	walk([]graph.PageID{from})
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return slices.Compact(all)
}

func TestPathsStopWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := hop.Paths(ctx, newLinkMap("A>B"), 1, 2, 3, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

// A bound that no path can reach costs nothing: it is that of the pages there are.
func TestPathsWithoutABound(t *testing.T) {
	m := newLinkMap("A>A Z>Z A>B B>C C>B C>Z A>D")
	for _, hops := range []int{math.MaxInt32, math.MaxInt} {
		for name, g := range map[string]hop.LinkReader{"links": m, "ends": withEnds{m}} {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			start := time.Now()
			got, err := hop.Paths(ctx, g, 1, 2, hops, 9)
			if took := time.Since(start); err != nil || m.show(got) != "ABCZ" || took > 5*time.Second {
				t.Errorf("%s, %d hops: %q, %v after %v, want ABCZ at once", name, hops, m.show(got), err, took)
			}
			cancel()
		}
	}
}
