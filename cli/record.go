package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/claims"
)

// keptChains is how many of a claim's chains --record keeps, beside the one the verdict rests on.
const keptChains = 5

// keep records a claim with its chains and its gold evidence in the store (--record).
func (j *judge) keep(ctx context.Context, claim *claims.Claim, chains []hop.Chain, a *judged) error {
	recorder, ok := j.store.(graph.Recorder)
	if !ok {
		return usagef("--record needs a store on a Neo4j server")
	}
	r := graph.Reasoning{ID: claim.ID.String(), Claim: claim.Text, Label: claim.Label, Verdict: a.label(), Kind: claim.Kind}
	if claim.ID.IsZero() { // a claim from the command line
		h := sha256.Sum256([]byte(claim.Text))
		r.ID = hex.EncodeToString(h[:8])
	}
	for i := range chains {
		used := i == a.verdict.Chain
		if i >= keptChains && !used {
			continue
		}
		c := reasoningChain(&chains[i])
		if used {
			c.Used, c.Verdict, c.Cites = true, a.label(), citations(a.verdict.Premise.Evidence)
		}
		r.Chains = append(r.Chains, c)
	}
	var err error
	if r.Gold, err = j.goldChains(ctx, claim); err != nil {
		return err
	}
	if err := recorder.Record(ctx, []graph.Reasoning{r}); err != nil {
		return fmt.Errorf("claim %s: %w", r.ID, err)
	}
	return nil
}

func reasoningChain(c *hop.Chain) graph.ReasoningChain {
	out := graph.ReasoningChain{Shape: c.Shape(), Hops: c.Hops(), Score: c.Score, Cites: citations(c.Evidence)}
	for _, s := range c.Steps {
		out.Steps = append(out.Steps, graph.ReasoningStep{Page: s.Page, Parent: s.Parent, Anchor: s.Via.Anchor})
	}
	return out
}

func citations(evidence []hop.Evidence) []graph.Citation {
	var out []graph.Citation
	for _, e := range evidence {
		out = append(out, graph.Citation{Ref: e.Ref, Score: e.Score})
	}
	return out
}

// goldChains are the evidence sets of a claim whose pages the store holds.
func (j *judge) goldChains(ctx context.Context, claim *claims.Claim) ([]graph.ReasoningChain, error) {
	var out []graph.ReasoningChain
	for _, set := range claim.Gold {
		titles := set.Titles()
		found, err := j.store.Lookup(ctx, titles)
		if err != nil {
			return nil, fmt.Errorf("look up gold pages: %w", err)
		}
		c := graph.ReasoningChain{Shape: claim.Shape, Hops: len(titles)}
		ids := map[string]graph.PageID{}
		for i, title := range titles {
			if len(found[i]) > 0 {
				ids[title] = found[i][0]
				c.Steps = append(c.Steps, graph.ReasoningStep{Page: found[i][0], Parent: -1})
			}
		}
		for _, e := range set.Items {
			if id, ok := ids[e.Title]; ok && e.Element.Kind != graph.KindPage {
				c.Cites = append(c.Cites, graph.Citation{Ref: graph.Ref{Page: id, Element: e.Element}, Score: 1})
			}
		}
		out = append(out, c)
	}
	return out, nil
}
