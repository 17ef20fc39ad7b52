package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/hop"
)

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
	if !b.wantsAny(name, articleSeeds, articleChains, articleHops, articleLoad, articleVerify) {
		return nil
	}
	c, err := b.load(ctx, "wikispeedia", "--format", "wikispeedia", filepath.Join(b.data, "wikispeedia"))
	if err != nil {
		return err
	}
	defer c.close()
	if err := errors.Join(b.articles(ctx, c), b.whole(ctx, c)); err != nil || !b.wants(name) {
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
