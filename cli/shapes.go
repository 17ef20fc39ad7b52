package cli

import (
	"context"
	"errors"
	"io"
	"os"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/study"
)

func shapesCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "shapes",
		Usage: "chain or star: the reasoning graphs of claims, gold and found",
		Description: examples("Works out the gold reasoning graph of every claim (HoVer, MuSiQue, 2WikiMultihopQA, EX-FEVER, HotpotQA, FEVER,\nFEVEROUS): its pages, each edge with its kind, how it is known and how surely, and its shape, several where it is\nambiguous. A store adds hyperlinks, mentions of titles and shared targets. With --pred it says how the graphs that\nhop or verify found differ from gold: pages, edges by kind, edits, shapes taken for others, and where retrieval breaks.",
			"bridgehop shapes --claims dev.shared.json --store wiki.bridgehop --out shapes.jsonl",
			"bridgehop shapes --claims dev.shared.json --store wiki.bridgehop --pred hops.jsonl",
			"bridgehop shapes --claims claims.jsonl --id 102 --draw graphs"),
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "claims", Usage: "`FILE` of claims or questions with gold pages"},
			&urfave.StringFlag{Name: "store", Usage: "the store's `FOLDER` or address, for links and mentions (default: none)"},
			&urfave.StringFlag{Name: "out", Usage: "write the gold graphs to `FILE`, one JSON line a claim; - is standard output"},
			&urfave.StringFlag{Name: "pred", Usage: "`FILE` of hop --out or verify --out, to compare with gold"},
			&urfave.StringFlag{Name: "judged", Usage: "`FILE` of judgements by hand, to tell the agreement: JSON lines {data, id, shape, order, edges}"},
			&urfave.StringSliceFlag{Name: "id", Usage: "only the claim of this `ID`; may be given again"},
			&urfave.StringFlag{Name: "draw", Usage: "draw the graphs of --id, or of the first 20 claims, into `FOLDER`, as SVG and DOT"},
			&urfave.StringFlag{Name: "pictures", Usage: "with --pred, draw the comparison into `FOLDER`, as SVG, PNG and CSV"},
			&urfave.StringFlag{Name: "html", Usage: "with --pred, write the comparison to `FILE`, one page that needs no network"},
			&urfave.Uint64Flag{Name: "seed", Usage: "draw the intervals' bootstrap samples from this `SEED`"},
		}, outputFlags()...),
		Subcommands: []*urfave.Command{shapesGenerateCommand(), shapesTrialCommand(), shapesRiskCommand(), shapesReportCommand()},
		Action:      shapes,
	}
}

func shapes(c *urfave.Context) error {
	if err := noArgs(c); err != nil {
		return err
	}
	if c.String("claims") == "" {
		return usagef("shapes needs --claims FILE")
	}
	gold, rejects, err := goldGraphs(c, c.String("claims"))
	if err != nil {
		return err
	}
	gold = chosen(gold, c.StringSlice("id"))
	if len(gold) == 0 {
		return usagef("%s: no claim with gold pages%s", c.String("claims"), map[bool]string{true: " of the ids given"}[c.IsSet("id")])
	}
	if err := showShapes(c, gold); err != nil {
		return err
	}
	if rejects > 0 {
		return withCode(errors.New("shapes: some records hold no claim"), exitRejects, "")
	}
	return nil
}

// showShapes does what the flags ask for with the gold graphs.
func showShapes(c *urfave.Context, gold []*study.Graph) error {
	if out := c.String("out"); out != "" {
		if err := writeGraphs(c, out, gold); err != nil {
			return err
		}
	}
	found, err := foundGraphs(c)
	if err != nil {
		return err
	}
	if dir := c.String("draw"); dir != "" {
		if err := drawGraphs(dir, gold, found, !c.IsSet("id")); err != nil {
			return err
		}
	}
	r := &study.Report{Title: "Reasoning graphs"}
	switch {
	case found != nil:
		p := study.Compare(gold, found, c.Uint64("seed"))
		p.AddTo(r)
		if t := p.Controlled(); len(t.Rows) > 0 {
			r.Tables = append(r.Tables, t)
		}
	case c.String("out") == "-":
		return nil
	default:
		r.Tables = append(r.Tables, study.Overview(gold, c.Uint64("seed")))
	}
	if name := c.String("judged"); name != "" {
		t, err := agreement(c, name, gold)
		if err != nil {
			return err
		}
		r.Tables = append(r.Tables, t)
	}
	return showReport(c, r)
}

// agreement compares gold graphs with a file of judgements.
func agreement(c *urfave.Context, name string, gold []*study.Graph) (*study.Table, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var judged []*study.Judged
	for j, err := range study.ReadJudged(f, name) {
		if err != nil {
			return nil, err
		}
		judged = append(judged, j)
	}
	return study.Agreement(gold, judged, c.Uint64("seed")), nil
}

// goldGraphs reads a file of claims and makes their graphs; it counts the records that hold none.
func goldGraphs(c *urfave.Context, file string) (gold []*study.Graph, rejects int, err error) {
	all, bad, err := claims.ReadAll(file, claims.Auto)
	if err != nil {
		return nil, 0, withHint(err, "claims are HoVer, FEVER, FEVEROUS, HotpotQA, MuSiQue, 2WikiMultihopQA or EX-FEVER files")
	}
	for _, b := range bad {
		warn(c, "%v", b)
	}
	maker := &study.Gold{}
	if c.String("store") == "" {
		gold, err = maker.Graphs(c.Context, all)
		return gold, len(bad), err
	}
	err = withReader(c, func(s graph.Store) error {
		maker.Store = s
		gold, err = maker.Graphs(c.Context, all)
		return err
	})
	return gold, len(bad), err
}

func chosen(all []*study.Graph, ids []string) []*study.Graph {
	if len(ids) == 0 {
		return all
	}
	want := map[string]bool{}
	for _, id := range ids {
		want[id] = true
	}
	var out []*study.Graph
	for _, g := range all {
		if want[g.ID.Key()] {
			out = append(out, g)
		}
	}
	return out
}

func writeGraphs(c *urfave.Context, name string, gold []*study.Graph) error {
	if name == "-" {
		return study.Write(c.App.Writer, gold)
	}
	return writeWhole(name, func(w io.Writer) error { return study.Write(w, gold) })
}

// foundGraphs reads --pred; nil without it.
func foundGraphs(c *urfave.Context) (map[string]*study.Found, error) {
	name := c.String("pred")
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readFound(c.Context, f, name, func(err error) { warn(c, "%v", err) })
}

func readFound(_ context.Context, in io.Reader, name string, bad func(error)) (map[string]*study.Found, error) {
	out := map[string]*study.Found{}
	for f, err := range study.ReadFound(in, name) {
		var record *claims.RecordError
		switch {
		case errors.As(err, &record):
			bad(err)
		case err != nil:
			return nil, err
		default:
			out[f.ID.Key()] = f
		}
	}
	return out, nil
}
