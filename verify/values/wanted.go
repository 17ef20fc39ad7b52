package values

import "slices"

// asks reports whether a claim speaks of an attribute, so that whole pages are read for it.
func asks(claim []word) bool {
	return comparing(claim) >= 0 || slices.ContainsFunc(claim, func(w word) bool {
		cue := cues[w.text] != "" && len(w.text) > 1
		return (!w.upper || w.at == 0) && (cue || orders[w.text].attribute != "" || implied[w.text])
	})
}

// implied has words that speak of an attribute without being its cue.
var implied = set("lived came country countries nationality nationalities citizenship")

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
		case "year", "years", "day", "date", "country", "countries", "nationality", "nationalities", "decade", "century",
			"month":
			same |= 2
		}
	}
	return same == 3
}
