package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/claims"
)

// example is a claim with its gold pages and every chain that was weighed for it.
type example struct {
	wiki   *wiki
	claim  string
	gold   []graph.PageID
	traces []hop.Trace
	known  map[string]bool
}

// read makes examples of a file's claims whose gold pages are all in the store.
func read(ctx context.Context, w *wiki, file string, made float64, seed uint64) ([]*example, error) {
	all, _, err := claims.ReadAll(file, "auto")
	if err != nil {
		return nil, err
	}
	passages, err := fingerprints(ctx, w)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(seed, uint64(len(all))))
	var out []*example
	for _, c := range all {
		gold, err := goldPages(ctx, w, c, passages)
		if err != nil {
			return nil, err
		}
		if gold == nil {
			continue
		}
		out = append(out, &example{wiki: w, claim: c.Text, gold: gold, known: map[string]bool{}})
		if r.Float64() < made {
			out = append(out, makeClaims(ctx, w, c, gold, r)...)
		}
	}
	return out, nil
}

func fingerprints(ctx context.Context, w *wiki) (map[string]graph.PageID, error) {
	out := map[string]graph.PageID{}
	for p, err := range w.store.All(ctx) {
		if err != nil {
			return nil, err
		}
		out[p.Passage()] = p.ID()
	}
	return out, nil
}

// goldPages are a claim's gold pages in order of id: passages where titles are not enough (MuSiQue); nil where
// one is missing.
func goldPages(ctx context.Context, w *wiki, c *claims.Claim, passages map[string]graph.PageID) ([]graph.PageID, error) {
	var gold []graph.PageID
	if strings.Contains(c.Kind, "hop") { // MuSiQue's 2hop, 3hop1, …
		for _, p := range c.GoldPassages {
			id, ok := passages[p.Fingerprint()]
			if !ok {
				return nil, nil
			}
			gold = append(gold, id)
		}
	} else {
		found, err := w.store.Lookup(ctx, c.GoldTitles)
		if err != nil {
			return nil, err
		}
		for _, ids := range found {
			if len(ids) == 0 {
				return nil, nil
			}
			gold = append(gold, ids[0])
		}
	}
	slices.Sort(gold)
	return slices.Compact(gold), nil
}

// makeClaims turns the claim's evidence into two claims: its first page's sentence, and the sentences of all its
// pages, with a third of the words left out.
func makeClaims(ctx context.Context, w *wiki, c *claims.Claim, gold []graph.PageID, r *rand.Rand) []*example {
	pages, err := w.store.Pages(ctx, gold)
	if err != nil {
		return nil
	}
	var whole []string
	var out []*example
	for _, p := range pages {
		if len(p.Sentences) == 0 {
			return nil
		}
		s := p.Sentences[r.IntN(min(3, len(p.Sentences)))].Text
		if !strings.Contains(s, graph.BareTitle(p.Title)) {
			s = graph.BareTitle(p.Title) + " " + s
		}
		whole = append(whole, thin(s, r))
	}
	out = append(out, &example{wiki: w, claim: whole[0], gold: gold[:1], known: map[string]bool{}})
	return append(out, &example{wiki: w, claim: strings.Join(whole, " "), gold: gold, known: map[string]bool{}})
}

func thin(s string, r *rand.Rand) string {
	var out []string
	for word := range strings.FieldsSeq(s) {
		if r.Float64() < 2.0/3 {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}
