package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/testdata/wiki"
)

// demoOptions are the flags of demo.
type demoOptions struct {
	Store console.Store
	Model console.Model
}

// Run loads the shipped wiki and verifies some of its claims.
func (o *demoOptions) Run(ctx context.Context, c *console.Console) error {
	dir, err := os.MkdirTemp("", "bridgehop-demo-")
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer os.RemoveAll(dir)
	if o.Store.Given == "" {
		o.Store.Given = filepath.Join(dir, "wiki.bridgehop")
	}
	if err = o.load(ctx, c, dir); err == nil {
		v := &verifyOptions{claimOptions: claimOptions{Store: o.Store, Model: o.Model, Console: c}}
		err = v.withJudge(ctx, func() error { return showClaims(ctx, v) })
	}
	return cmp.Or(ctx.Err(), err) // there is nothing to go on with
}

// load loads the shipped wiki, by way of files in dir.
func (o *demoOptions) load(ctx context.Context, c *console.Console, dir string) error {
	pages, redirects := filepath.Join(dir, wiki.Pages), filepath.Join(dir, wiki.Redirects)
	for _, name := range []string{pages, redirects} {
		b, err := wiki.Files.ReadFile(filepath.Base(name))
		if err == nil {
			err = os.WriteFile(name, b, 0o644)
		}
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	sources, err := loader.Open([]string{pages}, loader.Input{Format: "feverous", Redirects: redirects})
	if err != nil {
		return err
	}
	return o.Store.Write(ctx, true, func(store graph.Store) error {
		l := &loadOptions{Store: o.Store, Console: c, sources: sources}
		if err := cmp.Or(l.fill(ctx, store), l.broke); err != nil {
			return err
		}
		stats, err := store.Stats(ctx)
		if err == nil && !c.JSON {
			_, err = fmt.Fprintf(c.Out, "loaded %d pages, %d sentences, %d cells, %d links\n\n", stats.Pages,
				stats.Sentences, stats.Cells, stats.Links)
		}
		return err
	})
}

// showClaims judges demoClaims, and prints each as it is judged.
func showClaims(ctx context.Context, v *verifyOptions) error {
	f, err := wiki.Files.Open(wiki.Claims)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer f.Close()
	r, err := claims.NewReader(f, wiki.Claims)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	for claim, err := range r.All() {
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		about := demoClaims[claim.ID.String()]
		if about == "" {
			continue
		}
		a, err := v.answer(ctx, claim)
		if err == nil {
			err = v.Print(a.prediction(claim), func(out *console.Text) {
				out.Printf("%s\n  %s\n  ", about, claim.Text)
				record.NewVerdict(a.Answer, nil).Print(out, a.Answer, "", true)
				out.Printf("\n")
			})
		}
		if err != nil {
			return err
		}
	}
	if !v.JSON {
		_, err = fmt.Fprintln(v.Out, demoNote)
	}
	return err
}

// demoClaims are the ids of the claims in the demo, and what each shows. TestDemoIsRight checks that each has the right
// label and, if it is decided, a best chain with all gold pages.
var demoClaims = map[string]string{
	"101": "True, by three pages in a row:",
	"104": "The same with another birthplace, false:",
	"203": "True, by four pages in a row:",
	"204": "The same with another height, false:",
	"233": "The film isn't named, nor its actress:",
	"238": "She won it, but wouldn't have it in the house:",
}

// demoNote is printed below the claims.
const demoNote = "These claims were chosen because their verdicts are right. README.md says how often others are."
