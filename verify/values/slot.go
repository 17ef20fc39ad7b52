package values

import (
	_ "embed"
	"slices"
	"strings"
)

// slot is a place in a claim that a name fills: designed by NAME, born in NAME, is in NAME, was an American.
type slot struct {
	kind    slotKind
	head    string // designed, born; empty for a location or nationality
	claim   *parsed
	name    name
	subject int // the page that the claim says it of
}

type slotKind uint8

const (
	byAgent   slotKind = iota // designed by
	inPlace                   // born in, located in
	inCountry                 // the same of a country
	ofNation                  // is an American
)

// sites maps words before "in" that only one place answers to their head. Those of a location share the empty head.
var sites = pairs("born:born died:died headquartered:headquartered based:based raised:raised formed:formed founded:founded " +
	"located: situated: lies: is: was: are:")

// participles maps participles before "by" that don't end in -ed to the past tense of their verb.
var participles = map[string]string{"written": "wrote", "built": "built", "drawn": "drew", "sung": "sang", "led": "led", "made": "made"}

var (
	// manyBy has participles before "by" that several names answer at once.
	manyBy = set("bordered bounded surrounded influenced used visited joined supported")
	// ending has words behind a name. Before other words a name only describes: by a New Zealand director.
	ending = set(`and or in on at by of to from for with who which that when while as is was but near after before during since until
		under then`)
	// turning has words between a subject and its slot that lead to another subject: based on a novel written by.
	turning  = set("of in on at by to from for with who whose which that after before near against into")
	weekdays = set("monday tuesday wednesday thursday friday saturday sunday")
	// regions has words for places that hold others or lie in others.
	regions = set(`europe asia africa america americas oceania world east west north south eastern western northern southern central
		hemisphere`)
)

// slotsOf returns the slots of a claim that denies nothing.
func (r *evidence) slotsOf(c *parsed, named []mention) []slot {
	if slices.ContainsFunc(c.words, func(w word) bool { return denying[w.text] || strings.HasSuffix(w.text, "n't") }) {
		return nil
	}
	var out []slot
	all := namesIn(c.words)
	for _, n := range all {
		s := slot{claim: c, name: n}
		if at := s.locate(); at > 0 && (s.setSubject(named, at) || r.untitled() && s.straight(all[0].to, at)) || s.acts(named) {
			out = append(out, s)
		}
	}
	return out
}

// untitled reports whether the evidence is of no page. Then it is of what the claim begins with.
func (r *evidence) untitled() bool { return len(r.pages) == 1 && r.pages[0].Title == "" }

// locate finds the words that the slot's name stands behind. It returns where they begin, or 0.
func (s *slot) locate() int {
	words, at := s.claim.words, s.name.from-1
	if at > 0 && (words[at].text == "a" || words[at].text == "an") {
		return s.nationality(at - 1)
	}
	if at > 0 && words[at].text == "the" {
		at--
	}
	if at < 1 {
		return 0
	}
	before := words[at-1].text
	to, isSite := sites[before]
	switch {
	case words[at].text == "by" && (strings.HasSuffix(before, "ed") || participles[before] != "") && !manyBy[before]:
		s.kind, s.head = byAgent, before
	case isSite && (words[at].text == "in" || words[at].text == "on" && (to == "born" || to == "died") && !weekdays[words[at+1].text]):
		s.kind, s.head = inPlace, to
		if s.country() != "" {
			s.kind = inCountry
		} else if slices.ContainsFunc(s.own(), func(w string) bool { return regions[w] }) {
			return 0
		}
	default:
		return s.nationality(at)
	}
	if n := s.name.to; n < len(words) && words[n].kind == letters && !words[n].upper && !ending[words[n].text] {
		return 0
	}
	return at - 1
}

// nationality reads the slot of "was an American".
func (s *slot) nationality(at int) int {
	all := nations(s.claim.words[s.name.from:s.name.to])
	if !copula(&s.claim.words[at]) || len(all) == 0 || all[0].at != 0 || !all[0].people {
		return 0
	}
	s.kind, s.name.to = ofNation, s.name.from+all[0].end
	return at
}

// copula reports whether a word is is, was, are or were.
func copula(w *word) bool {
	return w.text == "is" || w.text == "was" || w.text == "are" || w.text == "were"
}

