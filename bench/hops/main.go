// Command hops measures the planner on claims whose gold pages are in a store, and prints a table for
// docs/results/retrieval.md. What each of its parts is worth, `bridgehop reproduce ablations` tells.
//
//	go run ./bench/hops [-pages 2] [-within] [-scorer neural [-model DIR]] STORE=CLAIMS …
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
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// bench is what is measured.
type bench struct {
	pages         int
	inside        bool
	scorer, model string
	weight        float64
	rescore       int
	neural        verify.Model // nil for the lexical scorer
}

func main() {
	var b bench
	flag.IntVar(&b.pages, "pages", 1, "only claims of this many gold pages or more")
	flag.BoolVar(&b.inside, "within", false, "search only the paragraphs that the file carries")
	flag.StringVar(&b.scorer, "scorer", "lexical", "what chains are scored by: lexical or neural")
	flag.StringVar(&b.model, "model", "", "with -scorer neural: folder of the model (default: the shipped one)")
	flag.Float64Var(&b.weight, "weight", 0, "with -scorer neural: what its log odds are worth (default: verify.DefaultRelevance)")
	flag.IntVar(&b.rescore, "rescore", 0, "with -scorer neural: how many chains it reads (default: hop.DefaultRescore)")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	if err := b.run(context.Background(), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "hops:", err)
		os.Exit(1)
	}
}

func (b *bench) run(ctx context.Context, args []string) error {
	if b.scorer == "neural" {
		if b.model == "" {
			var err error
			if b.model, err = shipped.Dir(); err != nil {
				return err
			}
		}
		m, err := onnx.Open(b.model, onnx.Options{Device: "cpu", Threads: 1, MaxTokens: onnx.ChainTokens})
		if err != nil {
			return err
		}
		defer m.Close()
		b.neural = m
	}
	fmt.Println("| claims | n | scorer | all-gold@2 | @5 | @10 | @20 | recall@5 | pair | chain | ms |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|")
	for _, arg := range args {
		store, file, ok := strings.Cut(arg, "=")
		if !ok {
			return fmt.Errorf("%q is not STORE=CLAIMS", arg)
		}
		m, err := b.measureFile(ctx, store, file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		fmt.Printf("| %s | %.0f | %s | %s |\n", filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file)), m.n, b.scorer, m)
	}
	return nil
}

// measureFile measures the planner on a file's claims of so many gold pages or more.
func (b *bench) measureFile(ctx context.Context, store, file string) (*figures, error) {
	w, err := gold.Open(ctx, store)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(c gold.Claim) bool { return len(c.Pages) < b.pages })
	p := &hop.Planner{Graph: w.Store, Text: w.Index}
	if b.neural != nil {
		p.Rescore = b.rescore
		p.Scorer = &verify.Relevance{Model: b.neural, Pages: w.Store, Weight: b.weight}
	}
	return measure(ctx, p, w, all, b.inside)
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

func measure(ctx context.Context, p *hop.Planner, w *gold.Wiki, all []gold.Claim, inside bool) (*figures, error) {
	f := &figures{n: float64(len(all))}
	for _, c := range all {
		if inside {
			given, err := w.Given(ctx, c)
			if err != nil {
				return nil, err
			}
			if given == nil {
				return nil, fmt.Errorf("%s: no paragraphs beside the question", c.Place)
			}
			p = &hop.Planner{Graph: given, Text: given, Scorer: p.Scorer, Rescore: p.Rescore}
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
	slices.Sort(f.took)
	ms := float64(f.took[len(f.took)/2].Microseconds()) / 1000
	return fmt.Sprintf("%.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.1f", f.at[0]/f.n, f.at[1]/f.n, f.at[2]/f.n, f.at[3]/f.n, f.recall5/f.n, f.pair/f.n, f.chain/f.n, ms)
}
