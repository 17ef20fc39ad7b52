package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// claim is a line of wikispeedia_claims, of claims.jsonl or of multihop/claims.jsonl.
type claim struct {
	ID    claims.ID  `json:"id"`
	Text  string     `json:"claim"`
	Label string     `json:"label"`
	Gold  [][]string `json:"gold"`
	Pages []string   `json:"pages"` // of a multi-hop claim, instead of Gold
	Twin  string     `json:"twin"`
	Of    string     `json:"twin_of"` // of a written claim that is false, instead of Twin
}

func (c *claim) reported() bool {
	return len(c.Gold) > 0 && len(c.Gold[0]) > 0 && (claims.Evidence{Page: c.Gold[0][0]}).Reported()
}

// heldToWeigh reports whether a written claim is of the sixth that no reader saw (verify/train/places.py, held_to_weigh).
func (c *claim) heldToWeigh() bool {
	sum := sha256.Sum256([]byte("reader " + c.Pages[0]))
	return binary.BigEndian.Uint64(sum[:8])>>16%6 == 0
}

func (c *claim) id() string { return c.ID.Key() }

// label returns the claim's gold label.
func (c *claim) label() (l label.Label) {
	_ = l.UnmarshalText([]byte(c.Label))
	return l
}

// answer is what bridgehop makes of a claim.
type answer struct {
	claim
	ranked []string          // titles of the 20 pages
	chains [][]string        // titles of the five chains
	cited  []string          // addresses of the best chain's evidence
	twice  bool              // it was planned again without what it asserts
	full   *bridgehop.Answer // nil if it was not judged
	err    error
}

type bench struct {
	engine        *bridgehop.Engine
	data          string
	judges, learn bool
}

func (b *bench) file(name string) string {
	return filepath.Join(b.data, "wikispeedia_claims", name+".jsonl")
}

// answers plans the claims of a file that keep takes, and judges them if judged.
func (b *bench) answers(ctx context.Context, path string, keep func(*claim) bool, judged bool) ([]*answer, error) {
	all, err := gold.Records[claim](path)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if c := &all[i]; len(c.Pages) > 0 {
			c.Gold = [][]string{c.Pages}
		}
	}
	all = slices.DeleteFunc(all, func(c claim) bool { return !keep(&c) })
	var out []*answer
	for a := range ordered.Map(ctx, slices.Values(all), 2, func(ctx context.Context, c claim) *answer {
		a := &answer{claim: c}
		if a.err = b.plan(ctx, a); a.err == nil && judged && b.judges {
			a.full, a.err = b.engine.Verify(ctx, c.Text)
		}
		return a
	}) {
		if a.err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, a.id(), a.err)
		}
		out = append(out, a)
	}
	return out, nil
}

// plan finds the pages of a claim.
func (b *bench) plan(ctx context.Context, a *answer) error {
	res, err := b.engine.Planner().Plan(ctx, a.Text)
	if err != nil {
		return err
	}
	var ids []graph.PageID
	for _, r := range res.Retrieved {
		ids = append(ids, r.Page)
	}
	a.twice = res.Twice
	if a.ranked, err = b.titles(ctx, ids); err != nil {
		return err
	}
	for i := range res.Chains {
		chain, err := b.titles(ctx, res.Chains[i].Pages())
		if err != nil {
			return err
		}
		a.chains = append(a.chains, chain)
	}
	if len(res.Chains) == 0 {
		return nil
	}
	best := &res.Chains[0]
	for _, e := range best.Evidence {
		at := slices.Index(best.Pages(), e.Page)
		a.cited = append(a.cited, graph.Address{Title: a.chains[0][at], Element: e.Element}.String())
	}
	return nil
}

func (b *bench) titles(ctx context.Context, ids []graph.PageID) ([]string, error) {
	heads, err := b.engine.Store().Heads(ctx, ids)
	out := make([]string, len(heads))
	for i, h := range heads {
		out[i] = h.Title
	}
	return out, err
}

// among reports whether all pages of a gold set are among these.
func (a *answer) among(pages []string) bool {
	return slices.ContainsFunc(a.Gold, func(set []string) bool { return holds(pages, set) })
}

// found reports whether all pages of a gold set are among the first k.
func (a *answer) found(k int) bool { return a.among(a.ranked[:min(k, len(a.ranked))]) }

// first returns the pages of the first chain.
func (a *answer) first() []string {
	if len(a.chains) == 0 {
		return nil
	}
	return a.chains[0]
}

// read returns the pages of the chain that the verdict is based on.
func (a *answer) read() (titles []string) {
	if a.full.Chain != nil {
		for _, p := range a.full.Chain.Pages {
			titles = append(titles, p.Title)
		}
	}
	return titles
}

// exact reports whether the first chain is just a gold set.
func (a *answer) exact() bool {
	return slices.ContainsFunc(a.Gold, func(set []string) bool { return len(set) == len(a.first()) && holds(a.first(), set) })
}

// right reports whether the verdict is.
func (a *answer) right() bool { return a.full.Label == a.label() }

// holds reports whether all of some are among the list.
func holds(list, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(list, s) })
}
