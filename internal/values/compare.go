package values

import (
	"fmt"
	"slices"
	"strings"
)

// relation is what a claim says of two subjects' values.
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
}

// compared judges what a claim says of two subjects.
func (r *reading) compared(claim []word, values []Value, named []mention) []Finding {
	var out []Finding
	claim = masked(claim, named)
	for i := range named {
		for j := i + 1; j < len(named); j++ {
			a, b := named[i], named[j]
			if a.page == b.page && a.row == b.row || b.from < a.to {
				continue
			}
			rel, ok := relate(claim, values, a, b, len(named))
			if !ok {
				continue
			}
			if f, ok := r.weigh(rel, a, b); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

// masked are the words of a claim without those of the pages it names.
func masked(claim []word, named []mention) []word {
	out := slices.Clone(claim)
	for _, m := range named {
		for i := m.from; i < m.to; i++ {
			out[i].text, out[i].kind = "", mark
		}
	}
	return out
}

// orders are the words that compare, with the attribute they say by themselves and the way they go: a date that is less lies before.
var orders = map[string]struct {
	attribute attribute
	order     int
}{
	"before": {"", -1}, "earlier": {"", -1}, "after": {"", 1}, "later": {"", 1}, "older": {birth, -1}, "younger": {birth, 1}, "elder": {birth, -1},
	"predates": {"", -1}, "prior": {"", -1}, "sooner": {"", -1}, "recently": {"", 1}, "newer": {founding, 1}, "recent": {"", 1},
	"larger": {area, 1}, "bigger": {area, 1}, "smaller": {area, -1}, "greater": {area, 1}, "populous": {population, 1}, "higher": {height, 1}, "taller": {height, 1},
	"lower": {height, -1}, "shorter": {length, -1}, "longer": {length, 1}, "deeper": {depth, 1}, "shallower": {depth, -1}, "heavier": {mass, 1},
	"lighter": {mass, -1}, "outlived": {death, 1}, "more": {"", 1}, "fewer": {"", -1}, "less": {"", -1}, "first": {"", -1}, "last": {"", 1},
}

// relate reads the relation of two mentions off the claim.
func relate(claim []word, values []Value, a, b mention, subjects int) (relation, bool) {
	has := func(texts ...string) bool {
		return slices.ContainsFunc(claim, func(w word) bool { return slices.Contains(texts, w.text) })
	}
	rel := relation{attribute: attributeOf(claim), sure: a.sure * b.sure}
	if subjects > 2 {
		rel.sure *= .5
	}
	if has("not", "never", "neither", "nor") || negated(claim) {
		return rel, false
	}
	if has("same", "both", "share", "different") {
		return alikeRelation(rel, a, b, has)
	}
	between := claim[a.to:b.from]
	at := comparing(between)
	if at < 0 {
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
	rel.attribute = combined(rel.attribute, o.attribute, has)
	rel.apart = apartBefore(values, between, at)
	if by := apartBehind(values, claim, b); by != nil && rel.apart == nil {
		rel.apart, claim = by, claim[:b.to]
	}
	rel.stems, rel.counted = stemsOf(claim), countedIn(between[at:])
	rel.second = rel.attribute
	for _, w := range claim[b.to:] {
		if c := cues[w.text]; events[c] && events[rel.attribute] {
			rel.second = c
		}
	}
	return rel, plain(rel.attribute, between, claim, b)
}

// adjoins tells that nothing which could be compared instead stands between the word that compares and the second subject: "before 1900 in", "after the end of".
func adjoins(words []word) bool {
	for _, w := range words {
		if w.kind == digits || w.kind == letters && !closed[w.text] && !tail[w.text] && cues[w.text] == "" && roles[w.text] == nil && !roleLinks[w.text] {
			return false
		}
	}
	return true
}

// events are the attributes that are dates.
var events = map[attribute]bool{birth: true, death: true, release: true, founding: true}

// direct are the words that compare without than.
var direct = set("before after outlived predates prior")

// comparing is the place of the word that compares, -1 without one.
func comparing(between []word) int {
	than := slices.ContainsFunc(between, func(w word) bool { return w.text == "than" })
	return slices.IndexFunc(between, func(w word) bool {
		_, known := orders[w.text]
		return known && w.text != "first" && w.text != "last" && (than || direct[w.text])
	})
}

func negated(claim []word) bool {
	return slices.ContainsFunc(claim, func(w word) bool { return strings.HasSuffix(w.text, "n't") })
}

// combined is the attribute of a comparing word and of the other words of a claim: older, of men at their death, is their age.
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

// attributeOf is the attribute whose word stands first in a claim.
func attributeOf(claim []word) attribute {
	for i, w := range claim {
		if w.upper && i > 0 || len(w.text) < 3 {
			continue
		}
		if a := cues[w.text]; a != "" {
			return a
		}
		if w.text == "came" && i+1 < len(claim) && claim[i+1].text == "out" {
			return release
		}
	}
	return ""
}

// plain tells that nothing in the claim makes the comparison one of something else: "was born before X became king".
func plain(a attribute, between, claim []word, b mention) bool {
	for _, w := range claim[min(b.to, len(claim)):] {
		if w.kind == letters && !closed[w.text] && !tail[w.text] && (a == "" || cues[w.text] != a) {
			return false
		}
	}
	return len(between) <= 14
}

var tail = set("ever in area size population terms by year years old age release date birth death life came out did dies died born film movie " +
	"river lake sea mountain island city town village country state bridge lighthouse ship building album song book novel magazine company club team school university")

// apartBefore is the amount that stands before a comparing word: "ten years before".
func apartBefore(values []Value, between []word, i int) *Value {
	for k := range values {
		v := &values[k]
		if (v.Kind == Quantity || v.Kind == Count) && i > 0 && v.End <= between[i].at && between[i].at-v.End <= 2 {
			return v
		}
	}
	return nil
}

// apartBehind is the amount behind the second subject: "taller than Holm by five metres".
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

// countedIn are the words between more, fewer or less and than: more titles than.
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

var plurals = map[string]string{"country": "countries", "year": "years", "day": "days", "decade": "decades", "century": "centuries", "month": "months"}

// weigh compares two subjects by the surest fact of each; where others that are as sure say otherwise nothing is found.
func (r *reading) weigh(rel relation, a, b mention) (Finding, bool) {
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
	for _, p := range x {
		for _, q := range y {
			if other, ok := r.compareFacts(rel, &p, &q); ok && other.Agrees != f.Agrees {
				f.Sure *= 1 - .7*p.sure*q.sure/(x[0].sure*y[0].sure)
			}
		}
	}
	return f, true
}

// sides are the facts that a relation compares: of its attribute, or of a header whose words are the claim's.
func (r *reading) sides(rel *relation, a, b mention) (x, y []fact) {
	try := []attribute{rel.attribute}
	if rel.attribute == length {
		try = append(try, duration)
	}
	if rel.second != "" && rel.second != rel.attribute {
		return r.candidates(rel.attribute, a), r.candidates(rel.second, b)
	}
	for _, t := range try {
		if x, y = r.candidates(t, a), r.candidates(t, b); t != "" && len(x) > 0 && len(y) > 0 {
			rel.attribute = t
			return x, y
		}
	}
	if rel.stems == nil {
		return nil, nil
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

// viaOf are the elements that say who "the director of X" is.
func (r *reading) viaOf(named ...mention) []Operand {
	var out []Operand
	for _, m := range named {
		if m.via >= 0 {
			e := r.elements[m.via]
			out = append(out, Operand{Subject: r.pages[e.page].Title, Value: r.pages[m.page].Title, Page: e.page, Element: e.ID})
		}
	}
	return out
}

// candidates are a page's facts of an attribute, the surest first, each value once.
func (r *reading) candidates(a attribute, m mention) []fact {
	if a == ageOf || a == lifetime {
		return r.ages(m)
	}
	var out []fact
	for _, f := range r.facts {
		if f.page != m.page || f.attribute != a || f.cell == nil && m.row != "" || f.cell != nil && f.cell.row != m.row {
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
	slices.SortStableFunc(out, func(x, y fact) int { return sign(y.sure - x.sure) })
	return out
}

// ages are how old a page's subject became.
func (r *reading) ages(m mention) []fact {
	born, died := r.candidates(birth, m), r.candidates(death, m)
	if len(born) == 0 || len(died) == 0 {
		return nil
	}
	b, d := &born[0].value, &died[0].value
	v := Value{Kind: Quantity, Unit: year, Lo: (d.Lo - b.Hi) / 365.2425, Hi: (d.Hi - b.Lo) / 365.2425, Said: b.Said + " to " + d.Said}
	v.Number = (v.Lo + v.Hi) / 2
	if v.Lo < 0 {
		return nil
	}
	return []fact{{page: m.page, element: born[0].element, attribute: ageOf, value: v, computed: true, sure: born[0].sure * died[0].sure}}
}

func (r *reading) operand(f *fact) Operand {
	unit := ""
	if f.value.Kind == Quantity {
		unit = f.value.Unit
	}
	subject := r.pages[f.page].Title
	if f.cell != nil && f.cell.row != "" {
		subject = f.cell.row
	}
	return Operand{Subject: subject, Value: f.value.Said, Unit: unit, Page: f.page, Element: r.elements[f.element].ID}
}

// compareFacts computes a relation over two facts. It isn't ok where the facts aren't precise enough to tell.
func (r *reading) compareFacts(rel relation, x, y *fact) (Finding, bool) {
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
		if dated && x.value.Precision != Day {
			return f, false
		}
	case dated:
		f.Result = "the first is " + between(&x.value, &y.value) + map[int]string{-1: " earlier", 1: " later"}[c]
	default:
		f.Result = map[int]string{-1: "the first is less", 1: "the first is more"}[c]
	}
	return f, true
}

// sameDate compares two dates by their year, day, decade or century.
func sameDate(f Finding, rel relation, x, y *Value) (Finding, bool) {
	if x.Kind != Date || y.Kind != Date || x.Precision > Year || y.Precision > Year {
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
			return fmt.Sprint(v.Year, "-", v.Month), v.Precision <= Month
		}
		return fmt.Sprint(v.Year, "-", v.Month, "-", v.Day), v.Precision == Day
	}
	p, ok1 := part(x)
	q, ok2 := part(y)
	f.Operation, f.Result = "same "+rel.same, p+" and "+q
	f.Agrees = (p == q) != rel.not
	return f, ok1 && ok2
}

// apartBy compares the difference of two values with the one that a claim says.
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
	if x.Precision == Year || y.Precision == Year {
		lo, hi = lo-.5, hi+.5
	}
	meets := said.Lo <= hi && said.Hi >= lo
	if said.About {
		meets = said.Number*.8 <= hi && said.Number*1.2 >= lo
	}
	f.Agrees = meets && (c == rel.order || c == 0 && said.Number < 1)
	return f, true
}

// apartIn compares the difference of two amounts with the one that a claim says.
func apartIn(f Finding, rel relation, x, y *Value, c int) (Finding, bool) {
	said := *rel.apart
	if said.Kind != x.Kind || said.Kind == Quantity && said.Unit != x.Unit {
		return f, false
	}
	apart := Value{Kind: x.Kind, Unit: x.Unit, Number: abs(x.Number - y.Number)}
	room := max(abs(x.Hi-x.Lo), abs(y.Hi-y.Lo), said.Hi-said.Lo)
	apart.Lo, apart.Hi = apart.Number-room, apart.Number+room
	meets, err := Meets(&said, &apart)
	f.Agrees = meets && (c == rel.order || apart.Number == 0)
	f.Result = fmt.Sprintf("difference %.6g %s", apart.Number, apart.Unit)
	return f, err == nil
}

// sameCountry compares the countries that two pages are of.
func (r *reading) sameCountry(rel relation, a, b mention) (Finding, bool) {
	x, y := r.candidates(country, a), r.candidates(country, b)
	if len(x) == 0 || len(y) == 0 {
		return Finding{}, false
	}
	f := Finding{Family: Comparing, Attribute: string(country), Operation: "same country", Claimed: rel.wording, Operands: []Operand{r.operand(&x[0]), r.operand(&y[0])}}
	f.Operands = append(f.Operands, r.viaOf(a, b)...)
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
