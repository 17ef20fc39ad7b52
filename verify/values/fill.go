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
// apart, such as who directed the play of a film; but nobody is born or dies in two places. If another page names the claim's place, the
// finding is too unsure to count, because one may hold the other; a place whose page says that it lies in the claim's agrees. No country
// lies in another.
func (r *evidence) otherName(s *slot) (Finding, bool) {
	words := s.claim.words[s.name.from:s.name.to]
	f := Finding{Family: OtherName, Operation: "is", Attribute: s.String(), Sure: fillSure, Absent: s.kind != inCountry && !s.once()}
	f.Place = s.kind == inPlace || s.kind == inCountry
	f.Claimed = s.claim.Text[words[0].at:words[len(words)-1].end]
	held := false
	for k, p := range r.pages {
		order := 0
		for i := range p.Elements {
			x := &parsed{Element: p.Elements[i], page: k, order: order}
			var ok bool
			if x.Cell != nil {
				ok = k == s.subject && s.heads(x.Cell)
				x.Text = x.Cell.Text
			} else {
				if order++; f.Absent && (k == s.subject || s.kind == inPlace) && s.standsIn(x.Text) {
					if k == s.subject {
						return Finding{}, false
					}
					held = true
				}
				ok = k == s.subject && s.mayFill(&x.Element, order-1)
			}
			if !ok {
				continue
			}
			x.words = split(x.Text)
			x.named = p.Title == "" || startsWith(x.words, r.names[k])
			other, says := s.readSentence(x)
			switch {
			case says == agrees:
				return Finding{}, false
			case says == differs && (f.Operands == nil || f.Sure == 0):
				name := other.in(x.words)
				f.Operands = []Operand{{Subject: p.Title, Value: x.Text[name[0].at:name[len(name)-1].end], Page: k, Element: x.ID}}
				if within := r.within(content(name), s.own(), 3); within != nil {
					f.Agrees, f.Absent, f.Operands = true, false, append(f.Operands, within...)
					said, at := newElement(k, x.order, p.Elements[i]), Value{At: words[0].at, End: words[len(words)-1].end}
					f.Sure = fillSure * float64(b2i(r.saysRest(s.claim, &at, said)))
					return f, f.Place
				}
				f.Sure = fillSure
				if s.kind == inCountry && len(nations(name)) == 0 || r.within(s.own(), content(name), 3) != nil {
					f.Sure = 0
				}
			}
		}
	}
	if held {
		f.Sure = 0
	}
	return f, f.Operands != nil
}

