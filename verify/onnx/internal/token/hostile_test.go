package token_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/token"
)

var models = []string{"wordpiece", "bpe", "unigram"}

func TestHostileTexts(t *testing.T) {
	texts := map[string]string{
		"a word of 1 MB":         strings.Repeat("a", 1<<20),
		"a million brackets":     strings.Repeat("[", 1000000),
		"a million half tokens":  strings.Repeat("[SE", 333333),
		"a million separators":   strings.Repeat("[SEP]</s>", 100000),
		"marks out of order":     "a" + strings.Repeat("\u0301\u0323", 250000),
		"one cluster":            strings.Repeat("\u200d\ufe0f", 150000),
		"flags":                  strings.Repeat("🇩", 200000),
		"spaces":                 strings.Repeat(" ", 1<<20),
		"no UTF-8":               strings.Repeat("\xff\xc3a", 200000),
		"ideographs":             strings.Repeat("中", 300000),
		"pairs that merge":       strings.Repeat("stone", 200000),
		"unknown after unknown":  strings.Repeat("q", 1<<20),
		"lone contraction marks": strings.Repeat("'", 1<<20),
	}
	for name, text := range texts {
		for _, model := range models {
			start := time.Now()
			check(t, small(t, model), text)
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("%s, %s: took %v", model, name, d)
			}
		}
	}
}

// check encodes text both ways and looks for what must always hold.
func check(t *testing.T, tok *token.Tokenizer, text string) {
	t.Helper()
	e, err := tok.Encode(text)
	if err != nil {
		t.Fatalf("%.40q: %v", text, err)
	}
	if len(e.IDs) != len(e.TypeIDs) {
		t.Fatalf("%.40q: got %d ids, %d type ids", text, len(e.IDs), len(e.TypeIDs))
	}
	for _, id := range e.IDs {
		if id < 0 || id >= int64(tok.Size()) {
			t.Fatalf("%.40q: got id %d of %d", text, id, tok.Size())
		}
	}
	if got, want := tok.Count(text), len(e.IDs)-tok.Added(false); got != want {
		t.Fatalf("%.40q: got count %d, want %d", text, got, want)
	}
}

func FuzzEncode(f *testing.F) {
	for _, s := range []string{"", "Oliver Stone directs.", "a[SEP]b</s> <mask> ", "\u0301\u0323e\u0301", "\xff\xfe", "\r\n\u00ad\t",
		"İıßẞ", "한글 ᄒ\u1161", "''s're", "  ▁▁ ", "\u1acf\u0897"} {
		f.Add(s, "stone", uint8(0), uint16(9))
	}
	var toks []*token.Tokenizer
	for _, m := range models {
		t := open(f, "testdata/"+m+".json")
		toks = append(toks, t, t.Escaped())
	}
	f.Fuzz(func(t *testing.T, first, second string, strategy uint8, most uint16) {
		for _, tok := range toks {
			check(t, tok, first)
			all := [...]token.Strategy{token.None, token.OnlyFirst, token.LongestFirst}
			tr := token.Truncation{Strategy: all[strategy%4], Max: int(most)}
			ids, _, err := tok.AppendPair(nil, nil, first, second, tr)
			if err == nil && tr.Strategy != token.None && len(ids) > tr.Max {
				t.Fatalf("%v: got %d tokens", tr, len(ids))
			}
		}
	})
}

// A chain of replacements that doubles each text thirty times ends in an error, of a text as of an added token.
func TestTextsThatGrow(t *testing.T) {
	const double = `{"type":"Replace","pattern":{"String":"a"},"content":"aa"}`
	chain := `{"type":"Sequence","normalizers":[` + strings.Repeat(double+",", 29) + double + `]}`
	tok, err := token.Read(strings.NewReader(edited(t, "wordpiece", "normalizer", chain)))
	if err != nil {
		t.Fatal(err)
	}
	const want = "normalizer 17 of tokenizer.json makes a text longer than 65552 bytes"
	if _, err := tok.Encode("a"); err == nil || err.Error() != want {
		t.Errorf("a text: got %v, want %s", err, want)
	}
	big := `{"type":"Replace","pattern":{"String":"a"},"content":"` + strings.Repeat("a", 1<<20) + `"}`
	if tok, err = token.Read(strings.NewReader(edited(t, "wordpiece", "normalizer", big))); err != nil {
		t.Fatal(err)
	}
	if _, err := tok.Encode(strings.Repeat("a", 1<<20)); err == nil {
		t.Error("a text of 2^40 bytes has no error")
	}
	added := edited(t, "wordpiece", "normalizer", chain)
	added = strings.Replace(added, `"added_tokens":[`, `"added_tokens":[{"id":98,"content":"a","normalized":true},`, 1)
	if _, err := token.Read(strings.NewReader(added)); err == nil || !strings.Contains(err.Error(), "added_tokens: [0]: normalizer 17") {
		t.Errorf("an added token: got %v", err)
	}
}
