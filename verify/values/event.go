package values

import (
	"slices"
	"strings"
)

// attribute is what a value is a value of: when someone was born, how long a river is.
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
	ageOf      attribute = "age"
	lifetime   attribute = "lived"
	country    attribute = "country"
)

// cues are the words (as they are written) that name an attribute, in claims and in evidence.
var cues = func() map[string]attribute {
	out := map[string]attribute{}
	for a, words := range map[attribute]string{
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
		ageOf:      "aged age",
	} {
		for _, w := range strings.Fields(words) {
			out[w] = a
		}
	}
	return out
}()

// units in which the attributes are that are quantities.
var measures = map[attribute]string{area: square, height: metre, length: metre, depth: metre, mass: gram, speed: "m/s", duration: year}

// fits tells whether a value can be one of an attribute.
func (a attribute) fits(v *Value) bool {
	switch a {
	case birth, death, release, founding:
		return v.Kind == Date && v.Precision != MonthDay
	case population:
		return v.Kind == Count && v.Number >= 50 && v.Bound == Exactly
	case ageOf:
		return (v.Kind == Count || v.Kind == Quantity && v.Unit == year) && v.Number > 0 && v.Number < 130
	}
	return v.Kind == Quantity && measures[a] != "" && measures[a] == v.Unit
}

// fact is a value of the evidence with what it is a value of.
type fact struct {
	page, element int
	attribute     attribute
	value         Value
	nation        string
	cell          *cellFact // nil where a sentence says it
	computed      bool      // from other facts: an age
	sure          float64   // 0 to 1: that it is this attribute of the page's subject
}

// factsOf reads the facts of a sentence about the subject of its page.
func factsOf(e *element) []fact {
	out := e.life()
	for i := range e.values {
		v := &e.values[i]
		if inParentheses := e.life0 > 0 && v.At > e.life0 && v.End <= e.life1; inParentheses && v.Kind == Date {
			continue
		}
		at := e.wordAt(v.At)
		a, distance := e.cueOf(at, e.wordAt(v.End-1), v)
		if a == "" {
			continue
		}
		sure := .85 - .05*float64(distance)
		if !e.aboutSubject(at) {
			sure -= .35
		}
		if e.order > 3 {
			sure -= .1
		}
		out = append(out, fact{attribute: a, value: *v, sure: max(sure, .05)})
	}
	out = append(out, e.works()...)
	homes := e.homes()
	if len(homes) == 0 && e.order < 3 {
		homes = e.origins()
	}
	return append(out, homes...)
}

// origins are countries that a sentence names otherwise, where it doesn't say what its subject is.
func (e *element) origins() []fact {
	var out []fact
	for _, n := range nations(e.words) {
		if len(out) < 2 {
			out = append(out, e.home(n, .35))
		}
	}
	return out
}

func (e *element) home(n nation, sure float64) fact {
	at, end := e.words[n.at].at, e.words[n.end-1].end
	return fact{attribute: country, nation: n.country, sure: sure, value: Value{At: at, End: end, Said: e.Text[at:end]}}
}

// life reads what stands in parentheses behind the name of a person: "(12 February 1809 – 19 April 1882)", "(born 1912)", "(1912–1982)".
func (e *element) life() []fact {
	open := strings.IndexByte(e.Text, '(')
	for tries := 0; open >= 0 && open < 160 && tries < 3; tries++ {
		shut := closing(e.Text, open)
		if facts := e.within(open, shut); len(facts) > 0 {
			e.life0, e.life1 = open, shut
			return facts
		}
		next := strings.IndexByte(e.Text[shut:], '(')
		if next < 0 {
			break
		}
		open = shut + next
	}
	return nil
}

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

func (e *element) within(open, shut int) []fact {
	lead := e.wordAt(open)
	if !e.named && (e.order > 0 || lead > 14) || !e.leads(lead) {
		return nil
	}
	dates := e.datesIn(open, shut)
	inside := strings.ToLower(e.Text[open:shut])
	sure := .9
	if e.named {
		sure = .97
	}
	born, died := holdsAny(inside, "born", "b."), holdsAny(inside, "died", "d. ")
	switch {
	case len(dates) == 1 && died && !born:
		return []fact{{attribute: death, value: *dates[0], sure: sure}}
	case len(dates) == 1 && born:
		return []fact{{attribute: birth, value: *dates[0], sure: sure}}
	case len(dates) == 2 && e.dash(dates[0].End, dates[1].At) && lifeLong(dates[0], dates[1], born):
		return []fact{{attribute: birth, value: *dates[0], sure: sure}, {attribute: death, value: *dates[1], sure: sure}}
	}
	return nil
}

