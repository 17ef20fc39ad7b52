package onnx_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// layered is a classifier of one layer with attention, of tiny's vocabulary: four numbers a token, one head.
type layered struct {
	lengthOf string // whose length the query is given: its own ("q", as most exporters do), or that of the state ("x")
	place    int    // of the token the verdict rests on
	normless bool   // no normal form behind the sums
}

const width = 4

func (y layered) graph() []byte {
	rng := rand.New(rand.NewPCG(4, 2))
	floats := func(name string, dims ...int) message { return drawn(rng, name, dims...) }
	last := intAttribute("axis", math.MaxUint64) // -1
	perm := message{}.str(1, "perm").num(8, 0).num(8, 2).num(8, 1).num(20, 7)
	form := func(in, out string) message {
		if y.normless {
			return node("Identity", []string{in}, out)
		}
		return node("LayerNormalization", []string{in, "scale", "shift"}, out, last)
	}
	var g message
	for _, n := range []message{
		node("Gather", []string{"table", "input_ids"}, "words"),
		form("words", "x"),
		node("MatMul", []string{"x", "wq"}, "q0"), node("Add", []string{"q0", "shift"}, "q"),
		node("MatMul", []string{"x", "wk"}, "k"), node("MatMul", []string{"x", "wv"}, "v"),
		node("Shape", []string{y.lengthOf}, "long"), node("Reshape", []string{"q", "long"}, "asked"),
		node("Transpose", []string{"k"}, "keys", perm),
		node("MatMul", []string{"asked", "keys"}, "scores"),
		node("Cast", []string{"attention_mask"}, "mask", intAttribute("to", protoFloat)),
		node("Log", []string{"mask"}, "hidden"), node("Unsqueeze", []string{"hidden", "one"}, "wide"),
		node("Add", []string{"scores", "wide"}, "seen"), node("Softmax", []string{"seen"}, "shares", last),
		node("MatMul", []string{"shares", "v"}, "context"), node("MatMul", []string{"context", "wo"}, "out"),
		node("Add", []string{"out", "x"}, "sum"), form("sum", "middle"),
		node("MatMul", []string{"middle", "wq"}, "more"), node("Relu", []string{"more"}, "bent"),
		node("Add", []string{"bent", "middle"}, "all"), form("all", "state"),
		node("Gather", []string{"state", "first"}, "pooled", intAttribute("axis", 1)),
		node("Squeeze", []string{"pooled", "one"}, "flat"), node("MatMul", []string{"flat", "verdict"}, "logits"),
	} {
		g = g.bytes(1, n)
	}
	g = g.str(2, "layered")
	for _, w := range []message{floats("table", tinyVocabulary, width), floats("wq", width, width), floats("wk", width, width), floats("wv", width, width),
		floats("wo", width, width), floats("verdict", width, 2), floats("scale", width), floats("shift", width), ints("one", 1), ints("first", y.place)} {
		g = g.bytes(5, w)
	}
	for _, name := range []string{"input_ids", "attention_mask"} {
		g = g.bytes(11, value(name, protoInt64, "sequence", 0))
	}
	g = g.bytes(12, value("logits", protoFloat, "", 2))
	return message{}.num(1, 8).bytes(7, g).bytes(8, message{}.str(1, "").num(2, 17))
}

// drawn is a tensor of numbers between -2 and 2.
func drawn(rng *rand.Rand, name string, dims ...int) message {
	n := 1
	for _, d := range dims {
		n *= d
	}
	var raw []byte
	for range n {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(rng.Float32()*4-2))
	}
	return tensor(name, protoFloat, dims, raw)
}

// ints is a tensor of whole numbers.
func ints(name string, v ...int) message {
	var raw []byte
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(x))
	}
	return tensor(name, protoInt64, []int{len(v)}, raw)
}

// The last layer cut down to the first token judges as the whole one does; a graph that it can't be done to is left alone.
func TestFirstRow(t *testing.T) {
	needRuntime(t)
	pairs := []verify.Pair{pair("yes", "claim"), pair("no maybe yes", "claim claim"), pair(strings.Repeat("maybe no ", 20), "yes")}
	for _, test := range []struct {
		name    string
		model   layered
		rewrite bool
	}{
		{"as BERT", layered{lengthOf: "q"}, true},
		{"reckons with the length", layered{lengthOf: "x"}, true}, // and is found not to work
		{"another token", layered{lengthOf: "q", place: 1}, false},
		{"no normal forms", layered{lengthOf: "q", normless: true}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			graph := test.model.graph()
			if got := onnx.FirstRow(graph) != nil; got != test.rewrite {
				t.Errorf("rewritten: got %v, want %v", got, test.rewrite)
			}
			dir := tiny{rows: [][]float32{{1, 0}}}.write(t, labels("supported", "refuted"))
			if err := os.WriteFile(filepath.Join(dir, "model.onnx"), graph, 0o644); err != nil {
				t.Fatal(err)
			}
			sameAnswers(t, dir, onnx.OpenPlain, pairs, 1e-6)
		})
	}
}

// The shipped model is one that it can be done to. Its numbers are quantised by their range, which is another one for one row.
func TestFirstRowOfTheShippedModel(t *testing.T) {
	needRuntime(t)
	dir := shippedDir(t)
	model, err := os.ReadFile(filepath.Join(dir, "model.onnx"))
	if err != nil {
		t.Fatal(err)
	}
	graph := onnx.FirstRow(model)
	if graph == nil {
		t.Fatal("left as it is")
	}
	if onnx.FirstRow(graph) != nil {
		t.Error("rewritten twice")
	}
	sameAnswers(t, dir, onnx.OpenPlain, []verify.Pair{
		pair("[Skarn Point Light] The lighthouse was built in 1871 by Maren Oduya.", "Maren Oduya built Skarn Point Light."),
		pair("[Skarn Point Light] The lighthouse was built in 1871 by Maren Oduya.", "Skarn Point Light was built in 1904."),
		pair("The cat is sleeping on the sofa.", "The price of oil rose last year."),
	}, .02)
}

// sameAnswers compares a model with itself opened in a plainer way.
func sameAnswers(t *testing.T, dir string, plain func(string, onnx.Options) (*onnx.Model, error), pairs []verify.Pair, within float64) {
	t.Helper()
	var answers [2][]verify.Probabilities
	for i, open := range []func(string, onnx.Options) (*onnx.Model, error){onnx.Open, plain} {
		m, err := open(dir, onnx.Options{Device: "cpu"})
		if err != nil {
			t.Fatal(err)
		}
		if answers[i], err = m.Predict(t.Context(), pairs); err != nil {
			t.Fatal(err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
	for i, got := range answers[0] {
		want := answers[1][i]
		if d := max(math.Abs(got.Supported-want.Supported), math.Abs(got.Refuted-want.Refuted)); d > within {
			t.Errorf("%q: got %+v, want %+v", pairs[i].Premise, got, want)
		}
	}
}

// No bytes make it fail.
func FuzzFirstRow(f *testing.F) {
	f.Add(layered{lengthOf: "q"}.graph())
	f.Add(attentive{}.graph())
	f.Add([]byte{7<<3 | 2, 0})
	f.Fuzz(func(t *testing.T, model []byte) {
		if again := onnx.FirstRow(onnx.FirstRow(model)); again != nil {
			t.Error("rewritten twice")
		}
		if again := onnx.AttentionOf(onnx.AttentionOf(model)); again != nil {
			t.Error("attention rewritten twice")
		}
	})
}
