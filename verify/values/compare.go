package values

import (
	"cmp"
	"fmt"
	"slices"
)

// comparisons checks what a claim says of the subjects that it compares.
func (r *evidence) comparisons(claim []word, values []Value, named []mention) []Finding {
	var out []Finding
	pairs, need := pairsOf(masked(claim, named), named)
	for _, p := range pairs {
		rel, ok := relate(&p, values)
		if !ok {
			continue
		}
		if len(named) > 2 && need == 0 {
			rel.sure *= .5
		}
		if f, ok := r.compareSubjects(rel, p.a, p.b); ok {
			out = append(out, f)
		}
	}
	if need > 0 {
		return required(out, need)
	}
	return out
}

// compareSubjects compares two subjects by the surest fact of each. Other facts that would say otherwise lower the certainty.
func (r *evidence) compareSubjects(rel relation, a, b mention) (Finding, bool) {
	if rel.attribute == country {
		return r.sameCountry(rel, a, b)
	}
	x, y := r.sides(&rel, a, b)
	if len(x) == 0 || len(y) == 0 {
		return Finding{}, false
	}
	f, ok := r.compareFacts(rel, &x[0], &y[0])
	if !ok {
		return f, false
	}
	f.Operands = append(f.Operands, r.viaOf(a, b)...)
	f.Sure = rel.sure * x[0].sure * y[0].sure
	against := 0.0
	for _, p := range x {
		for _, q := range y {
			less := p.sure * q.sure / (x[0].sure * y[0].sure)
			if other, ok := r.compareFacts(rel, &p, &q); ok && other.Agrees != f.Agrees {
				against = max(against, less)
			}
		}
	}
	f.Sure *= 1 - .7*against
	if u, v := &x[0].value, &y[0].value; u.Kind == kindQuantity && max(u.Number, v.Number) > 1000*min(u.Number, v.Number) {
		f.Sure *= .3 // a canal and a lock's gate
	}
	return f, true
}

// sides returns the facts of the two subjects that a relation compares: those of its attribute, or of a header that consists of the claim's
// words.
func (r *evidence) sides(rel *relation, a, b mention) (x, y []fact) {
	try := [][]attribute{{rel.attribute}}
	switch {
	case rel.attribute == length:
		try = append(try, []attribute{duration})
	case rel.attribute == area: // of a statue, how high it is
		try = append(try, []attribute{height}, []attribute{length}, []attribute{mass})
	case rel.attribute == beginning:
		try = [][]attribute{datings}
	case rel.attribute == birth && (rel.wording == "older" || rel.wording == "younger"),
		slices.Contains(datings, rel.attribute), // of things
		rel.attribute == "" && rel.dated && len(rel.predicate) == 0:
		try = append(try, datings)
	}
	if rel.second != "" && rel.second != rel.attribute {
		return r.candidates(a, rel.attribute), r.candidates(b, rel.second)
	}
	for _, t := range try {
		if x, y = r.candidates(a, t...), r.candidates(b, t...); t[0] != "" && len(x) > 0 && len(y) > 0 {
			if len(t) > 1 || t[0] != rel.attribute && rel.attribute != "" {
				rel.attribute = x[0].attribute
			}
			return x, y
		}
	}
	if rel.dated && rel.attribute == "" {
		if x, y = r.occasions(rel.predicate, a), r.occasions(rel.predicate, b); len(x) > 0 && len(y) > 0 {
			return x, y
		}
	}
	if rel.stems == nil {
		return nil, nil
	}
	if x, y = r.counts(rel.counted, a), r.counts(rel.counted, b); len(x) > 0 && len(y) > 0 {
		e := r.elements[x[0].element]
		rel.attribute = attribute(e.words[e.wordAt(x[0].value.End)].text)
		return x, y
	}
	x, y = r.labelled(rel.stems, a, nil, ""), r.labelled(rel.stems, b, nil, "")
	other := func(f fact) bool {
		return rel.counted != nil && !slices.ContainsFunc(f.cell.label, func(s string) bool { return slices.Contains(rel.counted, s) })
	}
	x, y = slices.DeleteFunc(x, other), slices.DeleteFunc(y, other)
	if len(x) == 0 || len(y) == 0 || !slices.Equal(x[0].cell.label, y[0].cell.label) {
		return nil, nil
	}
	rel.attribute = attribute(x[0].cell.header)
	return x, y
}

