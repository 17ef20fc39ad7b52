package bridgehop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/graph/ordered"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
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
	Plan(ctx context.Context, claim string, report ...func(hop.Stage)) (*hop.Result, error)
}

// Open opens a store for reading, with its text index: a folder that bridgehop load made, or a database on a Neo4j
// server, as neo4j://user@host:7687/database. The model is opened when the first claim is verified.
//
// It fails with graph.ErrNoStore, graph.ErrFormat, graph.ErrUnfinished or graph.ErrUnreachable, and with text.ErrStale
// if the index was built from another state of the store.
func Open(ctx context.Context, address string, o Options) (*Engine, error) {
	e := Given(o)
	if o.Verdicts {
		e.model.ahead()
	}
	if err := e.open(ctx, address); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// open opens a store with its index, and makes the planner.
func (e *Engine) open(ctx context.Context, address string) (err error) {
	if e.store, err = stores.OpenReader(ctx, address); err != nil {
		return err
	}
	if e.index, err = stores.OpenIndex(ctx, e.store, address); err != nil {
		return err
	}
	e.reasons.Words = e.index
	e.walk = e.settings.planner(e.store, e.index)
	e.find = e.walk
	if e.settings.TFIDF {
		e.find, err = hop.NewTFIDF(ctx, e.store, e.index)
	}
	return err
}

// Given returns an Engine without a store. It judges claims by given evidence (Judge).
func Given(o Options) *Engine {
	e := &Engine{settings: o}
	e.model.settings = &e.settings
	return e
}

// planner makes a planner of chains along links.
func (o *Options) planner(g hop.Graph, t hop.Text) *hop.Planner {
	return &hop.Planner{Graph: g, Text: t, MaxPages: o.MaxPages, Beam: o.Beam, Chains: o.Chains, Shape: o.Shape}
}

// Chains finds the chains of pages that a claim may be judged by. It fails with hop.ErrEmptyClaim and hop.ErrLongClaim,
// or as the store does.
func (e *Engine) Chains(ctx context.Context, claim string) (*Chains, error) {
	res, err := e.chains(ctx, claim)
	if err != nil {
		return nil, err
	}
	return WithPages(ctx, e.walk, res)
}

// chains finds chains and calls report, if there is one, after each stage of a search along links. It fails if the
// index was found damaged on the way.
func (e *Engine) chains(ctx context.Context, claim string, report ...func(hop.Stage)) (res *hop.Result, err error) {
	res, err = e.find.Plan(ctx, claim, report...)
	if err = cmp.Or(err, e.index.Err()); err != nil {
		return nil, err
	}
	return res, nil
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

// VerifyAll verifies claims in parallel, and yields the answers in the order of the claims. An error concerns only its
// claim; the caller decides whether to continue.
func (e *Engine) VerifyAll(ctx context.Context, claims iter.Seq[string]) iter.Seq2[*Answer, error] {
	verify := func(ctx context.Context, claim string) func() (*Answer, error) {
		a, err := e.Verify(ctx, claim)
		return func() (*Answer, error) { return a, err }
	}
	return func(yield func(*Answer, error) bool) {
		for answered := range ordered.Map(ctx, claims, runtime.GOMAXPROCS(0), verify) {
			if !yield(answered()) {
				return
			}
		}
	}
}

// Page returns the pages of a title, which may be in any normal form or a redirect. Most titles have one page, some
// have several. It fails with ErrNoPage.
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

// Store returns the store that the engine reads, or nil for an engine of Given.
func (e *Engine) Store() graph.Store { return e.store }

// Planner returns the planner that follows links, even with Options.TFIDF.
func (e *Engine) Planner() *hop.Planner { return e.walk }

// Model returns the model that judges claims; the first call opens it. It fails with onnx.ErrRuntime, onnx.ErrModel or
// onnx.ErrDevice.
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

// Options are the settings of an Engine. The zero value works like the command line without flags.
type Options struct {
	MaxPages int       // the most pages of a chain, 1 to 4; 0 means 4
	Beam     int       // how many chains are kept at each hop; 0 means hop.DefaultBeam
	Chains   int       // the most chains that are returned; 0 means 5
	Shape    hop.Shape // finds only reasoning graphs of one shape (hop.ParseShape)
	TFIDF    bool      // finds pages by their words alone (hop.TFIDF), as the papers' baseline does

	Model    string  // folder of a model (model.onnx, tokenizer.json, config.json); empty for the shipped one
	Device   string  // of the model: auto (a GPU if CUDA starts, else the CPU), cpu, cuda or cuda:N; empty means auto
	Threads  int     // how many cores of a CPU the model uses; 0 means all
	Verdicts bool    // opens the model at the same time as the store, so that the first verdict doesn't wait for it
	Abstain  float64 // the probability that a label needs; if no label has it, the answer is NOT ENOUGH INFO
}

// model is a model that is opened when it is first needed.
type model struct {
	settings *Options
	begun    sync.Once // see ahead

	mu     sync.Mutex
	opened *onnx.Model
	err    error
}

func (m *model) open() (*onnx.Model, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened == nil && (m.err == nil || errors.Is(m.err, onnx.ErrRuntime)) { // which may have been installed meanwhile
		m.opened, m.err = m.settings.openModel()
	}
	return m.opened, m.err
}

// ahead opens the model in the background; open returns the error, if any.
func (m *model) ahead() {
	m.begun.Do(func() { go func() { _, _ = m.open() }() })
}

func (m *model) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened == nil {
		m.err = onnx.ErrClosed // so that ahead doesn't open it later
		return nil
	}
	return m.opened.Close()
}

func (o *Options) openModel() (*onnx.Model, error) {
	dir := o.Model
	if dir == "" {
		var err error
		if dir, err = shipped.Dir(); err != nil {
			return nil, fmt.Errorf("%w: %w", onnx.ErrModel, err)
		}
	}
	return onnx.Open(dir, onnx.Options{Device: o.Device, Threads: o.Threads})
}