func holdsAny(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// datesIn are the dates of a year or finer within a part of the text.
func (e *element) datesIn(from, to int) []*Value {
	var out []*Value
	for i := range e.values {
		if v := &e.values[i]; v.Kind == Date && v.Precision <= Year && v.At > from && v.End <= to {
			out = append(out, v)
		}
	}
	return out
}

// lifeLong tells whether two dates can be a birth and a death: what isn't said to be one is of eight years or more.
func lifeLong(birth, death *Value, said bool) bool {
	c, err := Compare(birth, death)
	apart := death.Lo - birth.Hi
	return err == nil && c <= 0 && apart <= 115*366 && (said || apart >= 8*366)
}

// leads tells that nothing but a name stands before a word: no verb.
func (e *element) leads(at int) bool {
	for _, w := range e.words[:min(at, len(e.words))] {
		if w.kind == letters && (verbs[w.text] || w.text == "and" && !e.named) {
			return false
		}
	}
	return true
}

var verbs = set("is was are were be has had by in on at from son daughter wife husband father mother brother sister")

// dash tells that a dash joins two dates, at most some words of a place beside it.
func (e *element) dash(from, to int) bool {
	between := e.Text[from:max(from, to)]
	return len(between) < 60 && (len(strings.TrimSpace(between)) == 0 || strings.ContainsAny(between, "-–—") || strings.Contains(between, "died") || strings.Contains(between, " to "))
}

// cueOf finds the word that says what a value is of: the nearest before it, or behind it for units that a word follows (12 km long).
func (e *element) cueOf(from, to int, v *Value) (attribute, int) {
	if to+1 < len(e.words) && v.Kind == Quantity && dimensions[e.words[to+1].text] {
		if a := cues[e.words[to+1].text]; a.fits(v) {
			return a, 0
		}
		return "", 0
	}
	for d := 1; d <= 14 && from-d >= 0; d++ {
		w := e.words[from-d].text
		if w == ";" || w == "." && d > 1 {
			break
		}
		if a := cues[w]; a != "" && a.fits(v) && len(w) > 1 {
			return a, d
		}
	}
	for d := 1; d <= 4 && to+d < len(e.words); d++ {
		if a := cues[e.words[to+d].text]; a != "" && a.fits(v) && v.Kind != Date {
			return a, d
		}
	}
	return "", 0
}

// dimensions are words right behind a quantity that say what it is of, whatever stands before it.
var dimensions = set("long wide broad thick deep high tall old across away apart north south east west inland upstream")

// works are the years of films, albums and books: "is a 1979 Indian film".
func (e *element) works() []fact {
	if e.order > 1 || !e.named {
		return nil
	}
	for i := range e.values {
		v := &e.values[i]
		if at := e.wordAt(v.At); v.Kind == Date && v.Precision == Year && at > 1 && (articles[e.words[at-1].text] || e.copula(at)) && e.workBehind(at) {
			return []fact{{attribute: release, value: *v, sure: .93}}
		}
	}
	return nil
}

var articles = set("a an the")

// workBehind tells that a word for a work stands behind a year, with no other mark between than those of compound words.
func (e *element) workBehind(at int) bool {
	for _, w := range e.words[at+1 : min(at+14, len(e.words))] {
		if w.kind == mark && !strings.Contains("-/,", w.text) {
			return false
		}
		if kindsOfWork[w.text] {
			return true
		}
	}
	return false
}

// copula tells that "is" or "was" stands up to three words before.
func (e *element) copula(at int) bool {
	for d := 1; d <= 4 && at-d >= 0; d++ {
		if w := e.words[at-d].text; w == "is" || w == "was" {
			return true
		}
	}
	return false
}

var kindsOfWork = set("film movie album song single novel book game comedy drama documentary thriller western musical series play opera short feature cartoon")

// homes are the countries of people and places: "is an Indian film actor", "is a village in Fars Province, Iran".
func (e *element) homes() []fact {
	if e.order > 2 || !e.named && e.order > 0 {
		return nil
	}
	verb := slices.IndexFunc(e.words, func(w word) bool { return copulas[w.text] && w.at > 0 && (e.life1 == 0 || w.at > e.life1) })
	if verb < 0 {
		return nil
	}
	end := len(e.words)
	if n := slices.IndexFunc(e.words[verb:], func(w word) bool { return clauseEnds[w.text] }); n >= 0 {
		end = verb + n
	}
	var out []fact
	for _, n := range nations(e.words) {
		if n.at < verb || n.at >= end {
			continue
		}
		out = append(out, e.home(n, e.sureOf(n, verb)))
	}
	return out
}

// sureOf is less for a people named late in a sentence, or in a compound: Austrian-born.
func (e *element) sureOf(n nation, verb int) float64 {
	if n.people && (n.at-verb > 12 || n.end < len(e.words) && e.words[n.end].text == "-") {
		return .5
	}
	return .9
}

var (
	copulas    = set("is was were are")
	clauseEnds = set("who which that ; .")
)
