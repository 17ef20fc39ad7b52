package values

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// statements checks what a claim says of one subject's attribute: "was born on February 20, 1894", "died aged 73", "was first lit in 1870".
func (r *evidence) statements(claim *parsed, named []mention) []Finding {
	var out []Finding
	said := *claim
	said.words = masked(claim.words, named)
	claim = &said
	if len(said.words) > 0 && quantified[said.words[0].text] {
		return nil
	}
	stems := stemsOf(claim.words)
	for i := range claim.values {
		v := &claim.values[i]
		if i > 0 && claim.values[i-1].At == v.At || v.Precision == MonthDay || claim.amount(v) || claim.inName(v, named) {
			continue
		}
		if f, ok := r.statement(claim, stems, v, named); ok {
			out = append(out, f)
		}
	}
	return out
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

// statement checks one value of a claim, whose words have these stems, against the facts of the subject named before it.
func (r *evidence) statement(claim *parsed, stems map[string]bool, v *Value, named []mention) (Finding, bool) {
	at := claim.wordAt(v.At)
	m, ok := subjectOf(named, at)
	if !ok {
		return Finding{}, false
	}
	a, distance := claim.statedCue(at, claim.wordAt(v.End-1), v)
	between := claim.words[min(m.to, at):at]
	if slices.ContainsFunc(between, func(w word) bool { return kin[w.text] }) { // her father died in
		a = ""
	}
	if a != "" {
		known, family := r.factsAbout(a, m), claim.familyOf(v, a, nil)
		if f, ok := r.poll(claim, a, v, m, known, family); ok {
			return f, true
		}
		if f, ok := r.checkFact(a, v, m, known); ok {
			if known[0].cell == nil { // the words of a header are not near it
				f.Sure *= 1 - .05*float64(distance)
			}
			f.Family = family
			return f, true
		}
	}
	opens := func(w word) bool { return clauses[w.text] }
	if claim.ordered(at, v) || v.Kind == Date && v.Bound != boundExactly && slices.ContainsFunc(between, opens) {
		return Finding{}, false
	}
	facts := r.labelled(stems, m, v, stem(claim.words[max(at-1, 0)].text))
	if len(facts) == 0 {
		return Finding{}, false
	}
	f, ok := r.checkFact(attribute(facts[0].cell.header), v, m, facts)
	f.Family = r.limited(claim, v, r.elements[facts[0].element], &facts[0].value, claim.familyOf(v, "", facts[0].cell.label))
	return f, ok
}

// familyOf returns StatingOnly if the words of the claim beside a value only name the subject or what the value measures, else Stating.
func (e *parsed) familyOf(v *Value, a attribute, label []string) Family {
	for _, w := range e.words {
		known := w.kind != letters || closed[w.text] || w.at >= v.At && w.end <= v.End ||
			a != "" && cues[w.text] == a || a == ageOf && cues[w.text] == death || slices.Contains(label, stem(w.text))
		if !known && !saying[w.text] {
			return Stating
		}
	}
	return StatingOnly
}

// saying has words that claims state a value with.
var saying = set(`between since total about around approximately over under more less fewer than least most up before after by
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

// statedCue returns the attribute of a claim's value.
func (e *parsed) statedCue(from, to int, v *Value) (attribute, int) {
	if e.ordered(from, v) {
		return "", 0
	}
	a, distance := e.cueOf(from, to, v)
	if from > 1 && a == "" && e.words[from-1].text == "than" { // lower than 2 km
		if o := orders[e.words[from-2].text].attribute; o.fits(v) {
			return o, 1
		}
	}
	opens := func(w word) bool { return clauses[w.text] }
	if v.Kind == Date && v.Bound != boundExactly && slices.ContainsFunc(e.words[max(from-distance, 0):from], opens) {
		return "", 0 // died in the town that has had a market since 1274
	}
	return a, distance
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

// checkFact compares a claimed value with the surest of the facts.
func (r *evidence) checkFact(a attribute, v *Value, m mention, all []fact) (Finding, bool) {
	if len(all) == 0 {
		return Finding{}, false
	}
	best := &all[0]
	agrees, err := r.meets(a, v, best)
	f := Finding{Family: Stating, Operation: "is", Attribute: string(a), Claimed: v.Said, Agrees: agrees, Sure: m.sure * best.sure}
	f.Operands = append([]Operand{r.operand(best)}, r.viaOf(m)...)
	if err != nil {
		f.Result, f.Sure = err.Error(), 0
		return f, v.Kind == kindQuantity && best.value.Kind == kindQuantity
	}
	for i := range all[1:] {
		next := &all[1+i]
		other, err := r.meets(a, v, next)
		switch {
		case err != nil || other == agrees:
		case other && next.element == best.element && next.cell != nil: // one cell says several values
			f.Agrees, f.Operands[0] = true, r.operand(next)
			return f, true
		case agrees:
			f.Sure *= 1 - .3*next.sure
		default: // another candidate is what the claim says
			f.Sure *= 1 - next.sure
			f.Sure /= 2
		}
	}
	return f, true
}

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
