package onnx_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// attentive is a classifier of one layer of attention with two heads of two numbers, written out as exporters do.
type attentive struct {
	times   bool // scores are multiplied and not divided
	biased  bool // what is added to the scores is no mask alone
	crossed bool // keys are turned otherwise
	nested  bool // a graph lies in the graph
	dated   bool // an operation stands as later versions don't have it
	version uint64
}

func (y attentive) graph() []byte {
	rng := rand.New(rand.NewPCG(8, 1))
	floats := func(name string, dims ...int) message { return drawn(rng, name, dims...) }
	one := func(name string, v float32) message {
		return tensor(name, protoFloat, nil, binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
	}
	perm := func(v ...uint64) message {
		m := message{}.str(1, "perm").num(20, 7)
		for _, x := range v {
			m = m.num(8, x)
		}
		return m
	}
	last := intAttribute("axis", math.MaxUint64) // -1
	scale, added, keys := "Div", "least", perm(0, 2, 3, 1)
	if y.times {
		scale = "Mul"
	}
	if y.biased {
		added = "words1"
	}
	if y.crossed { // of two heads and two numbers, the shapes fit nevertheless
		keys = perm(0, 3, 2, 1)
	}
	nodes := []message{
		node("Gather", []string{"table", "input_ids"}, "x"),
		node("MatMul", []string{"x", "wq"}, "q"), node("MatMul", []string{"x", "wk"}, "k"), node("MatMul", []string{"x", "wv"}, "v"),
		node("Shape", []string{"q"}, "sizes"), node("Gather", []string{"sizes", "rowAt"}, "rows"), node("Gather", []string{"sizes", "tokenAt"}, "tokens"),
		node("Concat", []string{"rows", "tokens", "two", "two"}, "cut", intAttribute("axis", 0)),
		node("Reshape", []string{"q", "cut"}, "qs"), node("Reshape", []string{"k", "cut"}, "ks"), node("Reshape", []string{"v", "cut"}, "vs"),
		node("Transpose", []string{"qs"}, "qt", perm(0, 2, 1, 3)), node("Transpose", []string{"ks"}, "kt", keys),
		node("Transpose", []string{"vs"}, "vt", perm(0, 2, 1, 3)), node("MatMul", []string{"qt", "kt"}, "scores"),
		node(scale, []string{"scores", "root"}, "scaled"),
		node("Unsqueeze", []string{"attention_mask", "one"}, "mask1"), node("Unsqueeze", []string{"mask1", "two"}, "mask2"),
		node("Cast", []string{"mask2"}, "mask", intAttribute("to", protoFloat)), node("Sub", []string{"whole", "mask"}, "hidden"),
		node("Gather", []string{"column", "input_ids"}, "word"), node("Unsqueeze", []string{"word", "places"}, "words1"),
		node("Mul", []string{"hidden", "lowest"}, "least"), node("Add", []string{"scaled", added}, "seen"),
		node("Softmax", []string{"seen"}, "shares", last), node("MatMul", []string{"shares", "vt"}, "mixed"),
		node("Transpose", []string{"mixed"}, "turned", perm(0, 2, 1, 3)), node("Reshape", []string{"turned", "back"}, "context"),
		node("ReduceSum", []string{"context", "one"}, "sum", intAttribute("keepdims", 0)), node("MatMul", []string{"sum", "verdict"}, "logits"),
	}
	if y.dated {
		axes := message{}.str(1, "axes").num(20, 7).num(8, 1)
		nodes[len(nodes)-2] = node("ReduceMax", []string{"context"}, "sum", axes, intAttribute("keepdims", 0))
	}
	if y.nested {
		nodes[0] = nodes[0].bytes(5, message{}.str(1, "inner").bytes(6, message{}.str(2, "inner")))
	}
	var g message
	for _, n := range nodes {
		g = g.bytes(1, n)
	}
	g = g.str(2, "attentive")
	for _, w := range []message{floats("table", tinyVocabulary, width), floats("column", tinyVocabulary), floats("wq", width, width), floats("wk", width, width),
		floats("wv", width, width), floats("verdict", width, 2), ints("one", 1), ints("two", 2), ints("rowAt", 0), ints("tokenAt", 1),
		ints("places", 1, 2), ints("back", 0, 0, 4), one("root", 1.5), one("whole", 1), one("lowest", -1e9)} {
		g = g.bytes(5, w)
	}
	for _, name := range []string{"input_ids", "attention_mask"} {
		g = g.bytes(11, value(name, protoInt64, "sequence", 0))
	}
	g = g.bytes(12, value("logits", protoFloat, "", 2))
	return message{}.num(1, 8).bytes(7, g).bytes(8, message{}.str(1, "").num(2, cmp.Or(y.version, 17)))
}

// Attention by one operation judges as it does written out; what only looks like it is left alone.
func TestAttention(t *testing.T) {
	needRuntime(t)
	pairs := []verify.Pair{pair("yes", "claim"), pair("no maybe yes", "claim claim"), pair(strings.Repeat("maybe no ", 20), "yes")}
	for _, test := range []struct {
		name    string
		model   attentive
		rewrite bool
	}{
		{"as exporters write it", attentive{}, true},
		{"scores multiplied", attentive{times: true}, true},
		{"scores with a bias", attentive{biased: true}, false},
		{"other keys", attentive{crossed: true}, false},
		{"the first version", attentive{version: 13}, true},
		{"an operation of its version", attentive{version: 14, dated: true}, true}, // and is found not to work
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := tiny{rows: [][]float32{{1, 0}}}.write(t, labels("supported", "refuted"))
			path := filepath.Join(dir, "model.onnx")
			if err := os.WriteFile(path, test.model.graph(), 0o644); err != nil {
				t.Fatal(err)
			}
			graph := onnx.Attention(path)
			if got := bytes.Contains(graph, []byte("q_num_heads")); got != test.rewrite {
				t.Errorf("rewritten: got %v, want %v", got, test.rewrite)
			}
			if test.rewrite && bytes.Contains(graph, []byte("Softmax")) {
				t.Error("what it was written out with is still there")
			}
			sameAnswers(t, dir, onnx.OpenPlain, pairs, 1e-6)
		})
	}
	if onnx.AttentionOf(attentive{nested: true}.graph()) != nil {
		t.Error("a graph with a graph in it was rewritten")
	}
	if onnx.AttentionOf(attentive{version: 12}.graph()) != nil {
		t.Error("a graph of an old version was rewritten")
	}
}

