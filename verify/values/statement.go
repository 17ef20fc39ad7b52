package values

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// statements checks the values that a claim states of one subject: "was born in 1894", "has fewer than 5,000 inhabitants", "was opened after
// 2000".
func (r *evidence) statements(claim *parsed, named []mention) []Finding {
	if len(claim.words) > 0 && quantified[claim.words[0].text] {
		return nil
	}
	said := *claim
	said.words = masked(claim.words, named)
	var out []Finding
	for i := range said.values {
		v := &said.values[i]
		if v.Precision == MonthDay || i > 0 && said.values[i-1].At == v.At || said.ofRange(v) || said.amount(v) || said.inName(v, named) || denies(said.words, v) {
			continue
		}
		if f, ok := r.statement(&said, v, named); ok {
			out = append(out, f)
		}
	}
	return out
}

// statement checks a value by the facts of its subject that stand in the claim's own slot: of the attribute that the claim names, under a
// header that consists of the claim's words, or, of a limit or a count, behind the same word of a sentence.
func (r *evidence) statement(claim *parsed, v *Value, named []mention) (Finding, bool) {
	at := claim.wordAt(v.At)
	m, ok := subjectOf(named, at)
	if !ok || slices.ContainsFunc(claim.words[min(m.to, at):at], func(w word) bool { return kin[w.text] }) { // her father died in
		return Finding{}, false
	}
	a := claim.statedCue(at, claim.wordAt(v.End-1), v)
	if a != "" {
		if f, ok := r.poll(claim, a, v, m, r.factsAbout(a, m), nil); ok {
			return f, true
		}
	}
	if claim.ordered(at, v) {
		return Finding{}, false
	}
	before := stem(claim.words[max(at-1, 0)].text)
	facts := r.labelled(stemsOf(claim.words), m, v, before)
	if len(facts) > 0 && (slices.Contains(facts[0].cell.label, claim.governs(v)) || slices.Contains(facts[0].cell.label, v.Unit)) {
		return r.poll(claim, attribute(facts[0].cell.header), v, m, facts, facts[0].cell.label)
	}
	if !v.sets() && v.Kind != kindCount {
		return Finding{}, false
	}
	return r.poll(claim, "", v, m, r.inSlot(claim, v, m), nil)
}

// inSlot returns the values of a subject's sentences that stand behind the same word as the claim's, or count the same things, where the
// sentence says the rest of the claim.
func (r *evidence) inSlot(claim *parsed, v *Value, m mention) (out []fact) {
	word, dimension := claim.governs(v), claim.measured(v)
	for i, e := range r.elements {
		if e.page != m.page || e.Cell != nil || m.row != "" {
			continue
		}
		for k := range e.values {
			x := &e.values[k]
			sameWord := word != "" && e.governs(x) == word
			switch {
			case x.Kind != v.Kind, x.Kind == kindCount && !e.counts(x, v.Unit), !v.sets() && !sameWord:
				continue
			case x.Kind == Date && !sameWord && (e.dates() > 1 || e.ofLife(x)): // another date may be meant
				continue
			case dimension != "" && dimension != e.measured(x): // 46 km wide, and 118 km long
				continue
			}
			if _, err := meets(v, x); err == nil && r.saysRest(claim, v, e) {
				out = append(out, fact{page: m.page, element: i, value: *x, sure: e.late(.8)})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y fact) int { return cmp.Compare(y.sure, x.sure) })
	return out
}

// governs returns the stem of the word that a value belongs to: the last before it that has a meaning of its own.
func (e *parsed) governs(v *Value) string {
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
		n += b2i(e.values[i].Kind == Date)
	}
	return n
}

// ofLife reports whether a date is of a birth or death.
func (e *parsed) ofLife(v *Value) bool {
	a, _ := e.cueOf(e.wordAt(v.At), e.wordAt(v.End-1), v)
	return a == birth || a == death || e.life0 > 0 && v.At > e.life0 && v.End <= e.life1
}

// measured returns the word right behind a quantity that says what it measures: wide.
func (e *parsed) measured(v *Value) string {
	if at := e.wordAt(v.End); v.Kind == kindQuantity && at < len(e.words) && dimensions[e.words[at].text] {
		return e.words[at].text
	}
	return ""
}

// counts reports whether a count is one of a noun: 56 moons, 56 known moons; not the four largest moons. Without a noun it is.
func (e *parsed) counts(x *Value, noun string) bool {
	if noun == "" || x.Unit == noun {
		return true
	}
	for _, w := range e.words[e.wordAt(x.End):min(e.wordAt(x.End)+3, len(e.words))] {
		if strings.HasSuffix(w.text, "est") || w.kind != letters || closed[w.text] {
			return false
		} else if stem(w.text) == noun {
			return true
		}
	}
	return false
}

