package shapes

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	urfave "github.com/urfave/cli/v2"
	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/cli/internal/chart"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// reportOptions are the flags of shapes report.
type reportOptions struct {
	sets     urfave.StringSlice
	out      string
	verdicts bool
	seed     uint64
	model    console.Model
}

func reportCommand() *urfave.Command {
	o := &reportOptions{}
	return console.Command("shapes report", console.Flags(
		&urfave.StringSliceFlag{Name: "set", Usage: "`NAME=CLAIMS[,STORE]`: a file of claims, and the store to search; may be repeated",
			Destination: &o.sets},
		&urfave.StringFlag{Name: "out", Usage: "write the report into `FOLDER`", Destination: &o.out},
		&urfave.BoolFlag{Name: "verdicts", Destination: &o.verdicts,
			Usage: "also judge the claims that have a label, by the evidence found and by the claim alone"},
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
	whole := &study.Report{Title: "Chain against star"}
	for _, set := range sets {
		c.Warn("shapes report: %s", set.name)
		s := &setStudy{Console: c, options: o, report: &study.Report{}}
		if err := s.run(ctx, set); err != nil {
			return fmt.Errorf("set %s: %w", set.name, err)
		}
		whole.Join(set.name, s.report)
	}
	page := filepath.Join(o.out, "report.html")
	if err := cmp.Or(writeFigures(o.out, whole), writePage(page, c.Version, whole)); err != nil {
		return err
	}
	if c.JSON {
		return whole.WriteJSON(c.Out)
	}
	out := &console.Text{W: c.Out}
	for _, t := range whole.Tables {
		out.Printf("%s: %s\n", filepath.Join(o.out, t.Name+".csv"), console.Count(len(t.Rows), "figure"))
	}
	out.Printf("%s\n", page)
	return out.Err
}

// setStudy studies one set of claims.
type setStudy struct {
	*console.Console
	options *reportOptions
	report  *study.Report
	claims  []*claims.Claim
	byID    map[string]*claims.Claim

	store graph.Store // nil where the set names none
	index *text.Index
	model *onnx.Model // nil without --verdicts
}

func (s *setStudy) run(ctx context.Context, set claimSet) error {
	all, bad, err := claims.ReadAll(set.claims, claims.Auto)
	if err != nil {
		return err
	}
	for _, b := range bad {
		s.Warn("%v", b)
	}
	s.claims, s.byID = all, map[string]*claims.Claim{}
	for _, c := range all {
		s.byID[c.ID.Key()] = c
	}
	if set.store == "" {
		return s.withModel(ctx)
	}
	opened := console.Store{Given: set.store}
	return opened.ReadIndexed(ctx, func(store graph.Store, index *text.Index) error {
		s.store, s.index = store, index
		return s.withModel(ctx)
	})
}

// withModel makes the tables, with the model where verdicts are asked for.
func (s *setStudy) withModel(ctx context.Context) error {
	if !s.options.verdicts || !slices.ContainsFunc(s.claims, func(c *claims.Claim) bool { return c.Label != "" }) {
		return s.tables(ctx)
	}
	return s.options.model.With(func(m *onnx.Model) error {
		s.model = m
		return s.tables(ctx)
	})
}

func (s *setStudy) tables(ctx context.Context) error {
	maker := &study.Gold{}
	if s.store != nil {
		maker.Store = s.store
	}
	gold, err := maker.Graphs(ctx, s.claims)
	if err != nil {
		return err
	}
	seed := s.options.seed
	s.report.Tables = append(s.report.Tables, study.Overview(gold, seed))
	s.report.Graphs = exampleGraphs(gold)
	if s.model != nil {
		alone, err := s.alone(ctx)
		if err != nil {
			return err
		}
		p := study.Compare(gold, alone, seed)
		p.ClaimOnly = true
		s.add("claim-only", p.ByShape(), p.Controlled(), p.Growth())
	}
	s.add("wording", study.Compare(gold, nil, seed).Growth())
	if s.store == nil {
		return nil
	}
	return s.look(ctx, gold)
}

// add adds tables of one pairing to the report. It leaves out those without a figure.
func (s *setStudy) add(what string, tables ...*study.Table) {
	for _, t := range tables {
		if len(t.Rows) > 0 {
			t.Name = what + "-" + t.Name
			t.Title += " (" + what + ")"
			s.report.Tables = append(s.report.Tables, t)
		}
	}
}

// exampleGraphs returns the first two graphs of each shape of three pages and more, to be drawn.
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
func (s *setStudy) alone(ctx context.Context) (map[string]*study.Found, error) {
	pairs := make([]verify.Pair, len(s.claims))
	for i, c := range s.claims {
		pairs[i].Hypothesis = c.Text
	}
	p, err := s.model.Predict(ctx, pairs)
	if err != nil {
		return nil, fmt.Errorf("judge claims alone: %w", err)
	}
	out := map[string]*study.Found{}
	for i, c := range s.claims {
		f := &study.Found{ID: c.ID, Graph: &study.Graph{ID: c.ID}}
		judged(f, c, p[i])
		out[c.ID.Key()] = f
	}
	return out, nil
}

// judged adds the gold label and the predicted one, in the labels of the claim's data set.
func judged(f *study.Found, c *claims.Claim, p label.Probabilities) {
	f.Gold, f.Predicted = c.Label, c.Scheme.Name(c.Scheme.Decide(p))
}

// look plans for every claim of two pages and more whose pages are all in the store: without knowing the shape, and told the gold one.
func (s *setStudy) look(ctx context.Context, gold []*study.Graph) error {
	there, err := s.inStore(ctx, gold)
	if err != nil || len(there) == 0 {
		return err
	}
	auto, err := s.plan(ctx, there, func(*study.Graph) hop.Shape { return hop.Shape{} })
	if err != nil {
		return err
	}
	told, err := s.plan(ctx, there, goldShape)
	if err != nil {
		return err
	}
	p := study.Compare(there, auto, s.options.seed)
	p.AddTo(s.report)
	s.add("found", p.Controlled(), p.Growth())
	s.report.Tables = append(s.report.Tables, study.OracleCost(there, auto, told, s.options.seed))
	return nil
}

// goldShape returns the shape that a planner is told; of five pages and more only path or star.
func goldShape(g *study.Graph) hop.Shape {
	shape, err := hop.ParseShape(g.Shape())
	if err != nil {
		shape, _ = hop.ParseShape(study.Form(g.Shape()))
	}
	return shape
}

// inStore returns the graphs of two pages and more whose pages are all in the store.
func (s *setStudy) inStore(ctx context.Context, gold []*study.Graph) ([]*study.Graph, error) {
	var there []*study.Graph
	for _, g := range gold {
		found, err := s.store.Lookup(ctx, s.byID[g.ID.Key()].GoldTitles)
		if err != nil {
			return nil, err
		}
		if len(g.Pages) > 1 && !slices.ContainsFunc(found, func(ids []graph.PageID) bool { return len(ids) == 0 }) {
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
			planners[shape] = &hop.Planner{Graph: s.store, Text: s.index, Shape: shape}
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
	line, err := record.Planned(ctx, s.store, c, res)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(line)
	if err != nil {
		return nil, err
	}
	f, err := study.DecodeFound(raw) // as a file of answers would be read
	if err != nil || s.model == nil || c.Label == "" {
		return f, err
	}
	verdict, err := (&verify.Verifier{Model: s.model, Pages: s.store}).Verify(ctx, c.Text, res.Chains)
	if err != nil {
		return nil, err
	}
	judged(f, c, verdict.Probabilities)
	return f, nil
}

//go:embed report.html
var reportHTML string

// show prints the report's tables and, with --pictures, writes its figures and charts.
func (o *options) show(c *console.Console, r *study.Report) error {
	if o.pictures != "" {
		if err := writeFigures(o.pictures, r); err != nil {
			return err
		}
	}
	if c.JSON {
		return r.WriteJSON(c.Out)
	}
	out := &console.Text{W: c.Out}
	for i, t := range r.Tables {
		if i > 0 {
			out.Printf("\n")
		}
		printTable(out, t)
	}
	return out.Err
}

// printTable shows a table for people.
func printTable(out *console.Text, t *study.Table) {
	out.Printf("%s\n", t.Title)
	for _, r := range t.Rows {
		interval := ""
		if !r.Bare {
			interval = fmt.Sprintf("  %8.4f to %.4f", r.Low, r.High)
		}
		out.Printf("  %-34s %-20s n %6d %10s%s\n", console.Clip(strings.Join(r.Keys, ", "), 34), r.Measure, r.N, value(r), interval)
	}
	out.Printf("  (%s)\n", t.Note)
}

// value shows a row's figure: a count as an integer, all else with four digits.
func value(r study.Row) string {
	if r.Bare && r.Value == float64(r.N) {
		return strconv.Itoa(r.N)
	}
	return number(r.Value)
}

func number(v float64) string { return fmt.Sprintf("%.4f", v) }

// writeFigures writes the figures, as JSON lines and CSV, and the charts into a folder.
func writeFigures(dir string, r *study.Report) error {
	if err := chart.Write(dir, r.Charts); err != nil {
		return err
	}
	for _, t := range r.Tables {
		if err := console.WriteWhole(filepath.Join(dir, t.Name+".csv"), t.WriteCSV); err != nil {
			return err
		}
	}
	return console.WriteWhole(filepath.Join(dir, "figures.jsonl"), r.WriteJSON)
}

var pageTemplate = template.Must(template.New("shapes").Funcs(template.FuncMap{
	"number": number,
	"value":  value,
}).Parse(reportHTML))

// drawnGraph is a graph in the page.
type drawnGraph struct {
	Caption string
	SVG     template.HTML
}

// writePage writes one page with every table, chart and graph. It loads nothing from elsewhere.
func writePage(name, version string, r *study.Report) error {
	var graphs []drawnGraph
	for _, g := range r.Graphs {
		var b strings.Builder
		if err := picture(g).SVG(&b, g.Caption(), true, nil); err != nil {
			return err
		}
		graphs = append(graphs, drawnGraph{g.Caption(), template.HTML(b.String())}) // SVG escapes titles
	}
	return console.WriteWhole(name, func(w io.Writer) error {
		return pageTemplate.Execute(w, map[string]any{"Version": version, "Report": r, "Pictures": chart.HTML(r.Charts), "Graphs": graphs})
	})
}

// picture returns the best tree of a graph, to be drawn. A label has the kind of an edge, and its confidence if it isn't certain.
func picture(g *study.Graph) *draw.Graph {
	d := &draw.Graph{}
	for _, p := range g.Pages {
		at := g.Position(p)
		d.Nodes = append(d.Nodes, draw.Node{Title: p, Bridge: (at == study.Middle || at == study.Centre) && !slices.Contains(g.Named, p)})
	}
	for _, e := range g.Tree() {
		label := string(e.Kind)
		if e.Via != "" {
			label = e.Via
		}
		if e.Confidence < 1 {
			label += fmt.Sprintf(", %.2f", e.Confidence)
		}
		from, to := slices.Index(g.Pages, e.From), slices.Index(g.Pages, e.To)
		kind := hop.EdgeComparison // drawn as all that are no links
		switch link := e.Kind == study.OutLink || e.Kind == study.InLink; {
		case link && from > to:
			kind = hop.EdgeIn
		case link:
			kind = hop.EdgeOut
		}
		d.Edges = append(d.Edges, draw.Edge{From: min(from, to), To: max(from, to), Kind: kind, Label: label})
	}
	return d
}
