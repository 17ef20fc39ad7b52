package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// opinion is what words and links, and what the model, say of the chains of one claim.
type opinion struct {
	lexical, model []float64
	gold           int
	weight         float64 // files count alike
}

// listener is a Scorer that keeps what its model says, and has no say itself.
type listener struct {
	verify.Relevance
	chains []hop.Chain
	said   []float64
}

func (l *listener) Score(ctx context.Context, claim string, chains []hop.Chain) (_ []float64, err error) {
	l.chains = chains
	l.said, err = l.Relevance.Score(ctx, claim, chains)
	return make([]float64, len(chains)), err
}

// fitRelevance prints what the certainty of a model is worth beside words and links, and what it gains on the claims it
// was fitted on: how often the gold chain comes first. The loss is learn's, over the chains that the model is asked about.
func fitRelevance(ctx context.Context, args []string, folder string) error {
	if folder == "" {
		var err error
		if folder, err = shipped.Dir(); err != nil {
			return err
		}
	}
	model, err := onnx.Open(folder, onnx.Options{MaxTokens: onnx.ChainTokens, Device: "cpu"})
	if err != nil {
		return err
	}
	defer model.Close()
	var all []opinion
	wikis, err := open(ctx, args)
	defer closeAll(wikis)
	if err != nil {
		return err
	}
	for _, w := range wikis {
		for _, file := range w.files {
			of, err := opinions(ctx, w, file, model)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			own := bestWeight(of)
			fmt.Printf("// %s: %d with their gold among the chains that are read; it comes first in %.3f, with %.2f of the model in %.3f\n",
				filepath.Base(file), len(of), firsts(of, 0), own, firsts(of, own))
			for _, o := range of {
				o.weight = 1 / float64(len(of))
				all = append(all, o)
			}
		}
	}
	w := bestWeight(all)
	fmt.Printf("// all: first without the model %.3f, with it %.3f\nDefaultRelevance = %.2f\n", firsts(all, 0), firsts(all, w), w)
	return nil
}

// opinions are those of a file's claims whose gold chain is among those the model read.
func opinions(ctx context.Context, w wiki, file string, model verify.Model) ([]opinion, error) {
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	var out []opinion
	for _, c := range all {
		if !c.Trained() {
			continue
		}
		o, err := listen(ctx, &example{wiki: w.Wiki, claim: c.Text, gold: c.Pages}, model)
		if err != nil {
			return nil, err
		}
		if o.gold >= 0 {
			out = append(out, o)
		}
	}
	return out, nil
}

// listen plans one claim; gold is -1 where the gold chain is not among those the model read.
func listen(ctx context.Context, e *example, model verify.Model) (opinion, error) {
	l := &listener{Relevance: verify.Relevance{Model: model, Pages: e.wiki.Store, Weight: 1}}
	p := &hop.Planner{Graph: e.wiki.Store, Text: e.wiki.Index, Scorer: l}
	if _, err := p.Plan(ctx, e.claim); err != nil && !errors.Is(err, hop.ErrEmptyClaim) {
		return opinion{}, err
	}
	o := opinion{model: l.said, gold: -1, weight: 1}
	for i := range l.chains {
		o.lexical = append(o.lexical, l.chains[i].Score)
		if o.gold < 0 && slices.Equal(slices.Sorted(slices.Values(l.chains[i].Pages())), e.gold) {
			o.gold = i
		}
	}
	return o, nil
}

// bestWeight is where the loss, which is convex in the weight, is least: found by thirds.
func bestWeight(all []opinion) float64 {
	lo, hi := 0.0, 40.0
	for hi-lo > 0.01 {
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if relevanceLoss(all, a) < relevanceLoss(all, b) {
			hi = b
		} else {
			lo = a
		}
	}
	return (lo + hi) / 2
}

func relevanceLoss(all []opinion, w float64) float64 {
	loss := 0.0
	for _, o := range all {
		sum := 0.0
		own := o.lexical[o.gold] + w*o.model[o.gold]
		for i := range o.lexical {
			sum += math.Exp(o.lexical[i] + w*o.model[i] - own)
		}
		loss += o.weight * math.Log(sum)
	}
	return loss
}

// firsts is how often the gold chain comes first.
func firsts(all []opinion, w float64) float64 {
	n, of := 0.0, 0.0
	for _, o := range all {
		of += o.weight
		best := 0
		for i := range o.lexical {
			if o.lexical[i]+w*o.model[i] > o.lexical[best]+w*o.model[best] {
				best = i
			}
		}
		if best == o.gold {
			n += o.weight
		}
	}
	return n / math.Max(1e-9, of)
}