// All layers of the shipped model are rewritten; answers stay.
func TestAttentionOfTheShippedModel(t *testing.T) {
	needRuntime(t)
	dir := shippedDir(t)
	graph := onnx.Attention(filepath.Join(dir, "model.onnx"))
	config, err := os.ReadFile(filepath.Join(dir, "config.json"))
	if err != nil {
		t.Fatal(err)
	}
	var of struct {
		Layers int `json:"num_hidden_layers"`
	}
	if err := json.Unmarshal(config, &of); err != nil {
		t.Fatal(err)
	}
	if got := bytes.Count(graph, []byte("q_num_heads")); got != of.Layers {
		t.Errorf("got %d layers rewritten, want all %d", got, of.Layers)
	}
	sameAnswers(t, dir, onnx.OpenFirstRow, []verify.Pair{
		pair("[Skarn Point Light] The lighthouse was built in 1871 by Maren Oduya.", "Maren Oduya built Skarn Point Light."),
		pair("[Skarn Point Light] The lighthouse was built in 1871 by Maren Oduya. [Maren Oduya] She was born in 1840.", "Skarn Point Light was built in 1904."),
		pair("The cat is sleeping on the sofa.", "The price of oil rose last year."),
	}, 1e-3)
}

// An outline tells where in the file weights lie, and is a small part of it.
func TestOutline(t *testing.T) {
	path := filepath.Join(shippedDir(t), "model.onnx")
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	outline, left := onnx.Outline(path)
	size := len(outline)
	for name, weights := range left {
		if len(weights) == 0 || !bytes.Contains(file, weights) || bytes.Contains(outline, weights) {
			t.Errorf("%s: the place of its %d bytes is wrong", name, len(weights))
		}
		size += len(weights)
	}
	if most := len(file) + 200*len(left); len(left) == 0 || len(outline) > len(file)/10 || size < len(file) || size > most {
		t.Errorf("got %d bytes of outline and %d in all, want a tenth of %d and no more than %d", len(outline), size, len(file), most)
	}
}
