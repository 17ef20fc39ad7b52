package values

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph/english"
)

// statements checks the values that a claim states of one subject: "was born in 1894", "has fewer than 5,000
// inhabitants", "was opened after 2000".
func (r *evidence) statements(claim *parsed, named []mention) []Finding {
	said := *claim
	said.words = masked(claim.words, named)
	var out []Finding
	for i := range said.values {
		v := &said.values[i]
		if said.amount(v) || said.inName(v, named) || denies(said.words, v) {
			continue
		}
		if f, ok := r.statement(&said, v, named); ok {
			out = append(out, f)
		}
	}
	return out
}

// statement checks a value by the facts of its subject that stand in the claim's own slot: of the attribute that the
// claim names, under a header that consists of the claim's words, or, of a limit or a count, behind the same word of
// a sentence.
func (r *evidence) statement(claim *parsed, v *Value, named []mention) (Finding, bool) {
	at := claim.wordAt(v.At)
	m, ok := subjectOf(named, at)
	if !ok || hasKin(claim.words[min(m.to, at):at]) { // her father died in
		return Finding{}, false
	}
	a, noun, by := claim.statedCue(v)
	if noun > 0 {
		return r.poll(claim, a, v, m, r.unnamed(a, claim.words[noun].text, by, named))
	}
	facts, another := r.candidates(m, a), m.via < 0 && ofAnother(claim.words, m.from, stemsOf(r.intros[m.page]))
	if another { // the tower of X: Tower height
		named := stemsOf(claim.words[max(m.from-3, 0):m.from])
		names := func(w word) bool { return named[stem(w.text)] && !closed[w.text] }
		facts = slices.DeleteFunc(facts, func(f fact) bool {
			e := r.elements[f.element]
			return e.Cell == "" || !slices.ContainsFunc(e.words, names)
		})
	}
	if f, ok := r.poll(claim, a, v, m, facts); ok && a != "" {
		return f, true
	}
	return r.poll(claim, "", v, m, r.inSlot(claim, v, m))
}

// inSlot returns the values of a subject's cited sentences that stand behind the same word as the claim's, or count the
// same things, where the sentence says the rest of the claim.
func (r *evidence) inSlot(claim *parsed, v *Value, m mention) (out []fact) {
	word, dimension := claim.governs(v), claim.measured(v)
	for i, e := range r.elements {
		cell := e.Cell != ""
		if e.page != m.page || cell && e.header == "" || !cell && (e.Uncited || !v.sets() && v.Kind != kindCount) {
			continue
		}
		for k := range e.values {
			x := &e.values[k]
			of, _ := e.cueOf(x)
			sameWord := word != "" && e.governs(x) == word || cell && e.header == v.Unit
			switch {
			case x.Kind != v.Kind, !sameWord && (cell || !v.sets()), !cell && x.Kind == kindCount && !e.counts(x, v.Unit):
				continue
			case x.IsDate() && !sameWord && (of != "" || e.dates() > 1): // another date may be meant
				continue
			case dimension != "" && dimension != e.measured(x): // 46 km wide, and 118 km long
				continue
			}
			if _, ok := meets(v, x); ok && r.saysRest(claim, v, "", e) {
				out = append(out, fact{page: m.page, element: i, value: *x, sure: e.late(.8 + .1*float64(b2i(cell)))})
			}
		}
	}
	sortFacts(out)
	return out
}

// governs returns the stem of the word that a value belongs to: the last before it that has a meaning of its own.
func (e *parsed) governs(v *Value) string {
	if e.Cell != "" {
		return e.header
	}
	for i := e.wordAt(v.limitAt) - 1; i >= 0; i-- {
		if w := e.words[i]; e.means(w) {
			return stem(w.text)
		}
	}
	return ""
}

// dates returns how many dates a sentence has.
func (e *parsed) dates() (n int) {
	for i := range e.values {
		n += b2i(e.values[i].IsDate())
	}
	return n
}

// counts reports whether a count is one of a noun: 56 moons, 56 known moons; not the four largest moons. Without a
// noun it is.
func (e *parsed) counts(x *Value, noun string) bool {
	at := e.wordAt(x.End)
	behind := stemsOf(e.words[at:min(at+2, len(e.words))])
	return noun == "" || behind[noun] && (x.Unit == noun || !strings.HasSuffix(e.words[at].text, "est"))
}

