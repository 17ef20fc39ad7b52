package values_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/verify/values"
)

func TestSplit(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Ada Holm's bridge.", "ada|holm's|bridge|."},
		{"1,482 m (4,862 ft)", "1,482|m|(|4,862|ft|)"},
		{"1,48 and 1,4827", "1|,|48|and|1|,|4827"},
		{"3.14 3.14.15", "3.14|3.14|.|15"},
		{"27kg", "27|kg"},
		{"1840s", "1840|s"},
		{"Jean-Paul", "jean|-|paul"},
		{"o’clock rock'n'roll", "o|’|clock|rock'n'roll"},
		{"Étienne e\u0301tienne", "étienne|e\u0301tienne"}, // a dash was lost
		{"188225 men", "188225|men"},
		{"東京 Łomna", "東京|łomna"},
		{" \t\n", ""},
		{"a\xffb", "a|\xef\xbf\xbd|b"},
	} {
		if got := strings.Join(values.Split(test.text), "|"); got != test.want && utf8.ValidString(test.text) {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// Words of claims and of tables have one stem.
func TestStem(t *testing.T) {
	for _, same := range []string{
		"point points", "score scored scores scoring", "city cities", "match matches", "win won winning wins", "box boxes",
		"play played plays playing", "child children", "person people", "write wrote written writing", "hop hopped hopping", "foot feet",
		"class classes", "few fewer fewest", "be is was were been are", "holm holm's",
	} {
		words := strings.Fields(same)
		for _, w := range words[1:] {
			if values.Stem(w) != values.Stem(words[0]) {
				t.Errorf("%s and %s: stems %s and %s", words[0], w, values.Stem(words[0]), values.Stem(w))
			}
		}
	}
	for _, other := range []string{"pass past", "this thi", "us u", "ring r", "need n", "ball bal", "less l"} {
		a, b, _ := strings.Cut(other, " ")
		if values.Stem(a) == values.Stem(b) {
			t.Errorf("%s and %s have the stem %s", a, b, values.Stem(a))
		}
	}
	if values.Stem("") != "" || values.Stem("s") != "s" {
		t.Error("short words change")
	}
}

func TestNations(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"an American film", "united states"},
		{"a U.S. senator of the United States of America", "united states|united states"},
		{"an Austrian-born American actor", "austria|united states"},
		{"in New Zealand and South Korea", "new zealand|south korea"},
		{"the people of papua new guinea", ""}, // without a capital
		{"Polish, with a polish", "poland"},
		{"Turkey's coast", "turkey"},
		{"the Dutch in Holland", "netherlands|netherlands"},
		{"Dominican", "dominican republic"},
		{"Orrin", ""},
	} {
		if got := strings.Join(values.Nations(test.text), "|"); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// Every word keeps its place in the text, whatever that is.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"Ada's 1,482.5", "188225 May 1974", "\xff\u0301", "İ", "1,,2", "'", "a'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := values.Split(text)
		lower := strings.ToLower(text)
		if slices.Contains(words, "") {
			t.Fatalf("%q has an empty word: %q", text, words)
		}
		if !utf8.ValidString(text) {
			return
		}
		for _, w := range words {
			at := strings.Index(lower, w)
			if at < 0 {
				t.Fatalf("%q: %q isn't in what is left", text, w)
			}
			lower = lower[at+len(w):]
		}
		values.Nations(text)
	})
}