// counts returns how many of something the sentences of a subject's page say that there are: "a stadium with 21,500 seats".
func (r *evidence) counts(nouns []string, m mention) (out []fact) {
	for i, e := range r.elements {
		if e.page != m.page || m.row != "" || e.Cell != nil {
			continue
		}
		for k := range e.values {
			if v := &e.values[k]; v.Kind == kindCount && v.Unit != "" && len(nouns) > 0 && nouns[len(nouns)-1] == v.Unit && e.says(nouns) {
				out = append(out, fact{page: m.page, element: i, value: *v, sure: e.weigh(e.wordAt(v.At), .8)})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y fact) int { return cmp.Compare(y.sure, x.sure) })
	return out
}

// says reports whether a sentence has words of all stems.
func (e *parsed) says(stems []string) bool {
	return !slices.ContainsFunc(stems, func(s string) bool {
		return !slices.ContainsFunc(e.words, func(w word) bool { return stem(w.text) == s })
	})
}

// viaOf returns the elements that say who "the director of X" is, as operands.
func (r *evidence) viaOf(named ...mention) []Operand {
	var out []Operand
	for _, m := range named {
		if m.via >= 0 {
			e := r.elements[m.via]
			out = append(out, Operand{Subject: r.pages[e.page].Title, Value: r.pages[m.page].Title, Page: e.page, Element: e.ID})
		}
	}
	return out
}

// candidates returns a subject's facts of some attributes, the surest first, each value once.
func (r *evidence) candidates(m mention, of ...attribute) []fact {
	if of[0] == ageOf || of[0] == lifetime {
		return r.ages(m)
	}
	var out []fact
	for _, f := range r.facts {
		if f.page != m.page || !slices.Contains(of, f.attribute) || f.cell == nil && m.row != "" || f.cell != nil && f.cell.row != m.row {
			continue
		}
		at := slices.IndexFunc(out, func(o fact) bool {
			c, err := Compare(&o.value, &f.value)
			return err == nil && c == 0 && f.nation == o.nation
		})
		if at >= 0 {
			if f.value.Precision < out[at].value.Precision && f.sure > .5 {
				f.sure = max(f.sure, out[at].sure)
				out[at] = f
			}
			out[at].sure = min(1, max(out[at].sure, f.sure)+.02)
			continue
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(x, y fact) int { return cmp.Compare(y.sure, x.sure) })
	return out
}

// ages computes how old a page's subject became from its birth and death.
func (r *evidence) ages(m mention) []fact {
	born, died := r.candidates(m, birth), r.candidates(m, death)
	if len(born) == 0 || len(died) == 0 {
		return nil
	}
	b, d := &born[0].value, &died[0].value
	v := Value{Kind: kindQuantity, Unit: year, Lo: (d.Lo - b.Hi) / 365.2425, Hi: (d.Hi - b.Lo) / 365.2425, Said: b.Said + " to " + d.Said}
	v.Number = (v.Lo + v.Hi) / 2
	if v.Lo < 0 {
		return nil
	}
	return []fact{{page: m.page, element: born[0].element, attribute: ageOf, value: v, computed: true, sure: born[0].sure * died[0].sure}}
}

// operand returns a fact as an operand of a finding.
func (r *evidence) operand(f *fact) Operand {
	unit := ""
	if f.value.Kind == kindQuantity {
		unit = f.value.Unit
	}
	subject := r.pages[f.page].Title
	if f.cell != nil && f.cell.row != "" {
		subject = f.cell.row
	}
	return Operand{Subject: subject, Value: f.value.Said, Unit: unit, Page: f.page, Element: r.elements[f.element].ID}
}

// compareFacts computes a relation over two facts. It isn't ok if the facts can't be compared or aren't precise enough to tell.
func (r *evidence) compareFacts(rel relation, x, y *fact) (Finding, bool) {
	f := Finding{Family: Comparing, Attribute: string(rel.attribute), Operands: []Operand{r.operand(x), r.operand(y)}, Claimed: rel.wording}
	c, err := Compare(&x.value, &y.value)
	if err != nil {
		return f, false
	}
	dated := x.value.Kind == Date
	switch {
	case rel.same != "":
		return sameDate(f, rel, &x.value, &y.value)
	case rel.apart != nil:
		return apartBy(f, rel, &x.value, &y.value, c)
	}
	if c == 0 && !(x.value.Lo == y.value.Lo && x.value.Hi == y.value.Hi) {
		return f, false
	}
	f.Agrees = c == rel.order
	f.Operation = rel.wording
	switch {
	case c == 0:
		f.Result = "the same"
		if dated && x.value.Precision != precisionDay {
			return f, false
		}
	case dated:
		f.Result = "the first is " + between(&x.value, &y.value) + map[int]string{-1: " earlier", 1: " later"}[c]
	default:
		f.Result = map[int]string{-1: "the first is less", 1: "the first is more"}[c]
	}
	return f, true
}

// sameDate compares two dates by their year, day, month, decade or century.
func sameDate(f Finding, rel relation, x, y *Value) (Finding, bool) {
	if x.Kind != Date || y.Kind != Date || x.Precision > precisionYear || y.Precision > precisionYear {
		return f, false
	}
	part := func(v *Value) (string, bool) {
		switch rel.same {
		case "year":
			return fmt.Sprint(v.Year), true
		case "decade":
			return fmt.Sprint(v.Year/10*10) + "s", true
		case "century":
			return fmt.Sprint((v.Year + 99) / 100), true
		case "month":
			return fmt.Sprint(v.Year, "-", v.Month), v.Precision <= precisionMonth
		}
		return fmt.Sprint(v.Year, "-", v.Month, "-", v.Day), v.Precision == precisionDay
	}
	p, ok1 := part(x)
	q, ok2 := part(y)
	f.Operation, f.Result = "same "+rel.same, p+" and "+q
	f.Agrees = (p == q) != rel.not
	return f, ok1 && ok2
}

// apartBy compares the difference of two values with the one that the claim says.
func apartBy(f Finding, rel relation, x, y *Value, c int) (Finding, bool) {
	f.Operation, f.Claimed = "difference", rel.apart.Said+" "+rel.wording
	if x.Kind != Date {
		return apartIn(f, rel, x, y, c)
	}
	if rel.apart.Unit != year {
		return f, false
	}
	lo, hi := abs(x.Lo-y.Lo)/365.2425, abs(x.Hi-y.Hi)/365.2425
	f.Result = "difference " + between(x, y)
	said := *rel.apart
	room := .51
	if said.Number < 1 {
		room = .003
	}
	lo, hi = min(lo, hi)-room, max(lo, hi)+room
	if x.Precision == precisionYear || y.Precision == precisionYear {
		lo, hi = lo-.5, hi+.5
	}
	meets := said.Lo <= hi && said.Hi >= lo
	if said.About {
		meets = said.Number*.8 <= hi && said.Number*1.2 >= lo
	}
	f.Agrees = meets && (c == rel.order || c == 0 && said.Number < 1)
	return f, true
}

// apartIn compares the difference of two amounts with the one that the claim says.
func apartIn(f Finding, rel relation, x, y *Value, c int) (Finding, bool) {
	said := *rel.apart
	if said.Kind != x.Kind || said.Kind == kindQuantity && said.Unit != x.Unit {
		return f, false
	}
	apart := Value{Kind: x.Kind, Unit: x.Unit, Number: abs(x.Number - y.Number)}
	room := (x.Hi - x.Lo + y.Hi - y.Lo) / 2
	apart.Lo, apart.Hi = apart.Number-room, apart.Number+room
	meets, err := meets(&said, &apart)
	f.Agrees = meets && (c == rel.order || apart.Number == 0)
	f.Result = fmt.Sprintf("difference %.6g %s", apart.Number, apart.Unit)
	return f, err == nil
}

// sameCountry compares the countries that two pages are of.
func (r *evidence) sameCountry(rel relation, a, b mention) (Finding, bool) {
	x, y := r.candidates(a, country), r.candidates(b, country)
	if len(x) == 0 || len(y) == 0 {
		return Finding{}, false
	}
	f := Finding{Family: Comparing, Attribute: string(country), Operation: "same country", Claimed: rel.wording}
	f.Operands = append([]Operand{r.operand(&x[0]), r.operand(&y[0])}, r.viaOf(a, b)...)
	f.Sure = rel.sure * x[0].sure * y[0].sure
	same, ruled := false, 0
	for _, p := range x {
		for _, q := range y {
			if p.nation == q.nation {
				same = true
				f.Operands[0], f.Operands[1] = r.operand(&p), r.operand(&q)
			}
			ruled++
		}
	}
	if ruled > 1 {
		f.Sure *= .8
	}
	f.Result = map[bool]string{true: "the same", false: "different"}[same]
	f.Agrees = same != rel.not
	return f, true
}
