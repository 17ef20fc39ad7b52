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

	urfave "github.com/urfave/cli/v2"
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
	sets        urfave.StringSlice
	out, judged string
	verdicts    bool
	seed        uint64
	model       console.Model
}

func reportCommand() *urfave.Command {
	o := &reportOptions{}
	return console.Command("shapes report", console.Flags(
		&urfave.StringSliceFlag{Name: "set", Usage: "`NAME=CLAIMS[,STORE]`: a file of claims, and the store to search; may be repeated",
			Destination: &o.sets},
		&urfave.StringFlag{Name: "out", Usage: "write the report into `FOLDER`", Destination: &o.out},
		&urfave.StringFlag{Name: "judged", Destination: &o.judged,
			Usage: "compare the gold shapes with judgements in `FILE`: JSON lines of data (a set's NAME), id, shape and edges; a claim's second line is another reading"},
		&urfave.BoolFlag{Name: "verdicts", Destination: &o.verdicts,
			Usage: "also judge the claims that have a label, by the evidence found"},
		&urfave.Uint64Flag{Name: "seed", Usage: "`SEED` for the intervals' bootstrap samples", Destination: &o.seed},
		o.model.DirFlag(), o.model.DeviceFlag(),
	), console.WithoutArgs(o.run))
}

// claimSet is one --set.
type claimSet struct{ name, claims, store string }

func parseSet(s string) (claimSet, error) {
	name, rest, ok := strings.Cut(s, "=")
	file, store, _ := strings.Cut(rest, ",")
	if !ok || name == "" || file == "" || strings.ContainsAny(name, `/\ `) {
		return claimSet{}, console.Usagef("--set %s: want NAME=CLAIMS or NAME=CLAIMS,STORE", s)
	}
	return claimSet{name, file, store}, nil
}

func (o *reportOptions) run(ctx context.Context, c *console.Console) error {
	if len(o.sets.Value()) == 0 || o.out == "" {
		return console.Usagef("shapes report needs --set NAME=CLAIMS[,STORE] and --out FOLDER")
	}
	var sets []claimSet
	for _, s := range o.sets.Value() {
		set, err := parseSet(s)
		if err != nil {
			return err
		}
		sets = append(sets, set)
	}
	var judged []*study.Judged
	if o.judged != "" {
		var err error
		if judged, err = study.ReadJudged(o.judged); err != nil {
			return err
		}
	}
	r := study.NewReport("Chain against star", o.seed)
	for _, set := range sets {
		c.Warn("shapes report: %s", set.name)
		s := &setStudy{Console: c, options: o, report: r, claimSet: set, judged: judged}
		if err := s.run(ctx); err != nil {
			return fmt.Errorf("set %s: %w", set.name, err)
		}
	}
	r.Correct()
	page, figures := filepath.Join(o.out, "report.md"), filepath.Join(o.out, "figures.jsonl")
	if err := cmp.Or(os.MkdirAll(o.out, 0o755), console.WriteWhole(page, r.WriteAll), console.WriteWhole(figures, r.WriteJSON)); err != nil {
		return err
	}
	if c.JSON {
		return r.WriteJSON(c.Out)
	}
	out := &console.Text{W: c.Out}
	out.Printf("%s\n%s\n", page, figures)
	return out.Err
}

// setStudy studies one set of claims.
type setStudy struct {
	*console.Console
	claimSet
	options *reportOptions
	report  *study.Report
	judged  []*study.Judged
	byID    map[string]*claims.Claim

	graph graph.Store // nil where the set names none
	index *text.Index
	model *onnx.Model // nil without --verdicts
}

