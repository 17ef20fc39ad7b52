package values

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph/english"
)

// attribute is what a value measures: when someone was born, how long a river is.
type attribute string

const (
	birth      attribute = "born"
	death      attribute = "died"
	release    attribute = "released"
	founding   attribute = "founded"
	area       attribute = "area"
	population attribute = "population"
	height     attribute = "height"
	length     attribute = "length"
	depth      attribute = "depth"
	mass       attribute = "mass"
	speed      attribute = "speed"
	duration   attribute = "duration"
	country    attribute = "country"
	beginning  attribute = "began"
	wingspan   attribute = "wingspan"
	deaths     attribute = "deaths"
	damage     attribute = "damage"
	atomNumber attribute = "atomic number"
)

// cues maps words, as they are written, to the attribute they name in claims and in evidence; more, those that only
// comparisons ask for.
var (
	cues = attributesOf(map[attribute]string{
		birth:      "born birth b",
		death:      "died death dies d",
		release:    "released release premiered aired published debuted premiere",
		founding:   "founded established formed founding incorporated opened built constructed completed inaugurated created",
		area:       "area covers covering surface",
		population: "population inhabitants residents populous populated people",
		height:     "high height tall elevation altitude higher taller highest tallest summit rises",
		length:     "long length longer longest",
		depth:      "deep depth deeper deepest",
		mass:       "weighs weight mass weighing heavier heaviest",
		speed:      "speed",
		duration:   "running runtime duration lasts lasted",
	})
	more = attributesOf(map[attribute]string{
		beginning: `began begun begins started launched appeared appears appearance broadcast shown performed screened
			cinemas fought date happened place run debut originated introduced invented patented`,
		duration:   "long length",
		length:     "reach reaches reached reaching grow grows growing measures measuring",
		mass:       "weigh weighed",
		wingspan:   "wingspan",
		deaths:     "killed killing deaths fatalities casualties victims",
		damage:     "damage damages",
		atomNumber: "protons number",
	})
)

// attributesOf maps each word of a list to the attribute that it is a list of.
func attributesOf(all map[attribute]string) map[string]attribute {
	out := map[string]attribute{}
	for a, words := range all {
		for w := range set(words) {
			out[w] = a
		}
	}
	return out
}

// measures maps the attributes that are quantities to the base unit of their dimension.
var measures = map[attribute]string{area: square, height: metre, length: metre, depth: metre, mass: gram, speed: "m/s",
	duration: year, wingspan: metre, damage: "usd"}

// fits reports whether a value can be one of the attribute.
func (a attribute) fits(v *Value) bool {
	switch a {
	case birth, death, release, founding, beginning:
		return v.IsDate()
	case damage: // and not in 1998 USD
		return v.Unit == measures[damage] && v.Number > 3000
	case population:
		return v.Kind == kindCount && v.Number >= 50
	case deaths, atomNumber:
		return v.Kind == kindCount
	}
	return v.Kind == kindQuantity && measures[a] != "" && measures[a] == v.Unit
}

// fact is a value of the evidence with what it measures.
type fact struct {
	page, element int
	attribute     attribute
	value         Value
	nation        string
	sure          float64 // 0 to 1: that it is this attribute of the page's subject
}

// factsOf reads the facts that a sentence states of its page's subject.
func factsOf(e *parsed) []fact {
	out := e.life()
	for i := range e.values {
		v := &e.values[i]
		if inParentheses := e.life0 > 0 && v.At > e.life0 && v.End <= e.life1; inParentheses && v.IsDate() {
			continue
		}
		at := e.wordAt(v.At)
		a, distance := e.cueOf(v)
		b, further := e.nearest(more, v)
		if a != "" {
			out = append(out, fact{attribute: a, value: *v, sure: e.sureAt(at, distance)})
		}
		if b != "" && b != a {
			out = append(out, fact{attribute: b, value: *v, sure: e.sureAt(at, further)})
		}
	}
	return slices.Concat(out, e.works(), e.homes())
}

// life reads the dates in parentheses behind the name of a person: "(12 February 1809 – 19 April 1882)", "(born 1912)".
func (e *parsed) life() (out []fact) {
	sure := .9
	if e.named {
		sure = .97
	}
	for at, tries := 0, 0; tries < 3; tries++ {
		n := strings.IndexByte(e.Text[at:], '(')
		open := at + n
		if n < 0 || open >= 160 {
			break
		}
		shut := closing(e.Text, open)
		born, died := e.lived(open, shut)
		if born != nil {
			out = append(out, fact{attribute: birth, value: *born, sure: sure})
		}
		if died != nil {
			out = append(out, fact{attribute: death, value: *died, sure: sure})
		}
		if len(out) > 0 {
			e.life0, e.life1 = open, shut
			return out
		}
		at = shut
	}
	return nil
}