// setSubject finds the page that the slot is said of: the last that the claim names before it.
func (s *slot) setSubject(named []mention, head int) bool {
	for _, m := range slices.Backward(named) {
		if m.via < 0 && m.row == "" && m.to <= head {
			s.subject = m.page
			return s.straight(m.to, head)
		}
	}
	return false
}

// straight reports whether the claim speaks of nothing else between a subject and a slot.
func (s *slot) straight(from, to int) bool {
	return from <= to && !slices.ContainsFunc(s.claim.words[from:to], func(w word) bool { return turning[w.text] })
}

// acts reads "NAME designed X" as "X was designed by NAME".
func (s *slot) acts(named []mention) bool {
	words := s.claim.words
	if s.name.from > 0 || s.name.to == len(words) {
		return false
	}
	verb := words[s.name.to].text
	for participle, past := range participles {
		if past == verb {
			verb = participle
		}
	}
	if manyBy[verb] || !strings.HasSuffix(verb, "ed") && participles[verb] == "" {
		return false
	}
	s.kind, s.head = byAgent, verb
	for _, m := range named {
		gap := m.from - s.name.to
		if m.via < 0 && m.row == "" && (gap == 1 || gap == 2 && words[m.from-1].text == "the") {
			s.subject = m.page
			return true
		}
	}
	return false
}

// once reports whether only one place can be right, whatever else a page says of the claim's: nobody is born or dies twice.
func (s *slot) once() bool { return s.head == "born" || s.head == "died" }

// heads reports whether a cell of an infobox is headed by what the slot says.
func (s *slot) heads(c *Cell) bool {
	words := map[string]string{"born": "born birth birthplace", "died": "died death"}[s.head]
	return c.Row == "" && slices.ContainsFunc(split(c.Label), func(w word) bool { return slices.Contains(strings.Fields(words), w.text) })
}

// own returns the words of the claim's name.
func (s *slot) own() []string { return content(s.claim.words[s.name.from:s.name.to]) }

// country returns the country that the claim's name is or begins with.
func (s *slot) country() string {
	if all := nations(s.claim.words[s.name.from:s.name.to]); len(all) > 0 {
		return all[0].country
	}
	return ""
}

// String returns the slot as a finding names it.
func (s *slot) String() string {
	switch {
	case s.kind == byAgent:
		return s.head + " by"
	case s.kind == ofNation:
		return "nationality"
	case s.head == "":
		return "location"
	}
	return s.head + " in"
}

// countryNames lists countries, of the past too, each with the words for its people: denmark:danish,dane.
//
//go:embed countries.txt
var countryNames string

// countryWord is a word for a country: its name, or the word for its people.
type countryWord struct {
	country string
	people  bool // the word is one for its people
}

var countryWords = func() map[string]countryWord {
	out := map[string]countryWord{}
	for _, line := range strings.Fields(countryNames) {
		name, forms, _ := strings.Cut(line, ":")
		name = strings.ReplaceAll(name, "_", " ")
		out[name] = countryWord{name, false}
		for _, f := range strings.Split(forms, ",") {
			f = strings.ReplaceAll(f, "_", " ")
			if _, known := out[f]; !known {
				out[f] = countryWord{name, true}
			}
		}
	}
	return out
}()

// nation is a country that a text names.
type nation struct {
	countryWord
	at, end int // words
}

// nations returns the countries that a text names with a capital letter, in order. Of two in a row ("Austrian-born American") both count.
func nations(words []word) []nation {
	var out []nation
	for i := 0; i < len(words); i++ {
		if !words[i].upper {
			continue
		}
		text, found, end := words[i].text, countryWord{}, 0
		for n := 1; n <= 4 && i+n <= len(words); n++ {
			if w := words[i+n-1]; n > 1 && w.text == "." || n > 1 && words[i+n-2].text == "." {
				text += w.text
			} else if n > 1 {
				text += " " + w.text
			}
			if p, ok := countryWords[strings.TrimSuffix(text, "'s")]; ok {
				found, end = p, i+n
			}
		}
		if end > 0 {
			out = append(out, nation{found, i, end})
			i = end - 1
		}
	}
	return out
}
