package values

import "strings"

// interest is what of a page has to be read besides what is cited: the sentences that can state an attribute the claim speaks of.
type interest struct {
	asked map[attribute]bool
	cues  []string // words, in lower case, one of which the sentence must hold
	leads bool     // and the first sentences of a page
	lives bool     // and those that begin with a name and have dates in parentheses
	words []word   // of the claim
	stems map[string]bool
}

// interestOf returns the interest of a claim.
func interestOf(words []word) interest {
	asked, at := map[attribute]bool{}, comparing(words)
	for i, w := range words {
		if w.upper && i > 0 {
			continue
		}
		if a := cues[w.text]; a != "" && len(w.text) > 1 {
			asked[a] = true
		}
		if a := more[w.text]; a != "" && at >= 0 {
			asked[a] = true
		}
		if o, ok := orders[w.text]; ok && o.attribute != "" {
			asked[o.attribute] = true
		}
		for _, a := range implied[w.text] {
			asked[a] = true
		}
	}
	if asked[length] {
		asked[duration] = true
	}
	if at >= 0 && asked[area] {
		asked[height], asked[length], asked[mass] = true, true, true
	}
	if asked[ageOf] {
		asked[birth], asked[death] = true, true
	}
	if at >= 0 && (orders[words[at].text].dated || asked[release] || asked[beginning]) {
		for _, a := range datings {
			asked[a] = true
		}
	}
	out := interest{leads: len(asked) > 0, lives: asked[birth] || asked[death], asked: asked, words: words, stems: map[string]bool{}}
	for _, w := range words {
		if w.kind == letters {
			out.stems[stem(w.text)] = true
		}
	}
	for _, all := range []map[string]attribute{cues, more} {
		for w, a := range all {
			if asked[a] && len(w) > 1 {
				out.cues = append(out.cues, w)
			}
		}
	}
	if at >= 0 {
		out.cues = append(out.cues, countedIn(words[at:])...)
		for _, w := range words[:at] {
			if orders[words[at].text].dated && !w.upper && len(w.text) > 3 && !closed[w.text] {
				out.cues = append(out.cues, stem(w.text))
			}
		}
	}
	return out
}

// implied maps words to attributes that they speak of without being their cue.
var implied = map[string][]attribute{
	"lived": {birth, death}, "outlived": {birth, death}, "old": {birth, death}, "came": {release},
	"country": {country}, "countries": {country}, "nationality": {country}, "nationalities": {country}, "citizenship": {country},
}

// leadElements is the number of first sentences that introduce the subject of a page; leadFacts of those that are read for facts
// in any case.
const (
	leadElements = 2
	leadFacts    = 8
)

// skips reports whether an element that is not cited states nothing of interest.
func (w *interest) skips(e *Element, order int) bool {
	if !e.Uncited || w.leads && order < leadFacts {
		return false
	}
	if !strings.ContainsAny(e.Text, "0123456789") || len(e.Text) > 2000 {
		return true
	}
	if open := strings.IndexByte(e.Text, '('); w.lives && open > 0 && open < 80 {
		return false
	}
	for _, c := range w.cues {
		if strings.Contains(e.Text, c) || len(e.Text) >= len(c) && strings.EqualFold(e.Text[:len(c)], c) {
			return false
		}
	}
	return true
}

// Compares reports whether a claim sets two things side by side, with a word such as before, older than, the same year.
func Compares(claim string) bool {
	words := split(claim)
	same := 0
	for i, w := range words {
		if direct[w.text] || w.text == "than" && i > 0 {
			return true
		}
		switch w.text {
		case "same", "different", "share":
			same |= 1
		case "year", "years", "day", "date", "country", "countries", "nationality", "nationalities", "decade", "century", "month":
			same |= 2
		}
	}
	return same == 3
}
