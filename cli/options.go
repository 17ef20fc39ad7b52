package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// claimOptions are the flags of the commands that answer claims: hop and verify.
type claimOptions struct {
	store           console.Store
	plan            console.Plan
	model           console.Model
	chains          int
	claims, out     string
	restart         bool
	explain         bool
	planner, scorer string
	scorerWeight    float64
	rescore         int
}

// The scorers of --scorer.
const (
	lexicalScorer = "lexical"
	neuralScorer  = "neural"
)

// mostWeight bounds --scorer-weight: with it one of the model's log odds outweighs all words and links.
const mostWeight = 1000

// planFlags returns the flags of the planner and of claims files.
func (o *claimOptions) planFlags() []urfave.Flag {
	return append(o.plan.Flags(),
		&urfave.StringFlag{Name: "claims", Usage: "answer every claim of `FILE`: JSON lines {id, claim}, one claim a line, or a data set's own file (see Claims files in docs/cli.md)", Destination: &o.claims},
		&urfave.StringFlag{Name: "out", Usage: "write the answers to `FILE`, one JSON line a claim; - is standard output. Without it they are printed as the answer to one claim is", Destination: &o.out},
		&urfave.BoolFlag{Name: "restart", Usage: "discard the answers in --out, instead of resuming after them", Destination: &o.restart})
}

func (o *claimOptions) plannerFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "planner", Value: record.Walk, Destination: &o.planner, Usage: "`NAME` of the retriever: walk follows links; the others are retrievers of papers, which use only words: " +
		"tfidf (HoVer, FEVER), tfidf-hotpotqa, tfidf-feverous, tfidf-feverous-words"}
}

func (o *claimOptions) scorerFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "scorer", Value: lexicalScorer, Usage: "`NAME` of the scorer of chains: lexical uses their words and links; neural also asks a model about the best chains (--model names a cross-encoder of your own)", Destination: &o.scorer},
		&urfave.Float64Flag{Name: "scorer-weight", Usage: "with --scorer neural: weight of the model's log odds, next to words and links (the default was fitted on train files with the shipped model)", DefaultText: "0.95", Destination: &o.scorerWeight},
		&urfave.IntFlag{Name: "rescore", Usage: "with --scorer neural: ask the model about the best `N` chains", DefaultText: "3", Destination: &o.rescore},
	}
}

// check returns an error for flags that conflict, or the wrong number of arguments: a CLAIM or --claims FILE.
func (o *claimOptions) check(c *console.Console) error {
	if err := cmp.Or(o.checkPlanner(c), o.checkScorer(c), o.plan.Check(c)); err != nil {
		return err
	}
	if c.IsSet("k") {
		if err := console.AtLeast("k", o.chains, 1); err != nil {
			return err
		}
	}
	switch {
	case o.claims != "" && len(c.Args) > 0:
		return console.Usagef("%s takes a CLAIM or --claims FILE, not both", c.Command)
	case o.claims != "" && o.out == "" && c.IsSet("restart"):
		return console.Usagef("--restart needs --out FILE")
	case o.claims != "":
		return batch.ReadAgain("claims", o.claims) // before anything is read of it
	case o.out != "":
		return console.Usagef("--out needs --claims FILE")
	case c.IsSet("restart"):
		return console.Usagef("--restart needs --claims FILE and --out FILE")
	}
	return nil
}

func (o *claimOptions) checkPlanner(c *console.Console) error {
	if o.planner == record.Walk {
		return nil
	}
	if _, ok := record.Retrievers[o.planner]; !ok {
		return console.Usagef("--planner %s: want one of %s, %s", o.planner, record.Walk, strings.Join(slices.Sorted(maps.Keys(record.Retrievers)), ", "))
	}
	set := c.AnySet("max-hops", "beam")
	if o.plan.ShapeName != "auto" {
		set = "shape"
	}
	if set != "" {
		return console.Usagef("--%s is for --planner %s: other planners don't follow links", set, record.Walk)
	}
	return nil
}

func (o *claimOptions) checkScorer(c *console.Console) error {
	switch {
	case o.scorer != lexicalScorer && o.scorer != neuralScorer:
		return console.Usagef("--scorer %s: want lexical or neural", o.scorer)
	case o.scorer == neuralScorer && o.planner != record.Walk:
		return console.Usagef("--scorer neural is for --planner %s: other planners don't score chains", record.Walk)
	case c.IsSet("scorer-weight") && !(o.scorerWeight > 0 && o.scorerWeight <= mostWeight): // also refuses NaN
		return console.Usagef("--scorer-weight: want a number above 0 and at most %d, got %g", mostWeight, o.scorerWeight)
	}
	if o.scorer == lexicalScorer {
		if flag := c.AnySet("scorer-weight", "rescore"); flag != "" {
			return console.Usagef("--%s is for --scorer neural", flag)
		}
		if flag := c.AnySet("model", "device"); flag != "" && c.Command == "hop" {
			return console.Usagef("--%s is for --scorer neural: without it hop runs no model", flag)
		}
	}
	if c.IsSet("rescore") {
		return console.AtLeast("rescore", o.rescore, 2)
	}
	return nil
}

