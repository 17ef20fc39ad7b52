package bridgehop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Verify finds chains for a claim and judges it by the best chain, in FEVER's labels. A question or a fragment is not
// judged: the model is not read, and the answer has the best chain. Verify calls report, if there is one, after each
// stage of the search for the claim's own chains. It fails with the errors of Chains and Model, and with
// hop.ErrEmptyClaim, verify.ErrLongClaim or a *verify.PairError.
func (e *Engine) Verify(ctx context.Context, claim string, report ...func(hop.Stage)) (*Answer, error) {
	return e.VerifyIn(ctx, claim, label.FEVER, report...)
}

// VerifyIn is Verify in the labels of a data set. A claim is read in parts, if it says the same of several things; else
// with the name of the page that it describes; else as it is.
func (e *Engine) VerifyIn(ctx context.Context, claim string, labels label.Scheme,
	report ...func(hop.Stage)) (*Answer, error) {
	a, err := e.plan(ctx, claim, labels, report...)
	switch {
	case err != nil:
		return nil, err
	case a.Form != english.Statement:
		return e.read(ctx, a, e.asItIs)
	}
	return e.read(ctx, a, e.inParts, e.named, e.asItIs)
}

// plan finds the chains of a claim and opens the model, if it is a claim.
func (e *Engine) plan(ctx context.Context, claim string, labels label.Scheme,
	report ...func(hop.Stage)) (*Answer, error) {
	names := e.names(claim)
	form := english.FormOf(claim, names, text.Analyze)
	if form == english.Statement {
		e.model.ahead()
	}
	found, err := e.chains(ctx, claim, report...)
	if err != nil {
		return nil, err
	}
	return e.unjudged(&Answer{Claim: claim, Labels: labels, Form: form, Found: found, names: names}, e.walk)
}

// unjudged completes an answer for judge.
func (e *Engine) unjudged(a *Answer, pages verify.Pages) (*Answer, error) {
	a.verifier = &verify.Verifier{Pages: pages, Plain: e.settings.TFIDF}
	a.judged, a.chains = a.Claim, a.Found.Chains
	if a.Form != english.Statement {
		return a, nil
	}
	start := time.Now()
	m, err := e.model.open()
	a.verifier.Model, a.Opening = m, time.Since(start)
	return a, err
}

// A reading judges a claim that was planned, or returns nil if the claim can't be read so.
type reading func(ctx context.Context, planned Answer) (*Answer, error)

// read answers a claim by the first of some readings that it has, in the order given. The last one is for every claim.
func (e *Engine) read(ctx context.Context, planned *Answer, readings ...reading) (*Answer, error) {
	start := time.Now()
	var a *Answer
	for i, judge := range readings {
		var err error
		if a, err = judge(ctx, *planned); err != nil && (i+1 == len(readings) || !tooLong(err)) {
			return nil, err
		}
		if err == nil && a != nil {
			break
		}
	}
	a.Described = time.Since(start) - a.Took
	e.decide(a)
	var err error
	a.Reason, err = e.reason(a)
	return a, cmp.Or(err, e.index.Err())
}

// tooLong reports whether a claim is too long for the planner or the model.
func tooLong(err error) bool {
	pair := new(verify.PairError)
	return errors.Is(err, hop.ErrLongClaim) || errors.Is(err, verify.ErrLongClaim) || errors.As(err, &pair)
}

func (e *Engine) asItIs(ctx context.Context, a Answer) (*Answer, error) { return &a, a.judge(ctx) }

// named judges a claim by the pages that it describes: "The man who painted the Mona Lisa died in France." as "Leonardo
// da Vinci died in France.", on a chain from the page that names Leonardo.
func (e *Engine) named(ctx context.Context, a Answer) (*Answer, error) {
	b, chain, err := e.name(ctx, a.verifier, a.Claim, a.Found.Chains)
	if err != nil || b == nil {
		return nil, err
	}
	a.Bridge = b
	a.by(b.Claim(), *chain)
	err = a.judge(ctx)
	if b.Is != "" {
		a.Probabilities = b.Otherwise()
	}
	return &a, err
}

// inParts judges what a claim says of each of several things (verify.Several), on a chain with the pages of all.
func (e *Engine) inParts(ctx context.Context, a Answer) (*Answer, error) {
	said := verify.Several(a.Claim, a.names)
	if said == nil || !e.addsPages() {
		return nil, nil
	}
	var each []label.Probabilities
	for _, claim := range said {
		part, err := e.plan(ctx, claim, a.Labels)
		if err != nil || part.Form != english.Statement {
			return nil, err
		}
		if part, err = e.read(ctx, part, e.named, e.asItIs); err != nil || part.Chain == nil {
			return nil, err
		}
		each = append(each, part.Probabilities)
		a.Parts, a.Verdict.Values = append(a.Parts, part), append(a.Verdict.Values, part.Verdict.Values...)
		a.Took, a.Opening = a.Took+part.Took, a.Opening+part.Opening
		a.Spent.Add(part.Spent)
	}
	a.Probabilities = ofAll(each)
	chain := together(a.Parts)
	a.by(a.Claim, chain)
	var err error
	if a.Verdict.Premise, err = a.verifier.Write(ctx, a.Claim, chain.Pages(), chain.Evidence); err != nil {
		return nil, err
	}
	return &a, a.readChain(ctx)
}

