package values

import (
	"cmp"
	"slices"
	"strings"
)

// relation is what a claim says of the values of two subjects.
type relation struct {
	attribute attribute
	second    attribute       // of the second, where it is another: "died before X was born"
	order     int             // the first is -1 less, 1 more; 0 the same
	not       bool            // the opposite of the same: different
	apart     *Value          // "ten years before"
	same      string          // what of the date: "year", "day", "month", "decade", "century"
	wording   string          // as the claim says it
	sure      float64         // that it is what the claim means
	stems     map[string]bool // of the claim, where no attribute is known
	counted   []string        // of these, those that a header must have: more titles than
	dated     bool            // it may be of dates
	predicate []string        // stems of what is said of both
}

// masked returns the words of a claim with those of the pages that it names made blank.
func masked(claim []word, named []mention) []word {
	out := slices.Clone(claim)
	for _, m := range named {
		blank(out[m.from:m.to])
	}
	return out
}

// orders maps words that compare to the attribute that they name by themselves, and to the order of the first value to the second. An
// earlier date is less.
var orders = func() map[string]order {
	out := map[string]order{}
	for i, line := range []struct {
		attribute  attribute
		less, more string
	}{
		{"", "before earlier predates prior sooner first", "after later recently recent last"},
		{"", "fewer less narrower closer", "more wider broader farther further"},
		{birth, "older elder", "younger"},
		{death, "", "outlived"},
		{founding, "", "newer"},
		{area, "smaller", "larger bigger greater"},
		{population, "", "populous"},
		{height, "lower", "higher taller"},
		{length, "shorter", "longer"},
		{depth, "shallower", "deeper"},
		{mass, "lighter", "heavier"},
	} {
		for w := range set(line.less) {
			out[w] = order{line.attribute, -1, i == 0 || events[line.attribute]}
		}
		for w := range set(line.more) {
			out[w] = order{line.attribute, 1, i == 0 || events[line.attribute]}
		}
	}
	return out
}()

// order is what a comparing word says: of which attribute, if it names one, and that the first value is less (-1) or more (1).
type order struct {
	attribute attribute
	order     int
	dated     bool // it may be of dates
}

// relate reads the relation of two subjects off a claim.
func relate(p *pair, values []Value) (relation, bool) {
	claim, a, b := p.claim, p.a, p.b
	has := func(texts ...string) bool {
		return slices.ContainsFunc(claim, func(w word) bool { return slices.Contains(texts, w.text) })
	}
	rel := relation{attribute: attributeOf(claim), sure: a.sure * b.sure}
	if !p.not && has("not") || has("never", "neither", "nor") || negated(claim) || ofAnother(claim, a) {
		return rel, false
	}
	if has("same", "share", "different") {
		return alikeRelation(rel, a, b, has)
	}
	between := claim[a.to:b.from]
	at := comparing(between)
	if at < 0 || slices.ContainsFunc(between[:at], func(w word) bool { return w.text == "but" }) {
		return rel, false
	}
	behind := between[at+1:]
	if than := slices.IndexFunc(behind, func(w word) bool { return w.text == "than" }); than >= 0 {
		behind = behind[than+1:] // more games than
	}
	if !adjoins(behind) {
		return rel, false
	}
	o := orders[between[at].text]
	rel.order, rel.wording = o.order, between[at].text
	if p.not {
		rel.order, rel.wording = -rel.order, "not "+rel.wording
	}
	rel.attribute = combined(rel.attribute, o.attribute, has)
	rel.apart = apartBefore(values, between, at)
	if by := apartBehind(values, claim, b); by != nil && rel.apart == nil {
		rel.apart, claim = by, claim[:b.to]
	}
	rel.stems, rel.counted = stemsOf(claim), countedIn(between[at:])
	rel.dated, rel.predicate = o.dated, predicate(between[:at])
	if rel.counted == nil {
		rel.counted = p.counted
	}
	rel.second = rel.attribute
	for _, w := range claim[b.to:] {
		if c := cues[w.text]; events[c] && events[rel.attribute] {
			rel.second = c
		}
	}
	return rel, nothingElse(rel.attribute, between, claim, b)
}

// ofAnother reports whether a claim is of something else that it names by its first subject: the town between Holm and Ulv. In "the height
// of Holm" it is not.
func ofAnother(claim []word, a mention) bool {
	i := a.from - 1
	if i >= 0 && claim[i].text == "the" {
		i--
	}
	return i > 0 && naming[claim[i].text] && cues[claim[i-1].text] == "" && a.via < 0
}

// naming has words between something and the name that tells which it is.
var naming = set("between of in from near behind")

// adjoins reports whether nothing that could be compared instead stands between the comparing word and the second subject. In "before 1900
// in" and "after the end of" something does.
func adjoins(words []word) bool {
	for i, w := range words {
		known := closed[w.text] || tail[w.text] || cues[w.text] != "" || roles[w.text] != nil || roleLinks[w.text] ||
			w.upper && slices.ContainsFunc(words[i:], func(w word) bool { return w.text == "and" || w.text == "or" })
		if w.kind == digits || w.kind == letters && !known {
			return false
		}
	}
	return true
}

