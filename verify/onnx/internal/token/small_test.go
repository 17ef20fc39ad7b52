package token_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/token"
)

// The tokenizers in testdata are small enough to read; the ids wanted here were printed by the reference.

func TestEncodeSmall(t *testing.T) {
	for _, c := range []struct {
		model, text string
		ids         []int64
	}{
		{"wordpiece", "Oliver Stone directs.", []int64{2, 12, 13, 14, 15, 5, 3}},
		{"wordpiece", "OLIVER  stoné\tdirected", []int64{2, 12, 13, 14, 16, 3}},
		{"wordpiece", "[SEP] [sep] a[MASK]b", []int64{2, 3, 7, 30, 8, 21, 4, 23, 3}},
		{"wordpiece", "中a\u200bb", []int64{2, 29, 21, 24, 3}},
		{"wordpiece", "zzz stone", []int64{2, 1, 13, 3}},
		{"wordpiece", strings.Repeat("aab", 40), []int64{2, 1, 3}},
		{"wordpiece", "(Wall-Street)", []int64{2, 9, 17, 11, 18, 10, 3}},
		{"wordpiece", "1999", []int64{2, 32, 34, 34, 34, 3}},
		{"wordpiece", " \t ", []int64{2, 3}},
		{"bpe", "stone film", []int64{0, 268, 264, 2}},
		{"bpe", "café <mask>  film", []int64{0, 104, 102, 107, 269, 4, 37, 264, 2}},
		{"bpe", "a</s>b", []int64{0, 102, 2, 103, 2}},
		{"bpe", "aaaaaaa", []int64{0, 271, 270, 102, 2}},
		{"bpe", "'stone's", []int64{0, 44, 120, 121, 267, 44, 120, 2}},
		{"bpe", "film \n film", []int64{0, 107, 262, 114, 37, 15, 264, 2}},
		{"unigram", "stone directs", []int64{1, 5, 6, 7, 2}},
		{"unigram", "a\tstone  directed.", []int64{1, 13, 5, 6, 8, 19, 2}},
		{"unigram", "aaa\u00adaa", []int64{1, 13, 12, 12, 2}},
		{"unigram", "[SEP]stone", []int64{1, 2, 5, 2}},
		{"unigram", "[MASK] q stone qq", []int64{1, 20, 4, 3, 5, 4, 3, 2}},
		{"unigram", " aed", []int64{1, 13, 8, 2}},
	} {
		e, err := small(t, c.model).Encode(c.text)
		if err != nil {
			t.Fatalf("%s %q: %v", c.model, c.text, err)
		}
		if !slices.Equal(e.IDs, c.ids) {
			t.Errorf("%s %q: got ids %v, want %v", c.model, c.text, e.IDs, c.ids)
		}
	}
}

func small(tb testing.TB, model string) *token.Tokenizer {
	tb.Helper()
	return open(tb, "testdata/"+model+".json")
}

func TestEncodePairCutsAsAsked(t *testing.T) {
	const premise, hypothesis = "stone stone stone stone", "wall street"
	for _, c := range []struct {
		truncation string
		ids, types []int64
	}{
		{"none", []int64{2, 13, 13, 13, 13, 3, 17, 18, 3}, []int64{0, 0, 0, 0, 0, 0, 1, 1, 1}},
		{"only_first:9", []int64{2, 13, 13, 13, 13, 3, 17, 18, 3}, []int64{0, 0, 0, 0, 0, 0, 1, 1, 1}},
		{"only_first:6", []int64{2, 13, 3, 17, 18, 3}, []int64{0, 0, 0, 1, 1, 1}},
		{"only_first:5", nil, nil},
		{"longest_first:8", []int64{2, 13, 13, 13, 3, 17, 18, 3}, []int64{0, 0, 0, 0, 0, 1, 1, 1}},
		{"longest_first:6", []int64{2, 13, 13, 3, 17, 3}, []int64{0, 0, 0, 0, 1, 1}},
		{"longest_first:3", []int64{2, 3, 3}, []int64{0, 0, 1}},
		{"longest_first:2", nil, nil},
	} {
		tr, err := token.ParseTruncation(c.truncation)
		if err != nil {
			t.Fatal(err)
		}
		if tr.String() != c.truncation {
			t.Errorf("got %q, want %q", tr, c.truncation)
		}
		ids, types, err := small(t, "wordpiece").AppendPair(nil, nil, premise, hypothesis, tr)
		if c.ids == nil {
			if !errors.Is(err, token.ErrTooShort) {
				t.Errorf("%v: got error %v, want %v", tr, err, token.ErrTooShort)
			}
			continue
		}
		if err != nil || !slices.Equal(ids, c.ids) || !slices.Equal(types, c.types) {
			t.Errorf("%v: got %v %v %v, want %v %v", tr, ids, types, err, c.ids, c.types)
		}
	}
}