// within returns the elements that say that a place lies in another, at most depth of them: "Port Almeric is the capital of Vellmark".
func (r *evidence) within(place, holder []string, depth int) []Operand {
	for k, p := range r.pages {
		if !slices.Equal(place, content(split(p.Title))) {
			continue
		}
		for i := range p.Elements {
			e := &p.Elements[i]
			for _, held := range Holding(p.Title, e) {
				o, name := Operand{Subject: p.Title, Value: held, Page: k, Element: e.ID}, content(split(held))
				if sameName(name, holder) {
					return []Operand{o}
				}
				if depth == 1 { // pages may say that each lies in the other
					continue
				}
				if more := r.within(name, holder, depth-1); more != nil {
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
	words := split(e.Text)
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
	from := slices.IndexFunc(words, func(w word) bool { return copula(&w) })
	if from < 0 || !startsWith(words, nameOf(title)) {
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
		return strings.Contains(e.Text, s.head[1:]) || s.once() && order < introduction && strings.Contains(e.Text, "(")
	}
	located := func() bool {
		return strings.Contains(e.Text, "ocated") || strings.Contains(e.Text, "ituated") || strings.Contains(e.Text, " lies")
	}
	return order < leadElements || s.kind != ofNation && located()
}

// introduction is the number of first sentences in which "it" or "the" is taken for the subject of the page.
const introduction = 10

// readSentence returns what a sentence or cell says of the slot, with the other name if it differs.
func (s *slot) readSentence(x *parsed) (name, answer) {
	switch {
	case s.kind == ofNation:
		return s.inLead(x)
	case x.Cell == nil && !x.named && x.order >= introduction:
		return name{}, silent
	}
	if from, to := s.afterDate(x); from < to {
		if n, says := s.compare(x, inRow(x.words[:to], from), from, to); says != silent {
			return n, says
		}
	}
	for i := range x.words {
		at, end := s.begins(x, i), len(x.words)
		if at == 0 || !x.aboutSubject(i) {
			continue
		}
		if n := slices.IndexFunc(x.words[at:], func(w word) bool { return leaving[w.text] }); n > 0 && s.once() {
			end = at + n
		}
		if n, says := s.compare(x, inRow(x.words[:end], at), at, end); says != silent {
			return n, says
		}
	}
	return name{}, silent
}

// leaving has words behind the place of a birth or death that lead to something else: born in Bonn, he moved to Vienna.
var leaving = set("he she they who which and but where when while before after since as moved near border bordering ;")

// compare compares the claim's name with names that fill its slot in some words of a text.
func (s *slot) compare(x *parsed, all []name, from, to int) (name, answer) {
	if len(all) == 0 {
		return name{}, silent
	}
	text := x.Text
	if s.once() {
		text = text[x.words[from].at:x.words[to-1].end]
	}
	if s.standsIn(text) || slices.ContainsFunc(all, func(n name) bool { return sameName(content(n.in(x.words)), s.own()) }) {
		return name{}, agrees
	}
	if n, ok := s.other(x.words, all); ok {
		return n, differs
	}
	return name{}, silent
}

// afterDate returns the words behind the date of a birth or death where its place may stand: in a cell, or in the parentheses of a life,
// "(5 May 1818, Trier – 14 March 1883, London)".
func (s *slot) afterDate(x *parsed) (from, to int) {
	if !s.once() {
		return 0, 0
	}
	r := parser{text: x.Text, words: x.words}
	x.values = r.read()
	if x.Cell != nil {
		if len(x.values) > 0 {
			from = x.wordAt(x.values[len(x.values)-1].End)
		}
		return from, len(x.words)
	}
	for _, f := range x.life() {
		switch {
		case to > 0: // a place of birth ends where a death is dated
			to = x.wordAt(f.value.At)
		case f.attribute == birth && s.head == "born", f.attribute == death && s.head == "died":
			from, to = x.wordAt(f.value.End), x.wordAt(x.life1)
		}
	}
	return from, to
}

// begins returns where the names of the slot begin if word i of a sentence is the slot's head, or 0.
func (s *slot) begins(x *parsed, i int) int {
	reach, w := 0, x.words[i].text
	switch {
	case s.head != "":
		if w != s.head || i > 0 && x.words[i-1].text == "-" {
			return 0
		}
		if reach = 10; s.kind == byAgent {
			reach = 4
		}
	case x.order >= 0 && x.order < leadElements && copula(&x.words[i]):
		reach = 7
	case x.named && (w == "located" || w == "situated" || w == "lies"): // else a part of it
		reach = 3
	}
	for k := i + 1; k < min(i+1+reach, len(x.words)); k++ {
		switch t := x.words[k].text; {
		case s.once() && (t == "in" || t == "at") && len(inRow(x.words, k+1)) == 0: // at six in the front room of nine Holm Street in Varde
			reach += 8
		case s.kind == byAgent && t == "by", s.kind != byAgent && (t == "in" || t == "at"), s.once() && t == "on" && placed(x.words[k+1:]):
			return k + 1
		case t == "." && !s.once() || t == ";" || t == ")": // at 5 a.m. in Varde
			return 0
		}
	}
	return 0
}

// placed reports whether words behind "on" are a place and no date: on Hrafney, on the island of Hrafney.
func placed(words []word) bool {
	for i := range words {
		if words[i].text != "the" {
			return inName(&words[i]) || words[i].text == "island"
		}
	}
	return false
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
			return n, !related(s.country(), of[0].country)
		case first.to == 0:
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
