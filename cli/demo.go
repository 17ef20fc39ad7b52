package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/testdata/wiki"
)

// demoOptions are the flags of demo.
type demoOptions struct {
	store console.Store
	model console.Model
	all   bool
}

func demoCommand() *urfave.Command {
	o := &demoOptions{}
	return console.Command("demo", console.Flags(
		&urfave.StringFlag{Name: "store", Usage: "load into this `FOLDER`, or neo4j://user@host:7687/database, and keep it " +
			"(default: a temporary folder, deleted afterwards)", Destination: &o.store.Given},
		&urfave.BoolFlag{Name: "all", Usage: "show every claim, and scores by hops and by shape", Destination: &o.all},
		o.model.DirFlag(), o.model.DeviceFlag()), console.WithoutArgs(o.run))
}

func (o *demoOptions) run(ctx context.Context, c *console.Console) error {
	dir, err := os.MkdirTemp("", "bridgehop-demo-")
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := o.steps(ctx, c, dir); ctx.Err() == nil {
		return err
	}
	return ctx.Err() // there is nothing to go on with
}

// steps loads, verifies and scores in dir.
func (o *demoOptions) steps(ctx context.Context, c *console.Console, dir string) error {
	for _, name := range []string{wiki.Pages, wiki.Redirects, wiki.Claims} {
		if err := unpack(name, dir); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	if o.store.Given == "" {
		o.store.Given = filepath.Join(dir, "wiki.bridgehop")
	}
	if err := o.load(ctx, c, dir); err != nil {
		return err
	}
	gold, pred := filepath.Join(dir, wiki.Claims), filepath.Join(dir, "pred.jsonl")
	if !o.all && !c.JSON {
		if err := onlyShown(gold); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	if err := o.verify(ctx, c, gold, pred); err != nil {
		return err
	}
	if !o.all && !c.JSON {
		_, err := fmt.Fprintln(c.Out, demoNote)
		return err
	}
	return o.score(ctx, c, gold, pred)
}

// onlyShown leaves of a claims file its header and the claims of demoClaims.
func onlyShown(name string) error {
	all, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var out []byte
	for line := range bytes.Lines(all) {
		var claim struct{ ID claims.ID }
		if err := json.Unmarshal(line, &claim); err != nil {
			return err
		}
		if len(out) == 0 || demoClaims[claim.ID.String()] != "" {
			out = append(out, line...)
		}
	}
	return os.WriteFile(name, out, 0o644)
}

// unpack writes a file of the shipped wiki into dir.
func unpack(name, dir string) error {
	b, err := wiki.Files.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), b, 0o644)
}

func (o *demoOptions) load(ctx context.Context, c *console.Console, dir string) error {
	sources, err := loader.Open([]string{filepath.Join(dir, wiki.Pages)},
		loader.Input{Format: "feverous", Redirects: filepath.Join(dir, wiki.Redirects)})
	if err != nil {
		return err
	}
	return o.store.Write(ctx, true, func(store graph.Store) error {
		l := &load{Console: c, options: &loadOptions{store: o.store}, sources: sources}
		if err := cmp.Or(l.fill(ctx, store), l.broke); err != nil {
			return err
		}
		stats, err := store.Stats(ctx)
		if err == nil && !c.JSON {
			_, err = fmt.Fprintf(c.Out, "loaded %d pages, %d sentences, %d cells, %d links\n\n", stats.Pages, stats.Sentences, stats.Cells,
				stats.Links)
		}
		return err
	})
}

func (o *demoOptions) verify(ctx context.Context, c *console.Console, input, pred string) error {
	v := &verifyOptions{claimOptions: claimOptions{store: o.store, model: o.model}}
	return v.withJudge(ctx, c, func(ctx context.Context, j *judge) error {
		b := &batch.Batch{Console: c, Input: input, Silent: true, Refused: j.refused,
			Answer: func(ctx context.Context, claim *claims.Claim) (batch.Answer, error) {
				a, err := j.answer(ctx, claim)
				if err != nil {
					return batch.Answer{}, err
				}
				return batch.Answer{Record: a.prediction(claim), Print: func(out *console.Text) { o.print(out, claim, a) }}, nil
			},
			Answered: func(_ *claims.Claim, a batch.Answer) error { return c.Print(a.Record, a.Print) },
		}
		if err := b.Open(ctx, pred, batch.Fingerprints{}, feverousHeader, true); err != nil {
			return err
		}
		return b.Run(ctx)
	})
}

func (o *demoOptions) print(out *console.Text, claim *claims.Claim, a *judged) {
	if o.all {
		out.Printf("%s  %s\n  ", claim.ID, claim.Text)
		a.print(out, claim.Label)
	} else {
		out.Printf("%s\n  %s\n  ", demoClaims[claim.ID.String()], claim.Text)
		a.short = true
		a.print(out, "")
	}
	out.Printf("\n")
}

// demoClaims are the ids of the claims in the demo, and what each shows. TestDemoIsRight checks that each has the right label and,
// if it is decided, a best chain with all gold pages.
var demoClaims = map[string]string{
	"101": "True, by three pages in a row:",
	"104": "The same with another birthplace, false:",
	"203": "True, by four pages in a row:",
	"204": "The same with another height, false:",
	"233": "The film isn't named, nor its actress:",
	"238": "She won it, but wouldn't have it in the house:",
}

// demoRecord is the last line of demo --json.
type demoRecord struct {
	Scores *score.Report `json:"scores"`
}

func (o *demoOptions) score(ctx context.Context, c *console.Console, gold, pred string) error {
	var r *score.Report
	err := record.WithFiles([]string{gold, pred}, func(f []score.File) (err error) {
		r, err = score.Run(ctx, "feverous", f[0], f[1], score.Options{})
		return err
	})
	if err != nil {
		return fmt.Errorf("score: %w", err)
	}
	if c.JSON {
		return console.WriteJSON(c.Out, demoRecord{r})
	}
	if err := (&evaluation{Console: c}).writeScreen(r); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.Out, scoresNote)
	return err
}

// demoNote is printed below the claims that demo shows.
const demoNote = "These claims were chosen because their verdicts are right. demo --all shows every claim with all its evidence, and " +
	"scores."

// scoresNote is printed below the scores and explains why they are low.
const scoresNote = `These claims are hard on purpose: each needs two to four pages, and many differ from a true one in a single word, or say
what no page says. README.md has the scores on public data sets. --full is a flag of bridgehop eval.`
