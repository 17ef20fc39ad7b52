package values

import (
	_ "embed"
	"strings"
)

// countryNames lists countries, of the past too, each with the words for its people: denmark:danish,dane.
//
//go:embed countries.txt
var countryNames string

// countryWord is a word for a country: its name, or the word for its people.
type countryWord struct {
	country string
	people  bool // the word is one for its people
}

var countryWords = func() map[string]countryWord {
	out := map[string]countryWord{}
	for _, line := range strings.Fields(countryNames) {
		name, forms, _ := strings.Cut(line, ":")
		name = strings.ReplaceAll(name, "_", " ")
		out[name], out[name+"'s"] = countryWord{name, false}, countryWord{name, false}
		for _, f := range strings.Split(forms, ",") {
			f = strings.ReplaceAll(f, "_", " ")
			if _, known := out[f]; !known {
				out[f], out[f+"'s"] = countryWord{name, true}, countryWord{name, true}
			}
		}
	}
	return out
}()

// nation is a country that a text names.
type nation struct {
	countryWord
	at, end int // words
}

// nations returns the countries that a text names with a capital letter, in order. Of two in a row ("Austrian-born
// American") both count.
func nations(text string, words []word) []nation {
	var out []nation
	for i := 0; i < len(words); i++ {
		if found, n := longest(countryWords, text, words, i); n > 0 && words[i].upper {
			out = append(out, nation{found, i, i + n})
			i += n - 1
		}
	}
	return out
}
