package score

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
)

// hotpotPred holds a prediction file: answers and facts by id.
type hotpotPred struct {
	answers  map[string]string
	facts    map[string][]hotpotFact
	order    []string // ids in the order of the file
	problems []string
	bad      int
	repeats  int      // lines after the first of their question
	repeated []string // the first of these
	lines    bool     // `hop --out` lines, which no official scorer reads
	sections int      // "answer" and "sp" seen
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
			p.repeats++
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