// events has the attributes that are dates.
var events = map[attribute]bool{birth: true, death: true, release: true, founding: true}

// direct has words that compare without "than".
var direct = set("before after outlived predates prior")

// comparing returns the index of the word that compares, -1 without one.
func comparing(between []word) int {
	than := slices.ContainsFunc(between, func(w word) bool { return w.text == "than" })
	return slices.IndexFunc(between, func(w word) bool {
		_, known := orders[w.text]
		return known && w.text != "first" && w.text != "last" && (than || direct[w.text])
	})
}

// negated reports whether a claim has a verb with n't.
func negated(claim []word) bool {
	return slices.ContainsFunc(claim, func(w word) bool { return strings.HasSuffix(w.text, "n't") })
}

// combined returns the attribute of a comparing word beside the other words of a claim: older, of men at their death, is of their age.
func combined(said, by attribute, has func(...string) bool) attribute {
	switch {
	case by == "":
		return said
	case by == length && has("lived", "live"):
		return lifetime
	case said == "":
		return by
	case by == birth && said == death:
		return ageOf
	case by == area || by == birth && (said == founding || said == release):
		return said
	case by == height && (said == population || said == area):
		return said
	}
	return by
}

// attributeOf returns the attribute whose word comes first in a claim.
func attributeOf(claim []word) attribute {
	for i, w := range claim {
		if w.upper && i > 0 || len(w.text) < 3 {
			continue
		}
		a := cmp.Or(cues[w.text], more[w.text])
		if a != "" && w.text != "number" && (a != length || cues[w.text] != "") { // reached the cinemas
			return a
		}
		if w.text == "lived" {
			return birth
		}
		if w.text == "came" && i+1 < len(claim) && claim[i+1].text == "out" {
			return release
		}
	}
	return ""
}

// nothingElse reports whether no word behind the second subject makes the comparison one of something else, as in "was born before X became
// king".
func nothingElse(a attribute, between, claim []word, b mention) bool {
	for _, w := range claim[min(b.to, len(claim)):] {
		if w.text == "and" || w.text == "or" { // another that is compared
			break
		}
		if w.kind == letters && !closed[w.text] && !tail[w.text] && (a == "" || cues[w.text] != a) {
			return false
		}
	}
	return len(between) <= 14
}

// tail has words that may stand behind the second subject.
var tail = set(`both either ever in area size population terms by year years old age release date birth death life came out did dies
	died born film movie river lake sea mountain island city town village country state bridge lighthouse ship building album song book
	novel magazine company club team school university adult male female cinemas`)

// apartBefore returns the amount before a comparing word: "ten years before".
func apartBefore(values []Value, between []word, i int) *Value {
	for k := range values {
		v := &values[k]
		if (v.Kind == kindQuantity || v.Kind == kindCount) && i > 0 && v.End <= between[i].at && between[i].at-v.End <= 2 {
			return v
		}
	}
	return nil
}

// apartBehind returns the amount behind the second subject: "taller than Holm by five metres".
func apartBehind(values []Value, claim []word, b mention) *Value {
	if b.to+1 >= len(claim) || claim[b.to].text != "by" {
		return nil
	}
	i := slices.IndexFunc(values, func(v Value) bool { return v.At == claim[b.to+1].at })
	if i < 0 || slices.ContainsFunc(claim[b.to:], func(w word) bool { return w.at >= values[i].End && w.kind != mark }) {
		return nil
	}
	return &values[i]
}

// countedIn returns the stems between more, fewer or less and than: more titles than.
func countedIn(words []word) (out []string) {
	if len(words) == 0 || words[0].text != "more" && words[0].text != "fewer" && words[0].text != "less" {
		return nil
	}
	for _, w := range words[1:] {
		if w.text == "than" {
			return out
		}
		if w.kind == letters && !closed[w.text] {
			out = append(out, stem(w.text))
		}
	}
	return nil
}

// alikeRelation reads "born in the same year", "have the same nationality", "both in the same country", "in different countries".
func alikeRelation(rel relation, a, b mention, has func(...string) bool) (relation, bool) {
	rel.not = has("different")
	if !has("same", "different", "share") || a.to > b.from {
		return rel, false
	}
	switch {
	case has("nationality", "nationalities", "citizenship", "country", "countries"):
		if rel.attribute == birth || rel.attribute == death { // where someone was born is another question
			return rel, false
		}
		rel.attribute, rel.same = country, "country"
	case has("year", "years"):
		rel.same = "year"
	case has("day", "date"):
		rel.same = "day"
	default:
		for _, part := range []string{"decade", "century", "month"} {
			if has(part) {
				rel.same = part
			}
		}
	}
	rel.wording = "the same " + rel.same
	if rel.not {
		rel.wording = "different " + plurals[rel.same]
	}
	return rel, rel.attribute != "" && rel.same != ""
}

var plurals = map[string]string{
	"country": "countries", "year": "years", "day": "days", "decade": "decades", "century": "centuries", "month": "months",
}
