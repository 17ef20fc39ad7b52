package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

const generatedPaths = "5 shortest link paths, generated pages"

func neighbourhoods(pages int) (names []string) {
	for h := 1; h <= 3; h++ {
		names = append(names, fmt.Sprintf("%d-hop neighbourhood with degrees and anchors, %d pages", h, pages))
	}
	return names
}

// ball is every page at most hops out-links away with its degree, and every link followed with its anchor.
func (c *corpus) ball(ctx context.Context, from graph.PageID, hops int) ([]graph.Head, []graph.Link, error) {
	seen, ids, edge := map[graph.PageID]bool{from: true}, []graph.PageID{from}, []graph.PageID{from}
	var links []graph.Link
	for range hops {
		more, err := c.store.Neighbors(ctx, edge, graph.Out, 0)
		if err != nil {
			return nil, nil, err
		}
		edge = edge[:0:0]
		for i := range more {
			if to := more[i].To; !seen[to] {
				seen[to] = true
				edge = append(edge, to)
			}
		}
		ids = append(ids, edge...)
		links = append(links, more...)
	}
	heads, err := c.store.Heads(ctx, ids)
	return heads, links, err
}

// sum is what both sides must agree on: how many pages and links, and sums over their degrees, ends and anchors.
func (c *corpus) sum(heads []graph.Head, links []graph.Link) string {
	degrees, ends, anchors := 0, 0, 0
	for _, h := range heads {
		degrees += (c.place[h.ID] + 1) * (h.Out + h.In)
	}
	for i := range links {
		ends += (c.place[links[i].From] + 1) * (c.place[links[i].To] + 3) % 1000003
		anchors += len([]rune(links[i].Anchor))
	}
	return fmt.Sprint(len(heads), len(links), degrees, ends, anchors)
}

// links measures neighbourhoods and paths over generated pages.
func (b *bench) links(ctx context.Context, c *corpus) error {
	names := neighbourhoods(len(c.ids))
	if !b.wantsAny(append(names, generatedPaths)...) {
		return nil
	}
	dir := filepath.Join(b.dir, "tables")
	if err := c.tables(ctx, dir); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(2, 3))
	for i, name := range names {
		if !b.wants(name) {
			continue
		}
		from := make([]int, []int{200, 50, 3}[i])
		for j := range from {
			from[j] = rng.IntN(len(c.ids))
		}
		b.against(ctx, row{work: name, peer: "ladybug", answers: same}, c.balls(from, i+1), "ladybug-ball",
			map[string]any{"tables": dir, "db": filepath.Join(b.dir, "ladybug"), "from": from, "hops": i + 1})
	}
	if b.wants(generatedPaths) {
		pairs := somePairs(rng, len(c.ids), 10)
		b.against(ctx, row{work: generatedPaths, peer: "ladybug", answers: sameLengths}, c.paths(pairs, 5), "ladybug-paths",
			map[string]any{"tables": dir, "db": filepath.Join(b.dir, "ladybug"), "pairs": pairs, "k": 5, "hops": 5})
	}
	return nil
}

// balls measures ball; the sums are taken off the clock.
func (c *corpus) balls(from []int, hops int) side {
	return func(ctx context.Context) (round, error) {
		type found struct {
			heads []graph.Head
			links []graph.Link
		}
		all := make([]found, len(from))
		r, err := timed(len(from), func(i int) (string, error) {
			var err error
			all[i].heads, all[i].links, err = c.ball(ctx, c.ids[from[i]], hops)
			return "", err
		})
		for i, f := range all {
			r.Answers[i] = c.sum(f.heads, f.links)
		}
		return r, err
	}
}

func somePairs(rng *rand.Rand, pages, n int) (pairs [][2]int) {
	for range n {
		pairs = append(pairs, [2]int{rng.IntN(pages), rng.IntN(pages)})
	}
	return pairs
}

// paths measures hop.Paths; an answer is the lengths of the paths.
func (c *corpus) paths(pairs [][2]int, k int) side {
	return func(ctx context.Context) (round, error) {
		return timed(len(pairs), func(i int) (string, error) {
			found, err := hop.Paths(ctx, c.store, c.ids[pairs[i][0]], c.ids[pairs[i][1]], 6, k)
			var lengths []string
			for _, p := range found {
				lengths = append(lengths, fmt.Sprint(len(p.Links)))
			}
			return strings.Join(lengths, " "), err
		})
	}
}

// sameLengths compares the lengths of paths, as far as the peer found any.
func sameLengths(ours, theirs []string) string {
	n, short := 0, 0
	for i := range ours {
		switch {
		case ours[i] == theirs[i]:
			n++
		case strings.HasPrefix(ours[i], theirs[i]):
			short++
		}
	}
	if short == 0 && n == len(ours) {
		return "the same lengths"
	}
	return fmt.Sprintf("%d of %d the same lengths, in %d more it finds fewer", n, len(ours), short)
}

// wikispeedia measures claims over articles of Wikispeedia, and the k shortest paths between them.
func (b *bench) wikispeedia(ctx context.Context) error {
	const name = "5 shortest link paths, Wikispeedia"
	if !b.wantsAny(name, articleSeeds, articleChains, articleLoad) {
		return nil
	}
	c, err := b.load(ctx, "wikispeedia", "--format", "wikispeedia", filepath.Join(b.data, "wikispeedia"))
	if err != nil {
		return err
	}
	defer c.close()
	if err := b.articles(ctx, c); err != nil || !b.wants(name) {
		return err
	}
	dir := filepath.Join(b.dir, "wikispeedia-tables")
	if err := c.tables(ctx, dir); err != nil {
		return err
	}
	pairs := somePairs(rand.New(rand.NewPCG(4, 5)), len(c.ids), 50)
	pairs, err = c.joined(ctx, pairs)
	if err != nil {
		return err
	}
	args := map[string]any{"tables": dir, "db": filepath.Join(b.dir, "ladybug-wikispeedia"), "pairs": pairs, "k": 5, "hops": 6}
	b.against(ctx, row{work: name, peer: "networkx", answers: sameLengths}, c.paths(pairs, 5), "networkx", args)
	b.against(ctx, row{work: name, peer: "ladybug", answers: sameLengths}, c.paths(pairs, 5), "ladybug-paths", args)
	return nil
}

// joined keeps the pairs that paths lead between, the shortest of at most 3 links, so that every peer finds some.
func (c *corpus) joined(ctx context.Context, pairs [][2]int) ([][2]int, error) {
	var out [][2]int
	for _, p := range pairs {
		found, err := hop.Paths(ctx, c.store, c.ids[p[0]], c.ids[p[1]], 3, 1)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 && p[0] != p[1] {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return out, nil
}
