package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/verify/answer"
)

// reader is a model that judges answers.
type reader struct{ *gold.Known }

// unseen reports whether the reader was trained on nothing that was made of a question: held_to_rank in verify/train/places.py, and
// questions of yes or no.
func unseen(text, gold string) bool {
	h := sha256.Sum256([]byte("hop " + text))
	n, _ := strconv.ParseUint(hex.EncodeToString(h[:6]), 16, 64)
	return n%5 == 0 || gold == "yes" || gold == "no"
}

// learn learns the weights of what the reader says on the questions that it hasn't seen, whose best candidates were found by weights of
// other folds, and prints what they give over five folds.
func (k *reader) learn(ctx context.Context, all []*example, byFold [][]*example, of map[*example]map[string]float64,
	first map[string]float64) (map[string]float64, error) {
	var teach, read []*example // read: those that weren't sure before
	second, best := &school{}, map[*example][]answer.Answer{}
	for _, e := range all {
		if !e.unseen {
			continue
		}
		a := e.found(of[e])
		best[e] = a.Answers
		if err := a.Read(ctx, k, nil); err != nil {
			return nil, err
		}
		e.judged = a.Answers
		teach = append(teach, e)
		if k.has(e.judged) {
			read = append(read, e)
			second.teach(e, e.judged)
		}
	}
	after := map[*example][]answer.Answer{}
	for _, fold := range byFold {
		w := second.learn(slices.DeleteFunc(slices.Clone(read), func(e *example) bool { return slices.Contains(fold, e) }))
		for _, e := range fold {
			var asked answer.Asked
			asked.Rank(e.judged, w)
			after[e] = asked.Answers
		}
	}
	report("unseen, found", teach, func(e *example) []answer.Answer { return best[e] })
	report("unseen, by the reader", teach, func(e *example) []answer.Answer { return after[e] })
	w := second.learn(read)
	return w, k.limits(ctx, read, after, first, w)
}

// lost is the share of right answers that the limit may cost, and lostOfArticles that in whole articles, where chains are wrong more often.
const (
	lost           = .05
	lostOfArticles = .2
)

// limits sets how probable it is that there is no answer, among given paragraphs and in whole articles.
func (k *reader) limits(ctx context.Context, read []*example, after map[*example][]answer.Answer, first, second map[string]float64) error {
	of := func(articles bool) (out []*example) {
		for _, e := range read {
			if (e.kind == "article") == articles {
				out = append(out, e)
			}
		}
		return out
	}
	return errors.Join(k.limit(ctx, of(false), after, first, second, lost), k.limit(ctx, of(true), after, first, second, lostOfArticles))
}

// limit sets how probable it is that there is no answer, and prints what it tells of questions whose gold pages are kept out.
func (k *reader) limit(ctx context.Context, teach []*example, after map[*example][]answer.Answer, first, second map[string]float64,
	lost float64) error {
	var right, none []float64 // scores of the best answer
	name := ""
	for _, e := range teach {
		if e.without == nil || len(e.judged) == 0 {
			continue
		}
		found := e.found(first)
		if len(found.Answers) > 0 {
			name = found.Answers[0].Reader() + "none"
		}
		if best := after[e]; e.is(best[0].Text) {
			right = append(right, total(best[0], second))
		}
		o := e.without.found(first)
		if err := o.Read(ctx, k, second); err != nil {
			return err
		}
		switch found := o.Answers; {
		case len(found) == 0:
		case k.has(found):
			none = append(none, total(found[0], second))
		default: // sure
			none = append(none, math.Inf(1))
		}
	}
	if len(right) == 0 {
		return nil
	}
	share := func(all []float64, least float64) float64 {
		n := 0
		for _, v := range all {
			if v >= least {
				n++
			}
		}
		return float64(n) / float64(max(len(all), 1))
	}
	slices.Sort(right)
	c := right[int(lost*float64(len(right)))] - 1e-4
	second[name] = c
	fmt.Printf("%s: no answer below %.3f: %.3f of %d right answers are above, %.3f of %d without gold pages below\n",
		name, c, share(right, c), len(right), 1-share(none, c), len(none))
	return nil
}

// has reports whether answers were read, and not sure before.
func (k *reader) has(all []answer.Answer) bool {
	return len(all) > 0 && len(all[0].Features) > 0 && strings.HasPrefix(all[0].Features[0].Name, "reader: ")
}

func total(a answer.Answer, w map[string]float64) (z float64) {
	for _, f := range a.Features {
		z += w[f.Name] * f.Value
	}
	return z
}
