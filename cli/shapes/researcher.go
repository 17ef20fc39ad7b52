package shapes

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// researcher studies one set of claims.
type researcher struct {
	*console.Console
	options *reportOptions
	set     claimSet
	report  *study.Report
	times   *study.Report
	claims  []*claims.Claim
	byID    map[string]*claims.Claim

	store graph.Store // nil where the set names none
	index *text.Index
	model *onnx.Model // nil without --verdicts
}

func (r *researcher) run(ctx context.Context) error {
	all, bad, err := claims.ReadAll(r.set.claims, claims.Auto)
	if err != nil {
		return err
	}
	for _, b := range bad {
		r.Warn("%v", b)
	}
	r.claims, r.byID = all, map[string]*claims.Claim{}
	for _, c := range all {
		r.byID[c.ID.Key()] = c
	}
	if r.set.store == "" {
		return r.withModel(ctx)
	}
	s := console.Store{Given: r.set.store}
	return s.ReadIndexed(ctx, func(s graph.Store, index *text.Index) error {
		r.store, r.index = s, index
		return r.withModel(ctx)
	})
}

// withModel makes the tables: with the model where verdicts are asked for.
func (r *researcher) withModel(ctx context.Context) error {
	if !r.options.verdicts || !slices.ContainsFunc(r.claims, func(c *claims.Claim) bool { return c.Label != "" }) {
		return r.tables(ctx)
	}
	return r.options.model.WithNoted(r.Console, func(m *onnx.Model) error {
		r.model = m
		return r.tables(ctx)
	})
}

func (r *researcher) tables(ctx context.Context) error {
	maker := &study.Gold{}
	if r.store != nil {
		maker.Store = r.store
	}
	gold, err := maker.Graphs(ctx, r.claims)
	if err != nil {
		return err
	}
	seed := r.options.seed
	r.report.Tables = append(r.report.Tables, study.Overview(gold, seed))
	r.report.Graphs = exampleGraphs(gold)
	if r.model != nil {
		alone, err := r.alone(ctx)
		if err != nil {
			return err
		}
		p := study.Compare(gold, alone, seed)
		p.ClaimOnly = true
		r.compare(p, "claim-only")
	}
	r.compare(study.Compare(gold, nil, seed), "wording")
	if r.store == nil {
		return nil
	}
	return r.look(ctx, gold)
}

// compare adds what a pairing tells beside found graphs: stars against paths, and families.
func (r *researcher) compare(p *study.Pairing, what string) {
	growth := p.Growth()
	if k := study.GrowthChart(growth, "words", "named", "hidden"); len(k.Curves) > 0 {
		k.Name = what + "-" + k.Name
		r.report.Charts = append(r.report.Charts, k)
	}
	var tables []*study.Table
	if p.ClaimOnly {
		tables = append(tables, p.ByShape())
	}
	if what != "wording" {
		tables = append(tables, p.Controlled())
	}
	for _, t := range append(tables, growth) {
		if len(t.Rows) > 0 {
			t.Name = what + "-" + t.Name
			t.Title += " (" + what + ")"
			r.report.Tables = append(r.report.Tables, t)
		}
	}
}

// exampleGraphs are the first two graphs of each shape of three pages and more, to be drawn.
func exampleGraphs(gold []*study.Graph) []*study.Graph {
	var out []*study.Graph
	n := map[string]int{}
	for _, g := range gold {
		if len(g.Pages) > 2 && n[g.Shape()] < 2 {
			n[g.Shape()]++
			out = append(out, g)
		}
	}
	return out
}

// alone judges every claim with nothing to read beside it.
func (r *researcher) alone(ctx context.Context) (map[string]*study.Found, error) {
	pairs := make([]verify.Pair, len(r.claims))
	for i, c := range r.claims {
		pairs[i].Hypothesis = c.Text
	}
	p, err := r.model.Predict(ctx, pairs)
	if err != nil {
		return nil, fmt.Errorf("judge claims alone: %w", err)
	}
	out := map[string]*study.Found{}
	for i, c := range r.claims {
		f := &study.Found{ID: c.ID, Graph: &study.Graph{ID: c.ID}}
		judged(f, c, p[i])
		out[c.ID.Key()] = f
	}
	return out, nil
}

