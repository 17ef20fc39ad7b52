package score

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
)

// isHotpot tells HotpotQA's {"answer": {…}, "sp": {…}} from other files.
func isHotpot(b *bufio.Reader) bool {
	if !isDictionary(b) {
		return false
	}
	head, _ := b.Peek(4096)
	d := json.NewDecoder(strings.NewReader(string(head)))
	_, _ = d.Token() // the brace that isDictionary saw
	key, err := d.Token()
	return err == nil && (key == "answer" || key == "sp")
}

// hotpotTraces are the facts of {answer, sp}, in the order of the file.
func hotpotTraces(ctx context.Context, f File) iter.Seq2[keyed[ranking], error] {
	return func(yield func(keyed[ranking], error) bool) {
		p, err := readHotpot(ctx, f)
		if err != nil {
			yield(keyed[ranking]{}, err)
			return
		}
		for i, id := range p.order {
			r := ranking{pages: map[string]bool{}, reached: map[string]bool{}, chained: true}
			for _, fact := range p.facts[id] {
				title, n, _ := strings.Cut(fact.own, "\x00")
				e := element{}
				if title != "" {
					r.pages[title], r.reached[title] = true, true
					e.address = title + "\t#sentence_" + n
				}
				r.evidence = append(r.evidence, e)
			}
			if !yield(keyed[ranking]{key: id, place: claims.Place{File: f.Name, Line: i + 1}, value: r}, nil) {
				return
			}
		}
	}
}

// answersOf streams the answers of {answer, sp}; `hop --out` lines have none.
func answersOf(ctx context.Context, f File) iter.Seq2[keyed[predictedLabel], error] {
	return func(yield func(keyed[predictedLabel], error) bool) {
		b, err := claims.Decompress(f.Reader)
		if err == nil && !isHotpot(b) {
			return
		}
		var p *hotpotPred
		if err == nil {
			p, err = readHotpot(ctx, File{f.Name, b})
		}
		if err != nil {
			yield(keyed[predictedLabel]{}, err)
			return
		}
		for _, id := range p.order {
			answer, ok := p.answers[id]
			if !ok {
				answer = "\x00" // equals no answer, where an empty one may
			}
			if len(p.answers) > 0 && !yield(keyed[predictedLabel]{key: id, value: predictedLabel{label: answer}}, nil) {
				return
			}
		}
	}
}

// hoverTraces are what one of HoVer's stages found: ranked and predicted pages, or facts.
func hoverTraces(ctx context.Context, f File) iter.Seq2[keyed[ranking], error] {
	return func(yield func(keyed[ranking], error) bool) {
		for p, err := range hoverPredictions(ctx, f) {
			out := keyed[ranking]{key: p.key, place: p.place}
			if err == nil {
				out.value = p.value.ranking()
			}
			if !yield(out, err) {
				return
			}
		}
	}
}

func (p *hoverPred) ranking() ranking {
	r := ranking{pages: map[string]bool{}, reached: map[string]bool{}, chained: true}
	for _, t := range p.sorted {
		r.reached[graph.FoldTitle(t)] = true
	}
	for _, t := range p.docs {
		r.add(t)
	}
	for _, f := range p.facts {
		f = f.folded()
		r.add(f.title)
		r.evidence = append(r.evidence, element{address: fmt.Sprintf("%s\t#sentence_%s", f.title, f.n)})
	}
	return r
}

// labelsOf are the verdicts of a file of any task, {uid: {predicted_label}} of HoVer's last stage too.
func labelsOf(ctx context.Context, f File) iter.Seq2[keyed[predictedLabel], error] {
	return func(yield func(keyed[predictedLabel], error) bool) {
		b, err := claims.Decompress(f.Reader)
		if err != nil {
			yield(keyed[predictedLabel]{}, fmt.Errorf("%s: %w", f.Name, err))
			return
		}
		if !isDictionary(b) {
			for l, err := range labels(File{f.Name, b}) {
				if !yield(l, err) {
					return
				}
			}
			return
		}
		for p, err := range hoverPredictions(ctx, File{f.Name, b}) {
			out := keyed[predictedLabel]{key: p.key, place: p.place, apart: true}
			if err == nil && p.value.label != nil {
				out.value, out.apart = predictedLabel{*p.value.label, p.place}, false
			}
			if !yield(out, err) {
				return
			}
		}
	}
}
