package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	claimOptions
	Labels, Oracle, Pairs, From string
	ClaimOnly                   bool
	Abstain                     float64
	Pictures                    pictures
}

// Run judges a claim, the claims of a file, or pairs.
func (o *verifyOptions) Run(ctx context.Context, c *console.Console) error {
	o.Console = c
	if err := o.checkModes(); err != nil {
		return err
	}
	if o.Pairs != "" {
		return o.verifyPairs(ctx)
	}
	claim, err := o.check("claim")
	if err != nil {
		return err
	}
	if o.From != "" {
		return o.recordFrom(ctx)
	}
	return o.withJudge(ctx, func() error { return o.judgeAll(ctx, claim) })
}

// checkModes refuses flags of ways to judge that don't go together.
func (o *verifyOptions) checkModes() error {
	plans := []string{"max-hops", "beam", "shape", "planner", "explain", "html", "dot", "svg"}
	if err := o.Together(
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
	if _, err := record.Scheme(o.Labels, label.FEVER); err != nil {
		return err
	}
	switch {
	case o.IsSet("abstain") && !(0 < o.Abstain && o.Abstain < 1):
		return console.Usagef("--abstain %v: want a probability above 0 and below 1", o.Abstain)
	case !slices.Contains([]string{"", "pages", "sentences", "evidence"}, o.Oracle):
		return console.Usagef("--oracle %s: want pages, sentences or evidence", o.Oracle)
	case o.Pairs != "" && len(o.Args) > 0:
		return console.Usagef("verify takes a CLAIM or --pairs FILE, not both")
	case o.From != "":
		return batch.ReadAgain("from", o.From)
	}
	return o.Pictures.check(o.Console, o.Claims+o.Pairs != "")
}

// withJudge opens store, index and model, or where it suffices the model alone, calls f, and closes them.
func (o *verifyOptions) withJudge(ctx context.Context, f func() error) error {
	options := o.engineOptions()
	options.Abstain, options.Verdicts = o.Abstain, o.Claims != ""
	err := o.withEngine(ctx, options, o.ClaimOnly, f)
	// The claims file may carry the text of its evidence, as FEVEROUS's does.
	if errors.Is(err, graph.ErrNoStore) && (o.Oracle == "sentences" || o.Oracle == "evidence") && !o.IsSet("store") &&
		os.Getenv("BRIDGEHOP_STORE") == "" {
		return o.withEngine(ctx, options, true, f)
	}
	return err
}

// judgeAll judges the claims of --claims, or else the one of the command line.
func (o *verifyOptions) judgeAll(ctx context.Context, claim string) error {
	b := &batch.Batch{Refused: o.refused, Answer: o.judge}
	if o.Claims != "" {
		if _, err := o.engine.Model(); err != nil {
			return err
		}
		var err error
		if b.Header, err = o.predictionHeader(); err != nil {
			return err
		}
	}
	return o.answerAll(ctx, claim, b)
}

// judge judges a claim. What is printed of one of the command line is no prediction, and may be a picture.
func (o *verifyOptions) judge(ctx context.Context, claim *claims.Claim) (out batch.Answer, err error) {
	a, err := o.answer(ctx, claim)
	if err != nil {
		return out, err
	}
	out = batch.Answer{Reasoning: a.reasoning, Print: func(out *console.Text) {
		record.NewVerdict(a.Answer, a.blame).Print(out, a.Answer, claim.Label, false)
	}}
	if o.Claims != "" {
		p := a.prediction(claim)
		out.Record, out.Warning = p, noClaim(p.Note)
		return out, nil
	}
	if printed, err := o.draw(ctx, claim.Text, a); printed || err != nil {
		return out, err
	}
	v := record.NewVerdict(a.Answer, a.blame)
	v.Claim = claim.Text // as it was typed
	if v.Note != "" {
		o.Warn("%q is %s", console.Clip(claim.Text, 80), noClaim(v.Note))
	}
	out.Record = v
	return out, nil
}

// judged is an answer before it is shown.
type judged struct {
	*bridgehop.Answer
	blame     *record.Blame    // with --explain
	reasoning *graph.Reasoning // with --record
}

// answer plans and judges one claim.
func (o *verifyOptions) answer(ctx context.Context, claim *claims.Claim) (*judged, error) {
	scheme, err := record.Scheme(o.Labels, claim.Scheme)
	if err != nil {
		return nil, err
	}
	out := &judged{}
	switch {
	case o.ClaimOnly:
		out.Answer, err = o.engine.Judge(ctx, claim.Text, nil, nil, scheme)
	case o.Oracle != "":
		out.Answer, err = o.judgeGold(ctx, claim, scheme)
	default:
		out.Answer, err = o.engine.VerifyIn(ctx, claim.Text, scheme)
	}
	if err == nil && o.Explain {
		out.blame, err = record.NewBlame(ctx, out.Answer)
	}
	if err == nil && o.Record {
		out.reasoning, err = o.verdictReasoning(ctx, claim, out.Answer)
	}
	return out, err
}

// draw draws the pictures, of the chain of the verdict, and tells whether one went to standard output.
func (o *verifyOptions) draw(ctx context.Context, claim string, a *judged) (printed bool, err error) {
	if !o.Pictures.asked() {
		return false, nil
	}
	s := &serve.Saved{Claim: claim, Command: "verify", Store: o.Store.Path(), Answer: a.Answer, Blame: a.blame}
	if s.Found, err = bridgehop.WithPages(ctx, o.engine.Store(), &hop.Result{Chains: a.Found.Chains}); err != nil {
		return false, err
	}
	return o.Pictures.write(o.Console, s, a.Chain)
}

// noClaim returns what a text is instead of a claim, with the command for it; empty for a claim, which has no note.
func noClaim(note string) string {
	use := map[string]string{"": "", english.Question.String(): ": try ask", english.Fragment.String(): ": try hop"}
	return note + use[note]
}

// judgeGold judges a claim by gold evidence, to measure the cost of retrieval. Of alternative sets it takes the first
// that can be read completely, else the first that can be read in part.
func (o *verifyOptions) judgeGold(ctx context.Context, claim *claims.Claim,
	scheme label.Scheme) (*bridgehop.Answer, error) {
	var found *hop.Chain
	var read verify.Pages
	for _, set := range claim.Gold {
		pages, chain, err := o.gold(ctx, claim, set)
		if err != nil {
			return nil, err
		}
		if chain == nil {
			continue
		}
		asked := len(chain.Evidence)
		if chain.Evidence, err = (&verify.Verifier{Pages: pages}).Readable(ctx, *chain); err != nil {
			return nil, err
		}
		whole := len(chain.Evidence) == asked
		if len(chain.Evidence) > 0 && (whole || found == nil) {
			if found, read = chain, pages; whole {
				break
			}
		}
	}
	if found == nil {
		return nil, batch.ErrNoGold
	}
	return o.engine.Judge(ctx, claim.Text, found, read, scheme)
}

// gold makes a chain of an evidence set, from the text in the claims file if it has any, else from the store.
func (o *verifyOptions) gold(ctx context.Context, claim *claims.Claim,
	set claims.EvidenceSet) (verify.Pages, *hop.Chain, error) {
	if pages, chain := record.Given(set); chain != nil && o.Oracle != "pages" {
		return pages, chain, nil
	}
	store := o.engine.Store()
	if store == nil {
		return nil, nil, nil
	}
	ids, err := pagesOf(ctx, store, set.Titles())
	if err != nil {
		return nil, nil, fmt.Errorf("look up gold pages: %w", err)
	}
	chain := &hop.Chain{}
	for _, title := range set.Titles() {
		id, ok := ids[title]
		if !ok {
			return nil, nil, nil
		}
		chain.Steps = append(chain.Steps, hop.Step{Page: id, Parent: -1})
	}
	if o.Oracle == "pages" {
		chain.Evidence, err = o.engine.Planner().Cite(ctx, claim.Text, chain.Pages())
		return store, chain, err
	}
	for _, e := range set.Items {
		if o.Oracle == "sentences" && e.Element.Kind != graph.KindSentence {
			continue
		}
		chain.Evidence = append(chain.Evidence, hop.Evidence{Ref: graph.Ref{Page: ids[e.Title], Element: e.Element}})
	}
	return store, chain, nil
}
