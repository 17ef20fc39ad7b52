// Command hops measures the planner on claims whose gold pages are in a store, once as it is and once without each
// of its parts, and prints a table for docs/retrieval.md.
//
//	go run ./bench/hops [-pages 2] [-within] STORE=CLAIMS …
//
// All-gold@k is the share of claims whose gold pages are all among the first k (MuSiQue by passage, else by title),
// ms the median time of a claim on one core. -within gives the planner only the paragraphs that the question file
// carries (HotpotQA's distractor setting), where "pair" is how often the first pages are exactly the gold ones.
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
)

// variant is the planner with something taken away.
type variant struct {
	name string
	set  func(*hop.Planner)
}

var variants = []variant{
	{"as it is", func(*hop.Planner) {}},
	{"no links", func(p *hop.Planner) { p.NoLinks = true }},
	{"no in-links", func(p *hop.Planner) { p.NoInLinks = true }},
	{"no comparison", func(p *hop.Planner) { p.NoComparison = true }},
	{"no shared names", func(p *hop.Planner) { p.NoShared = true }},
	{"beam 1", func(p *hop.Planner) { p.Beam = 1 }},
	{"beam 4", func(p *hop.Planner) { p.Beam = 4 }},
	{"beam 48", func(p *hop.Planner) { p.Beam = 48 }},
	{"2 pages at most", func(p *hop.Planner) { p.MaxHops = 2 }},
}

func main() {
	pages := flag.Int("pages", 1, "only claims of this many gold pages or more")
	inside := flag.Bool("within", false, "search only the paragraphs that the file carries")
	only := flag.String("only", "", "only the variant of this name")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	fmt.Println("| claims | n | planner | all-gold@2 | @5 | @10 | @20 | recall@5 | pair | ms |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, arg := range flag.Args() {
		store, file, ok := strings.Cut(arg, "=")
		if !ok {
			fmt.Fprintf(os.Stderr, "hops: %q is not STORE=CLAIMS\n", arg)
			os.Exit(2)
		}
		if err := run(context.Background(), store, file, *pages, *inside, *only); err != nil {
			fmt.Fprintln(os.Stderr, "hops:", err)
			os.Exit(1)
		}
	}
}

func run(ctx context.Context, store, file string, pages int, inside bool, only string) error {
	w, err := gold.Open(ctx, store)
	if err != nil {
		return err
	}
	defer w.Close()
	all, err := w.Read(ctx, file)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	all = slices.DeleteFunc(all, func(c gold.Claim) bool { return len(c.Pages) < pages })
	for _, v := range variants {
		if only != "" && v.name != only {
			continue
		}
		p := &hop.Planner{Graph: w.Store, Text: w.Index}
		v.set(p)
		m, err := measure(ctx, p, w, all, inside)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d | %s | %s |\n", filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file)), len(all), v.name, m)
	}
	return nil
}

// figures of one planner over one file.
type figures struct {
	n             float64
	at            [4]float64 // claims with all gold pages in the first 2, 5, 10, 20
	recall5, pair float64
	took          []time.Duration
}

var cuts = [...]int{2, 5, 10, 20}

func measure(ctx context.Context, p *hop.Planner, w *gold.Wiki, all []gold.Claim, inside bool) (*figures, error) {
	f := &figures{n: float64(len(all))}
	for _, c := range all {
		if inside {
			given, err := candidates(ctx, w, c)
			if err != nil {
				return nil, err
			}
			p = &hop.Planner{Graph: given, Text: given, MaxHops: p.MaxHops, Beam: p.Beam, NoLinks: p.NoLinks, NoInLinks: p.NoInLinks, NoComparison: p.NoComparison, NoShared: p.NoShared}
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
	return fmt.Sprintf("%.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.1f", f.at[0]/f.n, f.at[1]/f.n, f.at[2]/f.n, f.at[3]/f.n, f.recall5/f.n, f.pair/f.n, ms)
}
