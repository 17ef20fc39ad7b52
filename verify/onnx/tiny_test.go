package onnx_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// tiny is a made-up classifier: each word of its vocabulary adds its row to the logits. It says what a test needs said,
// in any shape an exporter may give a model.
type tiny struct {
	rows   [][]float32 // of the words yes, no, maybe, claim
	inputs []string    // nil: input_ids, attention_mask
	half   bool        // float16 logits
	int32s bool        // int32 inputs
	floats uint64      // element type of the mask, when it is no whole number
	store  uint64      // element type of the weights; 0: float
	beside string      // file that the weights lie in; empty: the graph
	output string      // empty: logits
	length int         // of the rows that an export fixed; 0: any
}

const (
	protoFloat, protoInt32, protoInt64, protoHalf = 1, 6, 7, 10
	tinyVocabulary                                = 8
)

// message is a protocol buffer under construction.
type message []byte

func (m message) num(field protowire.Number, v uint64) message {
	return protowire.AppendVarint(protowire.AppendTag(m, field, protowire.VarintType), v)
}

func (m message) bytes(field protowire.Number, v []byte) message {
	return protowire.AppendBytes(protowire.AppendTag(m, field, protowire.BytesType), v)
}

func (m message) str(field protowire.Number, v string) message { return m.bytes(field, []byte(v)) }

func node(op string, in []string, out string, attributes ...message) message {
	var m message
	for _, s := range in {
		m = m.str(1, s)
	}
	m = m.str(2, out).str(4, op)
	for _, a := range attributes {
		m = m.bytes(5, a)
	}
	return m
}

func intAttribute(name string, v uint64) message { return message{}.str(1, name).num(3, v).num(20, 2) }

func tensor(name string, kind uint64, dims []int, raw []byte) message {
	var m message
	for _, d := range dims {
		m = m.num(1, uint64(d))
	}
	return m.num(2, kind).str(8, name).bytes(9, raw)
}

// value declares an input or output; "" is an open dimension.
func value(name string, kind uint64, open string, fixed int) message {
	shape := message{}.bytes(1, message{}.str(2, "batch"))
	if fixed > 0 {
		shape = shape.bytes(1, message{}.num(1, uint64(fixed)))
	} else {
		shape = shape.bytes(1, message{}.str(2, open))
	}
	return message{}.str(1, name).bytes(2, message{}.bytes(1, message{}.num(1, kind).bytes(2, shape)))
}

// table is a row of logits for each word.
func (y tiny) table() []byte {
	width := len(y.rows[0])
	var table []byte
	for id := range tinyVocabulary {
		for c := range width {
			var v float32
			if w := id - 4; w >= 0 && w < len(y.rows) {
				v = y.rows[w][c]
			}
			table = binary.LittleEndian.AppendUint32(table, math.Float32bits(v))
		}
	}
	return table
}

// graph is the model in ONNX: logits = sum over the sequence of rows[id] * mask.
func (y tiny) graph() []byte {
	width, table := len(y.rows[0]), y.table()
	inputs, kind, output := y.inputs, uint64(protoInt64), y.output
	if inputs == nil {
		inputs = []string{"input_ids", "attention_mask"}
	}
	if y.int32s {
		kind = protoInt32
	}
	if output == "" {
		output = "logits"
	}
	outKind := uint64(protoFloat)
	if y.half {
		outKind = protoHalf
	}
	one := binary.LittleEndian.AppendUint64(nil, 1)
	two := binary.LittleEndian.AppendUint64(nil, 2)
	var g message
	for _, n := range []message{
		node("Cast", []string{"table"}, "numbers", intAttribute("to", protoFloat)),
		node("Gather", []string{"numbers", "input_ids"}, "vectors"),
		node("Cast", []string{"attention_mask"}, "mask", intAttribute("to", protoFloat)),
		node("Unsqueeze", []string{"mask", "two"}, "wide"),
		node("Mul", []string{"vectors", "wide"}, "masked"),
		node("ReduceSum", []string{"masked", "one"}, "sum", intAttribute("keepdims", 0)),
		node("Cast", []string{"sum"}, output, intAttribute("to", outKind)),
	} {
		g = g.bytes(1, n)
	}
	g = g.str(2, "tiny")
	g = g.bytes(5, y.weights(table))
	g = g.bytes(5, tensor("one", protoInt64, []int{1}, one))
	g = g.bytes(5, tensor("two", protoInt64, []int{1}, two))
	for _, name := range inputs {
		of := kind
		if name == "attention_mask" && y.floats > 0 {
			of = y.floats
		}
		g = g.bytes(11, value(name, of, "sequence", y.length))
	}
	g = g.bytes(12, value(output, outKind, "", width))
	return message{}.num(1, 8).bytes(7, g).bytes(8, message{}.str(1, "").num(2, 17))
}

