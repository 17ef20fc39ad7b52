// Command learn finds the weights of the hop planner on train files.
//
//	go run ./bench/learn STORE=CLAIMS[+CLAIMS…] …
//
// prints the lines for hop/weights.go. Each STORE is a loaded store with its index, each CLAIMS a claims or
// question file whose gold pages are in it. Only files that their README calls train may be given; make learn
// names them.
//
// The loss is that of a listwise softmax: among all chains that stood in a beam, the one whose pages are the
// gold pages should come first (Cao et al. 2007, Learning to Rank, section 4, with one relevant member). Besides
// the questions as they are, their evidence sentences serve as claims of one page and of all pages, with words
// left out at random, and trees of linked pages are turned into claims, so that the planner also learns when to
// stop and when to go on. Claims of rarer sizes weigh more.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
)

func main() {
	rounds := flag.Int("rounds", 3, "times to search with the weights so far and to learn from what was found")
	decay := flag.Float64("decay", 0.02, "pull towards the weights of the round before")
	made := flag.Float64("made", 0.3, "claims made of evidence sentences, as a share of the questions")
	walked := flag.Int("walks", 150, "claims made of each store's links")
	seed := flag.Uint64("seed", 1, "of the claims that are made")
	flag.Parse()
	if err := run(context.Background(), flag.Args(), *rounds, *decay, *made, *walked, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, rounds int, decay, share float64, walked int, seed uint64) error {
	var all []*example
	for _, arg := range args {
		store, files, ok := strings.Cut(arg, "=")
		if !ok {
			return fmt.Errorf("%q is not STORE=CLAIMS", arg)
		}
		w, err := gold.Open(ctx, store)
		if err != nil {
			return err
		}
		defer w.Close()
		made, err := walks(ctx, w, walked, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			return fmt.Errorf("%s: %w", store, err)
		}
		all = append(all, made...)
		for file := range strings.SplitSeq(files, "+") {
			examples, err := read(ctx, w, file, share, seed)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			all = append(all, examples...)
		}
	}
	weights := hop.LearnedWeights()
	for round := range rounds {
		if err := search(ctx, all, &weights); err != nil {
			return err
		}
		loss, reached := learn(all, &weights, decay)
		fmt.Printf("// round %d: %d of %d claims have their gold chain among the candidates; loss %.4f\n", round+1, reached, len(all), loss)
	}
	for i, name := range hop.FeatureNames() {
		fmt.Printf("%s: %.3f,\n", name, weights.Feature[i])
	}
	return nil
}
