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
		out[name] = countryWord{name, false}
		for _, f := range strings.Split(forms, ",") {
			f = strings.ReplaceAll(f, "_", " ")
			if _, known := out[f]; !known {
				out[f] = countryWord{name, true}
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
func nations(words []word) []nation {
	var out []nation
	for i := 0; i < len(words); i++ {
		if !words[i].upper {
			continue
		}
		text, found, end := words[i].text, countryWord{}, 0
		for n := 1; n <= 4 && i+n <= len(words); n++ {
			if w := words[i+n-1]; n > 1 && w.text == "." || n > 1 && words[i+n-2].text == "." {
				text += w.text
			} else if n > 1 {
				text += " " + w.text
			}
			if p, ok := countryWords[strings.TrimSuffix(text, "'s")]; ok {
				found, end = p, i+n
			}
		}
		if end > 0 {
			out = append(out, nation{found, i, end})
			i = end - 1
		}
	}
	return out
}
