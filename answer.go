package bridgehop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// Chain is a reasoning graph with its pages.
type Chain struct {
	hop.Chain
	Pages []*graph.Page // the page of each step; nil if the store no longer has it
}

// Evidence is an element that a chain cites, with its text.
type Evidence struct {
	hop.Evidence
	Page *graph.Page
	Text string
}

// Address returns the address of the element, in FEVEROUS's notation: Skarn Point Light_sentence_3.
func (e *Evidence) Address() graph.Address {
	return graph.Address{Title: e.Page.Title, Element: e.Element}
}

// Chains is the result of planning a claim.
type Chains struct {
	Chains    []Chain  // best first; empty if no page has a word of the claim
	Retrieved []Ranked // the 20 pages most likely to be evidence
	// Candidates is the number of pages that a retriever ranked, if it ranks only some (hop.Result); else 0.
	Candidates int
	Took       hop.Took
}

// Ranked is a page with the probability that it belongs to the evidence; at most 0 for a page that is in no chain.
type Ranked struct {
	Page  *graph.Page
	Score float64
}

// Answer is a verdict on a claim, with the chain and the evidence that it is based on.
type Answer struct {
	Claim  string
	Labels verify.Scheme
	// Label is the verdict. Whatever the probabilities are, it is NOT ENOUGH INFO (HoVer: NOT_SUPPORTED) if the text is not a claim or
	// Abstained is true.
	Label         verify.Label
	Probabilities verify.Probabilities
	Form          verify.Form // a claim, or a question or fragment, which get no verdict
	Abstained     bool        // no label is as probable as WithAbstain requires
	Reason        string      // why the label is NOT ENOUGH INFO, in one line; else empty

	Chain   *Chain         // the chain that the verdict is based on; nil if none was found
	Verdict verify.Verdict // the verifier's result; Verdict.Premise.Evidence is the part of Chain that the model read
	Found   *hop.Result    // all chains
	Bridge  *verify.Bridge // the page that the claim describes instead of naming it, and was judged by; nil if there is none
	Took    time.Duration  // time to judge the claim

	verifier *verify.Verifier
}

// Read returns the elements of the chain that the model read, best first, with their text.
func (a *Answer) Read() []Evidence {
	if a.Chain == nil {
		return nil
	}
	return a.Chain.Cited(a.Verdict.Premise.Evidence)
}

// Best returns the most probable label.
func (a *Answer) Best() verify.Label { return a.Labels.Decide(a.Probabilities) }

// none returns the label for a claim that is not decided.
func (a *Answer) none() verify.Label { return a.Labels.Decide(verify.Probabilities{NotEnough: 1}) }

// String returns the name of the label in the answer's label set.
func (a *Answer) String() string { return a.Labels.Name(a.Label) }

// Title returns the title of one of the chain's pages, or "" for any other page.
func (c *Chain) Title(id graph.PageID) string {
	for i, s := range c.Steps {
		if s.Page == id {
			return titleOf(c.Pages[i])
		}
	}
	return ""
}

// Cited returns evidence of the chain with its text. It leaves out elements that the pages don't have.
func (c *Chain) Cited(evidence []hop.Evidence) []Evidence {
	out := make([]Evidence, 0, len(evidence))
	for _, e := range evidence {
		for i, s := range c.Steps {
			if s.Page != e.Page || c.Pages[i] == nil {
				continue
			}
			t, _ := c.Pages[i].Text(e.Element)
			out = append(out, Evidence{e, c.Pages[i], t.Text})
			break
		}
	}
	return out
}

// Chains finds the chains of pages that a claim may be judged by. It fails with hop.ErrEmptyClaim and hop.ErrLongClaim, or as
// the store does.
func (e *Engine) Chains(ctx context.Context, claim string) (*Chains, error) {
	res, err := e.chains(ctx, claim)
	if err != nil {
		return nil, err
	}
	return WithPages(ctx, e.walk, res)
}

// chains finds chains, and fails where the index was found damaged on the way.
func (e *Engine) chains(ctx context.Context, claim string) (*hop.Result, error) {
	res, err := e.find.Plan(ctx, claim)
	if err == nil {
		err = e.index.Err()
	}
	if err != nil {
		return nil, err
	}
	return res, nil
}

// WithPages adds pages to what a planner found.
func WithPages(ctx context.Context, store verify.Pages, res *hop.Result) (*Chains, error) {
	var ids []graph.PageID
	for i := range res.Chains {
		ids = append(ids, res.Chains[i].Pages()...)
	}
	for _, r := range res.Retrieved {
		ids = append(ids, r.Page)
	}
	pages, err := store.Pages(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read pages: %w", err)
	}
	out := &Chains{Candidates: res.Candidates, Took: res.Took}
	for _, c := range res.Chains {
		n := len(c.Steps)
		out.Chains, pages = append(out.Chains, Chain{c, pages[:n:n]}), pages[n:]
	}
	for i, r := range res.Retrieved {
		if pages[i] != nil {
			out.Retrieved = append(out.Retrieved, Ranked{pages[i], r.Score})
		}
	}
	return out, nil
}

// Verify finds chains for a claim and judges it by the best chain, in FEVER's labels. It fails with the errors of Chains and Model, and with
// verify.ErrEmptyClaim, verify.ErrLongClaim or a *verify.PairError.
func (e *Engine) Verify(ctx context.Context, claim string) (*Answer, error) {
	return e.VerifyIn(ctx, claim, verify.FEVER)
}

