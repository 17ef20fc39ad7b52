package hop

import "strings"

// comparing are words by which a claim sets things side by side (HotpotQA, section 2: comparison questions).
var comparing = map[string]bool{
	"both": true, "same": true, "older": true, "younger": true, "earlier": true, "later": true, "first": true,
	"longer": true, "shorter": true, "larger": true, "smaller": true, "bigger": true, "higher": true, "lower": true,
	"taller": true, "more": true, "fewer": true, "less": true, "than": true, "or": true, "neither": true,
	"either": true, "closer": true, "common": true, "similar": true, "different": true, "share": true, "also": true,
}

// Compares tells whether a claim may set pages side by side.
func Compares(claim string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(claim)) {
		if comparing[strings.Trim(w, ".,;:!\"'()"+questionMarks)] {
			return true
		}
	}
	return false
}
