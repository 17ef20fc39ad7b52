package values

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/verify/internal/lexicon"
)

// fillSure is how often a claim is refuted, and not supported, whose slot the evidence fills with another name: 1,346 of 1,366 train claims
// of FEVER, FEVEROUS and 2WikiMultihopQA (ADR 19).
const fillSure = .97

// otherNames returns a finding for each slot of the claim that the evidence fills with another name.
func (r *evidence) otherNames(c *parsed, named []mention) []Finding {
	var out []Finding
	for _, s := range r.slotsOf(c, named) {
		if f, ok := r.otherName(&s); ok {
			out = append(out, f)
		}
	}
	return out
}

// answer is what a sentence says of a slot.
type answer uint8

const (
	silent answer = iota
	agrees
	differs
)

// otherName returns the other name that the evidence has in a slot. There is none if a sentence fills the slot with the claim's name. A
// claim whose name stands anywhere on the page is left to the model, because an article says more of its subject than a rule can tell
// apart, such as who directed the play of a film. If another page names the claim's place, the finding is too unsure to count, because one
// may hold the other; a place whose page says that it lies in the claim's agrees. No country lies in another.
func (r *evidence) otherName(s *slot) (Finding, bool) {
	words := s.claim.words[s.name.from:s.name.to]
	f := Finding{Family: OtherName, Operation: "is", Attribute: s.String(), Sure: fillSure, Absent: s.kind != inCountry}
	f.Place = s.kind == inPlace || s.kind == inCountry
	f.Claimed = s.claim.Text[words[0].at:words[len(words)-1].end]
	for k, p := range r.pages {
		order := 0
		for i := range p.Elements {
			e := &p.Elements[i]
			if e.Cell != nil {
				continue
			}
			order++
			if s.kind != inCountry && (k == s.subject || s.kind == inPlace) && s.standsIn(e.Text) {
				if k == s.subject {
					return Finding{}, false
				}
				f.Sure = 0
			}
			if k != s.subject || !s.mayFill(e, order-1) {
				continue
			}
			x := &parsed{Element: *e, page: k, order: order - 1, words: split(e.Text)}
			x.named = p.Title == "" || startsWith(x.words, r.names[k])
			other, says := s.readSentence(x)
			switch {
			case says == agrees:
				return Finding{}, false
			case says == differs && f.Operands == nil:
				value := e.Text[x.words[other.from].at:x.words[other.to-1].end]
				f.Operands = []Operand{{Subject: p.Title, Value: value, Page: k, Element: e.ID}}
				if within := r.within(other.in(x.words), s, 3); within != nil {
					f.Agrees, f.Absent, f.Sure, f.Operands = true, false, fillSure, append(f.Operands, within...)
					return f, f.Place
				}
			}
		}
	}
	return f, f.Operands != nil
}

// within returns the sentences that say that a place lies in the claim's, at most depth of them: "Port Almeric is the capital of Vellmark".
func (r *evidence) within(place []word, s *slot, depth int) []Operand {
	for k, p := range r.pages {
		if k == s.subject || !slices.Equal(content(place), content(split(p.Title))) {
			continue
		}
		for i := range p.Elements {
			e := &p.Elements[i]
			for _, holder := range Holding(p.Title, e) {
				o := Operand{Subject: p.Title, Value: holder, Page: k, Element: e.ID}
				if words := split(holder); sameName(content(words), s.own()) {
					return []Operand{o}
				} else if more := r.within(words, s, depth-1); depth > 1 && more != nil {
					return append([]Operand{o}, more...)
				}
			}
		}
	}
	return nil
}

// holders has the headers of cells that name the place in which their page's subject lies.
var holders = set("country location region state province district county island department municipality")

// Holding returns the names of places in which an element says that the subject of its page lies: of "Agra is a city in Uttar Pradesh,
// India" both. It has to be a sentence that begins with the title, or a cell of an infobox.
func Holding(title string, e *Element) (out []string) {
	words, from := split(e.Text), 0
	if e.Cell != nil {
		header := split(e.Cell.Label)
		if e.Cell.Row != "" || len(header) != 1 || !holders[header[0].text] {
			return nil
		}
		words = split(e.Cell.Text)
		for _, n := range namesIn(words) {
			out = append(out, e.Cell.Text[words[n.from].at:words[n.to-1].end])
		}
		return out
	}
	if from = slices.IndexFunc(words, func(w word) bool { return copula(&w) }); from < 0 || !startsWith(words, nameOf(title)) {
		return nil
	}
	if end := slices.IndexFunc(words[from:], func(w word) bool { return clauseEnds[w.text] }); end >= 0 {
		words = words[:from+end]
	}
	last := -1
	for _, n := range namesIn(words) {
		before := n.from - 1
		for before > from && (words[before].text == "the" || words[before].text == "," && last == before) {
			before--
		}
		if n.from > from && (locating[words[before].text] || last >= 0 && before < last) {
			out = append(out, e.Text[words[n.from].at:words[n.to-1].end])
			last = n.to
		}
	}
	return out
}

// locating has words before the place that something lies in, or is the capital of.
var locating = set("in of on at")

