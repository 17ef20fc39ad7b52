package values

import (
	"cmp"
	"fmt"
	"slices"
)

// comparisons checks what a claim says of two subjects side by side. A claim that compares more of them is divided before it is read
// (verify.Several).
func (r *evidence) comparisons(claim []word, values []Value, named []mention) (out []Finding) {
	claim = masked(claim, named)
	for i, a := range named {
		for _, b := range named[i+1:] {
			if a.page == b.page && a.row == b.row || b.from < a.to {
				continue
			}
			rel, ok := relate(claim, values, a, b)
			if !ok {
				continue
			}
			if len(named) > 2 {
				rel.sure *= .5
			}
			if f, ok := r.compareSubjects(rel, a, b); ok {
				out = append(out, f)
			}
		}
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
	if rel.second != "" && rel.second != rel.attribute {
		return r.candidates(a, rel.attribute), r.candidates(b, rel.second)
	}
	try := [][]attribute{{rel.attribute}}
	switch {
	case rel.attribute == length:
		try = append(try, []attribute{duration})
	case rel.attribute == birth && (rel.wording == "older" || rel.wording == "younger"), slices.Contains(datings, rel.attribute): // of things
		try = append(try, datings)
	}
	for _, t := range try {
		if x, y = r.candidates(a, t...), r.candidates(b, t...); t[0] != "" && len(x) > 0 && len(y) > 0 {
			if len(t) > 1 || t[0] != rel.attribute {
				rel.attribute = x[0].attribute
			}
			return x, y
		}
	}
	if rel.stems == nil {
		return nil, nil
	}
	x, y = r.labelled(rel.stems, a, nil, ""), r.labelled(rel.stems, b, nil, "")
	if len(x) == 0 || len(y) == 0 || !slices.Equal(x[0].cell.label, y[0].cell.label) {
		return nil, nil
	}
	if says := func(s string) bool { return slices.Contains(x[0].cell.label, s) }; rel.counted != nil && !slices.ContainsFunc(rel.counted, says) {
		return nil, nil
	}
	rel.attribute = attribute(x[0].cell.header)
	return x, y
}

// datings are the attributes that say since when there is something which isn't born.
var datings = []attribute{founding, release}

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
