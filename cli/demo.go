package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/score"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/testdata/wiki"
)

func demoCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "demo",
		Usage: "the whole way on the shipped wiki",
		Description: examples("Loads a small invented wiki into a temporary store and verifies its claims. Shows some of them, each with its label and\nprobability, the chain with its shape, and the sentences and cells it cites; then the scores of all. These were chosen\nbecause they come out right: --all shows every claim, and --json prints every one.",
			"bridgehop demo",
			"bridgehop demo --all                    # every claim, and scores by hops and by shape",
			"bridgehop demo --store demo.bridgehop   # keeps the store, to try other commands on"),
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "store", Usage: "load into this `FOLDER`, or neo4j://user@host:7687/database, and keep it (default: a temporary folder)"},
			&urfave.BoolFlag{Name: "all", Usage: "show every claim, and scores by hops and by shape"},
			modelFlag(), deviceFlag()}, outputFlags()...),
		Action: func(c *urfave.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return demo(c)
		},
	}
}

func demo(c *urfave.Context) error {
	dir, err := os.MkdirTemp("", "bridgehop-demo-")
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{wiki.Pages, wiki.Redirects, wiki.Claims} {
		if err := unpack(name, dir); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	if c.String("store") == "" {
		if err := c.Set("store", filepath.Join(dir, "wiki.bridgehop")); err != nil {
			return err
		}
	}
	if err := demoLoad(c, dir); err != nil {
		return err
	}
	pred := filepath.Join(dir, "pred.jsonl")
	if err := demoVerify(c, filepath.Join(dir, wiki.Claims), pred); err != nil {
		return err
	}
	return demoScore(c, filepath.Join(dir, wiki.Claims), pred)
}

// unpack writes a file of the shipped wiki into dir.
func unpack(name, dir string) error {
	b, err := wiki.Files.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), b, 0o644)
}

func demoLoad(c *urfave.Context, dir string) (err error) {
	sources, err := loader.Open([]string{filepath.Join(dir, wiki.Pages)}, loader.Input{Format: loader.FEVEROUS, Redirects: filepath.Join(dir, wiki.Redirects)})
	if err != nil {
		return err
	}
	store, err := openWriter(c, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if _, broke, err := fill(c, store, sources, nil); broke != nil || err != nil {
		return errors.Join(broke, err)
	}
	stats, err := store.Stats(c.Context)
	if err == nil && !c.Bool("json") {
		_, err = fmt.Fprintf(c.App.Writer, "loaded %d pages, %d sentences, %d cells, %d links\n\n", stats.Pages, stats.Sentences, stats.Cells, stats.Links)
	}
	return err
}

// shown is an answer for people and its line for the scorer.
type shown struct {
	claim  *claims.Claim
	answer *judged
}

func demoVerify(c *urfave.Context, input, pred string) error {
	return withJudge(c, func(j *judge) error {
		b := &batch{c: c, what: "verify", input: input, bar: silent{},
			answer: func(ctx context.Context, claim *claims.Claim) (any, error) {
				a, err := j.answer(ctx, claim)
				return &shown{claim, a}, err
			},
			refused: func(claim *claims.Claim, err error) any { return j.refused(claim, err) },
		}
		b.emit = func(line any) error { return demoShow(c, b.out, line) }
		if err := b.open(pred, fingerprints{}, feverousHeader, true); err != nil {
			return err
		}
		return b.run()
	})
}

// demoShow prints one answer, and keeps its line for the scores.
func demoShow(c *urfave.Context, out *output, line any) error {
	s, ok := line.(*shown)
	if !ok {
		return printJSON(out, line)
	}
	p := s.answer.prediction(s.claim)
	if err := printJSON(out, p); err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, p)
	}
	about := demoClaims[s.claim.ID.String()]
	if about == "" && !c.Bool("all") {
		return nil
	}
	w := &show{w: c.App.Writer}
	if about != "" && !c.Bool("all") {
		w.f("%s\n", about)
	}
	w.f("%s  %s\n  ", s.claim.ID, s.claim.Text)
	s.answer.print(w, s.claim.Label)
	w.f("\n")
	return w.err
}

// demoClaims are the claims that demo shows, by id, and what each shows. TestDemoIsRight holds them to it: the right label, and a best
// chain with all gold pages.
var demoClaims = map[string]string{
	"206": "A cell of a table:",
	"251": "A path of four pages:",
	"261": "Refuted, by a path:",
	"283": "A star of four pages:",
	"293": "A twin of a true claim, with one number changed:",
	"318": "Two pages, the second not named:",
	"332": "Not enough:",
}

// demoRecord is the last line of demo --json.
type demoRecord struct {
	Scores *score.Report `json:"scores"`
}

func demoScore(c *urfave.Context, gold, pred string) error {
	var r *score.Report
	err := withFiles([]string{gold, pred}, func(f []score.File) (err error) {
		r, err = score.FEVEROUS(c.Context, f[0], f[1], score.Options{})
		return err
	})
	if err != nil {
		return fmt.Errorf("score: %w", err)
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, demoRecord{r})
	}
	out := &show{w: c.App.Writer}
	printScores(out, r, c.Bool("all"))
	out.f("%s\n", demoNote)
	return out.err
}

// demoNote stands under the demo's scores: low figures need their reason.
const demoNote = `These claims are hard on purpose: each needs two to four pages, and many differ from a true one in a single word, or say
what no page says. README.md has the scores on public data sets.`

// printScores shows our reading of the report by hops, and by shape where all is asked for.
func printScores(out *show, r *score.Report, all bool) {
	own := r.Find("bridgehop")
	if own == nil {
		out.err = r.WriteTable(out.w)
		return
	}
	if !all {
		out.f("Scores of all claims (demo --all shows every one):\n\n")
	}
	out.f("%-12s %6s   %-22s %8s   %-14s %s\n", "", "claims", "label accuracy", "macro-F1", "FEVEROUS score", "evidence F1")
	printScoreRow(out, "all", own)
	groups := []string{"hops"}
	if all {
		groups = append(groups, "shape")
	}
	for _, by := range groups {
		group := own.Find(by)
		if group == nil {
			continue
		}
		for i := range group.Sections {
			printScoreRow(out, by+" "+group.Sections[i].Name, &group.Sections[i])
		}
	}
	out.f("intervals are 95 %%, bootstrap; all figures: bridgehop eval --task feverous\n")
}

func printScoreRow(out *show, name string, s *score.Section) {
	accuracy, _ := s.Row("label_accuracy")
	value := func(name string) float64 { v, _ := s.Value(name); return v }
	out.f("%-12s %6d   %.3f [%.3f, %.3f]   %8.3f   %-14.3f %.3f\n", name, accuracy.N, accuracy.Value, accuracy.Low, accuracy.High,
		value("macro_f1"), value("feverous_score"), value("evidence_f1"))
}