// closing returns the place of the parenthesis that closes the one at open, or the end of the text.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// lived returns the dates of birth and death between two parentheses, nil for one that isn't there. Only a name may
// stand before them. Two dates are a life if a dash joins them and, where no word says so, they are eight years
// apart.
func (e *parsed) lived(open, shut int) (born, died *Value) {
	lead := e.words[:min(e.wordAt(open), len(e.words))]
	verb := func(w word) bool { return verbs[w.text] || w.text == "and" && !e.named }
	if !e.named && (e.order != 0 || len(lead) > 14) || slices.ContainsFunc(lead, verb) {
		return nil, nil
	}
	var dates []*Value
	for i := range e.values {
		if v := &e.values[i]; v.IsDate() && v.Precision <= precisionYear && v.At > open && v.End <= shut {
			dates = append(dates, v)
		}
	}
	inside := strings.ToLower(e.Text[open:shut])
	birth, death := holdsAny(inside, "born", "b."), holdsAny(inside, "died", "d. ")
	switch {
	case len(dates) == 1 && birth:
		return dates[0], nil
	case len(dates) == 1 && death:
		return nil, dates[0]
	case len(dates) != 2:
		return nil, nil
	}
	between, years := e.Text[dates[0].End:dates[1].At], (dates[1].Lo-dates[0].Hi)/366
	joined := strings.TrimSpace(between) == "" || holdsAny(between, "-", "–", "—", "died", " to ")
	if len(between) >= 60 || !joined || years < 0 || years > 115 || years < 8 && !birth {
		return nil, nil
	}
	return dates[0], dates[1]
}

// holdsAny reports whether a text has one of the words.
func holdsAny(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

var verbs = set("is was are were be has had by in on at from son daughter wife husband father mother brother sister")

// cueOf returns the attribute of a value and the distance of the word that names it.
func (e *parsed) cueOf(v *Value) (attribute, int) {
	if next := e.wordAt(v.End-1) + 1; next+1 < len(e.words) &&
		(e.words[next].text == "per" || e.words[next].text == "/" && e.words[next+1].kind == letters) {
		return "", 0 // a density
	}
	w := e.measured(v)
	if w == "" {
		return e.nearest(cues, v)
	}
	a := dimensions[w]
	if a == length && duration.fits(v) { // 40 minutes long
		a = duration
	}
	if !a.fits(v) {
		a = ""
	}
	return a, 0
}

// measured returns the word behind a quantity that says what it measures: 12 km long, 12 km (7 mi) long, 900 m above
// the sea.
func (e *parsed) measured(v *Value) string {
	at := e.wordAt(v.End)
	is := func(text string) bool { return at < len(e.words) && e.words[at].text == text }
	if is("(") {
		at = e.wordAt(closing(e.Text, e.words[at].at)) + 1
	}
	at += b2i(is("-"))
	if v.Kind != kindQuantity || at >= len(e.words) {
		return ""
	}
	if _, ok := dimensions[e.words[at].text]; !ok {
		return ""
	}
	return e.words[at].text
}

// dimensions has words that say, right behind a quantity, what it measures.
var dimensions = attributesOf(map[attribute]string{
	height: "high tall above", length: "long", depth: "deep",
	"": "wide broad thick old across away apart north south east west inland upstream",
})

// nearest returns the attribute that the nearest word of a map names.
func (e *parsed) nearest(cues map[string]attribute, v *Value) (attribute, int) {
	from, to := e.wordAt(v.At), e.wordAt(v.End-1)
	for d := 1; d <= 14 && from-d >= 0; d++ {
		w := e.words[from-d].text
		if next := e.words[from-d+1]; w == ";" || w == "." && d > 1 && (next.upper || next.kind != letters) {
			break
		}
		if a := cues[w]; a != "" && a.fits(v) && len(w) > 1 {
			return a, d
		}
	}
	for d := 1; d <= 4 && to+d < len(e.words); d++ {
		w := e.words[to+d].text
		if a := cues[w]; a != "" && a.fits(v) && !v.IsDate() {
			if w == "people" { // of a crowd, too
				d += 5
			}
			return a, d
		}
	}
	return "", 0
}

// works reads the year of a film, album or book: "is a 1979 Indian film".
func (e *parsed) works() []fact {
	if e.order >= leadElements || !e.named {
		return nil
	}
	for i := range e.values {
		v := &e.values[i]
		at := e.wordAt(v.At)
		if !v.IsDate() || v.Precision != precisionYear || at < 2 {
			continue
		}
		is := func(w word) bool { return w.text == "is" || w.text == "was" }
		ends := func(w word) bool { return w.kind == mark && !strings.Contains("-/,", w.text) || kindsOfWork[w.text] }
		behind := e.words[at+1 : min(at+14, len(e.words))]
		end := slices.IndexFunc(behind, ends)
		if end >= 0 && kindsOfWork[behind[end].text] &&
			(english.Articles[e.words[at-1].text] || slices.ContainsFunc(e.words[max(at-4, 0):at], is)) {
			return []fact{{attribute: release, value: *v, sure: .93}}
		}
	}
	return nil
}

var kindsOfWork = set(`film movie album song single novel book game comedy drama documentary thriller western
	musical series play opera short feature cartoon`)

// homes reads the countries of people and places: "is an Indian film actor", "is a village in Fars Province, Iran".
func (e *parsed) homes() []fact {
	if e.order > 2 || !e.named && e.order != 0 {
		return nil
	}
	verb := slices.IndexFunc(e.words, func(w word) bool { return copulas[w.text] && w.at > e.life1 })
	if verb < 0 {
		return nil
	}
	end := verb + len(clauseOf(e.words[verb:]))
	var out []fact
	for _, n := range nations(e.Text, e.words) {
		if n.at < verb || n.at >= end {
			continue
		}
		sure := .9
		if n.people && (n.at-verb > 12 || n.end < len(e.words) && e.words[n.end].text == "-") {
			sure = .5 // named late in a sentence, or in a compound: Austrian-born
		}
		at, end := e.words[n.at].at, e.words[n.end-1].end
		said := Value{At: at, End: end, Said: e.Text[at:end]}
		out = append(out, fact{attribute: country, nation: n.country, sure: sure, value: said})
	}
	return out
}

var (
	copulas    = set("is was were are")
	clauseEnds = set("who which that ; .")
)
