package bridgehop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/graph/ordered"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// Engine answers claims by the pages of one store. It may be used by several goroutines at once.
type Engine struct {
	store    graph.Store
	index    *text.Index
	settings Options
	walk     *hop.Planner
	find     planner // walk, or the baseline of Options.TFIDF
	reasons  verify.Reasons
	model    model
}

// planner is a hop.Planner or a hop.TFIDF.
type planner interface {
	Plan(ctx context.Context, claim string) (*hop.Result, error)
}

// Open opens a store for reading, with its text index: a folder that bridgehop load made, or a database on a Neo4j server, as
// neo4j://user@host:7687/database. The model is opened when the first claim is verified.
//
// It fails with graph.ErrNoStore, graph.ErrFormat, graph.ErrUnfinished or graph.ErrUnreachable, and with text.ErrStale if the index was
// built from another state of the store.
func Open(ctx context.Context, address string, o Options) (*Engine, error) {
	e := Given(o)
	if o.Verdicts {
		e.model.ahead()
	}
	var err error
	if e.store, err = stores.OpenReader(ctx, address); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	if e.index, err = stores.OpenIndex(ctx, e.store, address); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	if err := e.plan(ctx); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// Given returns an Engine without a store. It judges claims by given evidence (Judge).
func Given(o Options) *Engine {
	e := &Engine{settings: o}
	e.model.settings = &e.settings
	return e
}

// plan makes the planner.
func (e *Engine) plan(ctx context.Context) (err error) {
	e.reasons.Words = e.index
	e.walk = e.settings.planner(e.store, e.index)
	e.find = e.walk
	if e.settings.TFIDF {
		e.find, err = hop.NewTFIDF(ctx, e.store, e.index)
	}
	return err
}

// planner makes a planner of chains along links.
func (o *Options) planner(g hop.Graph, t hop.Text) *hop.Planner {
	return &hop.Planner{Graph: g, Text: t, MaxPages: o.MaxPages, Beam: o.Beam, Chains: o.Chains, Shape: o.Shape}
}

// Chains finds the chains of pages that a claim may be judged by. It fails with hop.ErrEmptyClaim and hop.ErrLongClaim, or as
// the store does.
func (e *Engine) Chains(ctx context.Context, claim string) (*Chains, error) {
	res, err := e.chains(ctx, claim, nil)
	if err != nil {
		return nil, err
	}
	return WithPages(ctx, e.walk, res)
}

// chains finds chains and calls report, if it isn't nil, after each stage of a search along links. It fails if the index was found damaged
// on the way.
func (e *Engine) chains(ctx context.Context, claim string, report func(hop.Stage)) (res *hop.Result, err error) {
	if e.find == planner(e.walk) {
		res, err = e.walk.Watch(ctx, claim, report)
	} else {
		res, err = e.find.Plan(ctx, claim)
	}
	if err = cmp.Or(err, e.index.Err()); err != nil {
		return nil, err
	}
	return res, nil
}

// Verify finds chains for a claim and judges it by the best chain, in FEVER's labels. A question or a fragment is not judged: the model is
// not read, and the answer has the best chain. Verify fails with the errors of Chains and Model, and with verify.ErrEmptyClaim,
// verify.ErrLongClaim or a *verify.PairError.
func (e *Engine) Verify(ctx context.Context, claim string) (*Answer, error) {
	return e.verify(ctx, claim, label.FEVER, nil)
}

// VerifyIn is Verify in the labels of a data set.
func (e *Engine) VerifyIn(ctx context.Context, claim string, labels label.Scheme) (*Answer, error) {
	return e.verify(ctx, claim, labels, nil)
}

// Watch is Verify with a function that is called after each stage of the search for chains, in the goroutine of Watch.
func (e *Engine) Watch(ctx context.Context, claim string, report func(hop.Stage)) (*Answer, error) {
	return e.verify(ctx, claim, label.FEVER, report)
}

// Form says whether a text is a claim, a question or a fragment.
func (e *Engine) Form(claim string) english.Form {
	return english.FormOf(claim, e.names(claim), text.Analyze)
}

// names returns the runs of words of a claim that name pages.
func (e *Engine) names(claim string) []graph.Mention {
	if len(claim) > hop.MaxClaim {
		return nil
	}
	return e.index.Mentions(claim)
}

func (e *Engine) verify(ctx context.Context, claim string, labels label.Scheme, report func(hop.Stage)) (*Answer, error) {
	return e.read(ctx, claim, labels, report, e.throughBridge, e.inParts)
}

// reading answers a claim, which was judged as it is, by another reading of its words; nil if it has none.
type reading func(ctx context.Context, a *Answer, names []graph.Mention) (*Answer, error)

// read plans a claim and judges it as it is, and then by other readings. The last reading that the claim has counts.
func (e *Engine) read(ctx context.Context, claim string, labels label.Scheme, report func(hop.Stage), others ...reading) (*Answer, error) {
	names := e.names(claim)
	form := english.FormOf(claim, names, text.Analyze)
	if form == english.Statement {
		e.model.ahead()
	}
	found, err := e.chains(ctx, claim, report)
	if err != nil {
		return nil, err
	}
	if form != english.Statement {
		return unjudged(ctx, claim, form, found, e.walk, labels)
	}
	a, err := e.judge(ctx, claim, found, e.walk, labels)
	if err != nil {
		return nil, err
	}
	judged, before := time.Now(), a.Took
	for _, other := range others {
		b, err := other(ctx, a, names)
		if err != nil && !tooLong(err) { // the claim itself is not
			return nil, err
		}
		if err == nil && b != nil {
			a = b
		}
	}
	a.Described = time.Since(judged) - (a.Took - before)
	e.decide(a)
	if a.Label == label.NotEnoughInfo && !a.Abstained {
		a.Reason, err = e.reason(a)
	}
	if err = cmp.Or(err, e.index.Err()); err != nil {
		return nil, err
	}
	return a, nil
}

// tooLong reports whether a claim is too long for the planner or the model.
func tooLong(err error) bool {
	pair := new(verify.PairError)
	return errors.Is(err, hop.ErrLongClaim) || errors.Is(err, verify.ErrLongClaim) || errors.As(err, &pair)
}

// Judge judges a claim by the evidence that the given chain cites from the given pages.
func (e *Engine) Judge(ctx context.Context, claim string, chain *hop.Chain, pages verify.Pages, labels label.Scheme) (*Answer, error) {
	found := &hop.Result{Chains: []hop.Chain{*chain}}
	if form := english.FormOf(claim, nil, text.Analyze); form != english.Statement {
		return unjudged(ctx, claim, form, found, pages, labels)
	}
	a, err := e.judge(ctx, claim, found, pages, labels)
	if err != nil {
		return nil, err
	}
	e.decide(a)
	return a, nil
}

// ClaimOnly judges a claim by its own words, without evidence (HoVer, Table 6).
func (e *Engine) ClaimOnly(ctx context.Context, claim string, labels label.Scheme) (*Answer, error) {
	if form := english.FormOf(claim, nil, text.Analyze); form != english.Statement {
		return unjudged(ctx, claim, form, &hop.Result{}, nil, labels)
	}
	m, err := e.model.open()
	if err != nil {
		return nil, err
	}
	a := &Answer{Claim: claim, Labels: labels, Found: &hop.Result{}, verifier: &verify.Verifier{Model: m}}
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

// unjudged returns the answer to a text that is not a claim: NOT ENOUGH INFO, with the best chain that has evidence.
func unjudged(ctx context.Context, claim string, form english.Form, found *hop.Result, pages verify.Pages, labels label.Scheme) (*Answer,
	error) {
	none := label.Probabilities{NotEnough: 1}
	a := &Answer{Claim: claim, Labels: labels, Label: labels.Decide(none), Probabilities: none, Form: form, Found: found}
	a.Verdict = verify.Verdict{Label: label.NotEnoughInfo, Probabilities: none, Together: none, Alone: none}
	a.Verdict.Chain = slices.IndexFunc(found.Chains, func(c hop.Chain) bool { return len(c.Evidence) > 0 })
	if a.Verdict.Chain >= 0 {
		a.Verdict.Premise.Evidence = found.Chains[a.Verdict.Chain].Evidence
	}
	return a, a.readChain(ctx, pages)
}

// judge judges a claim by chains, and reads the pages of the chain that the verdict is based on.
func (e *Engine) judge(ctx context.Context, claim string, found *hop.Result, pages verify.Pages, labels label.Scheme) (*Answer, error) {
	opening := time.Now()
	m, err := e.model.open()
	if err != nil {
		return nil, err
	}
	start := time.Now()
	a := &Answer{Claim: claim, Labels: labels, Found: found, verifier: &verify.Verifier{Model: m, Pages: pages, Plain: e.settings.TFIDF}}
	a.judged = verify.Question{Claim: claim, Chains: found.Chains}
	a.Opening = start.Sub(opening)
	if a.Verdict, err = a.verifier.Verify(verify.WithSpent(ctx, &a.Spent), claim, found.Chains); err != nil {
		return nil, err
	}
	a.Took, a.Probabilities = time.Since(start), a.Verdict.Probabilities
	return a, a.readChain(ctx, pages)
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

// Page returns the pages of a title, which may be in any normal form or a redirect. Most titles have one page, some have several. It
// fails with ErrNoPage.
func (e *Engine) Page(ctx context.Context, title string) ([]*graph.Page, error) {
	ids, err := FindPages(ctx, e.store, title)
	if err != nil {
		return nil, err
	}
	pages, err := e.store.Pages(ctx, ids[0])
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", title, err)
	}
	return pages, nil
}

// Paths returns the k shortest paths of at most maxLinks links from one title to another. No path visits a page twice. Shorter paths come
// first; paths of the same length are in the alphabetical order of their titles. If several pages share a title, a path may begin or
// end at any of them. There may be no path. Paths fails with ErrNoPage.
func (e *Engine) Paths(ctx context.Context, from, to string, maxLinks, k int) ([]Path, error) {
	return Paths(ctx, e.store, from, to, maxLinks, k)
}

// decide sets the label of an answer to a claim.
func (e *Engine) decide(a *Answer) {
	a.Label = a.Best()
	if limit := e.settings.Abstain; a.Labels.Probability(a.Label, a.Probabilities) < limit {
		a.Label, a.Abstained, a.Reason = a.Labels.Decide(label.Probabilities{NotEnough: 1}), true,
			fmt.Sprintf("no label reaches %v", limit)
	}
}

// reason returns the reason for NOT ENOUGH INFO.
func (e *Engine) reason(a *Answer) (string, error) {
	if len(a.Parts) > 0 {
		return a.Deciding().Reason, nil
	}
	f := verify.Found{Premise: a.Verdict.Premise.Text}
	switch {
	case a.Chain != nil:
		f.Chain = &a.Chain.Chain
		for _, p := range a.Chain.Pages {
			f.Titles = append(f.Titles, titleOf(p))
			if p != nil {
				f.Text += p.PlainText() + "\n"
			}
		}
	case len(a.Found.Chains) > 0: // which cites nothing
		f.Chain = &a.Found.Chains[0]
	}
	return e.reasons.Reason(a.judged.Claim, f)
}

// Store returns the store that the engine reads, or nil for an engine of Given.
func (e *Engine) Store() graph.Store { return e.store }

// Planner returns the planner that follows links, even with Options.TFIDF.
func (e *Engine) Planner() *hop.Planner { return e.walk }

// Model returns the model that judges claims; the first call opens it. It fails with onnx.ErrRuntime, onnx.ErrModel or onnx.ErrDevice.
func (e *Engine) Model() (*onnx.Model, error) { return e.model.open() }

// Close closes the model, the index and the store.
func (e *Engine) Close() error {
	err := e.model.close()
	if e.index != nil {
		err = errors.Join(err, e.index.Close())
	}
	if e.store != nil {
		err = errors.Join(err, e.store.Close())
	}
	return err
}
