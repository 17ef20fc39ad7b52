package claims_test

import (
	"strings"
	"testing"
)

// A field that a record is whole without costs it nothing, whatever it holds.
func TestExtrasMayHoldAnything(t *testing.T) {
	for _, c := range []struct{ in, gold string }{
		{`{"_id":"10","question":"Who?","answer":["a","b"],"type":7,"level":null,"supporting_facts":[["A",0],["B",1]]}`, "A_sentence_0 + B_sentence_1"},
		{`{"_id":"11","question":"Who?","supporting_facts":[["A",0]],"paragraphs":"none"}`, "A_sentence_0"},
		{`{"uid":"u","claim":"c","supporting_facts":[["A",2]],"num_hops":"two","hpqa_id":[1],"family":{},"label":"SUPPORTED"}`, "A_sentence_2"},
		{`{"id":1,"claim":"c","text":["x"],"label":"SUPPORTS","verifiable":"VERIFIABLE","evidence":[[[1,2,"P",0]]],"supporting_facts":3,"paragraphs":4}`, "P_sentence_0"},
		{`{"id":2,"claim":"c","label":"REFUTES","question":{},"challenge":["x"],"shape":4,"kind":{},"edges":[["A"],5],"evidence":[{"content":["A_sentence_0"],"context":{}}]}`, "A_sentence_0"},
		{`{"id":"2hop__1","question":"q?","answer":5,"question_decomposition":"none","paragraphs":[{"idx":0,"title":"T","paragraph_text":"one","is_supporting":true}]}`, "T_title"},
	} {
		got := one(t, c.in)
		if ids := gold(got); ids != c.gold || got.Text == "" {
			t.Errorf("%s: %q with gold %q, want %q", c.in, got.Text, ids, c.gold)
		}
	}
}

// An error names the field that a format requires and a record lacks.
func TestRequiredFieldsAreNamed(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"uid":"u","claim":"c","supporting_facts":7}`, `field "supporting_facts": got number`},
		{`{"id":"2hop__1","question":"q?","paragraphs":{}}`, `field "paragraphs": got object`},
		{`{"id":"2hop__1","question":"q?","paragraphs":[{"title":5}]}`, `field "paragraphs.title": got number`},
		{`{"id":"x","question":7}`, `field "question": got number`},
		{`{"id":"x","text":7}`, `field "text": got number`},
		{`{"id":[5],"claim":"c"}`, `id [5]: want a number or a string`},
		{`{"id":1,"claim":"c"`, `not JSON: unexpected end`},
	} {
		_, problems := read(t, c.in)
		if len(problems) != 1 || !strings.HasPrefix(problems[0], "in:1: "+c.want) {
			t.Errorf("%s: got %q, want %q", c.in, problems, c.want)
		}
	}
}