func TestParseTruncationRefuses(t *testing.T) {
	for _, s := range []string{"", "only_first", "only_first:", "only_first:0", "only_first:-1", "only_first:x", "none:4", "both:4", "only_first:1:2"} {
		if tr, err := token.ParseTruncation(s); err == nil {
			t.Errorf("%q: got %v, want an error", s, tr)
		}
	}
}

func TestRobertaLayout(t *testing.T) {
	ids, types, err := small(t, "bpe").AppendPair(nil, nil, "a", "b", token.Truncation{})
	if want := []int64{0, 102, 2, 2, 103, 2}; err != nil || !slices.Equal(ids, want) || slices.Max(types) != 0 {
		t.Errorf("got %v %v %v, want %v with type ids 0", ids, types, err, want)
	}
}

// MPNet has BERT's words in RoBERTa's layout.
func TestMPNetPairsEqualReference(t *testing.T) {
	tok := small(t, "mpnet")
	for _, c := range []struct {
		premise, hypothesis string
		most                int
		ids                 []int64
	}{
		{"The bridge was built in 1931 by an Engineer.", "It is a stone-bridge", 0, []int64{0, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 7, 2, 2, 28, 29, 33, 13, 9, 14, 2}},
		{"The bridge was built in 1931 by an Engineer.", "It is a stone-bridge", 16, []int64{0, 12, 14, 15, 16, 17, 18, 2, 2, 28, 29, 33, 13, 9, 14, 2}},
		{"Ostel, the River", "bridges over [UNK] stones", 16, []int64{0, 24, 25, 8, 12, 27, 2, 2, 14, 31, 30, 4, 13, 31, 2}},
		{"", "the bridge", 16, []int64{0, 2, 2, 12, 14, 2}},
		{"a </s> b<mask>", "<s> c", 0, []int64{0, 33, 2, 34, 42, 2, 2, 0, 35, 2}},
	} {
		tr := token.Truncation{}
		if c.most > 0 {
			tr = token.Truncation{Strategy: token.OnlyFirst, Max: c.most}
		}
		ids, types, err := tok.AppendPair(nil, nil, c.premise, c.hypothesis, tr)
		if err != nil || !slices.Equal(ids, c.ids) || slices.Max(types) != 0 {
			t.Errorf("%q, %q: got %v %v %v, want %v with type ids 0", c.premise, c.hypothesis, ids, types, err, c.ids)
		}
	}
}

func TestEscapedForgesNothing(t *testing.T) {
	for _, c := range []struct {
		model, text string
		special     []string // but the unknown token, which text may well become
	}{
		{"wordpiece", "a [SEP] b[CLS][MASK]", []string{"[PAD]", "[CLS]", "[SEP]", "[MASK]"}},
		{"bpe", "a </s> b<s><mask><unk>", []string{"<s>", "<pad>", "</s>", "<unk>", "<mask>"}},
		{"unigram", "[SEP] stone[SEP][CLS][MASK]", []string{"[PAD]", "[CLS]", "[SEP]", "[MASK]"}},
		{"mpnet", "stone </s> b<s><mask>", []string{"<s>", "<pad>", "</s>", "<mask>"}},
	} {
		plain := small(t, c.model)
		escaped := plain.Escaped()
		e, err := escaped.Encode(c.text)
		if err != nil {
			t.Fatal(err)
		}
		inner := e.IDs[1 : len(e.IDs)-1]
		for _, s := range c.special {
			if id, ok := plain.ID(s); !ok || slices.Contains(inner, id) {
				t.Errorf("%s %q: got %v, which has %s (%d)", c.model, c.text, inner, s, id)
			}
		}
		raw, err := plain.Encode(c.text)
		if sep := raw.IDs[len(raw.IDs)-1]; err != nil || !slices.Contains(raw.IDs[1:len(raw.IDs)-1], sep) {
			t.Errorf("%s %q: not escaped: got %v, want %d inside, as the reference has it", c.model, c.text, raw.IDs, sep)
		}
		if again, _ := escaped.Encode("stone"); !slices.Equal(again.IDs, must(plain.Encode("stone")).IDs) {
			t.Errorf("%s: escaping changes plain text: got %v", c.model, again.IDs)
		}
	}
}

