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
	has := func(list map[string]bool) bool {
		return slices.ContainsFunc(words, func(w word) bool { return list[w.text] })
	}
	than := slices.IndexFunc(words, func(w word) bool { return w.text == "than" })
	return has(direct) || than > 0 || has(alike) && has(shared)
}

// alike and shared are words of what two things have in common, or not.
var (
	alike  = set("same different share")
	shared = set("year years day date country countries nationality nationalities decade century month")
)
