package values

import (
	"cmp"
	"fmt"
	"slices"
)

// comparisons checks what a claim says of each two subjects that it names.
func (r *evidence) comparisons(claim *parsed, named []mention) (out []Finding) {
	if slices.ContainsFunc(claim.values, func(v Value) bool { return claim.amount(&v) }) { // ten years before
		return nil
	}
	words := masked(claim.words, named)
	for i, a := range named {
		for _, b := range named[i+1:] {
			rel, ok := relate(words, a, b)
			if !ok || a.page == b.page || b.from < a.to {
				continue
			}
			if f, ok := r.compareSubjects(rel, a, b); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

// compareSubjects compares two subjects by the surest fact of each. Other facts that would say otherwise lower the
// certainty.
func (r *evidence) compareSubjects(rel relation, a, b mention) (Finding, bool) {
	x, y := r.sides(&rel, a, b)
	if len(x) == 0 || len(y) == 0 {
		return Finding{}, false
	}
	if rel.attribute == country {
		return r.sameCountry(rel, x, y, a, b), true
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
	if u, v := &x[0].value, &y[0].value; u.Kind == kindQuantity &&
		max(u.Number, v.Number) > 1000*min(u.Number, v.Number) {
		f.Sure *= .3 // a canal and a lock's gate
	}
	return f, true
}

// datings are the attributes that say since when there is something which isn't born.
var datings = []attribute{founding, release, beginning}

// sides returns the facts of the two subjects that a relation compares: of its attribute, or of others that its word
// may mean.
func (r *evidence) sides(rel *relation, a, b mention) (x, y []fact) {
	try := [][]attribute{{rel.attribute}}
	switch {
	case rel.attribute == area: // of a statue, how high it is
		try = append(try, []attribute{height}, []attribute{length}, []attribute{mass})
	case rel.attribute == beginning:
		try = [][]attribute{datings}
	case rel.attribute == birth && (rel.wording == "older" || rel.wording == "younger"),
		slices.Contains(datings, rel.attribute), // of things
		rel.attribute == "" && rel.dated:
		try = append(try, datings)
	}
	for _, of := range try {
		if x, y = r.candidates(a, of...), r.candidates(b, of...); of[0] != "" && len(x) > 0 && len(y) > 0 {
			rel.attribute = x[0].attribute
			return x, y
		}
	}
	return nil, nil
}

// viaOf returns the elements that say who "the director of X" is, as operands.
func (r *evidence) viaOf(named ...mention) []operand {
	var out []operand
	for _, m := range named {
		if m.via >= 0 {
			e := r.elements[m.via]
			title := r.pages[m.page].Title
			out = append(out, operand{Subject: r.pages[e.page].Title, Value: title, Element: e.Ref})
		}
	}
	return out
}

// candidates returns a subject's facts of some attributes, the surest first, each value once.
func (r *evidence) candidates(m mention, of ...attribute) []fact {
	var out []fact
	for _, f := range r.facts {
		if f.page != m.page || !slices.Contains(of, f.attribute) {
			continue
		}
		at := slices.IndexFunc(out, func(o fact) bool {
			c, ok := o.value.Compare(&f.value)
			return ok && c == 0 && f.nation == o.nation
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
	sortFacts(out)
	return out
}

// sortFacts puts the surest facts first.
func sortFacts(all []fact) {
	slices.SortStableFunc(all, func(x, y fact) int { return cmp.Compare(y.sure, x.sure) })
}

// operand returns a fact as an operand of a finding.
func (r *evidence) operand(f *fact) operand {
	unit := ""
	if f.value.Kind == kindQuantity {
		unit = f.value.Unit
	}
	return operand{r.pages[f.page].Title, f.value.Said, unit, r.elements[f.element].Ref}
}

// compareFacts computes a relation over two facts. It isn't ok if the facts can't be compared or aren't precise
// enough to tell.
func (r *evidence) compareFacts(rel relation, x, y *fact) (Finding, bool) {
	f := Finding{Comparing: true, Attribute: string(rel.attribute), Operation: rel.wording,
		Operands: []operand{r.operand(x), r.operand(y)}, Claimed: rel.wording}
	dated := x.value.IsDate()
	if rel.same == "year" {
		u, v := &x.value, &y.value
		f.Result = fmt.Sprint(u.Year, " and ", v.Year)
		f.Agrees = (u.Year == v.Year) != rel.not
		return f, dated && v.IsDate() && u.Precision <= precisionYear && v.Precision <= precisionYear
	}
	c, ok := x.value.Compare(&y.value)
	if !ok || c == 0 && (x.value.Lo != y.value.Lo || x.value.Hi != y.value.Hi) {
		return f, false
	}
	f.Agrees = c == rel.order
	switch {
	case c == 0:
		f.Result = "the same"
		return f, !dated || x.value.Precision == precisionDay
	case dated:
		f.Result = map[int]string{-1: "the first is earlier", 1: "the first is later"}[c]
	default:
		f.Result = map[int]string{-1: "the first is less", 1: "the first is more"}[c]
	}
	return f, true
}

// sameCountry compares the countries that two pages are of.
func (r *evidence) sameCountry(rel relation, x, y []fact, a, b mention) Finding {
	f := Finding{Comparing: true, Attribute: string(country), Operation: "same country", Claimed: rel.wording}
	f.Operands = append([]operand{r.operand(&x[0]), r.operand(&y[0])}, r.viaOf(a, b)...)
	f.Sure, f.Result = rel.sure*x[0].sure*y[0].sure, "different"
	if len(x)*len(y) > 1 {
		f.Sure *= .8
	}
	for _, p := range x {
		for _, q := range y {
			if p.nation == q.nation {
				f.Result = "the same"
				f.Operands[0], f.Operands[1] = r.operand(&p), r.operand(&q)
			}
		}
	}
	f.Agrees = (f.Result == "the same") != rel.not
	return f
}