// standsIn reports whether a text has all words of the claim's name.
func (s *slot) standsIn(text string) bool {
	for _, w := range s.claim.words[s.name.from:s.name.to] {
		if w.kind == letters && !lexicon.Joiners[w.text] && !strings.Contains(text, strings.TrimSuffix(s.claim.Text[w.at:w.end], "'s")) {
			return false
		}
	}
	return true
}

// mayFill reports whether a sentence can fill the slot, by the letters of its head alone.
func (s *slot) mayFill(e *Element, order int) bool {
	if s.head != "" {
		return strings.Contains(e.Text, s.head[1:])
	}
	located := func() bool {
		return strings.Contains(e.Text, "ocated") || strings.Contains(e.Text, "ituated") || strings.Contains(e.Text, " lies")
	}
	return order < leadElements || s.kind != ofNation && located()
}

// introduction is the number of first sentences in which "it" or "the" is taken for the subject of the page.
const introduction = 10

// readSentence returns what a sentence says of the slot, with the other name if it differs.
func (s *slot) readSentence(x *parsed) (name, answer) {
	switch {
	case s.kind == ofNation:
		return s.inLead(x)
	case !x.named && x.order >= introduction:
		return name{}, silent
	}
	for i := range x.words {
		at := s.begins(x, i)
		if at == 0 || !x.aboutSubject(i) {
			continue
		}
		all := inRow(x.words, at)
		if len(all) == 0 {
			continue
		}
		if s.standsIn(x.Text) || slices.ContainsFunc(all, func(n name) bool { return sameName(content(n.in(x.words)), s.own()) }) {
			return name{}, agrees
		}
		if n, ok := s.other(x.words, all); ok {
			return n, differs
		}
	}
	return name{}, silent
}

// begins returns where the names of the slot begin if word i of a sentence is the slot's head, or 0.
func (s *slot) begins(x *parsed, i int) int {
	reach, w := 0, x.words[i].text
	switch {
	case s.head != "":
		if w != s.head {
			return 0
		}
		if reach = 10; s.kind == byAgent {
			reach = 4
		}
	case x.order < leadElements && copula(&x.words[i]):
		reach = 7
	case x.named && (w == "located" || w == "situated" || w == "lies"): // else a part of it
		reach = 3
	}
	for k := i + 1; k < min(i+1+reach, len(x.words)); k++ {
		switch t := x.words[k].text; {
		case s.kind == byAgent && t == "by", s.kind != byAgent && (t == "in" || t == "at"):
			return k + 1
		case t == "." || t == ";" || t == ")":
			return 0
		}
	}
	return 0
}

// inRow returns the names from a word on that stand in a row: Agra, India.
func inRow(words []word, at int) []name {
	var out []name
	for _, n := range namesIn(words[at:min(at+24, len(words))]) {
		gap := words[at : at+n.from]
		if len(out) > 0 {
			gap = words[out[len(out)-1].to : at+n.from]
		}
		ends := func(w word) bool { return w.text == "." || w.text == ";" || w.text == "by" || copula(&w) }
		if len(gap) > 4 || slices.ContainsFunc(gap, ends) {
			break
		}
		out = append(out, name{at + n.from, at + n.to})
	}
	return out
}

// other returns the first name that answers the claim's: a country answers a country. A word for a people (a British architect) answers
// none.
func (s *slot) other(words []word, all []name) (name, bool) {
	var first name
	for _, n := range all {
		of := nations(n.in(words))
		switch {
		case len(of) > 0 && of[0].people && of[0].end == n.to-n.from:
		case s.kind == inCountry && len(of) > 0 && !of[0].people:
			if related(s.country(), of[0].country) {
				return name{}, false
			}
			first = n
		case s.kind != inCountry && first.to == 0:
			first = n
		}
	}
	return first, first.to > 0
}

// inLead returns what a sentence that introduces its subject says of its nationality.
func (s *slot) inLead(x *parsed) (name, answer) {
	at := slices.IndexFunc(x.words, func(w word) bool { return copula(&w) })
	all := nations(x.words)
	if at < 0 || !x.named {
		return name{}, silent
	}
	if slices.ContainsFunc(all, func(n nation) bool { return related(n.country, s.country()) }) {
		return name{}, agrees
	}
	for _, n := range all {
		if born := n.end < len(x.words) && x.words[n.end].text == "-"; n.people && n.at > at && n.at <= at+6 && !born {
			return name{n.at, n.end}, differs
		}
	}
	return name{}, silent
}

// related reports whether two countries are one, or one has been a part of the other.
func related(a, b string) bool {
	return a == b || slices.ContainsFunc(unions, func(u map[string]bool) bool {
		return u[strings.ReplaceAll(a, " ", "_")] && u[strings.ReplaceAll(b, " ", "_")]
	})
}

var unions = []map[string]bool{
	set("united_kingdom england scotland wales ireland"),
	set("soviet_union russia ukraine belarus georgia armenia azerbaijan kazakhstan uzbekistan estonia latvia lithuania moldova"),
	set("germany prussia austria poland"), set("austria hungary czech_republic czechoslovakia slovakia croatia slovenia"),
	set("yugoslavia serbia croatia slovenia bosnia montenegro macedonia kosovo"), set("ottoman_empire turkey greece bulgaria"),
	set("china hong_kong taiwan"), set("united_states puerto_rico"), set("israel palestine"),
}