// engine are the options of an engine that the flags ask for.
func (o *claimOptions) engine() []bridgehop.Option {
	out := append(o.model.Options(), bridgehop.WithMaxPages(o.plan.MaxHops), bridgehop.WithBeam(o.plan.Beam), bridgehop.WithChains(o.chains), bridgehop.WithShape(o.plan.Shape))
	if rule, ok := record.Retrievers[o.planner]; ok {
		out = append(out, bridgehop.WithRetriever(rule))
	}
	if o.scorer == neuralScorer {
		out = append(out, bridgehop.WithReranker(o.scorerWeight, o.rescore))
	}
	return out
}

// withEngine opens the engine for the flags, calls f with it, and closes it.
func (o *claimOptions) withEngine(ctx context.Context, c *console.Console, f func(*bridgehop.Engine) error, more ...bridgehop.Option) error {
	opened := batch.AmpleRoom() // opening makes little garbage
	e, err := bridgehop.Open(ctx, o.store.Path(), append(o.engine(), more...)...)
	opened()
	if err != nil {
		return o.store.Error(err)
	}
	if o.scorer == neuralScorer {
		if m, err := e.Model(); err == nil {
			c.Note(m)
		}
	}
	return errors.Join(o.store.Error(f(e)), e.Close())
}

// answersTo is the file that answers to --claims are written to, and whether they are printed for people instead.
func (o *claimOptions) answersTo(c *console.Console) (out string, readable bool) {
	return cmp.Or(o.out, "-"), o.out == "" && !c.JSON
}

// printClaim prints the answer to a claim of a file as text. A refused claim has a warning already.
func printClaim(c *console.Console, line any) error {
	print, ok := line.(func(*console.Text))
	if !ok {
		return nil
	}
	return c.Print(nil, func(out *console.Text) {
		print(out)
		out.Printf("\n")
	})
}

// fingerprints returns the fingerprints of everything that the answers depend on; store is nil if none is read.
func (o *claimOptions) fingerprints(ctx context.Context, c *console.Console, store graph.Store) (f batch.Fingerprints, err error) {
	f = batch.Fingerprints{Command: c.Command, Version: c.Version, Settings: settings(c)}
	if f.Input, err = batch.FileFingerprint("claims", o.claims); err != nil {
		return f, err
	}
	if o.scorer == neuralScorer || c.Command == "verify" {
		if f.Model, err = o.model.Fingerprint(); err != nil {
			return f, err
		}
	}
	if store != nil {
		f.Store, err = store.Identity(ctx)
	}
	return f, err
}

// settings are the flags that change answers, or what is kept of them besides. A default that is spelled out is what it is unset.
func settings(c *console.Console) string {
	flags := map[string]console.Flag{}
	for _, f := range c.Flags {
		flags[f.Name] = f
	}
	out := ""
	for _, name := range []string{"max-hops", "beam", "k", "labels", "oracle", "planner", "claim-only", "shape"} {
		f, ok := flags[name]
		if !ok {
			continue
		}
		if unset, ok := spelledOut[fmt.Sprintf("%s=%v", name, f.Value)]; ok {
			f.Value = unset
		}
		out += fmt.Sprintf("%s=%v ", name, f.Value)
	}
	for _, name := range []string{"explain", "scorer", "scorer-weight", "rescore", "record", "abstain"} { // unset, they leave the outputs of before as they are
		set := fmt.Sprintf("%s=%v", name, flags[name].Value)
		if _, ok := spelledOut[set]; flags[name].Set && !ok {
			out += set + " "
		}
	}
	return out
}

// spelledOut has settings that mean the same as an unset flag, with the value of the unset flag.
var spelledOut = map[string]any{
	fmt.Sprintf("beam=%d", hop.DefaultBeam): 0, "planner=": record.Walk, "shape=": "auto",
	"explain=false": nil, "record=false": nil, "scorer=": nil, "scorer=" + lexicalScorer: nil,
	fmt.Sprintf("scorer-weight=%v", verify.DefaultRelevance): nil, fmt.Sprintf("rescore=%d", hop.DefaultRescore): nil,
}

// claimError reports whether a claim given on the command line was refused: that is wrong usage.
func claimError(err error) error {
	if batch.IsRefusal(err) {
		return console.WithCode(err, console.ExitUsage, "give a claim of one or a few sentences")
	}
	return err
}