// judged adds the gold label and the predicted one, in the labels of the claim's data set.
func judged(f *study.Found, c *claims.Claim, p verify.Probabilities) {
	f.Gold, f.Predicted = c.Label, c.Scheme.Name(c.Scheme.Decide(p))
}

// look plans for every claim of two pages and more whose pages are all in the store, with and without an oracle.
func (r *researcher) look(ctx context.Context, gold []*study.Graph) error {
	there, err := r.inStore(ctx, gold)
	if err != nil || len(there) == 0 {
		return err
	}
	var runs []study.Run
	for _, oracle := range []struct {
		name string
		tell func(shape string) string
	}{{"auto", func(string) string { return "auto" }}, {"form", study.Form}, {"shape", func(s string) string { return s }}} {
		run, err := r.plan(ctx, there, oracle.name, oracle.tell)
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	seed := r.options.seed
	p := study.Compare(there, runs[0].Found, seed)
	p.AddTo(r.report)
	r.compare(p, "found")
	r.report.Tables = append(r.report.Tables, study.OracleCost(there, runs[0], runs[1:], seed, ""))
	r.times.Join(r.set.name, &study.Report{Tables: []*study.Table{study.Times(there, runs, seed)}})
	return nil
}

func (r *researcher) inStore(ctx context.Context, gold []*study.Graph) ([]*study.Graph, error) {
	var there []*study.Graph
	for _, g := range gold {
		found, err := r.store.Lookup(ctx, r.byID[g.ID.Key()].GoldTitles)
		if err != nil {
			return nil, err
		}
		if len(g.Pages) > 1 && !slices.ContainsFunc(found, func(ids []graph.PageID) bool { return len(ids) == 0 }) {
			there = append(there, g)
		}
	}
	return there, nil
}

// plan answers claims side by side; tell gives the shape that the planner is given for a gold one. A shape beyond four pages
// tells its form.
func (r *researcher) plan(ctx context.Context, gold []*study.Graph, name string, tell func(string) string) (study.Run, error) {
	run := study.Run{Name: name, Found: map[string]*study.Found{}, Took: map[string]float64{}}
	planners := map[hop.Shape]*hop.Planner{}
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, want := range gold {
		shape, err := hop.ParseShape(tell(want.Shape()))
		if err != nil {
			shape, _ = hop.ParseShape(study.Form(want.Shape())) // five pages and more
		}
		if planners[shape] == nil {
			planners[shape] = &hop.Planner{Graph: r.store, Text: r.index, Shape: shape}
		}
		p := planners[shape]
		g.Go(func() error {
			f, ms, err := r.answer(ctx, p, r.byID[want.ID.Key()])
			if err != nil {
				return fmt.Errorf("claim %s: %w", want.ID, err)
			}
			mu.Lock()
			defer mu.Unlock()
			run.Found[want.ID.Key()], run.Took[want.ID.Key()] = f, ms
			return nil
		})
	}
	return run, g.Wait()
}

// answer plans for one claim and, with a model, judges it; milliseconds are the planner's.
func (r *researcher) answer(ctx context.Context, p *hop.Planner, c *claims.Claim) (*study.Found, float64, error) {
	res, err := p.Plan(ctx, c.Text)
	if err != nil {
		return nil, 0, err
	}
	ms := console.Round3((res.Took.Seed + res.Took.Hop).Seconds() * 1000)
	line, err := record.Planned(ctx, r.store, c, res)
	if err != nil {
		return nil, 0, err
	}
	raw, err := json.Marshal(line)
	if err != nil {
		return nil, 0, err
	}
	f, err := study.DecodeFound(raw) // as a file of answers would be read
	if err != nil || r.model == nil || c.Label == "" {
		return f, ms, err
	}
	verdict, err := (&verify.Verifier{Model: r.model, Pages: r.store}).Verify(ctx, c.Text, res.Chains)
	if err != nil {
		return nil, 0, err
	}
	judged(f, c, verdict.Probabilities)
	return f, ms, nil
}
