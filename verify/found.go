package verify

import (
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// planned reports whether a planner found the chain: only then its score has parts.
func planned(c *hop.Chain) bool { return c.Parts != (hop.Parts{}) }

// covered returns the share of the claim that the evidence covers. All cells of a row have the score of the row, which
// counts once.
func covered(evidence []hop.Evidence) float64 {
	sum := 0.0
	for i, e := range evidence {
		same := func(o hop.Evidence) bool { return o.Page == e.Page && sameRow(o.Element, e.Element) }
		if !slices.ContainsFunc(evidence[:i], same) {
			sum += e.Score
		}
	}
	return sum
}

// strongest returns, for each label, the model's highest probability for a single element. The first of predicted is
// for all elements together.
func strongest(predicted []label.Probabilities) label.Probabilities {
	if len(predicted) == 1 {
		return predicted[0]
	}
	out := predicted[1]
	for _, p := range predicted[2:] {
		out.Supported, out.Refuted = max(out.Supported, p.Supported), max(out.Refuted, p.Refuted)
		out.NotEnough = max(out.NotEnough, p.NotEnough)
	}
	return out
}

// inDoubt reports whether no label is probable enough by all evidence together, so that each element is read alone,
// too.
func inDoubt(p label.Probabilities) bool {
	return max(p.Supported, p.Refuted, p.NotEnough) < leastTogether
}

// weighing returns the model's weights of a verdict.
func (v *Verifier) weighing() *Weighing {
	if m, ok := v.Model.(weigher); ok && m.Weighing() != nil {
		return m.Weighing()
	}
	return &weighing
}

// found returns the probabilities of a verdict on evidence that a planner found. They don't sum to 1.
func (w *Weighing) found(v *Verdict, named bool) label.Probabilities {
	together, alone := w.IntroTogether, 0.0
	none := w.None
	if named {
		none += w.NoneNamed
	}
	switch {
	case v.Premise.SeveralPages():
		together, none = w.ChainTogether, w.ChainNone
	case v.Premise.Article:
		together, alone = w.ArticleTogether, w.ArticleAlone
	}
	of := func(all, one float64) float64 {
		return math.Pow(max(all, least), together) * math.Pow(max(one, least), alone)
	}
	p := label.Probabilities{Supported: of(v.Together.Supported, v.Alone.Supported),
		Refuted: of(v.Together.Refuted, v.Alone.Refuted)}
	if v.Together.NotEnough > 0 { // else a model of two labels
		p.NotEnough = of(v.Together.NotEnough, 1) * math.Exp(none)
	}
	return p
}
