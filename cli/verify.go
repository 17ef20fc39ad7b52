package cli

import (
	"context"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	claimOptions
	labels, oracle, pairs, from string
	claimOnly                   bool
	abstain                     float64
	pictures                    pictures
}

func verifyCommand() *urfave.Command {
	o := &verifyOptions{}
	judging := []urfave.Flag{o.model.DirFlag(), o.model.DeviceFlag(),
		console.StringFlag(&o.labels, "labels",
			"`SET` of labels: hover, fever, feverous (default: that of the claims file, else fever)"),
		console.StringFlag(&o.oracle, "oracle",
			"judge by gold instead of by what is found; `WHAT` to take from gold: pages, sentences, evidence"),
		o.plannerFlag(),
		console.BoolFlag(&o.explain, "explain",
			"print the verdict without each page and without each cited sentence; reads the evidence again for each of them"),
		&urfave.Float64Flag{Name: "abstain", DefaultText: "never abstain", Destination: &o.abstain,
			Usage: "predict NOT ENOUGH INFO if the best label is less probable than `P`, above 0 and below 1 (with --labels " +
				"hover: NOT_SUPPORTED)"},
		console.BoolFlag(&o.claimOnly, "claim-only",
			"judge each claim by its own words, without a store or evidence, to measure how much the wording gives away"),
		console.StringFlag(&o.pairs, "pairs", "judge the premise-hypothesis pairs of `FILE`, without a store")}
	recorded := append(o.recordFlags("claim, chains, verdict and gold evidence"), console.StringFlag(&o.from, "from",
		"with --record, judge nothing, and record the predictions of another system in `FILE`: JSON lines "+
			foreignForm+", as --out has them"))
	flags := slices.Concat(o.planFlags(), judging, recorded, o.pictures.drawFlags())
	return console.Command("verify", o.store.Flags(flags...), console.Action(o.verify))
}

func (o *verifyOptions) verify(ctx context.Context, c *console.Console) error {
	if err := o.checkModes(c); err != nil {
		return err
	}
	if o.pairs != "" {
		return o.verifyPairs(ctx, c)
	}
	claim, err := o.check(c, "claim")
	if err != nil {
		return err
	}
	if o.from != "" {
		return o.recordFrom(ctx, c)
	}
	return o.withJudge(ctx, c, func(ctx context.Context, j *judge) error { return j.answerAll(ctx, claim) })
}

// checkModes refuses flags of ways to judge that don't go together.
func (o *verifyOptions) checkModes(c *console.Console) error {
	plans := []string{"max-hops", "beam", "shape", "planner", "explain", "html", "dot", "svg"}
	if err := c.Together(
		console.FlagRule{Flag: "from", Needs: []string{"record", "run", "claims"}, Not: slices.Concat(plans,
			[]string{"pairs", "claim-only", "out", "restart", "model", "device", "labels", "abstain"})},
		console.FlagRule{Flag: "pairs", Needs: []string{"out"}, Not: slices.Concat(plans,
			[]string{"claims", "record", "abstain", "oracle"})},
		console.FlagRule{Flag: "claim-only", Needs: []string{"claims", "out"}, Not: slices.Concat(plans,
			[]string{"pairs", "record", "oracle"})},
		console.FlagRule{Flag: "oracle", Needs: []string{"claims"}, Not: []string{"record"}},
	); err != nil {
		return err
	}
	if _, err := record.Scheme(o.labels, label.FEVER); err != nil {
		return err
	}
	switch {
	case c.IsSet("abstain") && !(0 < o.abstain && o.abstain < 1):
		return console.Usagef("--abstain %v: want a probability above 0 and below 1", o.abstain)
	case !slices.Contains([]string{"", "pages", "sentences", "evidence"}, o.oracle):
		return console.Usagef("--oracle %s: want pages, sentences or evidence", o.oracle)
	case o.pairs != "" && len(c.Args) > 0:
		return console.Usagef("verify takes a CLAIM or --pairs FILE, not both")
	case o.from != "":
		return batch.ReadAgain("from", o.from)
	}
	return o.pictures.check(c, o.claims+o.pairs != "")
}

// withJudge opens store, index and model, or where it suffices the model alone, gives a judge to f, and closes them.
func (o *verifyOptions) withJudge(ctx context.Context, c *console.Console,
	f func(context.Context, *judge) error) error {
	options := o.engine()
	options.Abstain, options.Verdicts = o.abstain, o.claims != ""
	return o.withEngine(ctx, c, options, o.claimOnly || o.storeless(ctx, c),
		func(e *bridgehop.Engine, run *recording) error {
			return f(ctx, &judge{c, o, e, run})
		})
}

// saved draws the pictures, of the chain of the verdict, and tells whether one went to standard output.
func (j *judge) saved(ctx context.Context, claim string, a *judged) (printed bool, err error) {
	if !j.pictures.asked() {
		return false, nil
	}
	s := &serve.Saved{Claim: claim, Command: "verify", Store: j.store.Path(), Answer: a.Answer}
	if s.Found, err = bridgehop.WithPages(ctx, j.engine.Store(), &hop.Result{Chains: a.Found.Chains}); err != nil {
		return false, err
	}
	if a.blame != nil {
		s.Blame = a.blame
	}
	return j.pictures.write(j.Console, s, a.Chain)
}

// warnOfNote tells what is no claim, by its place or its words, and which command is for it.
func warnOfNote(c *console.Console, what, note string) {
	if note != "" {
		try := "hop"
		if note == english.Question.String() {
			try = "ask"
		}
		c.Warn("%s is %s: try %s", what, note, try)
	}
}
