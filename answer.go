package bridgehop

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/ordered"
	"github.com/bridgehop/bridgehop/verify"
)

// Chain is a reasoning graph with its pages.
type Chain struct {
	hop.Chain
	Pages []*graph.Page // of each step; nil for a page that the store lost meanwhile
}

// Evidence is an element that a chain cites, with its words.
type Evidence struct {
	hop.Evidence
	Page *graph.Page
	Text string
}

// Address is where the element stands, in FEVEROUS's notation: Skarn Point Light_sentence_3.
func (e *Evidence) Address() graph.Address {
	return graph.Address{Title: e.Page.Title, Element: e.Element}
}

// Chains is what a claim led to.
type Chains struct {
	Chains    []Chain  // best first; none where no page has a word of the claim
	Retrieved []Ranked // the 20 pages that most likely belong to the evidence
	// Candidates is how many pages were ranked where a retriever first chose some (hop.Result), else 0.
	Candidates int
	Took       hop.Took
}

// Ranked is a page with the probability that it belongs to the evidence; 0 and below for pages that no chain has.
type Ranked struct {
	Page  *graph.Page
	Score float64
}

// Answer is a verdict on a claim with what it rests on.
type Answer struct {
	Claim  string
	Labels verify.Scheme
	// Label is the verdict. It is NOT ENOUGH INFO (HoVer: NOT_SUPPORTED) for what is no claim and for an Abstained one, whatever the
	// probabilities are.
	Label         verify.Label
	Probabilities verify.Probabilities
	Form          verify.Form // a claim, or a question or fragment, which has no verdict
	Abstained     bool        // no label is as probable as WithAbstain asks for
	Reason        string      // of NOT ENOUGH INFO, in one line; else empty

	Chain   *Chain         // the verdict rests on it; nil where nothing was found
	Verdict verify.Verdict // what the verifier said; Verdict.Premise.Evidence is what was read of Chain
	Found   *hop.Result    // all chains
	Took    time.Duration  // of the verdict

	verifier *verify.Verifier
}

// Read is what was read of the chain, best first, with its words.
func (a *Answer) Read() []Evidence {
	if a.Chain == nil {
		return nil
	}
	return a.Chain.Cited(a.Verdict.Premise.Evidence)
}

// Best is the label by the probabilities alone.
func (a *Answer) Best() verify.Label { return a.Labels.Decide(a.Probabilities) }

// none is the label of what is not decided.
func (a *Answer) none() verify.Label { return a.Labels.Decide(verify.Probabilities{NotEnough: 1}) }

// String is the label in the words of the answer's labels.
func (a *Answer) String() string { return a.Labels.Name(a.Label) }

// Title is the title of one of the chain's pages, empty for any other.
func (c *Chain) Title(id graph.PageID) string {
	for i, s := range c.Steps {
		if s.Page == id {
			return titleOf(c.Pages[i])
		}
	}
	return ""
}

// Cited is evidence of the chain with its words. What the pages don't have is left out.
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

// Verify finds chains for a claim and judges it by the best one, in FEVER's labels. It fails as Chains does, and with
// verify.ErrEmptyClaim, verify.ErrLongClaim, a *verify.PairError or the errors of Model.
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
	a.Form = verify.FormOf(claim, e.index.Mentions(claim), text.Analyze)
	e.decide(a)
	if a.Label == verify.NotEnoughInfo && a.Form == verify.FormStatement && !a.Abstained {
		a.Reason, err = e.reason(a)
	}
	if err = cmp.Or(err, e.index.Err()); err != nil {
		return nil, err
	}
	return a, nil
}

// Judge judges a claim by a chain that is given, with the evidence that it cites of these pages.
func (e *Engine) Judge(ctx context.Context, claim string, chain *hop.Chain, pages verify.Pages, labels verify.Scheme) (*Answer, error) {
	a, err := e.judge(ctx, claim, &hop.Result{Chains: []hop.Chain{*chain}}, pages, labels)
	if err != nil {
		return nil, err
	}
	a.Form = verify.FormOf(claim, nil, text.Analyze)
	e.decide(a)
	return a, nil
}

// ClaimOnly judges a claim by its wording, with nothing to read beside it (HoVer, Table 6).
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

// judge judges a claim by chains, and reads the pages of the one that the verdict rests on.
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

// decide settles the label of an answer.
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

// reason says why a claim is NOT ENOUGH INFO.
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
	return e.reasons.Reason(a.Claim, f)
}

func titleOf(p *graph.Page) string {
	if p == nil {
		return ""
	}
	return p.Title
}

// Explain tells what each page and each cited element did for a verdict. It fails with verify.ErrNoChain for one that rests on
// nothing.
func (a *Answer) Explain(ctx context.Context) (*verify.Blame, error) {
	return a.verifier.Blame(ctx, a.Claim, a.Found.Chains, a.Verdict, a.Labels)
}

// VerifyAll verifies claims side by side, and yields the answers in the order of the claims. An error is that of its claim; the
// caller decides whether to go on.
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
