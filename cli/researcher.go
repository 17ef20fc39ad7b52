package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	urfave "github.com/urfave/cli/v2"
	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/study"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// researcher studies one set of claims.
type researcher struct {
	c      *urfave.Context
	set    studySet
	seed   uint64
	report *study.Report
	times  *study.Report
	claims []*claims.Claim
	gold   []*study.Graph
}

func (r *researcher) run() error {
	all, bad, err := claims.ReadAll(r.set.claims, claims.Auto)
	if err != nil {
		return err
	}
	for _, b := range bad {
		warn(r.c, "%v", b)
	}
	r.claims = all
	if r.set.store == "" {
		return r.readings(nil, nil)
	}
	if err := r.c.Set("store", r.set.store); err != nil {
		return err
	}
	s, err := openReader(r.c)
	if err != nil {
		return err
	}
	defer s.Close()
	index, err := openIndex(r.c.Context, s, r.set.store)
	if err != nil {
		return err
	}
	defer index.Close()
	return r.readings(s, index)
}

// readings makes the tables: with the model where verdicts are asked for.
func (r *researcher) readings(s graph.Store, index *text.Index) error {
	if !r.c.Bool("verdicts") || !r.labelled() {
		return r.tables(s, index, nil)
	}
	return withModel(r.c, func(m *onnx.Model) error { return r.tables(s, index, m) })
}

func (r *researcher) labelled() bool {
	for _, c := range r.claims {
		if c.Label != "" {
			return true
		}
	}
	return false
}

func (r *researcher) tables(s graph.Store, index *text.Index, m *onnx.Model) error {
	maker := &study.Gold{}
	if s != nil {
		maker.Store = s
	}
	gold, err := maker.Graphs(r.c.Context, r.claims)
	if err != nil {
		return err
	}
	r.gold = gold
	r.report.Tables = append(r.report.Tables, study.Overview(gold, r.seed))
	r.report.Graphs = exampleGraphs(gold)
	if m != nil {
		alone, err := r.alone(m)
		if err != nil {
			return err
		}
		p := study.Compare(gold, alone, r.seed)
		p.ClaimOnly = true
		r.compare(p, "claim-only")
	}
	r.compare(study.Compare(gold, nil, r.seed), "wording")
	if s == nil {
		return nil
	}
	return r.look(s, index, m)
}

