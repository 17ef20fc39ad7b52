package values

import (
	"cmp"
	"slices"
)

// relation is what a claim says of the values of two subjects.
type relation struct {
	attribute attribute
	order     int     // the first is -1 less, 1 more; 0 the same
	not       bool    // the opposite of the same: different
	same      string  // what is the same: "year", "country"
	wording   string  // as the claim says it
	sure      float64 // that it is what the claim means
	dated     bool    // it may be of dates, and nothing says of which
}

// masked returns the words of a claim, with the names of pages made blank.
func masked(claim []word, named []mention) []word {
	out := slices.Clone(claim)
	for _, m := range named {
		for i := m.from; i < m.to; i++ {
			out[i].text, out[i].kind = "", mark
		}
	}
	return out
}

// orders maps words that compare to the attribute that they name by themselves, and to the order of the first value
// to the second. An earlier date is less.
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

// order is what a comparing word says: of which attribute, if it names one, and that the first value is less (-1) or
// more (1).
type order struct {
	attribute attribute
	order     int
	dated     bool // it may be of dates
}

// relate reads the relation of two subjects off a claim, in which the names are blank.
func relate(claim []word, a, b mention) (relation, bool) {
	has := func(texts ...string) bool {
		return slices.ContainsFunc(claim, func(w word) bool { return slices.Contains(texts, w.text) })
	}
	rel := relation{attribute: attributeOf(claim), sure: a.sure * b.sure}
	if slices.ContainsFunc(claim, word.denies) || a.to > b.from || a.via < 0 && ofAnother(claim, a.from, nil) {
		return rel, false
	}
	if has("same", "share", "different") {
		return alikeRelation(rel, has)
	}
	between := claim[a.to:b.from]
	at := comparing(between)
	if at < 0 || slices.ContainsFunc(between[:at], func(w word) bool { return w.text == "but" }) {
		return rel, false
	}
	than := slices.IndexFunc(between, func(w word) bool { return w.text == "than" }) // more games than
	behind := between[max(at, than)+1:]
	o := orders[between[at].text]
	if o.attribute == birth && rel.attribute == death || o.attribute == length && rel.attribute == birth {
		return rel, false // how old they became
	}
	rel.order, rel.wording = o.order, between[at].text
	rel.attribute = combined(rel.attribute, o.attribute)
	rel.dated = o.dated && !slices.ContainsFunc(between[:at], func(w word) bool {
		return w.kind == letters && !closed[w.text] && !tail[w.text] && !idle[w.text]
	})
	return rel, adjoins(behind) && len(between) <= 14 && nothingElse(rel.attribute, claim[b.to:])
}

// idle has words that say nothing of an event.
var idle = set("first long much even well already just still only far also existed exists lived")

// ofAnother reports whether words speak of something else that a name at word i only tells apart: the town between
// Holm and Ulv, the eggs of the ostrich. In "the height of Holm" they don't, nor where own, what is said of the
// name's bearer, has the word for it.
func ofAnother(words []word, i int, own map[string]bool) bool {
	i -= 1 + b2i(i > 0 && words[i-1].text == "the")
	if i < 1 || !naming[words[i].text] || own[stem(words[i-1].text)] {
		return false
	}
	return words[i].text != "of" || cues[words[i-1].text] == ""
}

// naming has words between something and the name that tells which it is.
var naming = set("between of in on at from by near behind")

// adjoins reports whether nothing that could be compared instead stands between the comparing word and the second
// subject. In "before 1900 in" and "after the end of" something does.
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

// combined returns the attribute of a comparing word beside the other words of a claim: larger, of a population.
func combined(said, by attribute) attribute {
	switch {
	case by == "", said != "" && by == area, by == birth && (said == founding || said == release),
		by == height && (said == population || said == area):
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

// nothingElse reports whether no word behind the second subject makes the comparison one of something else, as in
// "was born before X became king".
func nothingElse(a attribute, behind []word) bool {
	for _, w := range behind {
		if w.text == "and" || w.text == "or" { // another that is compared
			break
		}
		if w.kind == letters && !closed[w.text] && !tail[w.text] && (a == "" || cues[w.text] != a) {
			return false
		}
	}
	return true
}

// tail has words that may stand behind the second subject.
var tail = set(`both either ever in area size population terms by year years old age release date birth death
	life came out did dies died born film movie river lake sea mountain island city town village country state bridge
	lighthouse ship building album song book novel magazine company club team school university adult male female
	cinemas`)

// alikeRelation reads "born in the same year", "have the same nationality", "in different countries".
func alikeRelation(rel relation, has func(...string) bool) (relation, bool) {
	rel.not = has("different")
	wordings := [...]string{"the same year", "different years"}
	switch {
	case has("nationality", "nationalities", "citizenship", "country", "countries"):
		if rel.attribute == birth || rel.attribute == death { // where someone was born is another question
			return rel, false
		}
		rel.attribute, rel.same = country, "country"
		wordings = [...]string{"the same country", "different countries"}
	case has("year", "years"):
		rel.same = "year"
	}
	rel.wording = wordings[b2i(rel.not)]
	return rel, rel.attribute != "" && rel.same != ""
}

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
