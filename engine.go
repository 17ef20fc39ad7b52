package bridgehop

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/stores"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// Engine answers claims by the pages of one store. It may be used by several goroutines at once.
type Engine struct {
	store    graph.Store
	index    *text.Index
	settings settings
	walk     *hop.Planner
	find     planner // walk, or the retriever of WithRetriever
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
// It fails with graph.ErrNoStore, graph.ErrFormat, graph.ErrUnfinished or graph.ErrUnreachable, and with text.ErrStale where the index was
// made of another state of the store.
func Open(ctx context.Context, address string, options ...Option) (*Engine, error) {
	e := unopened(options)
	if e.settings.verdicts {
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

// Given returns an Engine without a store: it judges claims by evidence that is given (Judge).
func Given(options ...Option) *Engine { return unopened(options) }

func unopened(options []Option) *Engine {
	e := &Engine{}
	for _, set := range options {
		set(&e.settings)
	}
	e.model.settings = &e.settings
	return e
}

// plan makes what finds chains.
func (e *Engine) plan(ctx context.Context) (err error) {
	s := &e.settings
	e.reasons.Words = e.index
	e.walk = &hop.Planner{Graph: e.store, Text: e.index, MaxPages: s.maxPages, Beam: s.beam, Chains: s.chains, Shape: s.shape}
	e.find = e.walk
	switch {
	case s.retriever != nil:
		e.find, err = hop.NewTFIDF(ctx, e.store, e.index, *s.retriever)
	case s.rerank:
		m, err := e.model.open()
		if err != nil {
			return err
		}
		e.walk.Scorer, e.walk.Rescore = &verify.Relevance{Model: m, Pages: e.store, Weight: s.rerankWeight}, s.rerankChains
	}
	return err
}

// Store is the store that the engine reads, nil for one that was Given none.
func (e *Engine) Store() graph.Store { return e.store }

// Planner is the planner that walks the store's links, whatever WithRetriever says.
func (e *Engine) Planner() *hop.Planner { return e.walk }

// Model is the model that judges claims; the first call opens it. Its errors are onnx.ErrRuntime, onnx.ErrModel and onnx.ErrDevice.
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

// model is a model that is opened when it is first asked for.
type model struct {
	settings *settings
	begun    sync.Once // opening it ahead

	mu     sync.Mutex
	opened *onnx.Model
	err    error
}

func (m *model) open() (*onnx.Model, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened == nil && m.err == nil {
		m.opened, m.err = m.settings.openModel()
	}
	return m.opened, m.err
}

// ahead begins to open the model; an error comes again to whoever asks for it.
func (m *model) ahead() {
	m.begun.Do(func() { go func() { _, _ = m.open() }() })
}

func (m *model) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened == nil {
		m.err = onnx.ErrClosed // for one that is still to be opened ahead
		return nil
	}
	return m.opened.Close()
}

func (s *settings) openModel() (*onnx.Model, error) {
	o := onnx.Options{Device: s.device, Threads: s.threads}
	dir := s.modelDir
	if dir == "" {
		var err error
		if dir, err = shipped.Dir(); err != nil {
			return nil, fmt.Errorf("%w: %w", onnx.ErrModel, err)
		}
		o.MaxTokens = onnx.ChainTokens
	}
	return onnx.Open(dir, o)
}
