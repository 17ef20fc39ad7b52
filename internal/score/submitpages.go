package score

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
)

// hoverSubmissions reads what is predicted over all files, each kind of it from the first file that has it, as HoVer does.
func hoverSubmissions(ctx context.Context, preds []File) iter.Seq2[keyed[*submitted], error] {
	return func(yield func(keyed[*submitted], error) bool) {
		all, order := map[string]*hoverPred{}, []string{}
		for _, f := range preds {
			inFile := map[string]bool{}
			for p, err := range hoverPredictions(ctx, f) {
				if err != nil {
					if !yield(keyed[*submitted]{}, err) {
						return
					}
					continue
				}
				if inFile[p.key] {
					continue
				}
				inFile[p.key] = true
				if all[p.key] == nil {
					all[p.key], order = &hoverPred{}, append(order, p.key)
				}
				all[p.key].merge(p.value)
			}
		}
		for _, key := range order {
			if !yield(keyed[*submitted]{key: key, value: all[key].submitted()}, nil) {
				return
			}
		}
	}
}

// merge takes label and facts where there are none yet.
func (p *hoverPred) merge(q *hoverPred) {
	if p.label == nil {
		p.label = q.label
	}
	if q.hasSP && !p.hasSP {
		p.facts, p.hasSP = q.facts, true
	}
}

func (p *hoverPred) submitted() *submitted {
	out := &submitted{}
	if p.label != nil {
		out.label = *p.label
	}
	for _, f := range p.facts {
		out.evidence = append(out.evidence, []any{f.title, numberOrText(f.n)})
	}
	return out
}

// numberOrText is a sentence number as JSON has it.
func numberOrText(s string) any {
	if _, number, _ := pythonNumber(json.RawMessage(s)); number && json.Valid([]byte(s)) {
		return json.RawMessage(s)
	}
	return s
}

// writeHover writes HoVer's form, one claim a line.
func writeHover(w io.Writer, rows []submitRow) error {
	type record struct {
		UID   claims.ID `json:"uid"`
		Facts []any     `json:"supporting_facts"`
		Label string    `json:"label"`
	}
	between := "["
	for _, r := range rows {
		line, err := compact(record{r.id, listOf(r.evidence), r.label})
		if err == nil {
			_, err = fmt.Fprintf(w, "%s%s", between, line)
		}
		if err != nil {
			return err
		}
		between = ",\n "
	}
	tail := "]\n"
	if between == "[" { // nothing in it
		tail = between + tail
	}
	_, err := io.WriteString(w, tail)
	return err
}

// hotpotSubmissions reads the official form, or `hop --out` lines, of which the best chain's sentences are taken.
func hotpotSubmissions(ctx context.Context, preds []File) iter.Seq2[keyed[*submitted], error] {
	return func(yield func(keyed[*submitted], error) bool) {
		b, err := claims.Decompress(preds[0].Reader)
		switch {
		case err != nil:
			yield(keyed[*submitted]{}, fmt.Errorf("%s: %w", preds[0].Name, err))
		case isDictionary(b):
			err = hotpotOfficial(ctx, b, preds[0].Name, yield)
			if err != nil && !errors.Is(err, errStop) {
				yield(keyed[*submitted]{}, err)
			}
		default:
			for out, err := range mapRecords(File{preds[0].Name, b}, hotpotLine) {
				if !yield(out, err) {
					return
				}
			}
		}
	}
}

// hotpotOfficial gives {"answer": {…}, "sp": {…}} question by question, in the order of the file.
func hotpotOfficial(ctx context.Context, b *bufio.Reader, name string, yield func(keyed[*submitted], error) bool) error {
	all, order, sections := map[string]*submitted{}, []string{}, 0
	d := newDictionary(b, name)
	of := func(id string) *submitted {
		if all[id] == nil {
			all[id], order = &submitted{}, append(order, id)
		}
		return all[id]
	}
	err := d.each(func(key string) error {
		if err := ctx.Err(); err != nil || key != "answer" && key != "sp" {
			return errors.Join(err, d.skip())
		}
		sections++
		return d.each(func(id string) error {
			raw, err := d.raw()
			if err == nil && key == "answer" {
				of(id).answer = raw
			} else if err == nil && !of(id).readFacts(raw) {
				bad := &claims.RecordError{Place: d.place(), Err: fmt.Errorf("facts of %s: want [[title, sentence number], …]", id)}
				if !yield(keyed[*submitted]{}, bad) {
					return errStop
				}
			}
			return err
		})
	})
	if err == nil && sections == 0 {
		err = fmt.Errorf("%w: %s: neither \"answer\" nor \"sp\"", ErrPredictions, name)
	}
	for _, id := range order {
		if err == nil && !yield(keyed[*submitted]{key: id, value: all[id]}, nil) {
			return errStop
		}
	}
	return err
}

// readFacts takes facts as they stand there.
func (p *submitted) readFacts(raw json.RawMessage) bool {
	var facts []json.RawMessage
	if json.Unmarshal(raw, &facts) != nil {
		return false
	}
	p.evidence = make([]any, len(facts))
	for i, f := range facts {
		p.evidence[i] = f
	}
	return true
}

// skip passes over a value.
func (d *dictionary) skip() error {
	_, err := d.raw()
	return err
}

func hotpotLine(rec claims.Record) (keyed[*submitted], error) {
	out := keyed[*submitted]{place: rec.Place}
	read, err := readRanking(rec) // refuses what is no line of hop
	if err != nil {
		return out, err
	}
	out.key = read.key
	var in hopLine
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	out.value = &submitted{evidence: []any{}}
	if len(in.Chains) == 0 {
		return out, nil
	}
	for _, e := range in.Chains[0].Evidence {
		if a, err := graph.ParseAddress(e.ID); err == nil && a.Kind == graph.KindSentence {
			title := e.Page
			if title == "" {
				title = a.Title
			}
			out.value.evidence = append(out.value.evidence, []any{title, a.A})
		} else {
			out.value.left++
		}
	}
	return out, nil
}

// writeHotpot writes HotpotQA's form, one question a line in each of its parts.
func writeHotpot(w io.Writer, rows []submitRow) error {
	answers := func(r submitRow) any { return r.answer }
	facts := func(r submitRow) any { return r.evidence }
	for _, part := range []struct {
		head, tail string
		has        func(submitRow) bool
		value      func(submitRow) any
	}{
		{`{"answer": {`, "},\n", func(r submitRow) bool { return r.answer != nil }, answers},
		{`"sp": {`, "}}\n", func(r submitRow) bool { return r.evidence != nil }, facts},
	} {
		between := part.head
		for _, r := range rows {
			if !part.has(r) {
				continue
			}
			key, err := compact(r.id.Key())
			if err != nil {
				return err
			}
			value, err := compact(part.value(r))
			if err == nil {
				_, err = fmt.Fprintf(w, "%s\n%s: %s", between, key, value)
			}
			if err != nil {
				return err
			}
			between = ","
		}
		if between == part.head { // nothing in it
			part.tail = part.head + part.tail
		}
		if _, err := io.WriteString(w, part.tail); err != nil {
			return err
		}
	}
	return nil
}