// inName reports whether a value is part of a name: the 1990 World Series.
func (e *parsed) inName(v *Value, named []mention) bool {
	return slices.ContainsFunc(named, func(m mention) bool {
		return e.words[m.from].at <= v.At && v.End <= e.words[m.to-1].end
	})
}

// amount reports whether a value says how far two things are apart: sixty kilograms more, ten years before, by five
// metres.
func (e *parsed) amount(v *Value) bool {
	at, end := e.wordAt(v.At), e.wordAt(v.End)
	by := at > 0 && e.words[at-1].text == "by"
	return !v.IsDate() && (by || end < len(e.words) && orders[e.words[end].text].order != 0)
}

// saying has words that claims state a value with.
var saying = set(`all time between since total about around approximately over under more less fewer than least
	most up before after by year years date exactly only old there got gets get received takes took lies stands
	located situated`)

// stemsOf returns the stems of words, and their numbers.
func stemsOf(words []word) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		if w.kind != mark {
			out[stem(w.text)] = true
		}
	}
	return out
}

// statedCue returns the attribute of a claim's value, if no other word stands between the value and the attribute's
// own; and, if a noun has the attribute rather than the claim's subject, as in "a town founded in 331" and "a hall that
// opened in 1988", the noun's index and the attribute's word.
func (e *parsed) statedCue(v *Value) (a attribute, noun int, by string) {
	from := e.wordAt(v.At)
	a, distance := e.cueOf(v)
	if from > 1 && a == "" && e.words[from-1].text == "than" { // lower than 2 km
		if o := orders[e.words[from-2].text].attribute; o.fits(v) {
			return o, 0, ""
		}
	}
	between := e.words[min(max(from-distance+1, 0), from):from]
	if slices.ContainsFunc(between, func(w word) bool { return clauses[w.text] || e.means(w) }) {
		return "", 0, "" // died in the town that has had a market since 1274
	}
	cue := from - distance
	if !v.IsDate() || cue <= 0 || cue >= from || cues[e.words[cue].text] != a {
		return a, 0, ""
	}
	i := cue - 1
	for i > 0 && english.Auxiliaries[e.words[i].text] {
		i--
	}
	if noun = cue - 1; i > 0 && relatives[e.words[i].text] { // that was opened
		noun = i - 1
	}
	if !e.means(e.words[noun]) {
		noun = 0
	}
	return a, noun, e.words[cue].text
}

// unnamed returns the facts of the only page with an attribute by its word, if this page may be what a noun names and
// the claim doesn't name it.
func (r *evidence) unnamed(a attribute, noun, by string, named []mention) []fact {
	out := slices.DeleteFunc(slices.Clone(r.facts), func(f fact) bool {
		said := func(w word) bool { return w.text == by }
		return f.attribute != a || !slices.ContainsFunc(r.elements[f.element].words, said)
	})
	sortFacts(out)
	if len(out) == 0 || slices.ContainsFunc(out, func(f fact) bool { return f.page != out[0].page }) ||
		slices.ContainsFunc(named, func(m mention) bool { return m.page == out[0].page }) {
		return nil
	}
	if intro := r.intros[out[0].page]; len(intro) > 0 && !stemsOf(intro)[stem(noun)] {
		return nil // which says that it is something else
	}
	return out
}

// means reports whether a word has a meaning of its own: it is no name, number, closed word or word that claims state
// values with.
func (e *parsed) means(w word) bool {
	return w.kind == letters && !w.upper && !closed[w.text] && !saying[w.text] && !vague[w.text]
}

// clauses has words that begin a clause of another subject.
var clauses = set("that which who whose where when and but while")

// relatives has words that are the subject of a clause, and stand for the noun before them.
var relatives = set("that which who")

// subjectOf returns the page that a value at a word of the claim is about: the last that is named before it. Two pages of
// one name are none.
func subjectOf(named []mention, at int) (mention, bool) {
	best := -1
	for i, m := range named {
		if m.from < at {
			best = i
		}
	}
	if best < 0 {
		return mention{}, false
	}
	m := named[best]
	if best > 0 && named[best-1].from == m.from { // two pages of one name
		return mention{}, false
	}
	if best > 0 {
		m.sure *= .8
	}
	return m, true
}

