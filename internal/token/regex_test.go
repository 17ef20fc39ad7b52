package token_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/internal/token"
)

// splitBy is a tokenizer that cuts at what a pattern finds, and knows no words: each piece is one token.
func splitBy(t *testing.T, pattern string) (*token.Tokenizer, error) {
	t.Helper()
	p, err := json.Marshal(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return token.Read(strings.NewReader(fmt.Sprintf(`{"pre_tokenizer":{"type":"Split","pattern":{"Regex":%s},"behavior":"Isolated","invert":false},
		"model":{"type":"WordPiece","unk_token":"?","continuing_subword_prefix":"##","max_input_chars_per_word":100,"vocab":{"?":0}}}`, p)))
}

// The pieces were printed by the reference, whose classes are Unicode's.
func TestRegexEqualsReference(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          []string
	}{
		{`[[:alpha:]]+`, "abé1中_Ⅳ", []string{"abé", "1", "中", "_", "Ⅳ"}},
		{`[[:space:]]+`, "a\u00a0 \u2003b\u200bc", []string{"a", "\u00a0 \u2003", "b\u200bc"}},
		{`[^[:alpha:]\s]+`, "aé12 中-x", []string{"aé", "12", " 中", "-", "x"}},
		{`[[:alnum:]]+`, "aé1٣²-x", []string{"aé1٣", "²-", "x"}},
		{`[[:upper:]]+`, "aÉBⅠx", []string{"a", "ÉBⅠ", "x"}},
		{`[[:lower:]]+`, "AéªbX", []string{"A", "éªb", "X"}},
		{`[[:blank:]]+`, "a \t\u00a0\nb", []string{"a", " \t\u00a0", "\nb"}},
		{`[[:digit:]]+`, "a1٣²", []string{"a", "1٣", "²"}},
		{`[[:xdigit:]]+`, "xaF9g", []string{"x", "aF9", "g"}},
		{`[[:cntrl:]]+`, "a\x01\u200bb", []string{"a", "\x01", "\u200bb"}},
		{`[[:word:]]+`, "a_é²-", []string{"a_é", "²-"}},
		{`[\w-]+`, "a-b²c", []string{"a-b", "²", "c"}},
		{`\w+`, "a-²b", []string{"a", "-", "²b"}},
		{`\p{Alpha}+`, "aé1", []string{"aé", "1"}},
		{`\p{space}+`, "a\u00a0b", []string{"a", "\u00a0", "b"}},
		{`\P{space}+`, "a b", []string{"a", " ", "b"}},
		{`\p{^L}+`, "a12b", []string{"a", "12", "b"}},
		{`a{,2}b`, "aaab b", []string{"a", "aab", " ", "b"}},
		{`a{1,2}?`, "aaa", []string{"a", "a", "a"}},
		{`a{,}`, "a{,}b", []string{"a{,}", "b"}},
		{`a{b}`, "a{b}c", []string{"a{b}", "c"}},
		{`\u0041+`, "AAb", []string{"AA", "b"}},
		{`\x{e9}`, "aéb", []string{"a", "é", "b"}},
		{`[a^]+`, "a^b", []string{"a^", "b"}},
		{`(?i:AB)c`, "abcd", []string{"abc", "d"}},
		{`(?<n>ab)`, "abc", []string{"ab", "c"}},
	} {
		tok, err := splitBy(t, c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		e := must(tok.Encode(c.text))
		var got []string
		for _, o := range e.Offsets {
			got = append(got, string([]rune(c.text)[o.Start:o.End]))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %q: got %q, want %q", c.pattern, c.text, got, c.want)
		}
	}
}

// What Go would read otherwise is refused, rather than cut where the reference doesn't.
func TestRegexRefusesWhatGoReadsOtherwise(t *testing.T) {
	for pattern, want := range map[string]string{
		`[a[b1]]+`: "a bracket in brackets", `[]a]`: "a bracket that begins", `[a&&b]`: "&&", `[[:punct:]]`: "[:punct:]", `[[:^alpha:]]`: "[:^alpha:]",
		`(?m)a.b`: `"(?m)"`, `(?s)a`: `"(?s)"`, `(?U)a+`: `"(?U)"`, `(?P<n>a)`: `"(?P<"`, `(?>a)`: `"(?>a"`, `\pL+`: "a name in braces", `\Qa\E`: `\Q`,
		`\p{Punct}`: `\p{Punct}`, `a{2}?`: "{2}?", `\xe9`: `\xe9`, `^a`: "^", `\[^a`: "^", `a$`: "$", `[\W]`: `\W in brackets`, `\h+`: `\h`, `\`: "pattern", `a\`: "pattern",
	} {
		if _, err := splitBy(t, pattern); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "pattern") {
			t.Errorf("%s: got %v, want an error of the pattern with %q", pattern, err, want)
		}
	}
}

// Text doesn't merge into a token that was added to the model's own: the ids were printed by the reference.
func TestAddedTokenIsNoneOfTheModel(t *testing.T) {
	tok, err := token.Read(strings.NewReader(`{"added_tokens":[{"id":3,"content":"é","single_word":true,"lstrip":false,"rstrip":false,"normalized":false,"special":false}],
		"model":{"type":"BPE","unk_token":"?","vocab":{"?":0,"a":1,"b":2},"merges":[]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := must(tok.Encode("aéb é")).IDs, []int64{1, 0, 2, 0, 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v: é within a word is not the token", got, want)
	}
}
