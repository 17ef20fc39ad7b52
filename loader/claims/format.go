package claims

import (
	"encoding/json"
	"strings"
)

// Format names a data set's file format.
type Format string

// The formats.
const (
	Auto            Format = "auto"            // found by content
	formatHotpotQA  Format = "hotpotqa"        // Yang et al. 2018, distractor and fullwiki
	formatTwoWiki   Format = "2wikimultihopqa" // Ho et al. 2020
	formatMuSiQue   Format = "musique"         // Trivedi et al. 2022
	Hover           Format = "hover"           // Jiang et al. 2020
	Fever           Format = "fever"           // Thorne et al. 2018
	Feverous        Format = "feverous"        // Aly et al. 2021
	formatProgramFC Format = "programfc"       // FEVEROUS claims with evidence text (Pan et al. 2023)
	formatMultihop  Format = "multihop"        // claims or questions, their pages and the text of what decides them
	formatPlain     Format = "plain"           // {id, claim} or {id, question}; a list of strings; a table with a column named claim
	formatLines     Format = "lines"           // one claim a line of text
)

// detectRecord detects the format of a record. Sure reports whether no other format is possible.
func detectRecord(rec record) (f Format, sure bool) {
	switch {
	case rec.row != nil:
		return formatPlain, true
	case rec.raw == nil:
		return formatLines, true
	case rec.isString():
		return formatPlain, false
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(rec.raw, &keys) != nil {
		return Auto, false
	}
	return detectKeys(keys)
}

func detectKeys(k map[string]json.RawMessage) (Format, bool) {
	has := func(names ...string) bool {
		for _, n := range names {
			if _, ok := k[n]; !ok {
				return false
			}
		}
		return true
	}
	switch {
	case has("question", "paragraphs") && !has("supporting_facts"):
		return formatMuSiQue, true
	case has("question", "evidences"):
		return formatTwoWiki, true
	case has("_id", "question"), has("question", "supporting_facts"):
		return formatHotpotQA, true
	case has("uid", "claim"):
		return Hover, true
	case (has("claim") || has("question")) && strings.HasPrefix(strings.TrimSpace(string(k["pages"])), "["):
		return formatMultihop, true
	case has("claim", "evidence"):
		return detectEvidence(k)
	case has("claim", "challenge"), has("claim", "annotator_operations"):
		return Feverous, true
	case has("claim", "verifiable"):
		return Fever, true
	}
	return formatPlain, false
}

// detectEvidence distinguishes fact-checking data sets by the form of their evidence.
func detectEvidence(k map[string]json.RawMessage) (Format, bool) {
	_, operations := k["annotator_operations"]
	_, challenge := k["challenge"]
	var list []json.RawMessage
	switch ev := strings.TrimSpace(string(k["evidence"])); {
	case strings.HasPrefix(ev, `"`) && (challenge || strings.Contains(ev, `\t`)):
		return formatProgramFC, true
	case strings.HasPrefix(ev, `"`): // a sentence without its page
		return formatPlain, true
	case operations || challenge:
		return Feverous, true
	case json.Unmarshal(k["evidence"], &list) == nil && len(list) > 0:
		if strings.HasPrefix(strings.TrimSpace(string(list[0])), "{") {
			return Feverous, true
		}
		return Fever, true
	}
	return Fever, false
}

// columnOf returns a column's name as JSON lines would have it.
func columnOf(name string) string { return strings.ToLower(strings.TrimSpace(name)) }
