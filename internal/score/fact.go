package score

import (
	"strings"

	"github.com/bridgehop/bridgehop/internal/claims"
)

// item is one predicted or gold element of FEVER's or FEVEROUS's evidence.
type item struct {
	key  string // as the official scorer compares it
	null bool   // gold: the field the official scorer tests for None is null
	cell bool   // takes one of the places for cells, as the official scorer reads it
	bad  string // what the official format check says of it; it runs on claims with the right label only

	own     string // as we compare it: titles folded, ids split from the right; "" matches nothing
	ownCell bool
}

// factGold is the gold side of one claim.
type factGold struct {
	claim    *claims.Claim // for breakdowns; nil when the record is no claim to us
	label    *string
	sets     [][]item
	official string // the exception the official scorer raises when it uses this record
	noIDs    bool   // the evidence is text without ids
}

// factPred is the predicted side.
type factPred struct {
	label    *string
	evidence []item
	given    bool      // predicted_evidence is there
	gold     *factGold // the record carries its own gold, which the official scorer prefers
	official string    // the exception on reading
	place    claims.Place
}

// Columns of the FEVER and FEVEROUS samples.
const (
	factCount = iota
	factLabel
	factStrict
	factP
	factPHits
	factR
	factRHits
	factCols
)

// factFigures are the official names; score is fever_score or feverous_score.
func factFigures(score string) []figure {
	p := func(s []float64) float64 {
		if s[factPHits] > 0 {
			return s[factP] / s[factPHits]
		}
		return 1
	}
	r := func(s []float64) float64 {
		if s[factRHits] > 0 {
			return s[factR] / s[factRHits]
		}
		return 0
	}
	return []figure{
		mean(score, factStrict, factCount),
		mean("label_accuracy", factLabel, factCount),
		{"evidence_precision", factPHits, p},
		{"evidence_recall", factRHits, r},
		{"evidence_f1", factRHits, func(s []float64) float64 { return ratio(2*p(s)*r(s), p(s)+r(s)) }},
	}
}

// task is what FEVER and FEVEROUS differ in.
type task struct {
	name      string
	score     string
	neiExempt bool // claims without enough information need no evidence, and count in no evidence figure
	truncate  func(list []item, own bool) []item
}

// check is what the official code would raise on a claim with the right label, "" when nothing.
func check(list []item) string {
	for _, wanted := range []string{"AssertionError: Predicted evidence must be a list of (page,", ""} {
		for _, it := range list {
			if it.bad != "" && strings.HasPrefix(it.bad, wanted) {
				return it.bad
			}
		}
	}
	return ""
}

// measures scores one claim by key, as official (the record's own order of checks) or own.
func (t *task) measures(g *factGold, p *factPred, own bool) []float64 {
	v := make([]float64, factCols)
	v[factCount] = 1
	label := strings.ToUpper(*g.label)
	nei := t.neiExempt && label == "NOT ENOUGH INFO"
	right := p != nil && p.label != nil && label == strings.ToUpper(*p.label)
	if right {
		v[factLabel] = 1
	}
	var list []item
	if p != nil {
		list = t.truncate(p.evidence, own)
	}
	name := func(it item) string { return it.key }
	if own {
		name = func(it item) string { return it.own }
	}
	predicted := make(map[string]bool, len(list))
	for _, it := range list {
		predicted[name(it)] = true
	}
	complete := holdsSet(g.sets, predicted, name)
	if right && (nei || complete) {
		v[factStrict] = 1
	}
	if nei {
		return v
	}
	v[factPHits], v[factRHits] = 1, 1
	if len(g.sets) == 0 || complete {
		v[factR] = 1
	}
	v[factP] = precision(g, list, name)
	if own && (p == nil || !p.given) {
		v[factP], v[factR] = 0, 0
	}
	return v
}

// holdsSet tells whether a whole set was predicted; an empty set always was.
func holdsSet(sets [][]item, predicted map[string]bool, name func(item) string) bool {
	for _, set := range sets {
		whole := true
		for _, it := range set {
			if n := name(it); n == "" || !predicted[n] {
				whole = false
				break
			}
		}
		if whole {
			return true
		}
	}
	return false
}

// precision is the share of predictions, repeats counted each, that stand in any gold set; 1 for none.
func precision(g *factGold, list []item, name func(item) string) float64 {
	if len(list) == 0 {
		return 1
	}
	gold := map[string]bool{}
	for _, set := range g.sets {
		for _, it := range set {
			if n := name(it); !it.null && n != "" {
				gold[n] = true
			}
		}
	}
	hits := 0
	for _, it := range list {
		if gold[name(it)] {
			hits++
		}
	}
	return float64(hits) / float64(len(list))
}
