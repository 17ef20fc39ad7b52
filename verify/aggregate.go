package verify

import (
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// aggregate makes one verdict of what the model says of a question's premises. For what a planner found found weighs
// it; for evidence that was given NOT ENOUGH INFO is weighed by the model's own weight, and of pages that were given
// (Cite) support is scaled by the share of the claim that the evidence covers. Evidence without scores, such as gold,
// says nothing of coverage and is taken as it is.
//
// The evidence of several chains is not pooled: they bring more pages that the claim is not about than pages it lacks
// (docs/adr/0013).
func (v *Verifier) aggregate(r *reading, known map[Pair]label.Probabilities) Verdict {
	if r.chain < 0 {
		return Verdict{Probabilities: label.Probabilities{NotEnough: 1}, Chain: -1}
	}
	predicted := make([]label.Probabilities, len(r.premises))
	for i := range predicted {
		predicted[i] = known[r.pair(i)]
	}
	out := Verdict{Chain: r.chain, Premise: r.premises[0], Together: predicted[0], Alone: strongest(predicted)}
	p := predicted[0]
	if r.walked {
		p = v.weighing().found(&out, r.named)
		if r.unsaid && !out.Premise.Article {
			p.NotEnough *= math.Exp(unsaidWeight)
		}
		p = r.ofJoined(p)
	} else {
		if share := covered(r.premises[0].Evidence); share > 0 && !v.Plain {
			p.Supported *= math.Exp(coverageWeight * (share - coverageMiddle))
		}
		if m, ok := v.Model.(weigher); ok && m.Neutral() > 0 {
			p.NotEnough *= m.Neutral()
		}
	}
	p.Supported *= math.Exp(r.values.weight[0])
	p.Refuted *= math.Exp(r.values.weight[1])
	out.Probabilities = scaled(p)
	if r.walked || r.values.weight != [2]float64{} {
		out.Probabilities = atMost(out.Probabilities, mostProbable)
	}
	out.Label = label.FEVER.Decide(out.Probabilities)
	for _, c := range r.values.list {
		if c.Used && c.label() != out.Label {
			c.but = ", but not surely enough to decide"
		}
		out.Values = append(out.Values, c)
	}
	return out
}

// scaled makes the probabilities sum to 1.
func scaled(p label.Probabilities) label.Probabilities {
	sum := p.Supported + p.Refuted + p.NotEnough
	if !(sum > 0) {
		return label.Probabilities{NotEnough: 1}
	}
	return label.Probabilities{Supported: p.Supported / sum, Refuted: p.Refuted / sum, NotEnough: p.NotEnough / sum}
}

// atMost gives what a label has beyond a limit to the others, evenly.
func atMost(p label.Probabilities, most float64) label.Probabilities {
	for _, one := range []*float64{&p.Supported, &p.Refuted, &p.NotEnough} {
		if over := *one - most; over > 0 {
			*one = most - over/2
			p.Supported, p.Refuted, p.NotEnough = p.Supported+over/2, p.Refuted+over/2, p.NotEnough+over/2
		}
	}
	return p
}

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