func (s *setStudy) run(ctx context.Context) error {
	all, _, err := readClaims(s.Console, s.claims)
	if err != nil {
		return err
	}
	s.byID = map[string]*claims.Claim{}
	labels := false
	for _, c := range all {
		s.byID[c.ID.Key()] = c
		labels = labels || c.Label != ""
	}
	if s.store == "" {
		_, err := s.gold(ctx, all)
		return err
	}
	opened := console.Store{Given: s.store}
	return opened.ReadIndexed(ctx, func(store graph.Store, index *text.Index) error {
		s.graph, s.index = store, index
		gold, err := s.gold(ctx, all)
		if err != nil {
			return err
		}
		if !s.options.verdicts || !labels {
			return s.look(ctx, gold)
		}
		return s.options.model.With(func(m *onnx.Model) error {
			s.model = m
			return s.look(ctx, gold)
		})
	})
}

// gold adds what is known of the gold graphs.
func (s *setStudy) gold(ctx context.Context, all []*claims.Claim) ([]*study.Graph, error) {
	gold, err := goldGraphs(ctx, s.Console, all, s.graph)
	if err == nil {
		s.report.Overview(s.name, gold)
		s.report.Agreement(s.name, s.judged, gold)
	}
	return gold, err
}

// look plans for every claim of two pages and more whose pages are all in the store: told nothing, the number of gold pages, and the
// gold shape of four pages.
func (s *setStudy) look(ctx context.Context, gold []*study.Graph) error {
	there, err := s.inStore(ctx, gold)
	if err != nil || len(there) == 0 {
		return err
	}
	var told study.Told
	if told.Nothing, err = s.plan(ctx, there, func(*study.Graph) hop.Shape { return hop.Shape{} }); err != nil {
		return err
	}
	size := func(g *study.Graph) hop.Shape { return hop.Shape{Pages: min(len(g.Pages), mostPages)} }
	if told.Pages, err = s.plan(ctx, there, size); err != nil {
		return err
	}
	formed := slices.DeleteFunc(slices.Clone(there), func(g *study.Graph) bool { return study.Form(g.Shape()) == "" })
	told.Shape, err = s.plan(ctx, formed, func(g *study.Graph) hop.Shape {
		return hop.Shape{Form: study.Form(g.Shape()), Pages: min(len(g.Pages), mostPages)}
	})
	if err != nil {
		return err
	}
	s.report.Compare(s.name, there, told)
	return nil
}

// mostPages is the largest number of pages of a chain.
const mostPages = 4

// inStore returns the graphs of two pages and more that have a shape and whose pages are all in the store.
func (s *setStudy) inStore(ctx context.Context, gold []*study.Graph) ([]*study.Graph, error) {
	var there []*study.Graph
	for _, g := range gold {
		found, err := s.graph.Lookup(ctx, s.byID[g.ID.Key()].GoldTitles)
		if err != nil {
			return nil, err
		}
		missing := slices.ContainsFunc(found, func(ids []graph.PageID) bool { return len(ids) == 0 })
		if len(g.Pages) > 1 && g.Shape() != "" && !missing {
			there = append(there, g)
		}
	}
	return there, nil
}

// plan answers claims side by side.
func (s *setStudy) plan(ctx context.Context, gold []*study.Graph, tell func(*study.Graph) hop.Shape) (map[string]*study.Found, error) {
	found := map[string]*study.Found{}
	planners := map[hop.Shape]*hop.Planner{}
	var mu sync.Mutex
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	for _, g := range gold {
		shape := tell(g)
		if planners[shape] == nil {
			planners[shape] = &hop.Planner{Graph: s.graph, Text: s.index, Shape: shape}
		}
		p := planners[shape]
		work.Go(func() error {
			f, err := s.answer(ctx, p, s.byID[g.ID.Key()])
			if err != nil {
				return fmt.Errorf("claim %s: %w", g.ID, err)
			}
			mu.Lock()
			defer mu.Unlock()
			found[g.ID.Key()] = f
			return nil
		})
	}
	return found, work.Wait()
}

// answer plans for one claim and, with a model, judges it.
func (s *setStudy) answer(ctx context.Context, p *hop.Planner, c *claims.Claim) (*study.Found, error) {
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
