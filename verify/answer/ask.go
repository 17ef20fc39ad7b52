package answer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Asked is a question with its chains, best first, their pages, and the answers in them.
type Asked struct {
	Question string
	Chains   []hop.Chain
	Pages    map[graph.PageID]*graph.Page
	Answers  []Answer // the most probable first
	None     float64  // the probability that the chains don't have the answer, against the Answers'
}

// Find finds the answers in the chains, of which the model that open opens judges the best; open may return nil for no
// model.
func (a *Asked) Find(ctx context.Context, open func() (verify.Model, error), w map[string]float64) error {
	if a.Rank(a.Candidates(), w); len(a.Answers) == 0 {
		return nil
	}
	if cell, ok := a.cell(); ok {
		for i := range a.Answers {
			a.Answers[i].Probability *= 1 - cell.Probability
		}
		a.Answers = append([]Answer{cell}, a.Answers...)
		return nil
	}
	m, err := open()
	if err == nil && m != nil {
		err = a.Read(ctx, m, w)
	}
	a.Answers[0].Alone = a.alone(&a.Answers[0])
	return err
}

const (
	mostRead = 5 // answers that the reader judges, the best: over the folds eight gave no more
	// Probability of the best above which it isn't read: on train questions reading changed none for the better.
	sure = .7
)

// Read lets a model judge the best of the answers that were found: each is put into the question made a statement, and
// is read behind the chain's evidence and the text that has it. It orders them by weights over the probability before
// and the model's, and sets the probability that the right answer isn't there. Alternatives aren't read, nor what is
// sure before.
func (a *Asked) Read(ctx context.Context, m verify.Model, w map[string]float64) error {
	q := read(a.Question)
	if q.between(a.Chains, a.Pages); q.kind == "choice" || len(a.Answers) == 0 || a.Answers[0].Probability > sure {
		return nil
	}
	all := slices.Clone(a.Answers[:min(mostRead, len(a.Answers))])
	pairs := make([]verify.Pair, len(all))
	v := &verify.Verifier{Model: m, Pages: verify.Memory(a.Pages)}
	for i, one := range all {
		said, c := claim(q.text, one.Text), &a.Chains[one.Chain]
		if q.kind == "yes/no" {
			said = affirmed(q.text)
		}
		p, err := v.Write(ctx, said, c.Pages(), append([]hop.Evidence{{Ref: one.Ref}}, c.Evidence...))
		if err != nil {
			return err
		}
		pairs[i] = verify.Pair{Premise: p.Text, Hypothesis: said}
	}
	judged, err := m.Predict(ctx, pairs)
	if long := new(verify.PairError); errors.As(err, &long) { // the question is too long to read
		return nil
	}
	if err != nil {
		return fmt.Errorf("read answers: %w", err)
	}
	reader := a.Answers[0].Reader()
	for i := range all {
		all[i].Features = q.judged(reader, &all[i], judged[i])
	}
	read := len(all)
	if q.kind != "yes/no" {
		all = append(all, Answer{Features: []feature{{reader + "none", 1}}})
	}
	weigh(all, w)
	for _, none := range all[read:] {
		a.None = none.Probability
	}
	a.Answers = distinct(all[:read])
	return nil
}

// Reader returns how the names of a model's weights begin, for the answers of the question whose best answer this is:
// in whole articles a model's word has other weights.
func (a *Answer) Reader() string {
	if slices.ContainsFunc(a.Features, func(f feature) bool { return strings.HasPrefix(f.Name, ofArticle) }) {
		return "reader: " + ofArticle
	}
	return "reader: "
}

// judged tells of an answer that was read: how probable it was before, and what the model says of it.
func (q *question) judged(reader string, a *Answer, p label.Probabilities) []feature {
	if q.kind == "yes/no" {
		out := []feature{{reader + "yes/no before", math.Log(a.Probability + 1e-6)}}
		if a.Text == "yes" {
			out = append(out, feature{reader + "yes", 1}, feature{reader + "yes, supported", odds(p.Supported)},
				feature{reader + "yes, refuted", odds(p.Refuted)})
		}
		return out
	}
	return []feature{{reader + "before", math.Log(a.Probability + 1e-6)}, {reader + "supported", odds(p.Supported)},
		{reader + "refuted", odds(p.Refuted)}}
}

func odds(p float64) float64 {
	p = min(max(p, 1e-3), 1-1e-3)
	return math.Log(p / (1 - p))
}