// ofRange reports whether a value is the first or last of a range that joinBetween couldn't read.
func (e *parsed) ofRange(v *Value) bool {
	at := e.wordAt(v.At)
	if at > 0 && e.words[at-1].text == "between" && v.Bound != boundWithin {
		return true
	}
	return slices.ContainsFunc(e.values, func(o Value) bool {
		from, to := e.wordAt(o.At), e.wordAt(o.End)
		return from > 0 && e.words[from-1].text == "between" && to+1 == at && e.words[to].text == "and"
	})
}

// inName reports whether a value is part of a name: the 1990 World Series.
func (e *parsed) inName(v *Value, named []mention) bool {
	return slices.ContainsFunc(named, func(m mention) bool { return e.words[m.from].at <= v.At && v.End <= e.words[m.to-1].end })
}

// quantified has first words of claims that speak of many things rather than of the page that they name.
var quantified = set("all every each none no only most many several few")

// amount reports whether a value says how far two things are apart: sixty kilograms more, ten years before.
func (e *parsed) amount(v *Value) bool {
	at := e.wordAt(v.End)
	if at >= len(e.words) {
		return false
	}
	_, compares := orders[e.words[at].text]
	return compares && v.Kind != Ordinal && v.Kind != Date
}

// only reports whether the words of the claim beside a value only name the subject or what the value measures.
func (e *parsed) only(v *Value, a attribute, label []string) bool {
	return !slices.ContainsFunc(e.words, func(w word) bool {
		known := w.kind != letters || closed[w.text] || w.at >= v.limitAt && w.end <= v.End || saying[w.text] ||
			a != "" && cues[w.text] == a || a == ageOf && cues[w.text] == death || slices.Contains(label, stem(w.text))
		return !known
	})
}

// saying has words that claims state a value with.
var saying = set(`all time between since total about around approximately over under more less fewer than least most up before after by
	year years date exactly only old there got gets get received takes took lies stands located situated`)

// stemsOf returns the stems of words.
func stemsOf(words []word) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		if w.kind == letters {
			out[stem(w.text)] = true
		}
	}
	return out
}

// statedCue returns the attribute of a claim's value, if no other word stands between the value and the attribute's own.
func (e *parsed) statedCue(from, to int, v *Value) attribute {
	if e.ordered(from, v) {
		return ""
	}
	a, distance := e.cueOf(from, to, v)
	if from > 1 && a == "" && e.words[from-1].text == "than" { // lower than 2 km
		if o := orders[e.words[from-2].text].attribute; o.fits(v) {
			return o
		}
	}
	if slices.ContainsFunc(e.words[min(max(from-distance+1, 0), from):from], func(w word) bool { return clauses[w.text] || e.means(w) }) {
		return "" // died in the town that has had a market since 1274
	}
	return a
}

// means reports whether a word has a meaning of its own: it is no name, number, closed word or word that claims state values with.
func (e *parsed) means(w word) bool {
	return w.kind == letters && !w.upper && !closed[w.text] && !saying[w.text] && !vague[w.text]
}

// clauses has words that begin a clause of another subject.
var clauses = set("that which who whose where when and but while")

// ordered reports whether a date is of another event, which the claim's subject is before or after. What is said of someone at the time of
// an event ("before he died in") is of that event.
func (e *parsed) ordered(from int, v *Value) bool {
	for d := 1; d <= 6 && from-d >= 0 && v.Kind == Date; d++ {
		w := e.words[from-d].text
		if d == 1 && dateBounds[w] != boundExactly { // opened before 1900
			continue
		}
		if otherEvent[w] {
			return true
		}
		if cues[w] != "" {
			return false
		}
	}
	return false
}

var otherEvent = set("before after until since not when age")

// subjectOf returns the page that a value at a word of the claim is about: the last that is named before it.
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
	if best > 0 && (named[0].from != m.from) {
		m.sure *= .8
	}
	return m, true
}

// factsAbout returns the facts of a subject's attribute, the surest first.
func (r *evidence) factsAbout(a attribute, m mention) []fact {
	all := r.candidates(m, a)
	if a == ageOf {
		all = slices.Concat(r.direct(m.page), all)
		slices.SortStableFunc(all, func(x, y fact) int { return cmp.Compare(y.sure, x.sure) })
	}
	return all
}

