package shapes

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// reportOptions are the flags of shapes report.
type reportOptions struct {
	Sets        []string `flag:"set"`
	Out, Judged string
	Verdicts    bool
	Seed        uint64
	Model       console.Model
}

// set is one --set.
type set struct {
	*console.Console
	name, claims, store string

	graph graph.Store
	index *text.Index
	model *onnx.Model // nil without --verdicts
}

// parsed reads the flags of sets.
func (o *reportOptions) parsed(c *console.Console) (sets []*set, err error) {
	for _, given := range o.Sets {
		name, rest, ok := strings.Cut(given, "=")
		file, store, _ := strings.Cut(rest, ",")
		if !ok || name == "" || file == "" || strings.ContainsAny(name, `/\ `) {
			return nil, console.Usagef("--set %s: want NAME=CLAIMS or NAME=CLAIMS,STORE", given)
		}
		sets = append(sets, &set{Console: c, name: name, claims: file, store: store})
	}
	return sets, nil
}

// Run writes a report about the shapes of data sets.
func (o *reportOptions) Run(ctx context.Context, c *console.Console) error {
	if len(o.Sets) == 0 || o.Out == "" {
		return console.Usagef("shapes report needs --set NAME=CLAIMS[,STORE] and --out FOLDER")
	}
	r := study.NewReport(o.Seed)
	sets, err := o.parsed(c)
	var judged []*study.Judged
	if err == nil && o.Judged != "" {
		judged, err = study.ReadJudged(o.Judged)
	}
	if err != nil {
		return err
	}
	for _, s := range sets {
		c.Warn("shapes report: %s", s.name)
		if err := o.add(ctx, s, r, judged); err != nil {
			return fmt.Errorf("set %s: %w", s.name, err)
		}
	}
	r.Correct()
	page := filepath.Join(o.Out, "report.md")
	err = os.MkdirAll(o.Out, 0o755)
	if err = cmp.Or(err, console.WriteWhole(page, r.WriteAll)); err != nil {
		return err
	}
	if c.JSON {
		return r.WriteJSON(c.Out)
	}
	_, err = fmt.Fprintln(c.Out, page)
	return err
}

// add adds what is known of the gold graphs of a set and, with a store, what the planner finds.
func (o *reportOptions) add(ctx context.Context, s *set, r *study.Report, judged []*study.Judged) error {
	all, _, err := readClaims(s.Console, s.claims)
	if err != nil {
		return err
	}
	gold := goldGraphs(s.Console, all)
	r.Overview(s.name, gold)
	r.Agreement(s.name, judged, gold)
	if s.store == "" {
		return nil
	}
	opened := console.Store{Given: s.store}
	return opened.ReadIndexed(ctx, func(store graph.Store, index *text.Index) error {
		s.graph, s.index = store, index
		look := func(m *onnx.Model) error {
			s.model = m
			told, there, err := s.look(ctx, gold)
			if len(there) > 0 && err == nil {
				r.Compare(s.name, there, told)
			}
			return err
		}
		if o.Verdicts {
			return o.Model.With(look)
		}
		return look(nil)
	})
}

// mostPages is the largest number of pages of a chain.
const mostPages = 4

// look plans for every claim of two pages and more that has a shape and whose pages are all in the store: told nothing,
// the number of gold pages, and the gold shape of four pages.
func (s *set) look(ctx context.Context, gold []*study.Graph) (study.Told, []*study.Graph, error) {
	var there []*study.Graph
	for _, g := range gold {
		found, err := s.graph.Lookup(ctx, g.Of.GoldTitles)
		if err != nil {
			return nil, nil, err
		}
		missing := slices.ContainsFunc(found, func(ids []graph.PageID) bool { return len(ids) == 0 })
		if len(g.Pages) > 1 && g.Shape() != "" && !missing {
			there = append(there, g)
		}
	}
	told := study.Told{study.Nothing: {}, study.Pages: {}, study.Shape: {}}
	planners := map[hop.Shape]*hop.Planner{} // each has its caches
	var mu sync.Mutex
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	for knows, found := range told {
		for _, g := range there {
			var shape hop.Shape
			if knows != study.Nothing {
				shape.Pages = min(len(g.Pages), mostPages)
			}
			if knows == study.Shape {
				if shape.Form = study.Form(g.Shape()); shape.Form == "" {
					continue
				}
			}
			if planners[shape] == nil {
				planners[shape] = &hop.Planner{Graph: s.graph, Text: s.index, Shape: shape}
			}
			p := planners[shape]
			work.Go(func() error {
				f, err := s.answer(ctx, p, g.Of)
				if err != nil {
					return fmt.Errorf("claim %s: %w", g.ID, err)
				}
				mu.Lock()
				defer mu.Unlock()
				found[g.ID.Key()] = f
				return nil
			})
		}
	}
	return told, there, work.Wait()
}

// answer plans for one claim and, with a model, judges it.
func (s *set) answer(ctx context.Context, p *hop.Planner, c *claims.Claim) (*study.Found, error) {
	res, err := p.Plan(ctx, c.Text)
	if err != nil {
		return nil, err
	}
	f, err := study.NewFound(ctx, s.graph, res)
	if err != nil || s.model == nil || c.Label == "" {
		return f, err
	}
	verdict, err := (&verify.Verifier{Model: s.model, Pages: s.graph}).Verify(ctx, c.Text, res.Chains)
	if err != nil {
		return nil, err
	}
	f.Predicted = c.Scheme.Name(c.Scheme.Decide(verdict.Probabilities))
	return f, nil
}
