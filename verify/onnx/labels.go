package onnx

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// trial is a pair that leaves no doubt about its verdict.
type trial struct {
	verify.Pair
	want role
}

// trials are invented, and plain enough for any model of inference in English.
var trials = []trial{
	{verify.Pair{Premise: "The cat is sleeping on the sofa.", Hypothesis: "The cat is sleeping on the sofa."}, supported},
	{verify.Pair{Premise: "Two women are walking their dog in the park.", Hypothesis: "Women are walking a dog."}, supported},
	{verify.Pair{Premise: "The bridge was built in 1931 and is made of steel.", Hypothesis: "The bridge is made of steel."}, supported},
	{verify.Pair{Premise: "The cat is sleeping on the sofa.", Hypothesis: "The cat is not sleeping on the sofa."}, refuted},
	{verify.Pair{Premise: "Nobody is walking in the park.", Hypothesis: "Two women are walking in the park."}, refuted},
	{verify.Pair{Premise: "The bridge is made of wood, not of steel.", Hypothesis: "The bridge is made of steel."}, refuted},
	{verify.Pair{Premise: "The cat is sleeping on the sofa.", Hypothesis: "The price of oil rose last year."}, notEnough},
	{verify.Pair{Premise: "Two women are walking their dog in the park.", Hypothesis: "The women are sisters from Madrid."}, notEnough},
	{verify.Pair{Premise: "The bridge is made of steel.", Hypothesis: "The bridge was painted by a famous artist."}, notEnough},
}

// nameLabels finds out what unnamed labels (LABEL_0, …) mean, by the model's answers to the trials: orders differ between
// training scripts, and a wrong guess would turn every verdict. The order under which most trials come out right is
// taken if it is the only best one and gets more than two thirds of them; otherwise the labels have to be named.
func (m *Model) nameLabels() error {
	if m.roles[0] != unnamed {
		return nil
	}
	choices := [][]role{{supported, notSupported}, {notSupported, supported}}
	if len(m.roles) == 3 {
		choices = permutations([]role{supported, notEnough, refuted})
	}
	pairs := make([]verify.Pair, len(trials))
	for i, t := range trials {
		pairs[i] = t.Pair
	}
	best, most, tied := 0, -1, false
	for c, roles := range choices {
		m.roles = roles
		answers, err := m.probe(pairs)
		if err != nil {
			return err
		}
		switch n := right(answers, len(roles)); {
		case n > most:
			best, most, tied = c, n, false
		case n == most:
			tied = true
		}
	}
	if tied || 3*most <= 2*len(trials) {
		return fmt.Errorf("%w: %s: id2label names no verdicts, and the model's answers don't tell them apart (%d of %d trials); add "+
			"\"verifier\": {\"labels\": [\"entailment\", …]} to config.json, in the order of the logits",
			ErrModel, m.dir, most, len(trials))
	}
	m.roles = choices[best]
	m.notes = append(m.notes, fmt.Sprintf("labels have no names; by %d of %d trials they are %s", most, len(trials), names(m.roles)))
	return nil
}

// right counts the trials a model of n labels got right.
func right(answers []label.Probabilities, n int) int {
	count := 0
	for i, p := range answers {
		got := supported
		switch {
		case n == 2 && p.Refuted > p.Supported:
			got = notSupported
		case n == 3 && p.NotEnough > max(p.Supported, p.Refuted):
			got = notEnough
		case n == 3 && p.Refuted > p.Supported:
			got = refuted
		}
		want := trials[i].want
		if got == want || got == notSupported && want != supported {
			count++
		}
	}
	return count
}

func permutations(r []role) [][]role {
	if len(r) <= 1 {
		return [][]role{r}
	}
	var out [][]role
	for i := range r {
		rest := slices.Concat(r[:i], r[i+1:])
		for _, p := range permutations(rest) {
			out = append(out, slices.Concat([]role{r[i]}, p))
		}
	}
	return out
}

// names lists roles in the words of natural language inference.
func names(roles []role) string {
	words := [...]string{unnamed: "?", supported: "entailment", refuted: "contradiction", notEnough: "neutral",
		notSupported: "not entailment"}
	var b bytes.Buffer
	for i, r := range roles {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(words[r])
	}
	return b.String()
}
