package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// claim is a line of wikispeedia_claims or of claims.jsonl.
type claim struct {
	ID    any        `json:"id"`
	Text  string     `json:"claim"`
	Label string     `json:"label"`
	Gold  [][]string `json:"gold"`
	Twin  string     `json:"twin"`
}

func (c *claim) reported() bool {
	return len(c.Gold) > 0 && len(c.Gold[0]) > 0 && claims.Reported(c.Gold[0][0])
}

func (c *claim) id() string { return fmt.Sprint(c.ID) }

// label is the claim's gold label.
func (c *claim) label() verify.Label {
	switch c.Label {
	case "SUPPORTS":
		return verify.Supported
	case "REFUTES":
		return verify.Refuted
	}
	return verify.NotEnoughInfo
}

// answer is what bridgehop makes of a claim.
type answer struct {
	claim
	ranked  []string // titles
	chain   []string
	cited   []string // addresses of the best chain's evidence
	verdict verify.Verdict
	named   bool // the claim names a page that was read
}

type bench struct {
	wiki     *gold.Wiki
	engine   *bridgehop.Engine
	verifier *verify.Verifier
}

// lines reads JSON lines.
func lines[T any](path string) (out []T, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		var v T
		d := json.NewDecoder(bytes.NewReader(s.Bytes()))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		out = append(out, v)
	}
	return out, s.Err()
}

// answers plans and judges the claims of a file that keep takes.
func (b *bench) answers(ctx context.Context, path string, keep func(*claim) bool) ([]*answer, error) {
	all, err := lines[claim](path)
	if err != nil {
		return nil, err
	}
	var out []*answer
	for i := range all {
		if !keep(&all[i]) {
			continue
		}
		a, err := b.answer(ctx, all[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, all[i].id(), err)
		}
		out = append(out, a)
	}
	return out, nil
}

func (b *bench) answer(ctx context.Context, c claim) (*answer, error) {
	a := &answer{claim: c}
	full, err := b.engine.Verify(ctx, c.Text)
	if err != nil {
		return nil, err
	}
	res := full.Found
	var ids []graph.PageID
	for _, r := range res.Retrieved {
		ids = append(ids, r.Page)
	}
	if a.ranked, err = b.titles(ctx, ids); err != nil {
		return nil, err
	}
	if len(res.Chains) == 0 {
		none := verify.Probabilities{NotEnough: 1}
		a.verdict = verify.Verdict{Probabilities: none, Together: none, Alone: none, Chain: -1}
		return a, nil
	}
	best := &res.Chains[0]
	if a.chain, err = b.titles(ctx, best.Pages()); err != nil {
		return nil, err
	}
	a.verdict, a.named = full.Verdict, verify.Named(best, full.Verdict.Premise.Evidence)
	heads, err := b.wiki.Store.Heads(ctx, best.Pages())
	if err != nil {
		return nil, err
	}
	for _, e := range best.Evidence {
		for _, h := range heads {
			if h.ID == e.Page {
				a.cited = append(a.cited, graph.Address{Title: h.Title, Element: e.Element}.String())
			}
		}
	}
	return a, nil
}

// judge judges a claim by one chain.
func (b *bench) judge(ctx context.Context, a *answer, chain *hop.Chain) (err error) {
	a.verdict, err = b.verifier.Verify(ctx, a.Text, []hop.Chain{*chain})
	a.named = verify.Named(chain, a.verdict.Premise.Evidence)
	return err
}

func (b *bench) titles(ctx context.Context, ids []graph.PageID) ([]string, error) {
	heads, err := b.wiki.Store.Heads(ctx, ids)
	out := make([]string, len(heads))
	for i, h := range heads {
		out[i] = h.Title
	}
	return out, err
}

// found tells whether all pages of a gold set are among the first k.
func (a *answer) found(k int) bool {
	return slices.ContainsFunc(a.Gold, func(set []string) bool {
		first := a.ranked[:min(k, len(a.ranked))]
		return !slices.ContainsFunc(set, func(t string) bool { return !slices.Contains(first, t) })
	})
}

// exact tells whether the best chain is just a gold set.
func (a *answer) exact() bool {
	return slices.ContainsFunc(a.Gold, func(set []string) bool {
		return slices.Equal(slices.Sorted(slices.Values(set)), slices.Sorted(slices.Values(a.chain)))
	})
}
