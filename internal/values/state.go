package values

import (
	"math"
	"slices"
)

// stated judges what a claim says of one subject's attribute: "was born on February 20, 1894", "died aged 73".
func (r *reading) stated(claim *element, named []mention) []Finding {
	var out []Finding
	said := *claim
	said.words = masked(claim.words, named)
	claim = &said
	for i := range claim.values {
		v := &claim.values[i]
		if i > 0 && claim.values[i-1].At == v.At {
			continue
		}
		at := claim.wordAt(v.At)
		a, distance := claim.statedCue(at, claim.wordAt(v.End-1), v)
		if a == "" || v.Precision == MonthDay {
			continue
		}
		m, ok := subjectOf(named, at)
		if !ok {
			continue
		}
		if f, ok := r.state(a, v, m); ok {
			f.Sure *= 1 - .05*float64(distance)
			out = append(out, f)
		}
	}
	return out
}

// statedCue is the attribute of a claim's value. What is said of someone at the time of an event ("before he died in") is still that of the event.
func (e *element) statedCue(from, to int, v *Value) (attribute, int) {
	if v.Kind == Date {
		for d := 1; d <= 6 && from-d >= 0; d++ {
			w := e.words[from-d].text
			if w == "before" || w == "after" || w == "until" || w == "since" || w == "not" || w == "when" || w == "age" {
				return "", 0
			}
			if cues[w] != "" {
				break
			}
		}
	}
	return e.cueOf(from, to, v)
}

// subjectOf is the page that a value at a word of the claim is about: the one named last before it.
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
	if best > 0 {
		m.sure *= .8
	}
	return m, true
}

// state compares a claimed value with the surest facts of its page.
func (r *reading) state(a attribute, v *Value, m mention) (Finding, bool) {
	all := r.candidates(a, m.page)
	if a == ageOf {
		all = slices.Concat(r.direct(m.page), all)
	}
	if len(all) == 0 {
		return Finding{}, false
	}
	best := &all[0]
	agrees, err := r.meets(a, v, best)
	if err != nil {
		return Finding{}, false
	}
	f := Finding{Family: Stating, Operation: "is", Attribute: string(a), Operands: append([]Operand{r.operand(best)}, r.viaOf(m)...), Claimed: v.Said, Agrees: agrees,
		Sure: m.sure * best.sure}
	for i := range all[1:] {
		if other, err := r.meets(a, v, &all[1+i]); err == nil && other != agrees {
			if agrees {
				f.Sure *= 1 - .3*all[1+i].sure
			} else { // another candidate is what the claim says
				f.Sure *= 1 - all[1+i].sure
				f.Sure /= 2
			}
		}
	}
	return f, true
}

// direct are ages that the page says.
func (r *reading) direct(page int) []fact {
	var out []fact
	for _, f := range r.facts {
		if f.page == page && f.attribute == ageOf {
			f.sure *= .8
			out = append(out, f)
		}
	}
	return out
}

// meets compares by the attribute: an age is that of whole years.
func (r *reading) meets(a attribute, v *Value, f *fact) (bool, error) {
	if a != ageOf {
		return Meets(v, &f.value)
	}
	if !f.computed {
		return v.Number == f.value.Number, nil
	}
	return v.Number >= math.Floor(f.value.Lo-.003) && v.Number <= math.Floor(f.value.Hi+.003), nil
}
