package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
	"github.com/bridgehop/bridgehop/verify/values"
)

// pair is a claim beside its evidence with a label, which values speak of.
type pair struct {
	set            string
	claim, premise string
	label          label.Label
	learn          bool // else it is measured on
	found          []values.Finding
	model          label.Probabilities
}

// premiseOf writes pages as verify does.
func premiseOf(pages []values.Page) string {
	var out []string
	for _, p := range pages {
		if p.Title != "" {
			out = append(out, "["+p.Title+"]")
		}
		for _, e := range p.Elements {
			out = append(out, e.Text)
		}
	}
	return strings.Join(strings.Fields(strings.Join(out, " ")), " ")
}

// set is a set of pairs, to learn from or to measure on.
type set struct {
	name  string
	learn bool
	most  int // claims that values speak of
	read  func() ([]labelled, error)
}

// pairs returns the set's claims that values speak of.
func (s *set) pairs() (out []pair, err error) {
	all, err := s.read()
	for i := 0; i < len(all) && len(out) < s.most; i++ {
		l := &all[i]
		if found := values.Judge(l.claim, l.pages); len(found) > 0 {
			out = append(out, pair{set: s.name, claim: l.claim, premise: premiseOf(l.pages), label: l.label, learn: s.learn, found: found})
		}
	}
	return out, err
}

// sets returns what arbitration is learned from, and dev sets to measure on.
func (o *options) sets() []set {
	fever := func(file string, held bool) func() ([]labelled, error) {
		return func() ([]labelled, error) {
			all, err := nli(o.data, file)
			return slices.DeleteFunc(all, func(l labelled) bool { return held && !l.kept }), err
		}
	}
	feverous := func(keep func(*labelled) bool) func() ([]labelled, error) {
		return func() ([]labelled, error) {
			all, _, err := feverousClaims(o.data)
			return slices.DeleteFunc(all, func(l labelled) bool { return !keep(&l) }), err
		}
	}
	wiki := func(file string) func() ([]labelled, error) {
		return func() (out []labelled, err error) {
			questions, err := wikiQuestions(o.data, file)
			for i := range questions {
				out = append(out, questions[i].claimsOf()...)
			}
			return out, err
		}
	}
	of := func(read func(string) ([]labelled, error)) func() ([]labelled, error) {
		return func() ([]labelled, error) { return read(o.data) }
	}
	const full, nei = "train/fever_full_train.jsonl.gz", "train/fever_nei_train.jsonl.gz"
	const most = 600
	return []set{
		{"FEVER train, held back", true, 500, fever(full, true)},
		{"FEVER train, not enough", true, 300, fever(nei, true)},
		{"FEVER slice", false, most, fever("eval/fever_eval.jsonl.gz", false)},
		{"FEVEROUS trained side, held back", true, most,
			feverous(func(l *labelled) bool { return !l.kept && claims.HeldBack(l.claim) })},
		{"FEVEROUS kept out", false, most, feverous(func(l *labelled) bool { return l.kept })},
		{"swapped values of 2WikiMultihopQA train", true, 200, of(swaps)},
		{"single dates of 2WikiMultihopQA train", true, most, of(sayings)},
		{"2WikiMultihopQA train", true, 500, wiki(trainPart)},
		{"2WikiMultihopQA dev", false, 400, wiki("dev_subset.json")},
	}
}

// learnArbitration learns how values and the model are weighed together.
func (o *options) learnArbitration() error {
	var all []pair
	for _, s := range o.sets() {
		some, err := s.pairs()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		all = append(all, some...)
	}
	if err := predict(all); err != nil {
		return err
	}
	weigh(all)
	return nil
}

// predict reads all pairs with the shipped model.
func predict(all []pair) error {
	folder, err := shipped.Dir()
	if err != nil {
		return err
	}
	model, err := onnx.Open(folder, onnx.Options{Device: "cpu"})
	if err != nil {
		return err
	}
	defer model.Close()
	for lo := 0; lo < len(all); lo += 32 {
		part := all[lo:min(lo+32, len(all))]
		ask := make([]verify.Pair, len(part))
		for i := range part {
			ask[i] = verify.Pair{Premise: part[i].premise, Hypothesis: part[i].claim}
		}
		got, err := model.Predict(context.Background(), ask)
		if err != nil {
			return err
		}
		for i := range part {
			part[i].model = got[i]
		}
		fmt.Fprintf(os.Stderr, "\r%d of %d read", lo+len(part), len(all))
	}
	return nil
}
