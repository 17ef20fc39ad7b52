package answer

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// mostRead is the number of answers that the reader judges, the best.
const mostRead = 8

// Read lets a model judge the best of the answers that Find found: each is put into the question made a statement, and is read behind
// the chain's evidence and the text that has it. It returns them the most probable first, by weights over Find's probability and the model's,
// and the probability that the right answer isn't there.
func Read(ctx context.Context, m verify.Model, text string, found []Answer, chains []hop.Chain, pages map[graph.PageID]*graph.Page,
	w Weights) (out []Answer, none float64, err error) {
	q := read(text)
	q.between(chains, pages)
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
	if err != nil {
		return nil, 0, fmt.Errorf("read answers: %w", err)
	}
	for i := range out {
		out[i].Features = q.judged(ReaderName(m), out, judged, i)
	}
	all := append(out, Answer{Features: []Feature{{ReaderName(m) + "none", 1}}})
	weigh(all, w)
	return distinct(all[:len(out)]), all[len(out)].Probability, nil
}

// ReaderName returns what the names of the weights of what a model says begin with: those of the larger one, whose folder has weights of its own for verdicts, or of the embedded one.
func ReaderName(m verify.Model) string {
	if w, ok := m.(interface{ Weighing() *verify.Weighing }); ok && w.Weighing() != nil {
		return "larger reader: "
	}
	return "reader: "
}

// judged tells of an answer that was read: how probable it was before, and what the model says of it alone and against the best other.
func (q *question) judged(kind string, all []Answer, judged []label.Probabilities, i int) []Feature {
	p := judged[i]
	if q.kind == "yes/no" {
		out := []Feature{{kind + "yes/no before", math.Log(all[i].Probability + 1e-6)}}
		if all[i].Text == "yes" {
			out = append(out, Feature{kind + "yes", 1}, Feature{kind + "yes, supported", odds(p.Supported)}, Feature{kind + "yes, refuted", odds(p.Refuted)})
		}
		return out
	}
	if q.kind == "choice" {
		kind += "choice "
	}
	best := 0.0
	for k, o := range judged {
		if k != i {
			best = max(best, o.Supported)
		}
	}
	out := []Feature{{kind + "before", math.Log(all[i].Probability + 1e-6)}, {kind + "supported", odds(p.Supported)},
		{kind + "above the others", p.Supported - best}}
	if q.kind != "choice" {
		out = append(out, Feature{kind + "refuted", odds(p.Refuted)}, Feature{kind + "by its words", p.Supported * math.Log(all[i].Probability+1e-6)})
	}
	for k, o := range all {
		if k != i && len(o.Text) > len(all[i].Text) && strings.Contains(fold(o.Text), fold(all[i].Text)) {
			return append(out, Feature{kind + "inside another", 1})
		}
	}
	return out
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
