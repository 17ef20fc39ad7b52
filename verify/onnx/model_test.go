package onnx_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

func labels(names ...string) map[string]any {
	m := map[string]any{}
	for i, n := range names {
		m[string(rune('0'+i))] = n
	}
	return map[string]any{"id2label": m}
}

// Each word must come out as its verdict, whatever the order and the names of the labels.
func TestLabelsInAnyOrderAndSpelling(t *testing.T) {
	needRuntime(t)
	const s, r, n = 0, 1, 2 // what yes, no and maybe speak for
	tests := []struct {
		name   string
		labels []string
		roles  []int
	}{
		{"as trained", []string{"entailment", "neutral", "contradiction"}, []int{s, n, r}},
		{"reversed, upper case", []string{"CONTRADICTION", "NEUTRAL", "ENTAILMENT"}, []int{r, n, s}},
		{"FEVER", []string{"SUPPORTS", "REFUTES", "NOT ENOUGH INFO"}, []int{s, r, n}},
		{"underscores", []string{"not_enough_info", "Refuted", "Supported"}, []int{n, r, s}},
		{"HoVer", []string{"NOT_SUPPORTED", "SUPPORTED"}, []int{r, s}},
		{"AVeriTeC", []string{"Supported", "Refuted", "Not Enough Evidence"}, []int{s, r, n}},
		{"two of inference", []string{"entailment", "not_entailment"}, []int{s, r}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			y := tiny{rows: make([][]float32, 3)}
			for word := range y.rows {
				y.rows[word] = make([]float32, len(test.roles))
				for i, role := range test.roles {
					if role == word {
						y.rows[word][i] = 4
					}
				}
			}
			m, err := onnx.Open(y.write(t, labels(test.labels...)), onnx.Options{Device: "cpu"})
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			got, err := m.Predict(t.Context(), []verify.Pair{pair("yes", "claim"), pair("no", "claim"), pair("maybe", "claim")})
			if err != nil {
				t.Fatal(err)
			}
			if got[s].Supported < .9 || got[r].Refuted < .9 {
				t.Errorf("got %+v, want yes supported and no refuted", got)
			}
			if len(test.roles) == 3 && got[n].NotEnough < .9 {
				t.Errorf("got %+v, want maybe not enough", got[n])
			}
			if len(test.roles) == 2 && got[n].NotEnough != 0 {
				t.Errorf("got %+v, want NotEnough 0 of two labels", got[n])
			}
		})
	}
}

func TestOneScore(t *testing.T) {
	needRuntime(t)
	y := tiny{rows: [][]float32{{3}, {-3}}, output: "score", int32s: true,
		inputs: []string{"attention_mask", "token_type_ids", "input_ids"}}
	m, err := onnx.Open(y.write(t, labels("LABEL_0")), onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	got, err := m.Predict(t.Context(), []verify.Pair{pair("yes", "claim"), pair("no", "claim")})
	if err != nil {
		t.Fatal(err)
	}
	want := 1 / (1 + math.Exp(-3))
	if math.Abs(got[0].Supported-want) > 1e-6 || math.Abs(got[1].Refuted-want) > 1e-6 {
		t.Errorf("got %+v, want sigmoids of 3 and -3", got)
	}
}

// Labels without names are refused, and the error says what to write: a wrong guess would turn every verdict.
func TestUnnamedLabels(t *testing.T) {
	needRuntime(t)
	for name, config := range map[string]map[string]any{"none": {}, "two": labels("LABEL_0", "LABEL_1"), "three": labels("LABEL_0", "LABEL_1", "LABEL_2")} {
		_, err := onnx.Open(tiny{rows: [][]float32{{1, 0, 0}, {0, 1, 0}}}.write(t, config), onnx.Options{Device: "cpu"})
		if !errors.Is(err, onnx.ErrModel) || !strings.Contains(err.Error(), `"id2label": {"0": "entailment"`) {
			t.Errorf("%s: got %v, want ErrModel with what to write", name, err)
		}
	}
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	needRuntime(t)
	three := [][]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	nli := labels("entailment", "neutral", "contradiction")
	remove := func(names ...string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			for _, n := range names {
				if err := os.Remove(filepath.Join(dir, n)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	put := func(name, content string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct {
		name   string
		model  tiny
		config map[string]any
		change func(*testing.T, string)
		want   []string
	}{
		{"all parts", tiny{rows: three}, nli, remove("model.onnx", "tokenizer.json", "config.json"), []string{"no model.onnx", "no tokenizer.json", "no config.json"}},
		{"the weights", tiny{rows: three}, nli, remove("model.onnx"), []string{"no model.onnx"}},
		{"weights that are text", tiny{rows: three}, nli, put("model.onnx", "not a graph"), []string{"model.onnx"}},
		{"empty weights", tiny{rows: three}, nli, put("model.onnx", ""), []string{"model.onnx"}},
		{"broken config", tiny{rows: three}, nli, put("config.json", `{"id2label":`), []string{"config.json"}},
		{"broken tokenizer", tiny{rows: three}, nli, put("tokenizer.json", "{}"), []string{"tokenizer.json"}},
		{"strange label", tiny{rows: three}, labels("entailment", "neutral", "banana"), nil, []string{`"banana"`, "id2label"}},
		{"label twice", tiny{rows: three}, labels("entailment", "entailment", "neutral"), nil, []string{"id2label"}},
		{"keys that are no numbers", tiny{rows: three}, map[string]any{"id2label": map[string]any{"a": "entailment"}}, nil, []string{`"a"`}},
		{"fewer labels than logits", tiny{rows: three}, labels("entailment", "contradiction"), nil, []string{"3 logits", "2 labels"}},
		{"an input of another trade", tiny{rows: three, inputs: []string{"input_ids", "attention_mask", "pixel_values"}}, nli, nil, []string{`"pixel_values"`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := test.model.write(t, test.config)
			if test.change != nil {
				test.change(t, dir)
			}
			m, err := onnx.Open(dir, onnx.Options{Device: "cpu"})
			if err == nil {
				m.Close()
			}
			if !errors.Is(err, onnx.ErrModel) {
				t.Fatalf("got %v, want ErrModel", err)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %q, want %q in it", err, want)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("got %q, want one line", err)
			}
		})
	}
}