// A separator that its file doesn't call special is the template's all the same.
func TestEscapedForgesNoSeparatorOfTheTemplate(t *testing.T) {
	for _, model := range []string{"wordpiece", "bpe", "unigram"} {
		data, err := os.ReadFile("testdata/" + model + ".json")
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "tokenizer.json")
		if err := os.WriteFile(name, regexp.MustCompile(`"special":\s*true`).ReplaceAll(data, []byte(`"special":false`)), 0o600); err != nil {
			t.Fatal(err)
		}
		plain, err := token.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		frame := must(plain.Encode("stone")).IDs
		first, last := frame[0], frame[len(frame)-1]
		for _, s := range []string{"[SEP] a", "a[CLS]", "</s> a", "a <s>"} {
			inner := must(plain.Escaped().Encode(s)).IDs
			if inner = inner[1 : len(inner)-1]; slices.Contains(inner, first) || slices.Contains(inner, last) {
				t.Errorf("%s %q: got %v, which has %d or %d", model, s, inner, first, last)
			}
		}
	}
}

func must(e token.Encoding, err error) token.Encoding {
	if err != nil {
		panic(err)
	}
	return e
}

func TestAppendKeepsEarlierIDs(t *testing.T) {
	tok := small(t, "wordpiece")
	ids, types, err := tok.AppendText([]int64{7}, []int64{9}, "stone", token.Truncation{})
	if err != nil || !slices.Equal(ids, []int64{7, 2, 13, 3}) || !slices.Equal(types, []int64{9, 0, 0, 0}) {
		t.Errorf("got %v %v %v", ids, types, err)
	}
	tr := token.Truncation{Strategy: token.OnlyFirst, Max: 4}
	ids, types, err = tok.AppendPair(ids, types, "stone", "wall street", tr)
	if err == nil || len(ids) != 4 || len(types) != 4 {
		t.Errorf("refused pair: got %v %v %v, want the slices unchanged and an error", ids, types, err)
	}
}

func TestAppendTakesNoMemory(t *testing.T) {
	tok := small(t, "wordpiece")
	ids, types := make([]int64, 0, 1024), make([]int64, 0, 1024)
	text := strings.Repeat("Oliver Stone directs. ", 40)
	got := testing.AllocsPerRun(50, func() {
		if _, _, err := tok.AppendPair(ids, types, text, "wall street", token.Truncation{Strategy: token.OnlyFirst, Max: 192}); err != nil {
			t.Fatal(err)
		}
	})
	if got > 2 { // a collection in between may empty the pool
		t.Errorf("got %v allocations for 200 tokens, want none", got)
	}
}

func TestVocabulary(t *testing.T) {
	tok := small(t, "wordpiece")
	if got, want := tok.Size(), 35; got != want {
		t.Errorf("got size %d, want %d", got, want)
	}
	if got := []int{tok.Added(false), tok.Added(true), small(t, "bpe").Added(true)}; !slices.Equal(got, []int{2, 3, 4}) {
		t.Errorf("got %v special tokens added, want 2, 3, 4", got)
	}
	if id, kind := small(t, "bpe").Pad(); id != 1 || kind != 0 {
		t.Errorf("got pad %d %d, want 1 0", id, kind)
	}
}

func TestConcurrentUse(t *testing.T) {
	tok := small(t, "unigram")
	want := must(tok.Encode("stone directs a\tstone"))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				if got, err := tok.Encode("stone directs a\tstone"); err != nil || !slices.Equal(got.IDs, want.IDs) {
					t.Errorf("got %v %v, want %v", got.IDs, err, want.IDs)
					return
				}
			}
		})
	}
	wg.Wait()
}