// ofAll returns the probabilities of a claim whose parts have these: supported as the least one, refuted as the most
// refuted.
func ofAll(parts []label.Probabilities) label.Probabilities {
	p := label.Probabilities{Supported: 1}
	for _, part := range parts {
		p.Supported, p.Refuted = min(p.Supported, part.Supported), max(p.Refuted, part.Refuted)
		p.NotEnough = max(p.NotEnough, part.NotEnough)
	}
	sum := p.Supported + p.Refuted + p.NotEnough
	return label.Probabilities{Supported: p.Supported / sum, Refuted: p.Refuted / sum, NotEnough: p.NotEnough / sum}
}

// by makes the question one of a claim and of a single chain, which becomes the first of those found.
func (a *Answer) by(claim string, c hop.Chain) {
	found := *a.Found
	found.Chains = append([]hop.Chain{c}, found.Chains...)
	a.Found, a.judged, a.chains = &found, claim, found.Chains[:1]
}

// Judge judges a claim by the evidence that a chain cites from given pages; without a chain, by its own words alone
// (HoVer, Table 6).
func (e *Engine) Judge(ctx context.Context, claim string, chain *hop.Chain, pages verify.Pages,
	labels label.Scheme) (*Answer, error) {
	a := &Answer{Claim: claim, Labels: labels, Form: english.FormOf(claim, nil, text.Analyze), Found: &hop.Result{}}
	if chain != nil {
		a.Found.Chains = []hop.Chain{*chain}
	}
	a, err := e.unjudged(a, pages)
	if err == nil {
		err = a.judge(ctx)
	}
	if err == nil && chain == nil && a.Form == english.Statement {
		err = a.byWords(ctx)
	}
	if err != nil {
		return nil, err
	}
	e.decide(a)
	return a, nil
}

// byWords judges a claim without evidence.
func (a *Answer) byWords(ctx context.Context) error {
	p, err := a.verifier.Model.Predict(ctx, []verify.Pair{{Hypothesis: strings.Join(strings.Fields(a.Claim), " ")}})
	if err != nil {
		return fmt.Errorf("judge the claim without evidence: %w", err)
	}
	a.Probabilities = p[0]
	return nil
}

// judge asks the verifier, and reads the pages of the chain that the verdict is based on. A text that is not a claim is
// NOT ENOUGH INFO, with the best chain that has evidence.
func (a *Answer) judge(ctx context.Context) (err error) {
	v := &a.Verdict
	if a.Form == english.Statement {
		start := time.Now()
		if *v, err = a.verifier.Verify(a.Spent.In(ctx), a.judged, a.chains); err != nil {
			return err
		}
		a.Took = time.Since(start)
	} else {
		v.Probabilities.NotEnough = 1
		v.Chain = slices.IndexFunc(a.chains, func(c hop.Chain) bool { return len(c.Evidence) > 0 })
		if v.Chain >= 0 {
			v.Premise.Evidence = a.chains[v.Chain].Evidence
		}
	}
	a.Probabilities = v.Probabilities
	return a.readChain(ctx)
}

// readChain sets the chain that the verdict is based on, with its pages.
func (a *Answer) readChain(ctx context.Context) error {
	if a.Verdict.Chain < 0 {
		return nil
	}
	c := a.chains[a.Verdict.Chain]
	read, err := a.verifier.Pages.Pages(ctx, c.Pages())
	if err != nil {
		return fmt.Errorf("read pages: %w", err)
	}
	c.Open = slices.DeleteFunc(wholeNumbers(a.judged, c.Open), a.computed)
	a.Chain = &Chain{c, read}
	return nil
}

// decide sets the label of an answer to a claim.
func (e *Engine) decide(a *Answer) {
	a.Label = a.Best()
	if limit := e.settings.Abstain; a.Labels.Probability(a.Label, a.Probabilities) < limit {
		a.Label, a.Abstained, a.Reason = a.Labels.Decide(label.Probabilities{NotEnough: 1}), true,
			fmt.Sprintf("no label reaches %v", limit)
	}
}

// reason returns why a claim is NOT ENOUGH INFO, "" for another label.
func (e *Engine) reason(a *Answer) (string, error) {
	switch {
	case a.Label != label.NotEnoughInfo || a.Abstained || a.Form != english.Statement:
		return a.Reason, nil
	case len(a.Parts) > 0:
		return a.Deciding().Reason, nil
	}
	f := verify.Found{Premise: a.Verdict.Premise.Text}
	switch {
	case a.Chain != nil:
		f.Chain, f.Titles = &a.Chain.Chain, titles(a.Chain)
		for _, p := range a.Chain.Pages {
			if p != nil {
				f.Text += p.PlainText() + "\n"
			}
		}
	case len(a.Found.Chains) > 0: // which cites nothing
		f.Chain = &a.Found.Chains[0]
	}
	return e.reasons.Reason(a.judged, f)
}
