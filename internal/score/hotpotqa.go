package score

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
)

// Columns of the HotpotQA sample: count, then answer, supporting facts and joint, each em, f1, prec, recall.
const (
	hotpotCount = iota
	hotpotAnswer
	hotpotFacts = hotpotAnswer + 4
	hotpotJoint = hotpotFacts + 4
	hotpotCols  = hotpotJoint + 4
)

func hotpotFigures(answers, facts bool) []figure {
	var out []figure
	add := func(prefix string, at int) {
		for i, name := range [...]string{"em", "f1", "prec", "recall"} {
			out = append(out, mean(prefix+name, at+i, hotpotCount))
		}
	}
	if answers {
		add("", hotpotAnswer)
	}
	if facts {
		add("sp_", hotpotFacts)
	}
	if answers && facts {
		add("joint_", hotpotJoint)
	}
	return out
}

// HotpotQA scores predictions {"answer": {id: text}, "sp": {id: [[title, sentence]]}} against HotpotQA's or
// 2WikiMultihopQA's questions (Yang et al. 2018, section 5.2; hotpot_evaluate_v1.py).
//
// em, f1, prec, recall, sp_em … joint_recall are the official figures: a question without an answer or facts
// adds 0, repeated facts count once, repeated questions as often as they stand there ("bridgehop": once), titles are compared
// by code point. `hop --out` lines are taken too: the
// best chain's evidence as facts, without answers; then only the sp_ figures are given, under "bridgehop".
func HotpotQA(ctx context.Context, gold, pred File, o Options) (*Report, error) {
	out, err := scoreHotpot(ctx, gold, pred, o)
	if err != nil {
		return nil, fmt.Errorf("score hotpotqa: %w", err)
	}
	return out, nil
}

func scoreHotpot(ctx context.Context, gold, pred File, o Options) (*Report, error) {
	if err := o.CheckBy(); err != nil {
		return nil, err
	}
	pred, err := pred.filled()
	if err != nil {
		return nil, err
	}
	p, err := readHotpot(ctx, pred)
	if err != nil {
		return nil, err
	}
	run := &hotpotRun{pred: p, official: newSample(hotpotCols), ledger: newLedger(hotpotCols, o)}
	for g, err := range goldClaims(gold, o) {
		if cerr := ctx.Err(); cerr != nil {
			return nil, cerr
		}
		if err := run.take(g, err); err != nil {
			return nil, err
		}
	}
	if run.pairing.Claims == 0 {
		return nil, ErrNoGold
	}
	out := run.report(o)
	return out, run.pairing.strangers()
}

// hotpotRun scores question by question, in the order of the gold file.
type hotpotRun struct {
	pred     *hotpotPred
	official *sample
	ledger   *ledger
	pairing  Pairing
	seen     map[string]bool
}

func (r *hotpotRun) take(g keyed[*claims.Claim], err error) error {
	var bad *claims.RecordError
	if errors.As(err, &bad) {
		r.pairing.BadGold++
		remember(&r.pairing.bad, bad.Error())
		return nil
	}
	if err != nil {
		return err
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.official.add(r.pairing.Claims+r.pairing.SameID, r.measures(g.value, false))
	if r.seen[g.key] { // counted again by the official scorer
		r.pairing.SameID++
		return nil
	}
	i := r.pairing.Claims
	r.pairing.Claims++
	_, answered := r.pred.answers[g.key]
	_, supported := r.pred.facts[g.key]
	if !answered && !supported {
		r.pairing.Missing++
		remember(&r.pairing.missing, g.key)
	}
	r.seen[g.key] = true
	r.ledger.add(i, g.value, r.measures(g.value, true))
	return nil
}

func (r *hotpotRun) measures(c *claims.Claim, own bool) []float64 {
	v := make([]float64, hotpotCols)
	v[hotpotCount] = 1
	id := c.ID.Key()
	answer, answered := r.pred.answers[id]
	facts, supported := r.pred.facts[id]
	if answered {
		v[hotpotAnswer], v[hotpotAnswer+1], v[hotpotAnswer+2], v[hotpotAnswer+3] = answerScores(answer, c.Answer)
	}
	if supported {
		m := factScores(facts, c, own)
		v[hotpotFacts], v[hotpotFacts+1], v[hotpotFacts+2], v[hotpotFacts+3] = m[0], m[3], m[1], m[2]
	}
	if answered && supported {
		prec, recall := v[hotpotAnswer+2]*v[hotpotFacts+2], v[hotpotAnswer+3]*v[hotpotFacts+3]
		v[hotpotJoint] = v[hotpotAnswer] * v[hotpotFacts]
		v[hotpotJoint+1], v[hotpotJoint+2], v[hotpotJoint+3] = harmonic(prec, recall), prec, recall
	}
	return v
}

// factScores compares sets of facts: exact match, precision, recall, F1.
func factScores(facts []hotpotFact, c *claims.Claim, own bool) [4]float64 {
	gold, pred := map[string]bool{}, map[string]bool{}
	for _, s := range c.Gold {
		for _, e := range s.Items {
			title := e.Page
			if own {
				title = graph.FoldTitle(e.Page)
			}
			gold[title+"\x00"+strconv.Itoa(e.Element.A)] = true
		}
	}
	for i, f := range facts {
		k := f.key
		if own {
			k = f.own
		}
		if k == "" { // matches nothing, but is a prediction
			k = "\x00" + strconv.Itoa(i)
		}
		pred[k] = true
	}
	hit := 0
	for k := range pred {
		if gold[k] {
			hit++
		}
	}
	return overlap(hit, hit, len(pred), len(gold))
}

func (r *hotpotRun) report(o Options) *Report {
	p := r.pred
	out := &Report{Task: "hotpotqa"}
	switch {
	case p.raised != "":
		out.OfficialError = p.raised
	case !p.lines && p.sections < 2:
		out.OfficialError = "KeyError: the file lacks \"answer\" or \"sp\""
	case p.lines:
		out.OfficialError = "not in the official format {answer, sp}: JSON lines of hop --out"
	default:
		out.Rows = r.official.rows(hotpotFigures(true, true), o)
	}
	for _, id := range p.order {
		if !r.seen[id] {
			r.pairing.Unknown++
			remember(&r.pairing.unknown, id)
		}
	}
	r.pairing.Predictions = len(p.order) + p.repeats
	r.pairing.Bad = p.bad
	r.pairing.Duplicate = p.repeats
	r.pairing.duplicate = p.repeated
	r.pairing.bad = append(r.pairing.bad, p.problems...)
	figures := hotpotFigures(len(p.answers) > 0 || !p.lines, true)
	out.pairs = paired{r.ledger.all, figures}
	out.Sections = []Section{{Name: "bridgehop", Rows: r.ledger.all.rows(figures, o), Notes: r.pairing.notes(),
		Sections: r.ledger.sections(figures, o)}}
	return out
}
