package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// example is a claim with its gold pages and every chain that was weighed for it.
type example struct {
	wiki   *gold.Wiki
	claim  string
	gold   []graph.PageID
	traces []hop.Trace
	known  map[string]bool
	kind   string // claim, made or told
}

// read makes examples of a file's claims that may be learned from and whose gold pages are all in the store.
func read(ctx context.Context, w *gold.Wiki, file string, made float64, seed uint64) ([]*example, error) {
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(seed, uint64(len(all))))
	var out []*example
	for _, c := range all {
		if !c.Trained() {
			continue
		}
		out = append(out, &example{wiki: w, claim: c.Text, gold: c.Pages, known: map[string]bool{}, kind: "claim"})
		if r.Float64() < made {
			out = append(out, makeClaims(ctx, w, c.Pages, r)...)
		}
	}
	return out, nil
}

// makeClaims turns the claim's evidence into two claims: its first page's sentence, and the sentences of all its
// pages, with a third of the words left out.
func makeClaims(ctx context.Context, w *gold.Wiki, of []graph.PageID, r *rand.Rand) []*example {
	pages, err := w.Store.Pages(ctx, of)
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
	out = append(out, &example{wiki: w, claim: whole[0], gold: of[:1], known: map[string]bool{}, kind: "made"})
	return append(out, &example{wiki: w, claim: strings.Join(whole, " "), gold: of, known: map[string]bool{}, kind: "made"})
}

// withoutQuestions leaves the claims.
func withoutQuestions(all []*example) []*example {
	return slices.DeleteFunc(all, func(e *example) bool { return hop.Asks(e.claim, e.wiki.Index.Mentions(e.claim)) })
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