// weights are the table, as halves when asked for, in the graph or beside it.
func (y tiny) weights(table []byte) message {
	kind, width := uint64(protoFloat), len(y.rows[0])
	if y.store == protoHalf {
		kind = protoHalf
		table = halves(table)
	}
	if y.beside == "" {
		return tensor("table", kind, []int{tinyVocabulary, width}, table)
	}
	place := message{}.str(1, "location").str(2, y.beside)
	return message{}.num(1, tinyVocabulary).num(1, uint64(width)).num(2, kind).str(8, "table").bytes(13, place).num(14, 1)
}

// halves narrows floats that are small whole numbers.
func halves(floats []byte) []byte {
	var out []byte
	for i := 0; i < len(floats); i += 4 {
		bits := binary.LittleEndian.Uint32(floats[i:])
		h := uint16(0)
		if bits != 0 {
			h = uint16(bits>>31)<<15 | uint16(bits>>23&0xff-112)<<10 | uint16(bits>>13&0x3ff)
		}
		out = binary.LittleEndian.AppendUint16(out, h)
	}
	return out
}

const tinyTokenizer = `{
  "added_tokens": [
    {"id": 0, "content": "[PAD]", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},
    {"id": 1, "content": "[UNK]", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},
    {"id": 2, "content": "[CLS]", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},
    {"id": 3, "content": "[SEP]", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false}],
  "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
  "pre_tokenizer": {"type": "BertPreTokenizer"},
  "post_processor": {"type": "TemplateProcessing",
    "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
    "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
             {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
    "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]}, "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}},
  "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
    "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "yes": 4, "no": 5, "maybe": 6, "claim": 7}}
}`

// write makes a model's folder with the config given.
func (y tiny) write(t testing.TB, config map[string]any) string {
	t.Helper()
	dir := t.TempDir()
	data, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"model.onnx": y.graph(), "tokenizer.json": []byte(tinyTokenizer), "config.json": data}
	if y.beside != "" {
		files[y.beside] = y.table()
		if y.store == protoHalf {
			files[y.beside] = halves(y.table())
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var update = flag.Bool("update", false, "write testdata anew")

// The folder testdata/tiny is a model for tests of other packages that aren't about verdicts: it opens at once, and knows no word.
func TestTinyFolder(t *testing.T) {
	config := labels("entailment", "neutral", "contradiction")
	made := tiny{rows: [][]float32{{4, 0, 0}, {0, 0, 4}, {0, 4, 0}}}.write(t, config)
	for _, name := range []string{"config.json", "model.onnx", "tokenizer.json"} {
		want, err := os.ReadFile(filepath.Join(made, name))
		if err != nil {
			t.Fatal(err)
		}
		kept := filepath.Join("testdata", "tiny", name)
		if *update {
			if err := errors.Join(os.MkdirAll(filepath.Dir(kept), 0o755), os.WriteFile(kept, want, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(kept); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s isn't what this test makes (%v); go test ./verify/onnx -run TinyFolder -update writes it", kept, err)
		}
	}
}
