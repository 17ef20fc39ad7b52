// Command whole measures ordinary claims over the whole articles of Wikispeedia: the pages that are found, the sentences that are
// cited, and the verdicts.
//
//	bridgehop load --store wsp.bridgehop --format wikispeedia $BRIDGEHOP_DATA/wikispeedia
//	go run ./bench/whole -store wsp.bridgehop
//
// It prints figures of the reported side of wikispeedia_claims (loader/claims/split.go), with intervals by bootstrap over articles,
// and of the claims in this folder. With -learn it prints those of the learning side, and how a verdict weighs its signs best there
// (verify/tuning.go).
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/verify"
)

func main() {
	store := flag.String("store", "", "store of Wikispeedia's articles")
	data := flag.String("data", "../shared/data", "folder of the data sets")
	pool := flag.String("feverous", "", "with -learn: store of FEVEROUS's evidence pool")
	learn := flag.Bool("learn", false, "the learning side, and the fit of the verdict's weights")
	model := flag.String("model", "", "folder of a model (default: the shipped one)")
	flag.Parse()
	if dir := os.Getenv("BRIDGEHOP_DATA"); dir != "" {
		*data = dir
	}
	if err := run(context.Background(), *store, *pool, *data, *model, *learn); err != nil {
		fmt.Fprintln(os.Stderr, "whole:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, store, pool, data, folder string, learn bool) error {
	wiki, err := gold.Open(ctx, store)
	if err != nil {
		return err
	}
	defer wiki.Close()
	e, err := bridgehop.Open(ctx, store, bridgehop.WithModel(folder), bridgehop.WithVerdicts())
	if err != nil {
		return err
	}
	defer e.Close()
	m, err := e.Model()
	if err != nil {
		return err
	}
	b := &bench{wiki, e, &verify.Verifier{Model: m, Pages: wiki.Store}}
	var fever []*answer
	for _, name := range []string{"fever", "fm2", "exfever"} {
		all, err := b.answers(ctx, filepath.Join(data, "wikispeedia_claims", name+".jsonl"), func(c *claim) bool { return c.reported() != learn })
		if err != nil {
			return err
		}
		printPages(name, all)
		if name == "fever" {
			fever = all
		}
	}
	printVerdicts("fever", fever)
	if learn {
		return b.fitBoth(ctx, fever, pool, data)
	}
	printRisk("fever", fever)
	if err := printWithout(fever, filepath.Join("bench", "whole", "undecided.tsv")); err != nil {
		return err
	}
	if err := b.printEvidence(ctx, data, filepath.Join("bench", "whole", "evidence.jsonl")); err != nil {
		return err
	}
	own, err := b.answers(ctx, filepath.Join("bench", "whole", "claims.jsonl"), func(*claim) bool { return true })
	if err != nil {
		return err
	}
	printPages("our own", own)
	printVerdicts("our own", own)
	printTwins(own)
	return nil
}

// fitBoth fits the signs on FEVER's learning claims and FEVEROUS's.
func (b *bench) fitBoth(ctx context.Context, fever []*answer, pool, data string) error {
	wiki, err := gold.Open(ctx, pool)
	if err != nil {
		return err
	}
	defer wiki.Close()
	other := &bench{wiki: wiki, verifier: &verify.Verifier{Model: b.verifier.Model, Pages: wiki.Store}}
	feverous, err := other.feverous(ctx, data)
	if err != nil {
		return err
	}
	s := fit(append(slices.Clone(fever), feverous...))
	s.print("FEVER", fever)
	s.print("FEVEROUS", feverous)
	return nil
}
