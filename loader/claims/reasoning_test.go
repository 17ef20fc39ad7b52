package claims_test

import (
	"reflect"
	"testing"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// What data sets say of how a claim's pages hang together is kept; where it is malformed the claim is kept without.
func TestReasoning(t *testing.T) {
	for _, c := range []struct {
		name, in string
		steps    []claims.Step
	}{
		{"MuSiQue", `{"id":"2hop__1_2","question":"Where does the maker of the bell live?","paragraphs":[{"idx":4,"title":"Bell","paragraph_text":"b","is_supporting":true},{"idx":5,"title":"X","paragraph_text":"x","is_supporting":false},{"idx":9,"title":"Maker","paragraph_text":"m","is_supporting":true}],` +
			`"question_decomposition":[{"id":1,"question":"Bell >> maker","answer":"Maker","paragraph_support_idx":4},{"id":2,"question":"#1 >> home","answer":"Quay","paragraph_support_idx":9},{"id":3,"question":"x","answer":"y","paragraph_support_idx":null},{"id":4,"question":"x","answer":"y","paragraph_support_idx":5}]}`,
			[]claims.Step{step("Bell >> maker", "Maker", 0), step("#1 >> home", "Quay", 1), step("x", "y", -1), step("x", "y", -1)}},
	} {
		got := one(t, c.in)
		if !reflect.DeepEqual(got.Steps, c.steps) {
			t.Errorf("%s: steps %v, want %v", c.name, got.Steps, c.steps)
		}
	}
}

func step(question, answer string, passage int) claims.Step {
	return claims.Step{Question: question, Answer: answer, Passage: passage}
}
