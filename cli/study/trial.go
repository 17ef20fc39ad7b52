package study

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// Trials plans claims of known graphs, in the store as it is and in perturbed ones, and keeps what was found and what
// it cost.
type Trials struct {
	Perturber *Perturber
	// Plan makes a planner over a view of the store.
	Plan func(hop.Graph, hop.Text) *hop.Planner
	// Judge returns the verdict on a claim, in the scheme of its label; nil for no verdicts.
	Judge func(ctx context.Context, claim string, chains []hop.Chain, pages verify.Pages) (verify.Probabilities, error)
	// Done is called with the number of trials done; it may be nil.
	Done func(n int)
}

// Trial is the result of a claim in a world.
type Trial struct {
	ID     claims.ID `json:"id"`
	Shape  string    `json:"shape"` // of the gold graph
	Family string    `json:"family,omitempty"`
	Change
	Pages   []Place       `json:"pages"`           // the gold pages
	Found   []string      `json:"found"`           // the pages of the best chain
	Walk    string        `json:"found_shape"`     // its shape
	Weighed int           `json:"pages_weighed"`   // pages whose term weights were read
	Label   string        `json:"label,omitempty"` // gold
	Says    string        `json:"predicted_label,omitempty"`
	Sure    float64       `json:"probability,omitempty"`
	Took    time.Duration `json:"-"`
}

// Place is the rank of a gold page.
type Place struct {
	Page     string   `json:"page"`
	Named    bool     `json:"named"`
	Position Position `json:"position"`
	Rank     int      `json:"rank"`           // from 1; 0 when it wasn't retrieved
	Gone     bool     `json:"gone,omitempty"` // removed, so it can't be found
}

// meter counts the pages whose term weights a planner reads for a claim. Planners cache pages and links between claims, but not weights.
type meter struct {
	hop.Text
	lock    sync.Mutex
	weighed map[graph.PageID]bool
}

func newMeter(t hop.Text) *meter { return &meter{Text: t, weighed: map[graph.PageID]bool{}} }

// Weights counts the pages asked for.
func (m *meter) Weights(ctx context.Context, terms []string, pages []graph.PageID) ([]graph.Match, error) {
	m.lock.Lock()
	for _, id := range pages {
		m.weighed[id] = true
	}
	m.lock.Unlock()
	return m.Text.Weights(ctx, terms, pages)
}

// read returns the count and resets it.
func (m *meter) read() int {
	m.lock.Lock()
	defer m.lock.Unlock()
	n := len(m.weighed)
	clear(m.weighed)
	return n
}

// Run plans every claim in each of the worlds, with the given number of goroutines (0: one a core). Trials are in the order of the graphs, then
// of worlds. If a perturbation is not possible there is no trial.
func (t *Trials) Run(ctx context.Context, gold []*Graph, worlds []Perturbation, threads int) ([]*Trial, error) {
	if threads < 1 {
		threads = runtime.GOMAXPROCS(0)
	}
	out := make([][]*Trial, len(gold))
	var next, done atomic.Int64
	work, ctx := errgroup.WithContext(ctx)
	for range threads {
		work.Go(func() error {
			m := newMeter(t.Perturber.Text)
			plain := t.Plan(t.Perturber.Store, m)
			for i := int(next.Add(1)) - 1; i < len(gold); i = int(next.Add(1)) - 1 {
				for _, how := range worlds {
					one, err := t.one(ctx, gold[i], how, m, plain)
					if err != nil {
						return fmt.Errorf("claim %s: %w", gold[i].ID, err)
					}
					if one != nil {
						out[i] = append(out[i], one)
					}
				}
				if n := done.Add(1); t.Done != nil {
					t.Done(int(n))
				}
			}
			return nil
		})
	}
	err := work.Wait()
	return slices.Concat(out...), err
}

// one runs a trial; it returns nil if the perturbation is not possible.
func (t *Trials) one(ctx context.Context, g *Graph, how Perturbation, m *meter, plain *hop.Planner) (*Trial, error) {
	w, err := t.Perturber.Around(ctx, g, how)
	if err != nil || w == nil {
		return nil, err
	}
	p := plain
	if how != Unperturbed {
		m = newMeter(w.Text)
		p = t.Plan(w.Graph, m)
	}
	m.read()
	start := time.Now()
	res, err := p.Plan(ctx, g.Claim)
	if err != nil {
		return nil, err
	}
	out := &Trial{ID: g.ID, Shape: g.Shape(), Family: g.Family, Change: w.Change, Found: []string{}, Took: time.Since(start),
		Weighed: m.read(), Label: g.Label}
	if err := t.places(ctx, g, res, out); err != nil {
		return nil, err
	}
	if t.Judge == nil {
		return out, nil
	}
	probabilities, err := t.Judge(ctx, g.Claim, res.Chains, w.Graph)
	if err != nil {
		return nil, err
	}
	out.verdict(probabilities)
	return out, nil
}

// places finds the gold pages among the retrieved ones, by passage if the graph has them.
func (t *Trials) places(ctx context.Context, g *Graph, res *hop.Result, out *Trial) error {
	var ids []graph.PageID
	for _, r := range res.Retrieved {
		ids = append(ids, r.Page)
	}
	if len(res.Chains) > 0 {
		ids = append(ids, res.Chains[0].Pages()...)
		out.Walk = res.Chains[0].Shape()
	}
	heads, err := t.Perturber.Store.Heads(ctx, ids)
	if err != nil {
		return err
	}
	var titles []string
	for _, h := range heads {
		titles = append(titles, h.Title)
	}
	n := len(res.Retrieved)
	out.Found = append(out.Found, distinct(titles[n:])...)
	ranked := &Found{Retrieved: distinct(titles[:n])}
	if len(g.Passages) > 0 {
		pages, err := t.Perturber.Store.Pages(ctx, ids[:n])
		if err != nil {
			return err
		}
		ranked.Passages = make([]string, n)
		for i, p := range pages {
			if p != nil {
				ranked.Passages[i] = p.Passage()
			}
		}
	}
	for i, p := range g.Pages {
		out.Pages = append(out.Pages, Place{Page: p, Named: slices.Contains(g.Named, p), Position: g.Position(p),
			Rank: ranked.rank(g, i) + 1, Gone: p == out.Page})
	}
	return nil
}

// verdict keeps a verdict in the labels of the claim's own scheme.
func (t *Trial) verdict(p verify.Probabilities) {
	scheme := verify.FEVER
	if l, err := verify.ParseLabel(t.Label); err == nil && l == verify.NotSupported || t.Label == verify.HoVer.Name(verify.Supported) {
		scheme = verify.HoVer
	}
	l := scheme.Decide(p)
	t.Says, t.Sure = scheme.Name(l), round(scheme.Probability(l, p))
}
