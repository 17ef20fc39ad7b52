// Command whole measures claims over the whole articles of Wikispeedia: the pages that are found, the sentences that are cited, and the
// verdicts.
//
//	bridgehop load --store wsp.bridgehop --format wikispeedia $BRIDGEHOP_DATA/wikispeedia
//	go run ./bench/whole -store wsp.bridgehop
//	go run ./bench/whole -store wsp.bridgehop -only multihop,fever -noverify
//
// It prints figures of the multi-hop claims, of the reported side of wikispeedia_claims (loader/claims/split.go), with intervals by
// bootstrap over articles, and of the claims in this folder. Pages are those of the planner, as `bridgehop hop` prints them, verdicts
// those of `bridgehop verify`. With -learn it prints figures of the learning side, and how a verdict weighs its signs best there
// (verify/tuning.go); with -learn -only certainty the probabilities that a certainty of fair and of high need (answer.go), with -learn
// -only twins the pages of the twins of bench/learn/written.jsonl.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/verify/label"
)

// rows are the sets of claims, in the order in which they are printed.
const rows = "multihop,own-multihop,short,fever,fm2,exfever,evidence,certainty,own,limits,unanswerable"

func main() {
	var b bench
	store := flag.String("store", "", "store of Wikispeedia's articles")
	flag.StringVar(&b.data, "data", gold.Data(), "folder of the data sets")
	only := flag.String("only", rows, "the sets of claims to print")
	noverify := flag.Bool("noverify", false, "pages only: no model is opened")
	flag.BoolVar(&b.learn, "learn", false, "the learning side of wikispeedia_claims, and the fit of the verdict's weights")
	pool := flag.String("feverous", "", "with -learn: store of FEVEROUS's evidence pool")
	model := flag.String("model", "", "folder of a model (default: the shipped one)")
	flag.Parse()
	b.judges = !*noverify
	gold.Main("whole", func(ctx context.Context) error { return b.run(ctx, *store, *pool, *model, strings.Split(*only, ",")) })
}

func (b *bench) run(ctx context.Context, store, pool, model string, only []string) (err error) {
	if b.engine, err = bridgehop.Open(ctx, store, bridgehop.Options{Model: model, Verdicts: b.judges}); err != nil {
		return err
	}
	defer b.engine.Close()
	switch {
	case b.learn && slices.Equal(only, []string{"twins"}):
		return b.writtenTwins(ctx)
	case b.learn && !slices.Equal(only, []string{"certainty"}):
		return b.fitAll(ctx, pool)
	}
	for _, name := range only {
		switch name {
		case "multihop":
			err = b.multihop(ctx, "multi-hop claims", filepath.Join(b.data, "multihop", "claims.jsonl"), splits, sizes)
		case "own-multihop":
			err = b.multihop(ctx, "our own multi-hop claims", filepath.Join("bench", "whole", "multihop.jsonl"), sizes)
		case "short":
			err = b.multihop(ctx, "short claims of several pages", filepath.Join("bench", "whole", "short.jsonl"), sizes[:2])
		case "fever", "fm2", "exfever":
			_, err = b.set(ctx, name)
		case "evidence":
			err = b.printEvidence(ctx)
		case "certainty":
			err = b.certainty(ctx)
		case "own":
			err = b.own(ctx)
		case "limits":
			err = b.limits(ctx)
		case "unanswerable":
			err = b.unanswerable(ctx)
		default:
			err = fmt.Errorf("-only %s: want some of %s", name, rows)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// set prints the figures of one of wikispeedia_claims.
func (b *bench) set(ctx context.Context, name string) ([]*answer, error) {
	all, err := b.answers(ctx, b.file(name), func(c *claim) bool { return c.reported() != b.learn }, name == "fever")
	if err != nil {
		return nil, err
	}
	printPages(name, all)
	if name != "fever" || !b.judges {
		return all, nil
	}
	printVerdicts(name, all)
	if !b.learn {
		printRisk(name, all)
		err = printWithout(all, filepath.Join("bench", "whole", "undecided.tsv"))
	}
	return all, err
}

// own prints the figures of the 100 claims in this folder.
func (b *bench) own(ctx context.Context) error {
	all, err := b.answers(ctx, filepath.Join("bench", "whole", "claims.jsonl"), func(*claim) bool { return true }, true)
	if err != nil {
		return err
	}
	printPages("our own", all)
	printTwins("our own", all)
	if b.judges {
		printVerdicts("our own", all)
		both, pairs := twins(all, (*answer).right)
		fmt.Printf("our own: both of a pair right %d of %d\n", both, pairs)
	}
	return nil
}

// limits prints of how many pairs of claims that set a limit both are right.
func (b *bench) limits(ctx context.Context) error {
	text, err := os.ReadFile(filepath.Join("bench", "whole", "limits.txt"))
	if err != nil || !b.judges {
		return err
	}
	both, pairs := 0, 0
	for line := range strings.Lines(string(text)) {
		yes, no, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok {
			continue
		}
		pairs++
		if a, err := b.engine.Verify(ctx, yes); err != nil {
			return err
		} else if a.Label != label.Supported {
			continue
		}
		a, err := b.engine.Verify(ctx, no)
		if err != nil {
			return err
		}
		if a.Label == label.Refuted {
			both++
		}
	}
	fmt.Printf("limits: both of a pair right %d of %d\n", both, pairs)
	return nil
}

// unanswerable prints how many claims that no page answers are told, and how many of those beside them, which a page answers, get a
// verdict. It takes the claims about pages that the store has.
func (b *bench) unanswerable(ctx context.Context) error {
	if !b.judges {
		return nil
	}
	var err error
	all, e := b.answers(ctx, filepath.Join("bench", "whole", "unanswerable.jsonl"), func(c *claim) bool {
		found, e := b.engine.Store().Lookup(ctx, c.Gold[0])
		err = cmp.Or(err, e)
		return e == nil && len(found[0]) > 0
	}, true)
	if err = cmp.Or(err, e); err != nil {
		return err
	}
	var n, told, beside, decided, right int
	for _, a := range all {
		none := a.full.Label == label.NotEnoughInfo
		if a.label() == label.NotEnoughInfo {
			n++
			told += btoi(none)
		} else {
			beside++
			decided += btoi(!none)
			right += btoi(a.right())
		}
		if none != (a.label() == label.NotEnoughInfo) {
			fmt.Printf("  wrong: %s %s %.2f %s\n", a.id(), a.Text, a.full.Probabilities, a.full.Reason)
		}
	}
	fmt.Printf("unanswerable: told %d of %d; of %d answered beside them %d get a verdict, %d the right one\n",
		told, n, beside, decided, right)
	return nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fitAll fits the signs of a verdict on claims that no run of verify/train saw: FEVER's learning side, FEVEROUS's and our written ones.
func (b *bench) fitAll(ctx context.Context, pool string) error {
	fever, err := b.set(ctx, "fever")
	if err != nil {
		return err
	}
	feverous, err := b.feverous(ctx, pool)
	if err != nil {
		return err
	}
	written, dropped, err := b.written(ctx)
	if err != nil {
		return err
	}
	fitOn([]string{"FEVER", "FEVEROUS", "written", "without a page"}, fever, feverous, written, dropped)
	return nil
}