// VerifyIn is Verify in the labels of a data set.
func (e *Engine) VerifyIn(ctx context.Context, claim string, labels verify.Scheme) (*Answer, error) {
	e.model.ahead()
	found, err := e.chains(ctx, claim)
	if err != nil {
		return nil, err
	}
	a, err := e.judge(ctx, claim, found, e.walk, labels)
	if err != nil {
		return nil, err
	}
	names := e.index.Mentions(claim)
	a.Form = verify.FormOf(claim, names, text.Analyze)
	if a.Form == verify.FormStatement {
		b, err := e.throughBridge(ctx, a, names)
		if tooLong := new(verify.PairError); errors.Is(err, hop.ErrLongClaim) || errors.Is(err, verify.ErrLongClaim) || errors.As(err, &tooLong) {
			b, err = nil, nil // with the page's name; the claim itself is not
		}
		if err != nil {
			return nil, err
		}
		if b != nil {
			a = b
		}
	}
	e.decide(a)
	if a.Label == verify.NotEnoughInfo && a.Form == verify.FormStatement && !a.Abstained {
		a.Reason, err = e.reason(a)
	}
	if err = cmp.Or(err, e.index.Err()); err != nil {
		return nil, err
	}
	return a, nil
}

// Judge judges a claim by the evidence that the given chain cites from the given pages.
func (e *Engine) Judge(ctx context.Context, claim string, chain *hop.Chain, pages verify.Pages, labels verify.Scheme) (*Answer, error) {
	a, err := e.judge(ctx, claim, &hop.Result{Chains: []hop.Chain{*chain}}, pages, labels)
	if err != nil {
		return nil, err
	}
	a.Form = verify.FormOf(claim, nil, text.Analyze)
	e.decide(a)
	return a, nil
}

// ClaimOnly judges a claim by its own words, without evidence (HoVer, Table 6).
func (e *Engine) ClaimOnly(ctx context.Context, claim string, labels verify.Scheme) (*Answer, error) {
	m, err := e.model.open()
	if err != nil {
		return nil, err
	}
	a := &Answer{Claim: claim, Labels: labels, Found: &hop.Result{}, Form: verify.FormOf(claim, nil, text.Analyze), verifier: &verify.Verifier{Model: m}}
	if a.Verdict, err = a.verifier.Verify(ctx, claim, nil); err != nil { // refuses what is no claim
		return nil, err
	}
	p, err := m.Predict(ctx, []verify.Pair{{Hypothesis: strings.Join(strings.Fields(claim), " ")}})
	if err != nil {
		return nil, fmt.Errorf("judge the claim without evidence: %w", err)
	}
	a.Probabilities = p[0]
	e.decide(a)
	return a, nil
}

// judge judges a claim by chains, and reads the pages of the chain that the verdict is based on.
func (e *Engine) judge(ctx context.Context, claim string, found *hop.Result, pages verify.Pages, labels verify.Scheme) (*Answer, error) {
	m, err := e.model.open()
	if err != nil {
		return nil, err
	}
	start := time.Now()
	a := &Answer{Claim: claim, Labels: labels, Found: found, verifier: &verify.Verifier{Model: m, Pages: pages, Plain: e.settings.retriever != nil}}
	if a.Verdict, err = a.verifier.Verify(ctx, claim, found.Chains); err != nil {
		return nil, err
	}
	a.Took, a.Probabilities = time.Since(start), a.Verdict.Probabilities
	if a.Verdict.Chain < 0 {
		return a, nil
	}
	c := found.Chains[a.Verdict.Chain]
	read, err := pages.Pages(ctx, c.Pages())
	if err != nil {
		return nil, fmt.Errorf("read pages: %w", err)
	}
	a.Chain = &Chain{c, read}
	return a, nil
}

// decide sets the label of an answer.
func (e *Engine) decide(a *Answer) {
	a.Label = a.Best()
	limit := e.settings.abstain
	switch {
	case a.Form != verify.FormStatement:
		a.Label = a.none()
	case a.Labels.Probability(a.Label, a.Probabilities) < limit:
		a.Label, a.Abstained, a.Reason = a.none(), true, fmt.Sprintf("no label reaches %v", limit)
	}
}

// reason returns the reason for NOT ENOUGH INFO.
func (e *Engine) reason(a *Answer) (string, error) {
	f := verify.Found{Premise: a.Verdict.Premise.Text}
	switch {
	case a.Chain != nil:
		f.Chain = &a.Chain.Chain
		for _, p := range a.Chain.Pages {
			f.Titles = append(f.Titles, titleOf(p))
		}
	case len(a.Found.Chains) > 0: // which cites nothing
		f.Chain = &a.Found.Chains[0]
	}
	return e.reasons.Reason(a.judged(), f)
}

// judged returns the claim as it was judged: with the name of the bridge for its description.
func (a *Answer) judged() string {
	if a.Bridge != nil {
		return a.Bridge.Claim()
	}
	return a.Claim
}

func titleOf(p *graph.Page) string {
	if p == nil {
		return ""
	}
	return p.Title
}

// Explain computes what each page and each cited element contributed to the verdict. It fails with verify.ErrNoChain if the verdict is
// not based on a chain.
func (a *Answer) Explain(ctx context.Context) (*verify.Blame, error) {
	return a.verifier.Blame(ctx, a.judged(), a.Found.Chains, a.Verdict, a.Labels)
}

// VerifyAll verifies claims in parallel, and yields the answers in the order of the claims. An error concerns only its claim; the
// caller decides whether to continue.
func (e *Engine) VerifyAll(ctx context.Context, claims iter.Seq[string]) iter.Seq2[*Answer, error] {
	type answered struct {
		answer *Answer
		err    error
	}
	return func(yield func(*Answer, error) bool) {
		all := ordered.Map(ctx, claims, runtime.GOMAXPROCS(0), func(ctx context.Context, claim string) answered {
			a, err := e.Verify(ctx, claim)
			return answered{a, err}
		})
		for a := range all {
			if !yield(a.answer, a.err) {
				return
			}
		}
	}
}