// poll returns what the facts of an attribute say together of a value, the surest first. A fact counts by the square
// of its certainty, and three times where it is a cell, unless another is much surer. It isn't ok if they agree and
// the claim says more than the surest fact's element and the introduction of its page do.
func (r *evidence) poll(claim *parsed, a attribute, v *Value, m mention, all []fact) (Finding, bool) {
	var votes [2]float64
	var best [2]*fact
	for i := range all {
		agrees, ok := meets(v, &all[i].value)
		if !ok || all[i].sure < max(leastFact, .6*all[0].sure) {
			continue
		}
		k, weight := b2i(agrees), all[i].sure*all[i].sure
		if r.elements[all[i].element].Cell != "" {
			weight *= 3
		}
		if votes[k] += weight; best[k] == nil {
			best[k] = &all[i]
		}
	}
	k := b2i(votes[1] > votes[0])
	if best[k] == nil {
		return Finding{}, false
	}
	e, found := r.elements[best[k].element], &best[k].value
	rest := r.saysRest(claim, v, a, e)
	if denies(e.clause(found), found) || k == 1 && !rest { // a value that fits says nothing of the rest
		return Finding{}, false
	}
	f := Finding{Operation: "is", Attribute: string(a), Claimed: v.Said, Agrees: k == 1}
	switch {
	case f.Attribute == "" && e.Cell != "":
		f.Attribute = e.Label
	case f.Attribute == "" && found.Kind == kindCount: // 120 passengers
		counted := func(w word) bool { return w.at >= found.At && stem(w.text) == found.Unit }
		if i := slices.IndexFunc(e.words, counted); i >= 0 {
			f.Attribute = e.words[i].text
		}
	}
	f.Operands = append([]operand{r.operand(best[k])}, r.viaOf(m)...)
	f.Sure = m.sure * statedSure[k] * votes[k] / (votes[0] + votes[1])
	if !rest {
		f.Sure *= min(1, 3*best[k].sure)
	}
	return f, true
}

// leastFact is the certainty below which a fact counts for nothing: of a relative, or late in a page.
const leastFact = .5

// saysRest reports whether an element with a value of an attribute, the title of its page or the sentence that
// introduces it says all that a claim says beside one value: then the value decides.
func (r *evidence) saysRest(claim *parsed, v *Value, a attribute, e *parsed) bool {
	has, attributes := stemsOf(slices.Concat(e.words, r.intros[e.page])), map[attribute]bool{a: true}
	for _, w := range e.words {
		attributes[cues[w.text]] = true
	}
	for _, w := range slices.Concat(r.names[e.page], nameOf(r.pages[e.page].Named)) {
		has[stem(w)] = true
	}
	return !slices.ContainsFunc(claim.words, func(w word) bool {
		said := w.kind == mark || closed[w.text] || saying[w.text] || w.at >= v.limitAt && w.end <= v.End ||
			has[stem(w.text)] || cues[w.text] != "" && attributes[cues[w.text]] ||
			orders[w.text].order != 0 && attributes[orders[w.text].attribute]
		return !said
	})
}

// denies reports whether a word denies something.
func (w word) denies() bool { return denying[w.text] || strings.HasSuffix(w.text, "n't") }

var denying = set("not never neither nor none no except")

// clause returns the words of a clause with a value.
func (e *parsed) clause(v *Value) []word {
	from, to := e.wordAt(v.limitAt), e.wordAt(v.End)
	for from > 0 && !clauses[e.words[from-1].text] && e.words[from-1].text != ";" {
		from--
	}
	for to < len(e.words) && !clauses[e.words[to].text] && e.words[to].text != ";" {
		to++
	}
	return e.words[from:to]
}

// denies reports whether words deny something other than the limit of a value: "no more than 20" denies nothing.
func denies(words []word, v *Value) bool {
	return slices.ContainsFunc(words, func(w word) bool {
		return (w.at < v.limitAt || w.at >= v.At) && w.denies()
	})
}

// statedSure is the certainty of a limit that an alignment decides, against the claim and for it: of FEVER's train
// claims 28 of 35 and 140 of 144 are labelled so.
var statedSure = [2]float64{.8, .97}
