package token_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/token"
)

func TestOpenMissing(t *testing.T) {
	if _, err := token.Open(filepath.Join(t.TempDir(), "tokenizer.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %v", err, fs.ErrNotExist)
	}
}

// edited reads a tokenizer of testdata with one part replaced.
func edited(tb testing.TB, model, part, value string) string {
	tb.Helper()
	data, err := os.ReadFile("testdata/" + model + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	var f map[string]json.RawMessage
	if err := json.Unmarshal(data, &f); err != nil {
		tb.Fatal(err)
	}
	f[part] = json.RawMessage(value)
	if data, err = json.Marshal(f); err != nil {
		tb.Fatal(err)
	}
	return string(data)
}

func TestMalformedFilesAreRefused(t *testing.T) {
	deep := strings.Repeat(`{"type":"Sequence","normalizers":[`, 50) + strings.Repeat(`]}`, 50)
	for _, c := range []struct{ model, part, value, want string }{
		{"wordpiece", "model", `null`, "model"},
		{"wordpiece", "model", `{"type":"WordLevel","vocab":{}}`, `model: type "WordLevel"`},
		{"wordpiece", "model", `{"type":"WordPiece","vocab":{"a":-1}}`, "out of range"},
		{"wordpiece", "model", `{"type":"WordPiece","vocab":{"a":99999999}}`, "out of range"},
		{"wordpiece", "model", `{"type":"WordPiece","vocab":["a"]}`, "model: WordPiece"},
		{"wordpiece", "normalizer", `{"type":"ByteLevel"}`, "normalizer: ByteLevel"},
		{"wordpiece", "normalizer", `{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Shout"}]}`, "normalizers[1]: Shout"},
		{"wordpiece", "normalizer", deep, "nested"},
		{"wordpiece", "normalizer", `{}`, "normalizer"},
		{"wordpiece", "normalizer", `[1]`, "normalizer"},
		{"wordpiece", "normalizer", `{"type":"Replace","pattern":{"Regex":"(?!x)y"},"content":""}`, "Replace"},
		{"wordpiece", "normalizer", `{"type":"Replace","pattern":{"Regex":"x*"},"content":""}`, "empty"},
		{"wordpiece", "normalizer", `{"type":"Replace","pattern":{"Regex":"\\bx"},"content":""}`, `\b`},
		{"wordpiece", "normalizer", `{"type":"Replace","pattern":{"Regex":"a{2}?"},"content":""}`, "a{2}?"},
		{"wordpiece", "normalizer", `{"type":"Replace","pattern":{},"content":""}`, "pattern"},
		{"unigram", "normalizer", `{"type":"Precompiled","precompiled_charsmap":"//8="}`, "too short"},
		{"unigram", "normalizer", `{"type":"Precompiled","precompiled_charsmap":"/////wAA"}`, "shorter than it says"},
		{"unigram", "normalizer", `{"type":"Precompiled","precompiled_charsmap":"!"}`, "Precompiled"},
		{"wordpiece", "pre_tokenizer", `{"type":"ByteLevel"}`, "pre_tokenizer: ByteLevel"},
		{"wordpiece", "pre_tokenizer", `{"type":"UnicodeScripts"}`, "pre_tokenizer: UnicodeScripts"},
		{"wordpiece", "pre_tokenizer", `{"type":"Split"}`, "pre_tokenizer: Split"},
		{"wordpiece", "pre_tokenizer", `{"type":"Punctuation"}`, "pre_tokenizer: Punctuation"},
		{"wordpiece", "pre_tokenizer", `{"type":"Digits"}`, "pre_tokenizer: Digits"},
		{"wordpiece", "pre_tokenizer", `{"type":"Whitespace"}`, "pre_tokenizer: Whitespace"},
		{"bpe", "pre_tokenizer", `{"type":"Sequence","pretokenizers":[{"type":"ByteLevel"},{"type":"WhitespaceSplit"}]}`, "last"},
		{"unigram", "pre_tokenizer", `{"type":"Metaspace","replacement":"ab"}`, "one character"},
		{"unigram", "pre_tokenizer", `{"type":"Metaspace","replacement":"_","prepend_scheme":"last"}`, `"last"`},
		{"wordpiece", "post_processor", `{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"[X]","type_id":0}}],"pair":[],"special_tokens":{}}`, `"[X]"`},
		{"wordpiece", "post_processor", `{"type":"TemplateProcessing","single":[{}],"pair":[],"special_tokens":{}}`, "single: piece 0"},
		{"wordpiece", "post_processor", `{"type":"TemplateProcessing","single":[],"pair":[],"special_tokens":{}}`, "A 0 times"},
		{"wordpiece", "post_processor", `{"type":"BertProcessing","sep":["[SEP]",3]}`, "missing"},
		{"wordpiece", "post_processor", `{"type":"BertProcessing","sep":["[SEP]",3],"cls":["[CLS]",5000]}`, "5000"},
		{"wordpiece", "post_processor", `{"type":"Elsewhere"}`, "post_processor"},
		{"bpe", "model", `{"type":"BPE","vocab":{"a":0,"b":1},"merges":["a b"]}`, "merges[0]"},
		{"bpe", "model", `{"type":"BPE","vocab":{"a":0},"merges":["a"]}`, "two tokens"},
		{"bpe", "model", `{"type":"BPE","vocab":{"a":0},"merges":[["a","b","c"]]}`, "want two"},
		{"bpe", "model", `{"type":"BPE","vocab":{"a":0},"merges":[],"dropout":0.1}`, "dropout"},
		{"bpe", "model", `{"type":"BPE","vocab":{"a":0},"merges":[],"unk_token":"u"}`, `"u"`},
		{"bpe", "model", `{"type":"BPE","vocab":{"a":0},"merges":[],"end_of_word_suffix":"</w>"}`, "end_of_word_suffix"},
		{"bpe", "model", `{"type":"BPE","vocab":{"a":0},"merges":[],"byte_fallback":true}`, "byte_fallback"},
		{"bpe", "pre_tokenizer", `{"type":"WhitespaceSplit"}`, "together"},
		{"unigram", "model", `{"type":"Unigram","unk_id":0,"byte_fallback":true,"vocab":[["a",0]]}`, "byte_fallback"},
		{"unigram", "model", `{"type":"Unigram","unk_id":5,"vocab":[["a",0]]}`, "unk_id 5"},
		{"unigram", "model", `{"type":"Unigram","unk_id":0,"vocab":[["a"]]}`, "Unigram"},
		{"unigram", "model", `{"type":"Unigram","unk_id":0,"vocab":[[1,"a"]]}`, "Unigram"},
	} {
		path := filepath.Join(t.TempDir(), "tokenizer.json")
		if err := os.WriteFile(path, []byte(edited(t, c.model, c.part, c.value)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := token.Open(path)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s %s %.60s: got error %v, want one with the path and %q", c.model, c.part, c.value, err, c.want)
		}
	}
}

// TestPartsEqualReference exercises parts that the fixtures lack; the ids were printed by the reference.
func TestPartsEqualReference(t *testing.T) {
	for _, c := range []struct {
		model, part, value, text string
		ids                      []int64
	}{
		{"wordpiece", "normalizer", `{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":false}`, "stone Stone stoné", []int64{2, 13, 1, 1, 3}},
		{"wordpiece", "normalizer", `{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":false,"lowercase":true}`, "Café CAFE", []int64{2, 1, 25, 3}},
		{"wordpiece", "normalizer", `{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":false,"strip_accents":null,"lowercase":true}`, "中 a中", []int64{2, 29, 1, 3}},
		{"wordpiece", "normalizer", `{"type":"BertNormalizer","clean_text":false,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true}`, "a\u200bb sto\u0000ne stone", []int64{2, 1, 1, 13, 3}},
		{"wordpiece", "normalizer", `{"type":"Sequence","normalizers":[{"type":"NFD"},{"type":"Lowercase"},{"type":"StripAccents"}]}`, "Café Å STONÉ", []int64{2, 25, 21, 13, 3}},
		{"wordpiece", "normalizer", `{"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Lowercase"}]}`, "ｓｔｏｎｅ Ａ ㍿", []int64{2, 13, 21, 1, 3}},
		{"wordpiece", "normalizer", `{"type":"Sequence","normalizers":[{"type":"NFKD"},{"type":"StripAccents"}]}`, "ｃａｆé", []int64{2, 25, 3}},
		{"wordpiece", "normalizer", `{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Replace","pattern":{"String":"é"},"content":"e"}]}`, "cafe\u0301 café", []int64{2, 25, 25, 3}},
		{"wordpiece", "pre_tokenizer", `{"type":"WhitespaceSplit"}`, "[sep] sep a. [CLS]stone", []int64{2, 1, 30, 1, 2, 13, 3}},
		{"wordpiece", "post_processor", `{"type":"BertProcessing","sep":["[SEP]",3],"cls":["[CLS]",2]}`, "stone", []int64{2, 13, 3}},
		{"wordpiece", "post_processor", `null`, "stone", []int64{13}},
		{"wordpiece", "added_tokens", `[{"id":99,"content":"wall street","single_word":false,"lstrip":false,"rstrip":false,"normalized":true,"special":false},{"id":3,"content":"[SEP]","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true},{"id":99,"content":"St","single_word":true,"lstrip":true,"rstrip":true,"normalized":false,"special":false}]`, "a Wall Street x St  y Stone stSt[SEP]", []int64{2, 21, 35, 1, 36, 1, 13, 1, 3, 3}},
		{"bpe", "pre_tokenizer", `{"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true,"use_regex":true}`, "film film", []int64{0, 264, 264, 2}},
		{"wordpiece", "normalizer", `{"type":"Replace","pattern":{"Regex":" {2,}"},"content":" "}`, "stone    wall", []int64{2, 13, 17, 3}},
		{"unigram", "pre_tokenizer", `{"type":"Metaspace","replacement":"▁","add_prefix_space":false,"prepend_scheme":"never"}`, "a stone", []int64{1, 11, 5, 2}},
		{"unigram", "pre_tokenizer", `{"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":false}`, "a stone directs", []int64{1, 13, 5, 6, 7, 2}},
	} {
		tok, err := token.Read(strings.NewReader(edited(t, c.model, c.part, c.value)))
		if err != nil {
			t.Errorf("%s %s %s: %v", c.model, c.part, c.value, err)
			continue
		}
		if got := must(tok.Encode(c.text)).IDs; !slices.Equal(got, c.ids) {
			t.Errorf("%s %s %q: got %v, want %v", c.model, c.value, c.text, got, c.ids)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, m := range models {
		data, err := os.ReadFile("testdata/" + m + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tok, err := token.Read(strings.NewReader(string(data)))
		if err != nil {
			return
		}
		for _, s := range []string{"", "a Stone[SEP]\u0301\u200b 中\t'S ", "\xff▁▁a"} {
			for _, tok := range []*token.Tokenizer{tok, tok.Escaped()} {
				if _, err := tok.Encode(s); err == nil {
					check(t, tok, s)
				}
			}
		}
	})
}
