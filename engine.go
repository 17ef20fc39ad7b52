package bridgehop

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
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
// It fails with graph.ErrNoStore, graph.ErrFormat, graph.ErrUnfinished or graph.ErrUnreachable, and with text.ErrStale if the index was
// built from another state of the store.
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

// Given returns an Engine without a store. It judges claims by given evidence (Judge).
func Given(options ...Option) *Engine { return unopened(options) }

func unopened(options []Option) *Engine {
	e := &Engine{}
	for _, set := range options {
		set(&e.settings)
	}
	e.model.settings = &e.settings
	return e
}

// plan makes the planner or retriever.
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

// Store returns the store that the engine reads, or nil for an engine of Given.
func (e *Engine) Store() graph.Store { return e.store }

// Planner returns the planner that follows links, even if WithRetriever chose a retriever.
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

// model is a model that is opened when it is first needed.
type model struct {
	settings *settings
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
