package cli

import (
	"errors"
	"os"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/study"
)

func shapesRiskCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "risk",
		Usage: "risk and coverage of verdicts by shape, and shortcuts where they were explained",
		Description: examples("Reads verify --out. Verdicts below a threshold of confidence are withheld; the threshold is chosen on a part of the\nclaims so that, with probability 1 - delta over the draw of that part, at most the stated share of the verdicts given is\nwrong on claims drawn alike, and tried on claims held back. Shapes are those of the gold graphs with --claims, else\nof the chains found. Verdicts of verify --explain also give the shortcuts: supported claims with a bridge page that has\nno share in the verdict.",
			"bridgehop shapes risk --pred pred.jsonl",
			"bridgehop shapes risk --pred pred.jsonl --claims dev.shared.json --store wiki.bridgehop --error 0.1 --pictures risk",
			"bridgehop verify --claims claims.jsonl --explain --out pred.jsonl && bridgehop shapes risk --pred pred.jsonl"),
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "pred", Usage: "`FILE` of verify --out"},
			&urfave.StringFlag{Name: "claims", Usage: "`FILE` of the claims with gold pages, for gold shapes and families (default: shapes found)"},
			&urfave.StringFlag{Name: "store", Usage: "the store's `FOLDER` or address, for the gold graphs' links (default: none)"},
			&urfave.Float64Flag{Name: "error", Value: 0.1, Usage: "let `SHARE` of the verdicts given be wrong, at most"},
			&urfave.Float64Flag{Name: "delta", Value: 0.1, Usage: "let the threshold fail with `PROBABILITY`, at most"},
			&urfave.StringFlag{Name: "pictures", Usage: "write figures, CSV and pictures into `FOLDER`"},
			&urfave.StringFlag{Name: "html", Usage: "write tables and pictures to `FILE`, one page that needs no network"},
			&urfave.StringFlag{Name: "markdown", Usage: "write the tables to `FILE`, for docs"},
			&urfave.Uint64Flag{Name: "seed", Value: 1, Usage: "split the claims, and draw the intervals' samples, by this `SEED`"},
		}, outputFlags()...),
		Action: shapesRisk,
	}
}

func shapesRisk(c *urfave.Context) error {
	if err := noArgs(c); err != nil {
		return err
	}
	if c.String("pred") == "" {
		return usagef("shapes risk needs --pred FILE of verify --out")
	}
	for _, flag := range []string{"error", "delta"} {
		if v := c.Float64(flag); !(v > 0 && v < 1) {
			return usagef("--%s is between 0 and 1, got %v", flag, v)
		}
	}
	all, err := readVerdicts(c.String("pred"))
	if err != nil {
		return err
	}
	if c.String("claims") != "" {
		gold, _, err := goldGraphs(c, c.String("claims"))
		if err != nil {
			return err
		}
		all = study.Shaped(all, gold)
	}
	r := &study.Report{Title: "Risk and coverage"}
	if answers := study.Answers(all); len(answers) > 0 {
		r = study.Risk{Error: c.Float64("error"), Delta: c.Float64("delta"), Seed: c.Uint64("seed")}.Report(answers, asTyped(c))
	}
	if t := study.Shortcuts(all, c.Uint64("seed"), asTyped(c)); len(t.Rows) > 0 && t.Rows[0].N > 0 {
		r.Tables = append(r.Tables, t)
	}
	if len(r.Tables) == 0 {
		return withHint(errors.New("shapes risk: no verdict with a gold label and none with an explanation"), "verify --out keeps the labels of the claims file; verify --explain explains")
	}
	if name := c.String("markdown"); name != "" {
		if err := writeMarkdownFile(name, r); err != nil {
			return err
		}
	}
	return showReport(c, r)
}

func readVerdicts(name string) ([]study.Verdict, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return study.ReadVerdicts(f, name)
}