// compare adds what a pairing tells beside found graphs: stars against paths, and families.
func (r *researcher) compare(p *study.Pairing, what string) {
	add := func(t *study.Table) {
		if len(t.Rows) > 0 {
			t.Name = what + "-" + t.Name
			t.Title += " (" + what + ")"
			r.report.Tables = append(r.report.Tables, t)
		}
	}
	growth := p.Growth()
	if k := study.GrowthChart(growth, "words", "named", "hidden"); len(k.Curves) > 0 {
		k.Name = what + "-" + k.Name
		r.report.Charts = append(r.report.Charts, k)
	}
	if p.ClaimOnly {
		add(p.ByShape())
	}
	if what != "wording" {
		add(p.Controlled())
	}
	add(growth)
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

// alone judges every labelled claim with nothing to read beside it.
func (r *researcher) alone(m *onnx.Model) (map[string]*study.Found, error) {
	out := map[string]*study.Found{}
	const at = 64
	for from := 0; from < len(r.claims); from += at {
		part := r.claims[from:min(from+at, len(r.claims))]
		pairs := make([]verify.Pair, len(part))
		for i, c := range part {
			pairs[i] = verify.Pair{Hypothesis: c.Text}
		}
		p, err := m.Predict(r.c.Context, pairs)
		if err != nil {
			return nil, fmt.Errorf("judge claims alone: %w", err)
		}
		for i, c := range part {
			scheme, err := labelScheme(r.c, c.Scheme)
			if err != nil {
				return nil, err
			}
			out[c.ID.Key()] = &study.Found{ID: c.ID, Gold: c.Label, Predicted: scheme.Name(scheme.Decide(p[i])), Graph: &study.Graph{ID: c.ID}}
		}
	}
	return out, nil
}

// look plans for every claim of two pages and more whose pages are all in the store, with and without an oracle.
func (r *researcher) look(s graph.Store, index *text.Index, m *onnx.Model) error {
	there, byID, err := r.inStore(s)
	if err != nil || len(there) == 0 {
		return err
	}
	auto, err := r.plan(s, index, m, there, byID, "auto", func(string) string { return "auto" })
	if err != nil {
		return err
	}
	p := study.Compare(there, auto.Found, r.seed)
	p.AddTo(r.report)
	r.compare(p, "found")
	form, err := r.plan(s, index, m, there, byID, "form", study.Form)
	if err != nil {
		return err
	}
	shape, err := r.plan(s, index, m, there, byID, "shape", func(s string) string { return s })
	if err != nil {
		return err
	}
	oracles := []study.Run{form, shape}
	r.report.Tables = append(r.report.Tables, study.OracleCost(there, auto, oracles, r.seed, ""))
	r.times.Join(r.set.name, &study.Report{Tables: []*study.Table{study.Times(there, append([]study.Run{auto}, oracles...), r.seed)}})
	return nil
}

func (r *researcher) inStore(s graph.Store) ([]*study.Graph, map[string]*claims.Claim, error) {
	byID := map[string]*claims.Claim{}
	for _, c := range r.claims {
		byID[c.ID.Key()] = c
	}
	var there []*study.Graph
	for _, g := range r.gold {
		found, err := s.Lookup(r.c.Context, byID[g.ID.Key()].GoldTitles)
		if err != nil {
			return nil, nil, err
		}
		whole := len(g.Pages) > 1
		for _, f := range found {
			whole = whole && len(f) > 0
		}
		if whole {
			there = append(there, g)
		}
	}
	return there, byID, nil
}

// plan answers claims side by side; know says which shape the planner is told of a gold one. A shape beyond four pages
// tells its form.
func (r *researcher) plan(s graph.Store, index *text.Index, m *onnx.Model, gold []*study.Graph, byID map[string]*claims.Claim, name string, know func(string) string) (study.Run, error) {
	run := study.Run{Name: name, Found: map[string]*study.Found{}, Took: map[string]float64{}}
	planners := map[hop.Shape]*hop.Planner{}
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(r.c.Context)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, want := range gold {
		shape, err := hop.ParseShape(know(want.Shape()))
		if err != nil {
			shape, _ = hop.ParseShape(study.Form(want.Shape())) // five pages and more
		}
		if planners[shape] == nil {
			planners[shape] = &hop.Planner{Graph: s, Text: index, Shape: shape}
		}
		p := planners[shape]
		g.Go(func() error {
			f, ms, err := r.answer(ctx, s, p, m, byID[want.ID.Key()])
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
func (r *researcher) answer(ctx context.Context, s graph.Store, p *hop.Planner, m *onnx.Model, c *claims.Claim) (*study.Found, float64, error) {
	res, err := p.Plan(ctx, c.Text)
	if err != nil {
		return nil, 0, err
	}
	ms := milliseconds(res.Took.Seed + res.Took.Hop)
	record, err := hopRecordOf(ctx, s, c, res)
	if err != nil {
		return nil, 0, err
	}
	f, err := asFound(record)
	if err != nil || m == nil || c.Label == "" {
		return f, ms, err
	}
	scheme, err := labelScheme(r.c, c.Scheme)
	if err != nil {
		return nil, 0, err
	}
	v := &verify.Verifier{Model: m, Pages: s}
	verdict, err := v.Verify(ctx, c.Text, res.Chains)
	if err != nil {
		return nil, 0, err
	}
	f.Gold, f.Predicted = c.Label, scheme.Name(scheme.Decide(verdict.Probabilities))
	return f, ms, nil
}

// asFound is an answer as a file of them would be read.
func asFound(record *hopRecord) (*study.Found, error) {
	var line bytes.Buffer
	if err := printJSON(&line, record); err != nil {
		return nil, err
	}
	for f, err := range study.ReadFound(&line, "answer") {
		return f, err
	}
	return nil, errors.New("answer without a line")
}
