// Command learn finds the weights of the hop planner on train files.
//
//	go run ./bench/learn STORE=CLAIMS[+CLAIMS…][@WEIGHT] …
//
// prints the weights for hop/weights.txt. Each STORE is a loaded store with its index, each CLAIMS a claims or question file whose gold pages
// are in it. Only files that their README calls train may be given, and FEVEROUS's dev file and those of wikispeedia_claims, of which only
// the claims that may be learned from are read. With D for the data's folder and stores loaded with --infer-links (FEVEROUS's and
// Wikispeedia's, wsp, without), the planner's weights for questions are learned by
//
//	go run ./bench/learn hotpotqa=D/hotpotqa/hotpot_train_subset.json 2wiki=D/2wikimultihopqa/train_subset.json.gz \
//	    musique=D/musique/musique_ans_train_subset.jsonl.gz
//
// How the weights by which a question's chains are reranked were found, bench/learn -rerank of commit 50e9e0f tells, and how those by
// which sentences are cited, bench/learn -evidence of commit 004a488 and -sentences of commit 13d0dbc. Those for claims are learned, reranking included, by
//
//	W=D/wikispeedia_claims
//	go run ./bench/learn -claims wsp=$W/fever.jsonl+$W/fm2.jsonl+$W/exfever.jsonl@3 wsp=bench/learn/written.jsonl@2 \
//	    hotpotqa=D/hotpotqa/hotpot_train_subset.json@.2 feverous=D/feverous/dev.shared.json@.5
//
// which also writes the chains that are reranked, for trees.py to learn the forest that scores them (hop/rank.go).
//
// written.jsonl has 3,248 claims of one to four pages of our own over Wikispeedia's articles, as people write them: pages are described
// and hardly named, in other words than the articles', and a third is false by a detail. Their pages are of the learning side
// (claims.Evidence.Reported is false) and of no claim that is measured on.
//
// WEIGHT is what the claims of an argument weigh together, 1 if it is left out. Learning begins with the weights in hop/weights.txt.
//
// The loss is that of a listwise softmax: among all chains that stood in a beam, the one whose pages are the gold pages should come first
// (Cao et al. 2007, Learning to Rank, section 4, with one relevant member). For claims, a chain of the gold pages and one more is right,
// too. Besides the questions, their evidence sentences serve as claims of one page and of all pages, with words left out at random, and
// trees of linked pages are turned into claims, so that the planner also learns when to stop and when to go on. Rarer sizes weigh more.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
)

func main() {
	rounds := flag.Int("rounds", 3, "times to search with the weights so far and to learn from what was found; with 0 lists alone")
	made := flag.Float64("made", 0.3, "claims made of evidence sentences, as a share of the questions")
	walked := flag.Int("walks", 150, "claims made of each store's links, to learn from beside questions")
	forClaims := flag.Bool("claims", false,
		"find the weights for claims, those of reranking included; questions are turned into statements")
	file := flag.String("lists", "lists", "with -claims, the file for the lists that trees.py learns from")
	flag.Parse()
	gold.Main("learn", func(ctx context.Context) error {
		sources, err := open(ctx, flag.Args())
		if err != nil {
			return err
		}
		return fit(ctx, sources, *forClaims, *rounds, *made, *walked, *file)
	})
}

// fit searches with the weights so far and learns from what was found, in rounds; it prints the weights.
func fit(ctx context.Context, sources []*source, forClaims bool, rounds int, share float64, walked int, file string) error {
	weights, ofClaims := hop.LearnedWeights()
	m, all := questionMethod, []*example(nil)
	if forClaims {
		weights, m, share, walked = ofClaims, claimMethod, 0, 0
	}
	for _, s := range sources {
		some, err := walks(ctx, s.Wiki, walked, rand.New(rand.NewPCG(1, 0)))
		if err != nil {
			return err
		}
		for _, file := range s.files {
			examples, err := read(ctx, s.Wiki, file, forClaims, share)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			fmt.Printf("// %s: %d claims\n", filepath.Base(file), len(examples))
			some = append(some, examples...)
		}
		for _, e := range some {
			if e.from = sources[0]; forClaims { // questions are weighed as if of one source
				e.from, e.over = s, superset
			}
		}
		all = append(all, some...)
	}
	w := weights.Feature[:]
	if rounds == 0 {
		if err := search(ctx, all, &weights); err != nil {
			return err
		}
	}
	for round := range rounds {
		if err := search(ctx, all, &weights); err != nil {
			return err
		}
		loss := m.learn(lists(all, found), w)
		fmt.Printf("// round %d: loss %.4f%s\n", round+1, loss, describe(all, found, w))
	}
	names, whole := hop.Names()
	printWeights("search", names, w)
	if !forClaims {
		return nil
	}
	linear := slices.Clone(weights.Again[:])
	if rounds > 0 {
		linear = slices.Concat(w, make([]float64, len(whole)))
		fmt.Printf("// before reranking%s\n", describe(all, ofWeights, linear))
		loss := m.learn(lists(all, ofWeights), linear)
		fmt.Printf("// after reranking: loss %.4f%s\n", loss, describe(all, ofWeights, linear))
		printReranking(names, whole, linear)
	}
	return writeLists(all, linear, file)
}

// source is an argument: a store and files of claims about its pages.
type source struct {
	*gold.Wiki
	files  []string
	weight float64 // of all its claims together
}

// open opens the stores of STORE=CLAIMS[@WEIGHT] arguments for reading, each once; they stay open until the command ends.
func open(ctx context.Context, args []string) (out []*source, err error) {
	wikis := map[string]*gold.Wiki{}
	for _, arg := range args {
		store, files, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, fmt.Errorf("%q is not STORE=CLAIMS", arg)
		}
		weight := 1.0
		if at := strings.LastIndex(files, "@"); at >= 0 {
			if weight, err = strconv.ParseFloat(files[at+1:], 64); err != nil || !(weight > 0) {
				return nil, fmt.Errorf("%q: what follows @ is not a weight above 0", arg)
			}
			files = files[:at]
		}
		if wikis[store] == nil {
			if wikis[store], err = gold.Open(ctx, store); err != nil {
				return nil, err
			}
		}
		out = append(out, &source{wikis[store], strings.Split(files, "+"), weight})
	}
	return out, nil
}