// poll returns what the facts of an attribute say together of a value, the surest first. A fact counts by the square of its certainty, and
// three times where it is a cell, unless another is much surer. It isn't ok if the claim says more than the surest fact's element and the
// introduction of its page do. A label is the stems of the header of a cell.
func (r *evidence) poll(claim *parsed, a attribute, v *Value, m mention, all []fact, label []string) (Finding, bool) {
	var votes [2]float64
	var best [2]*fact
	for i := range all {
		agrees, err := r.meets(a, v, &all[i])
		if err != nil || all[i].sure < max(leastFact, .6*all[0].sure) {
			continue
		}
		k, weight := b2i(agrees), all[i].sure*all[i].sure
		if all[i].cell != nil {
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
	rest := r.saysRest(claim, v, e)
	if denies(e.clause(found), found) || k == 1 && !rest && !claim.only(v, a, label) { // a value that fits says nothing of the rest
		return Finding{}, false
	}
	f := Finding{Family: Stating, Operation: "is", Attribute: string(a), Claimed: v.Said, Agrees: k == 1}
	if f.Attribute == "" && found.Kind == kindCount {
		f.Attribute = found.Unit // 120 passengers
	}
	f.Operands = append([]Operand{r.operand(best[k])}, r.viaOf(m)...)
	f.Sure = m.sure * statedSure[k] * votes[k] / (votes[0] + votes[1])
	if !rest {
		f.Sure *= min(1, 3*best[k].sure)
	}
	return f, true
}

// leastFact is the certainty below which a fact counts for nothing: of a relative, or late in a page.
const leastFact = .5

// saysRest reports whether an element, the title of its page or the sentence that introduces it says all that a claim says beside one
// value: then the value decides.
func (r *evidence) saysRest(claim *parsed, v *Value, e *parsed) bool {
	has := stemsOf(slices.Concat(e.words, r.introduces(e.page)))
	attributes := map[attribute]bool{}
	for _, w := range e.words {
		if w.kind == digits {
			has[w.text] = true
		}
		attributes[cues[w.text]] = true
	}
	for _, w := range slices.Concat(r.names[e.page], nameOf(r.pages[e.page].Named)) {
		has[stem(w)] = true
	}
	for _, w := range claim.words {
		s := stem(w.text)
		switch {
		case w.kind == mark, closed[w.text], saying[w.text], w.at >= v.limitAt && w.end <= v.End, has[s], w.kind == digits && has[w.text]:
		case cues[w.text] != "" && attributes[cues[w.text]], orders[w.text].order != 0 && attributes[orders[w.text].attribute]:
		default:
			return false
		}
	}
	return true
}

// introducing is the number of first sentences that may introduce the subject of a page.
const introducing = 10

// introduces returns the first clause of the sentence that introduces a page's subject: one of the first twenty that begins with its title.
func (r *evidence) introduces(page int) []word {
	known, ok := r.intros[page]
	if !ok {
		known = r.introduction(page)
		r.intros[page] = known
	}
	return known
}

// introduction is introduces, read off the page.
func (r *evidence) introduction(page int) []word {
	order := 0
	for _, x := range r.pages[page].Elements {
		if x.Cell != nil {
			continue
		}
		words := split(x.Text)
		at := slices.IndexFunc(words, func(w word) bool { return copula(&w) })
		if order++; order > 2*introducing { // a box may stand before it, line by line
			break
		} else if at < 0 || !startsWith(words, r.names[page]) {
			continue
		}
		if n := slices.IndexFunc(words[at:], func(w word) bool { return clauseEnds[w.text] }); n >= 0 {
			words = words[:at+n]
		}
		return words[at:]
	}
	return nil
}

// copula reports whether a word is is, was, are or were.
func copula(w *word) bool { return copulas[w.text] }

// denying has words that deny.
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
		return (w.at < v.limitAt || w.at >= v.At) && (denying[w.text] || strings.HasSuffix(w.text, "n't"))
	})
}

// statedSure is the certainty of a limit that an alignment decides, against the claim and for it: of FEVER's train claims 28 of 35 and 140
// of 144 are labelled so.
var statedSure = [2]float64{.8, .97}

// direct returns the ages that a page states.
func (r *evidence) direct(page int) []fact {
	var out []fact
	for _, f := range r.facts {
		if f.page == page && f.attribute == ageOf {
			f.sure *= .8
			out = append(out, f)
		}
	}
	return out
}

// meets reports whether a fact meets a claimed value. Ages are compared in whole years.
func (r *evidence) meets(a attribute, v *Value, f *fact) (bool, error) {
	if a != ageOf {
		return meets(v, &f.value)
	}
	least, most := f.value.Number, f.value.Number
	if f.computed {
		least, most = math.Floor(f.value.Lo-.003), math.Floor(f.value.Hi+.003)
	}
	years := Value{Kind: kindCount, Number: v.Number, Lo: v.Number, Hi: v.Number, Bound: v.Bound, Said: v.Said}
	if v.Bound == boundWithin {
		years.Lo, years.Hi = v.Lo, v.Hi
	}
	x, err := meets(&years, &Value{Kind: kindCount, Number: least, Lo: least, Hi: most, Said: f.value.Said})
	y, err2 := meets(&years, &Value{Kind: kindCount, Number: most, Lo: least, Hi: most, Said: f.value.Said})
	if x != y || err != nil || err2 != nil {
		return false, fmt.Errorf("%w: %s and %s", errVague, v.Said, f.value.Said)
	}
	return x, nil
}
