// Command learn finds the weights of the hop planner on train files.
//
//	go run ./bench/learn STORE=CLAIMS[+CLAIMS…] …
//
// prints the lines for hop/weights.go. Each STORE is a loaded store with its index, each CLAIMS a claims or
// question file whose gold pages are in it. Only files that their README calls train may be given, and FEVEROUS's dev file, of
// which only the claims of the trained side are read. With D for the data's folder and stores loaded with --infer-links
// (FEVEROUS's without), the planner's weights are learned by
//
//	go run ./bench/learn hotpotqa=D/hotpotqa/hotpot_train_subset.json 2wiki=D/2wikimultihopqa/train_subset.json.gz \
//	    musique=D/musique/musique_ans_train_subset.jsonl.gz
//
// -rerank takes the same three, and -evidence these without MuSiQue's, which names no sentences.
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
	evidence := flag.Bool("evidence", false, "find what tells that a sentence is evidence (hop's cues), and leave the other weights alone")
	rerank := flag.Bool("rerank", false, "find what a question's chains are reranked by (hop.Reranking), and leave the other weights alone")
	forClaims := flag.Bool("claims", false, "find the weights for claims, and learn from no question")
	flag.Parse()
	ctx := context.Background()
	var err error
	switch {
	case *rerank:
		err = fitRerank(ctx, flag.Args())
	case *evidence:
		err = fitEvidence(ctx, flag.Args())
	default:
		err = run(ctx, flag.Args(), !*forClaims, *rounds, *decay, *made, *walked, *seed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, questions bool, rounds int, decay, share float64, walked int, seed uint64) error {
	wikis, err := open(ctx, args)
	defer closeAll(wikis)
	if err != nil {
		return err
	}
	var all []*example
	for _, w := range wikis {
		r := rand.New(rand.NewPCG(seed, 0))
		made, err := walks(ctx, w.Wiki, walked, r)
		if !questions {
			made, err = madeClaims(ctx, w.Wiki, 2*walked, r)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", w.store, err)
		}
		all = append(all, made...)
		for _, file := range w.files {
			examples, err := read(ctx, w.Wiki, file, share, seed)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			all = append(all, examples...)
		}
	}
	weights, claims := hop.LearnedWeights()
	shared := balance
	if !questions {
		weights, all, shared = claims, withoutQuestions(all), balanceKinds
	}
	for round := range rounds {
		if err := search(ctx, all, &weights); err != nil {
			return err
		}
		loss, reached := learn(all, &weights, decay, shared)
		fmt.Printf("// round %d: %d of %d claims have their gold chain among the candidates; loss %.4f\n", round+1, reached, len(all), loss)
	}
	features, _, _ := hop.Names()
	for i, name := range features {
		fmt.Printf("%s: %.3f,\n", name, weights.Feature[i])
	}
	return nil
}

// wiki is an open store and its files of claims.
type wiki struct {
	*gold.Wiki
	store string
	files []string
}

// open opens the stores of STORE=CLAIMS arguments; those that are open are returned beside an error, too.
func open(ctx context.Context, args []string) ([]wiki, error) {
	var out []wiki
	for _, arg := range args {
		store, files, ok := strings.Cut(arg, "=")
		if !ok {
			return out, fmt.Errorf("%q is not STORE=CLAIMS", arg)
		}
		w, err := gold.Open(ctx, store)
		if err != nil {
			return out, err
		}
		out = append(out, wiki{w, store, strings.Split(files, "+")})
	}
	return out, nil
}

func closeAll(wikis []wiki) {
	for _, w := range wikis {
		w.Close()
	}
}
