package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// claimOptions are the flags of the commands that answer claims (hop, ask, verify), and what these answer with.
type claimOptions struct {
	Store         console.Store
	MaxHops, Beam int
	ShapeName     string `flag:"shape"`
	Model         console.Model
	Claims        string
	OutFile       string `flag:"out"`
	Restart       bool
	Explain       bool
	Planner       string
	Record        bool
	RunName       string `flag:"run"`

	*console.Console
	shape  hop.Shape
	engine *bridgehop.Engine // while withEngine runs
	run    *recording        // while withEngine runs
}

// check returns the argument, empty with --claims, or an error for flags that conflict; what is a claim or question.
func (o *claimOptions) check(what string) (string, error) {
	err := cmp.Or(o.Together(console.FlagRule{Flag: "restart", Needs: []string{"out"}},
		console.FlagRule{Flag: "out", Needs: []string{"claims"}},
		console.FlagRule{Flag: "given", Needs: []string{"claims"}},
		console.FlagRule{Flag: "run", Needs: []string{"record"}}), o.checkPlanner(), o.checkRecord())
	switch {
	case err != nil:
		return "", err
	case o.Claims == "":
		return o.OneArg(what)
	case len(o.Args) > 0:
		return "", console.Usagef("%s takes a CLAIM or --claims FILE, not both", o.Command)
	}
	return "", batch.ReadAgain("claims", o.Claims) // before anything is read of it
}

// checkPlanner refuses what the planner can't do, and reads the shape.
func (o *claimOptions) checkPlanner() (err error) {
	set := o.AnySet("max-hops", "beam")
	if o.ShapeName != "auto" {
		set = "shape"
	}
	if o.Planner != record.Walk && o.Planner != record.TFIDF {
		return console.Usagef("--planner %s: want %s or %s", o.Planner, record.Walk, record.TFIDF)
	}
	if o.Planner == record.TFIDF && set != "" {
		return console.Usagef("--%s is for --planner %s: %s doesn't follow links", set, record.Walk, record.TFIDF)
	}
	if o.shape, err = hop.ParseShape(o.ShapeName); err != nil {
		return console.Usagef("--%v", err)
	}
	if o.MaxHops < 1 || o.MaxHops > 4 {
		return console.Usagef("--max-hops: want 1 to 4, got %d", o.MaxHops)
	}
	if o.shape.Pages > o.MaxHops {
		return console.Usagef("--shape %s has %d pages, but --max-hops allows only %d", o.ShapeName, o.shape.Pages, o.MaxHops)
	}
	if o.IsSet("beam") {
		return console.AtLeast("beam", o.Beam, 1)
	}
	return nil
}

// engineOptions returns the options of an engine that the flags ask for.
func (o *claimOptions) engineOptions() bridgehop.Options {
	out := o.Model.Options()
	out.MaxPages, out.Beam, out.Shape = o.MaxHops, o.Beam, o.shape
	out.TFIDF = o.Planner == record.TFIDF
	return out
}

// withEngine opens an engine, with a store unless it is storeless, and the run that its answers are recorded into,
// calls f, and closes the engine.
func (o *claimOptions) withEngine(ctx context.Context, options bridgehop.Options, storeless bool,
	f func() error) (err error) {
	o.engine = bridgehop.Given(options)
	if !storeless {
		o.engine, err = bridgehop.Open(ctx, o.Store.Path(), options)
	}
	if err != nil {
		return o.Store.Error(err)
	}
	if err = o.begin(ctx); err == nil {
		err = f()
	}
	return errors.Join(o.Store.Error(err), o.engine.Close())
}

// answerAll answers the claims of --claims, or else the one of the command line, as b says.
func (o *claimOptions) answerAll(ctx context.Context, claim string, b *batch.Batch) error {
	if o.Claims != "" {
		b.Console, b.Input, b.Readable = o.Console, o.Claims, o.OutFile == "" && !o.JSON
		if o.run.store != nil {
			b.Keep = o.run.keep
		}
		if err := b.Open(ctx, cmp.Or(o.OutFile, "-"), o.run.prints, o.Restart); err != nil {
			return err
		}
		return b.Run(ctx)
	}
	a, err := b.Answer(ctx, &claims.Claim{Text: claim})
	if err == nil && a.Reasoning != nil {
		err = o.run.keep(ctx, []graph.Reasoning{*a.Reasoning})
	}
	if batch.IsRefusal(err) {
		return console.WithCode(err, console.ExitUsage, "give a claim of one or a few sentences")
	}
	if err != nil || a.Record == nil { // a picture was printed instead
		return err
	}
	return o.Print(a.Record, a.Print)
}

// fingerprints returns the fingerprints of everything that the answers depend on; store is nil if none is read.
func (o *claimOptions) fingerprints(ctx context.Context) (f batch.Fingerprints, err error) {
	f = batch.Fingerprints{Command: o.Command, Version: o.Version, Settings: strings.Join(
		o.settings("explain", "record", "run", "abstain", "given"), " ") + " "}
	if o.Claims != "" {
		f.Input, err = batch.FileFingerprint("claims", o.Claims)
	}
	if err == nil && o.Command != "hop" {
		f.Model, err = modelFingerprint(o.Model)
	}
	if store := o.engine.Store(); err == nil && store != nil {
		f.Store, err = store.Identity(ctx)
	}
	return f, err
}

// settings returns name=value for the flags that change answers, and for the flags of more that are not empty. A
// default that is spelled out is what it is unset.
func (o *claimOptions) settings(more ...string) (out []string) {
	for _, name := range append([]string{"max-hops", "beam", "k", "labels", "oracle", "planner", "claim-only", "shape"},
		more...) {
		value := o.Value(name)
		if value == nil || slices.Contains(more, name) && reflect.ValueOf(value).IsZero() {
			continue
		}
		if name == "beam" && o.Beam == hop.DefaultBeam {
			value = 0
		}
		out = append(out, fmt.Sprintf("%s=%v", name, value))
	}
	return out
}
