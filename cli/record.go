package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// keptChains is the number of a claim's chains that --record stores, besides the chain of the verdict.
const keptChains = 5

// recordedClaims is the number of claims stored in one transaction.
const recordedClaims = 64

// recorded is a line of verify --out with its answer, nil for a claim that was refused. The answer's reasoning is to be kept before
// the line is written.
type recorded struct {
	line   *prediction
	answer *judged
}

// text prints the answer for people, nil if there is none.
func (r recorded) text() any {
	if r.answer == nil {
		return nil
	}
	return func(out *console.Text) {
		out.Printf("%s\n", r.line.Claim)
		r.answer.print(out, r.line.Label)
	}
}

// recording keeps reasonings in the store, and writes the answers of the claims once these are kept: what is in
// the output is in the store, so that a run that was broken off goes on with nothing missing.
type recording struct {
	store   graph.Recorder // nil for one that keeps nothing
	write   func(recorded) error
	pending []recorded
}

// recorder returns the store, which must be one that keeps reasoning.
func (j *judge) recorder() (graph.Recorder, error) {
	if r, ok := j.engine.Store().(graph.Recorder); ok {
		return r, nil
	}
	return nil, console.Usagef("--record needs a store on a Neo4j server")
}

// keep records one claim.
func (j *judge) keep(ctx context.Context, r *graph.Reasoning) error {
	store, err := j.recorder()
	if err != nil {
		return err
	}
	return store.Record(ctx, []graph.Reasoning{*r})
}

func (r *recording) emit(ctx context.Context, line any) error {
	r.pending = append(r.pending, line.(recorded))
	if r.store != nil && len(r.pending) < recordedClaims {
		return nil
	}
	return r.flush(ctx)
}

// flush keeps and writes what is pending.
func (r *recording) flush(ctx context.Context) error {
	var all []graph.Reasoning
	for _, line := range r.pending {
		if line.answer != nil && line.answer.reasoning != nil {
			all = append(all, *line.answer.reasoning)
		}
	}
	if r.store != nil {
		if err := r.store.Record(ctx, all); err != nil {
			return err
		}
	}
	for _, line := range r.pending {
		if err := r.write(line); err != nil {
			return err
		}
	}
	r.pending = r.pending[:0]
	return nil
}

// claimSet names the data set of a claims file: the file and the folder it is in, wherever that folder is.
func claimSet(file string) string {
	if file == "" {
		return ""
	}
	if abs, err := filepath.Abs(file); err == nil {
		file = abs
	}
	return filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file)
}

// reasoning returns a claim with its chains and its gold evidence, as --record keeps it.
func (j *judge) reasoning(ctx context.Context, claim *claims.Claim, a *bridgehop.Answer) (*graph.Reasoning, error) {
	r := &graph.Reasoning{Set: claimSet(j.claims), ID: claim.ID.String(), Claim: claim.Text, Label: claim.Label, Verdict: a.String(),
		Kind: claim.Kind}
	if claim.ID.IsZero() { // a claim from the command line
		h := sha256.Sum256([]byte(claim.Text))
		r.ID = hex.EncodeToString(h[:8])
	}
	if right, known := score.Agrees(claim.Label, a.String()); known {
		r.Right = &right
	}
	for i := range a.Found.Chains {
		used := i == a.Verdict.Chain
		if i >= keptChains && !used {
			continue
		}
		c := reasoningChain(&a.Found.Chains[i])
		c.Rank = i + 1
		if used {
			c.Used, c.Verdict, c.Cites = true, a.String(), citations(a.Verdict.Premise.Evidence)
		}
		r.Chains = append(r.Chains, c)
	}
	var err error
	r.Gold, err = j.goldChains(ctx, claim)
	return r, err
}

func reasoningChain(c *hop.Chain) graph.ReasoningChain {
	out := graph.ReasoningChain{Shape: c.Shape(), Hops: len(c.Steps), Score: c.Score, Cites: citations(c.Evidence)}
	for _, s := range c.Steps {
		step := graph.ReasoningStep{Page: s.Page, Parent: s.Parent, Anchor: s.Via.Anchor}
		if s.Edge == hop.EdgeClaim { // joined to nothing, as in Shape
			step.Parent = -1
		}
		out.Steps = append(out.Steps, step)
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

// goldChains returns the evidence sets of a claim whose pages the store holds.
func (j *judge) goldChains(ctx context.Context, claim *claims.Claim) ([]graph.ReasoningChain, error) {
	found, err := j.engine.Store().Lookup(ctx, claim.GoldTitles)
	if err != nil {
		return nil, fmt.Errorf("look up gold pages: %w", err)
	}
	ids := map[string]graph.PageID{}
	for i, title := range claim.GoldTitles {
		if len(found[i]) > 0 {
			ids[title] = found[i][0]
		}
	}
	var out []graph.ReasoningChain
	for _, set := range claim.Gold {
		titles := set.Titles()
		c := graph.ReasoningChain{Shape: goldShape(claim, len(titles)), Hops: len(titles)}
		for _, title := range titles {
			if id, ok := ids[title]; ok {
				c.Steps = append(c.Steps, graph.ReasoningStep{Page: id, Parent: -1})
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

// goldShape returns the shape that the claims file gives, else what the number of pages tells alone, under the names of hop.ShapeOf:
// four and more may be a path or a star.
func goldShape(claim *claims.Claim, pages int) string {
	switch {
	case claim.Shape != "":
		return claim.Shape
	case pages == 1:
		return "single"
	case pages == 2, pages == 3:
		return strconv.Itoa(pages)
	}
	return ""
}
