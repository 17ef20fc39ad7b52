package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// listed is how many of a claim's best chains are written for a model to learn from.
const listed = 12

// premises are the chains of one claim as verify.Relevance shows them to a model, best first.
type premises struct {
	Claim    string    `json:"claim"`
	Source   string    `json:"source"`
	Premises []string  `json:"premises"`
	Scores   []float64 `json:"scores"` // the planner's; none for the gold chain where it isn't among the best
	Gold     int       `json:"gold"`   // place of the chain of the gold pages
}

// reader is a Model that keeps what it is shown.
type reader struct{ pairs []verify.Pair }

func (r *reader) Predict(_ context.Context, pairs []verify.Pair) ([]verify.Probabilities, error) {
	r.pairs = append(r.pairs, pairs...)
	return make([]verify.Probabilities, len(pairs)), nil
}

// writeLists writes, for verify/train/hops.py, the chains that the planner holds best for every claim, with the chain of
// the gold pages among them: searched in the whole store, and where the file gives paragraphs, among these too.
func writeLists(ctx context.Context, args []string, out string) (err error) {
	wikis, err := open(ctx, args)
	defer closeAll(wikis)
	if err != nil {
		return err
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	to := json.NewEncoder(f)
	for _, w := range wikis {
		for _, file := range w.files {
			all, err := w.Read(ctx, file)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			for _, c := range all {
				if !c.Trained() {
					continue
				}
				if err := writeClaim(ctx, w.Wiki, c, filepath.Base(filepath.Dir(file)), to); err != nil {
					return fmt.Errorf("%s: %w", c.Place, err)
				}
			}
		}
	}
	return nil
}

func writeClaim(ctx context.Context, w *gold.Wiki, c gold.Claim, source string, to *json.Encoder) error {
	whole := &hop.Planner{Graph: w.Store, Text: w.Index}
	given, err := w.Given(ctx, c)
	if err != nil {
		return err
	}
	planners := map[string]*hop.Planner{source: whole}
	if given != nil {
		planners[source+"_given"] = &hop.Planner{Graph: given, Text: given}
	}
	for _, name := range slices.Sorted(maps.Keys(planners)) {
		l, err := listOf(ctx, w, planners[name], c)
		if err != nil {
			return err
		}
		if l == nil {
			continue
		}
		l.Source = name
		if err := to.Encode(l); err != nil {
			return err
		}
	}
	return nil
}

// listOf is nil where there is nothing to tell the gold chain from.
func listOf(ctx context.Context, w *gold.Wiki, p *hop.Planner, c gold.Claim) (*premises, error) {
	p.Chains = listed
	res, err := p.Plan(ctx, c.Text)
	if err != nil {
		return nil, err
	}
	chains := res.Chains
	at := slices.IndexFunc(chains, func(h hop.Chain) bool { return c.Is(h.Pages()) })
	if at < 0 {
		own, err := goldChain(ctx, p, c)
		if err != nil {
			return nil, err
		}
		at, chains = len(chains), append(chains, own)
	}
	var seen reader
	r := &verify.Relevance{Model: &seen, Pages: w.Store}
	if _, err := r.Score(ctx, c.Text, chains); err != nil {
		return nil, err
	}
	if len(chains) < 2 || len(seen.pairs) != len(chains) { // a chain that cites nothing is not shown
		return nil, nil
	}
	l := &premises{Claim: c.Text, Gold: at}
	for _, h := range res.Chains {
		l.Scores = append(l.Scores, h.Score)
	}
	for _, pair := range seen.pairs {
		l.Premises = append(l.Premises, pair.Premise)
	}
	return l, nil
}

func goldChain(ctx context.Context, p *hop.Planner, c gold.Claim) (hop.Chain, error) {
	var out hop.Chain
	for _, id := range c.Pages {
		out.Steps = append(out.Steps, hop.Step{Page: id, Parent: -1})
	}
	var err error
	out.Evidence, err = p.Cite(ctx, c.Text, c.Pages)
	return out, err
}
