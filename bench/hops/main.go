// Command hops measures the planner on claims whose gold pages are in a store, and prints a table for
// docs/results/retrieval.md.
//
//	go run ./bench/hops [-pages 2] [-within] STORE=CLAIMS …
//
// All-gold@k is the share of claims whose gold pages are all among the first k (MuSiQue by passage, else by title),
// ms the median time of a claim on one core. -within gives the planner only the paragraphs that the question file
// carries (HotpotQA's distractor setting). "pair" is how often the first pages are exactly the gold ones, "chain" how often the
// pages of the best chain are.
package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
)

func main() {
	pages := flag.Int("pages", 1, "only claims of this many gold pages or more")
	within := flag.Bool("within", false, "search only the paragraphs that the file carries")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	gold.Main("hops", func(ctx context.Context) error { return run(ctx, flag.Args(), *pages, *within) })
}

func run(ctx context.Context, args []string, pages int, within bool) error {
	fmt.Println("| claims | n | all-gold@2 | @5 | @10 | @20 | recall@5 | pair | chain | ms |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, arg := range args {
		store, file, ok := strings.Cut(arg, "=")
		if !ok {
			return fmt.Errorf("%q is not STORE=CLAIMS", arg)
		}
		m, err := measureFile(ctx, store, file, pages, within)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		fmt.Printf("| %s | %.0f | %s |\n", filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file)), m.n, m)
	}
	return nil
}

// measureFile measures the planner on a file's claims of so many gold pages or more.
func measureFile(ctx context.Context, store, file string, pages int, within bool) (*figures, error) {
	w, err := gold.Open(ctx, store)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(c gold.Claim) bool { return len(c.Pages) < pages })
	p := &hop.Planner{Graph: w.Store, Text: w.Index}
	return measure(ctx, p, w, all, within)
}

// figures of one planner over one file.
type figures struct {
	n             float64
	at            [4]float64 // claims with all gold pages in the first 2, 5, 10, 20
	recall5, pair float64
	chain         float64 // claims whose best chain has just the gold pages
	took          []time.Duration
}

var cuts = [...]int{2, 5, 10, 20}

func measure(ctx context.Context, p *hop.Planner, w *gold.Wiki, all []gold.Claim, within bool) (*figures, error) {
	f := &figures{n: float64(len(all))}
	for _, c := range all {
		if within {
			given, err := w.Given(ctx, c)
			if err != nil {
				return nil, err
			}
			if given == nil {
				return nil, fmt.Errorf("%s: no paragraphs beside the question", c.Place)
			}
			p = &hop.Planner{Graph: given, Text: given}
		}
		start := time.Now()
		res, err := p.Plan(ctx, c.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Place, err)
		}
		f.took = append(f.took, time.Since(start))
		f.add(c, res)
	}
	return f, nil
}

func (f *figures) add(c gold.Claim, res *hop.Result) {
	if len(res.Chains) > 0 && c.Is(res.Chains[0].Pages()) {
		f.chain++
	}
	found := 0
	for i, r := range res.Retrieved {
		if slices.Contains(c.Pages, r.Page) {
			found++
		}
		for k, cut := range cuts {
			if i+1 == min(cut, len(res.Retrieved)) && found == len(c.Pages) {
				f.at[k]++
			}
		}
		if i+1 == min(5, len(res.Retrieved)) {
			f.recall5 += float64(found) / float64(len(c.Pages))
		}
		if i+1 == len(c.Pages) && found == len(c.Pages) {
			f.pair++
		}
	}
}

func (f *figures) String() string {
	ms := float64(gold.Quantile(f.took, .5).Microseconds()) / 1000
	return fmt.Sprintf("%.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.1f", f.at[0]/f.n, f.at[1]/f.n, f.at[2]/f.n, f.at[3]/f.n,
		f.recall5/f.n, f.pair/f.n, f.chain/f.n, ms)
}
