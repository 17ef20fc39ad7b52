package score

import (
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
)

// bestSet writes exact match, precision, recall and F1 of a predicted set against the best of the gold sets.
func bestSet(into []float64, gold [][]string, pred map[string]bool) {
	best := -1.0
	for _, set := range gold {
		hit := 0
		for _, g := range set {
			if pred[g] {
				hit++
			}
		}
		m := overlap(hit, hit, len(pred), len(set))
		if m[3] > best {
			best = m[3]
			copy(into, m[:])
		}
	}
}

// overlap is exact match, precision, recall and F1 from the predictions that are right and the gold that is found.
func overlap(right, found, predicted, gold int) [4]float64 {
	var m [4]float64
	if predicted > 0 {
		m[1] = float64(right) / float64(predicted)
	}
	if gold > 0 {
		m[2] = float64(found) / float64(gold)
	}
	m[3] = harmonic(m[1], m[2])
	if right == predicted && found == gold {
		m[0] = 1
	}
	return m
}

// goldElements are the alternative sets of elements, each under its address or, where the file has only
// text, its words; sets of whole pages are none.
func goldElements(c *claims.Claim) [][]string {
	var out [][]string
	for _, s := range c.Gold {
		var set []string
		for _, e := range s.Items {
			title := graph.FoldTitle(e.Title)
			switch {
			case e.Element.Kind != graph.KindPage:
				set = addNew(set, addressKey(title, e.Element))
			case e.Text != "" && !c.Question: // MuSiQue's text is the whole paragraph
				set = addNew(set, textKey(title, e.Text))
			}
		}
		if len(set) > 0 {
			out = append(out, set)
		}
	}
	return out
}

// bestEvidence is bestSet for elements: a repeated element counts once.
func bestEvidence(into []float64, gold [][]string, evidence []element) {
	pred := map[string]bool{}
	distinct := map[element]bool{}
	for _, e := range evidence {
		distinct[e] = true
		pred[e.address] = true
		pred[e.text] = true
	}
	best := -1.0
	for _, set := range gold {
		hit := 0
		for _, g := range set {
			if pred[g] {
				hit++
			}
		}
		if m := overlap(hit, hit, len(distinct), len(set)); m[3] > best {
			best = m[3]
			copy(into, m[:])
		}
	}
}
