package answer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

const (
	mostRead = 5  // answers that the reader judges, the best: over the folds eight gave no more
	sure     = .7 // probability of the best above which it isn't read: on train questions reading changed none for the better
)

// Read lets a model judge the best of the answers that Find found: each is put into the question made a statement, and is read behind
// the chain's evidence and the text that has it. It returns them the most probable first, by weights over Find's probability and the
// model's, and the probability that the right answer isn't there. Alternatives aren't read, nor what is sure before.
func Read(ctx context.Context, m verify.Model, text string, found []Answer, chains []hop.Chain, pages map[graph.PageID]*graph.Page,
	w Weights) (out []Answer, none float64, err error) {
	q := read(text)
	if q.between(chains, pages); q.kind == "choice" || len(found) == 0 || found[0].Probability > sure {
		return found, 0, nil
	}
	out = slices.Clone(found[:min(mostRead, len(found))])
	pairs := make([]verify.Pair, len(out))
	v := &verify.Verifier{Model: m, Pages: verify.Memory(pages)}
	for i, a := range out {
		said, c := claim(q.text, a.Text), &chains[a.Chain]
		if q.kind == "yes/no" {
			said = affirmed(q.text, titles(c, pages))
		}
		evidence := append([]hop.Evidence{{Ref: a.Ref}}, c.Evidence...)
		p, err := v.Write(ctx, said, c.Pages(), evidence)
		if err != nil {
			return nil, 0, err
		}
		pairs[i] = verify.Pair{Premise: p.Text, Hypothesis: said}
	}
	judged, err := m.Predict(ctx, pairs)
	if long := new(verify.PairError); errors.As(err, &long) { // the question is too long to read
		return found, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("read answers: %w", err)
	}
	for i := range out {
		out[i].Features = q.judged(ReaderName(m), &out[i], judged[i])
	}
	all := slices.Clone(out)
	if q.kind != "yes/no" {
		all = append(all, Answer{Features: []Feature{{ReaderName(m) + "none", 1}}})
	}
	weigh(all, w)
	if len(all) > len(out) {
		none = all[len(out)].Probability
	}
	return distinct(all[:len(out)]), none, nil
}

// ReaderName returns what the names of the weights of what a model says begin with: of the larger one, whose folder has weights of its own
// for verdicts, or of the embedded one.
func ReaderName(m verify.Model) string {
	if w, ok := m.(interface{ Weighing() *verify.Weighing }); ok && w.Weighing() != nil {
		return "larger reader: "
	}
	return "reader: "
}

// judged tells of an answer that was read: how probable it was before, and what the model says of it.
func (q *question) judged(reader string, a *Answer, p label.Probabilities) []Feature {
	if q.kind == "yes/no" {
		out := []Feature{{reader + "yes/no before", math.Log(a.Probability + 1e-6)}}
		if a.Text == "yes" {
			out = append(out, Feature{reader + "yes", 1}, Feature{reader + "yes, supported", odds(p.Supported)},
				Feature{reader + "yes, refuted", odds(p.Refuted)})
		}
		return out
	}
	return []Feature{{reader + "before", math.Log(a.Probability + 1e-6)}, {reader + "supported", odds(p.Supported)},
		{reader + "refuted", odds(p.Refuted)}}
}

func odds(p float64) float64 {
	p = min(max(p, 1e-3), 1-1e-3)
	return math.Log(p / (1 - p))
}

func titles(c *hop.Chain, pages map[graph.PageID]*graph.Page) (out []string) {
	for _, id := range c.Pages() {
		if p := pages[id]; p != nil {
			out = append(out, bare(p))
		}
	}
	return out
}
