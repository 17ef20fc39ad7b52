package score

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/claims"
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
// adds 0, repeated facts count once, titles are compared by code point. `hop --out` lines are taken too: the
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
	return run.report(o), nil
}

// hotpotPred holds a prediction file: answers and facts by id.
type hotpotPred struct {
	answers  map[string]string
	facts    map[string][]hotpotFact
	order    []string // ids in the order of the file
	problems []string
	bad      int
	repeated []string
	lines    bool // `hop --out` lines, which no official scorer reads
	sections int  // "answer" and "sp" seen
	raised   string
}

// hotpotFact is one predicted fact under both readings.
type hotpotFact struct{ key, own string }

func newFact(title, n json.RawMessage) (hotpotFact, error) {
	s, ok := jsonText(title)
	v, number, _ := pythonNumber(n)
	if !ok {
		return hotpotFact{}, fmt.Errorf("fact %.60s: want [title, sentence number]", title)
	}
	if !number {
		return hotpotFact{key: s + "\x00r" + string(n)}, nil
	}
	k := strconv.FormatFloat(v, 'g', -1, 64)
	return hotpotFact{key: s + "\x00" + k, own: graph.FoldTitle(s) + "\x00" + k}, nil
}

func readHotpot(ctx context.Context, f File) (*hotpotPred, error) {
	b, err := claims.Decompress(f.Reader)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	p := &hotpotPred{answers: map[string]string{}, facts: map[string][]hotpotFact{}}
	if isDictionary(b) {
		err = p.readOfficial(ctx, b, f.Name)
	} else {
		p.lines = true
		err = p.readLines(ctx, File{f.Name, b})
	}
	return p, err
}

func (p *hotpotPred) readOfficial(ctx context.Context, b *bufio.Reader, name string) error {
	d := newDictionary(b, name)
	err := d.each(func(key string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch key {
		case "answer":
			p.sections++
			return d.each(func(id string) error { return p.answer(d, id) })
		case "sp":
			p.sections++
			return d.each(func(id string) error { return p.fact(d, id) })
		}
		_, err := d.raw()
		return err
	})
	if err == nil && len(p.answers) == 0 && len(p.facts) == 0 && p.sections == 0 {
		err = fmt.Errorf("%w: %s: neither \"answer\" nor \"sp\"", ErrPredictions, name)
	}
	return err
}

func (p *hotpotPred) answer(d *dictionary, id string) error {
	raw, err := d.raw()
	if err != nil {
		return err
	}
	s, ok := jsonText(raw)
	if !ok {
		p.trouble(d.place(), fmt.Sprintf("answer of %s: want text, got %.40s", id, raw), "AttributeError: an answer is no text")
		return nil
	}
	p.note(id)
	p.answers[id] = s // as in Python, the last of repeated keys counts
	return nil
}

func (p *hotpotPred) fact(d *dictionary, id string) error {
	raw, err := d.raw()
	if err != nil {
		return err
	}
	var pairs [][]json.RawMessage
	if json.Unmarshal(raw, &pairs) != nil {
		p.trouble(d.place(), fmt.Sprintf("facts of %s: want [[title, sentence number], …]", id), "TypeError: facts are no list of lists")
		return nil
	}
	facts := make([]hotpotFact, 0, len(pairs))
	for _, pair := range pairs {
		if len(pair) != 2 {
			facts = append(facts, hotpotFact{key: fmt.Sprintf("x%s", pair)})
			continue
		}
		fact, err := newFact(pair[0], pair[1])
		if err != nil {
			fact.key = fmt.Sprintf("x%s", pair)
		}
		facts = append(facts, fact)
	}
	p.note(id)
	p.facts[id] = facts
	return nil
}

func (p *hotpotPred) trouble(place claims.Place, what, raised string) {
	p.bad++
	remember(&p.problems, place.String()+": "+what)
	if p.raised == "" {
		p.raised = raised
	}
}

// note keeps the order of ids.
func (p *hotpotPred) note(id string) {
	_, a := p.answers[id]
	_, f := p.facts[id]
	if !a && !f {
		p.order = append(p.order, id)
	}
}

// readLines reads `hop --out`: the best chain's sentences are the facts.
func (p *hotpotPred) readLines(ctx context.Context, f File) error {
	for rec, err := range rankings(f) {
		if cerr := ctx.Err(); cerr != nil {
			return cerr
		}
		var bad *claims.RecordError
		if errors.As(err, &bad) {
			p.bad++
			remember(&p.problems, bad.Error())
			continue
		}
		if err != nil {
			return err
		}
		if _, twice := p.facts[rec.key]; twice {
			remember(&p.repeated, rec.key)
			continue
		}
		p.note(rec.key)
		facts := []hotpotFact{}
		for _, e := range rec.value.evidence {
			facts = append(facts, hotpotFact{own: e.sentence()})
		}
		p.facts[rec.key] = facts
	}
	if len(p.facts) == 0 && p.bad > 0 {
		return fmt.Errorf("%w: %s", ErrPredictions, p.problems[0])
	}
	return nil
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
	if r.seen[g.key] {
		r.pairing.SameID++
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
	r.official.add(i, r.measures(g.value, false))
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
	r.pairing.Predictions = len(p.order)
	r.pairing.Bad = p.bad
	r.pairing.Duplicate = len(p.repeated)
	r.pairing.duplicate = p.repeated
	r.pairing.bad = append(r.pairing.bad, p.problems...)
	figures := hotpotFigures(len(p.answers) > 0 || !p.lines, true)
	out.pairs = paired{r.ledger.all, figures}
	out.Sections = []Section{{Name: "bridgehop", Rows: r.ledger.all.rows(figures, o), Notes: r.pairing.notes(),
		Sections: r.ledger.sections(figures, o)}}
	return out
}
