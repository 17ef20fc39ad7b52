package verify

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// Description is a claim about something that it describes and does not name.
type Description struct {
	Before    string   // the claim up to the description: "" for its subject
	Text      string   // "The author of Hamlet"
	Predicate string   // "was born in Stratford."
	Kinds     []string // what the page may be, by the description's noun (kindsOf)
	// Is is the name, if the claim only says who or what is described: "Brasília" of "The capital of Brazil is
	// Brasília."
	Is string
}

// phrase returns the description as it stands within a sentence: the author of Hamlet.
func (d *Description) phrase() string { return strings.ToLower(d.Text[:1]) + d.Text[1:] }

// Descriptions returns what a claim describes and doesn't name, in the order in which it may be named: its subject,
// then what stands within, the shortest first. Names are the runs of words of the claim that name pages.
func Descriptions(claim string, names []graph.Mention) (all []Description) {
	if d, ok := describe(claim, names); ok {
		all = append(all, d)
	}
	return append(all, within(claim, names)...)
}

// describe divides a claim whose subject is a description: an article, a noun for a person, a place, a work or the
// like, and what tells which one, with a name of a page in it. It takes the main verb for the first verb that belongs
// to no relative clause, and knows verbs by a list and by their endings.
//
//	The author of Hamlet | was born in Stratford.
//	The man who founded Microsoft with Paul Allen | was born in Seattle.
//
// The predicate may be a name, which may stand before the description, too:
//
//	The capital of Brazil | is Brasília.
//	Brasília is | the capital of Brazil.
func describe(claim string, names []graph.Mention) (Description, bool) {
	c := newClause(claim, names)
	all, head := c.all, c.head()
	if head < 0 {
		return c.reversed()
	}
	verb := c.mainVerb(head + 1)
	if verb < 0 || ofMany[all[verb].Text] || !slices.ContainsFunc(all[head:verb], c.named) {
		return Description{}, false
	}
	if english.Adverbs[all[verb-1].Text] {
		verb--
	}
	at := all[verb].Start
	text := strings.TrimRight(claim[all[0].Start:at], " ,")
	d := Description{Text: text, Predicate: claim[at:], Kinds: kindsOf(all[head].Text)}
	if c.identifies(verb) {
		d.Is = claim[all[verb+1].Start:all[len(all)-1].End]
	}
	return d, true
}

// within returns the descriptions that stand at the end of the description of a claim's subject, and at the end of the
// claim, the shortest first. They begin with "the": "a" may be one of many. The claim has no other relative clause,
// which may tell of more pages.
//
//	The rector of | the university where Signe Aldal studied | was born in Sandvik.
//	Nikola Tesla was born in | the country whose capital is Zagreb |.
func within(claim string, names []graph.Mention) (out []Description) {
	c := newClause(claim, names)
	relative := func(t english.Token) bool { return english.Relatives[t.Text] }
	verb := c.mainVerb(1)
	for _, part := range [][2]int{{1, verb}, {max(verb, 1), len(c.all)}} {
		for i := part[1] - 4; i >= part[0]; i-- {
			if c.all[i].Text != "the" || slices.ContainsFunc(c.all[:i], relative) ||
				slices.ContainsFunc(c.all[part[1]:], relative) {
				continue
			}
			rest := clause{c.text, c.all[i:part[1]], c.named}
			if head, ok := rest.describes(); ok {
				from, to := c.all[i].Start, c.all[part[1]-1].End
				if strings.Count(claim[from:to], `"`)%2 == 1 && strings.HasPrefix(claim[to:], `"`) {
					to++
				}
				out = append(out, Description{Before: claim[:from], Text: "The" + claim[c.all[i].End:to],
					Predicate: claim[to:], Kinds: kindsOf(rest.all[head].Text)})
			}
		}
	}
	return out
}

// describes returns the noun of a clause that is a description and nothing else.
func (c *clause) describes() (head int, ok bool) {
	head = c.head()
	return head, head >= 0 && c.mainVerb(head+1) < 0 && slices.ContainsFunc(c.all[head:], c.named)
}

// clause is a text with its words as describe reads them.
type clause struct {
	text  string
	all   []english.Token
	named func(english.Token) bool // the word is part of a name
}

func newClause(claim string, names []graph.Mention) clause {
	all := english.Tokens(claim)
	for i := range all { // a bracket that closes behind a word is of it: Wolf Ledge (film)
		before, behind := claim[:all[i].End], claim[all[i].End:]
		if strings.HasPrefix(behind, ")") && strings.Count(before, "(") > strings.Count(before, ")") {
			all[i].End++
		}
	}
	return clause{claim, all, func(t english.Token) bool {
		return t.Capital() || slices.ContainsFunc(names, func(m graph.Mention) bool {
			return m.Start <= t.Start && t.Start < m.End && capitalised(claim[m.Start:m.End])
		})
	}}
}

// reversed divides a claim that begins with a name: "Brasília is the capital of Brazil."
func (c *clause) reversed() (Description, bool) {
	verb := slices.IndexFunc(c.all, func(t english.Token) bool { return !c.named(t) })
	if verb < 1 || verb+1 >= len(c.all) || !isOrWas[c.all[verb].Text] || c.all[verb+1].Text != "the" {
		return Description{}, false
	}
	rest := clause{c.text, c.all[verb+1:], c.named}
	head, ok := rest.describes()
	if !ok {
		return Description{}, false
	}
	last := c.all[len(c.all)-1]
	return Description{
		Text: "The" + c.text[rest.all[0].End:last.End], Predicate: c.text[c.all[verb].Start:],
		Kinds: kindsOf(rest.all[head].Text), Is: c.text[c.all[0].Start:c.all[verb-1].End],
	}, true
}

// head returns the index of the noun that the claim begins with, before the words that tell which one, or -1.
func (c *clause) head() int {
	if len(c.all) < 4 || !english.Articles[strings.ToLower(c.all[0].Text)] {
		return -1
	}
	for i := 1; i < min(len(c.all)-1, mostBeforeNoun); i++ {
		t, next := c.all[i], c.all[i+1]
		participle := strings.HasSuffix(next.Text, "ed") && !c.named(next)
		if !english.Relatives[next.Text] && !connects[next.Text] && !participle {
			continue
		}
		// "the city of Chicago" is Chicago, "the capital of Brazil" is not Brazil.
		if c.named(t) || kindsOf(t.Text) == nil || next.Text == "of" && places[t.Text] {
			return -1
		}
		return i
	}
	return -1
}

// mostBeforeNoun is the most words up to the noun: the American science fiction writer.
const mostBeforeNoun = 7

// mainVerb returns the index of the first verb from word i on that is in no relative clause, or -1.
func (c *clause) mainVerb(i int) int {
	clauses := 0
	for ; i < len(c.all)-1; i++ {
		t := c.all[i]
		switch {
		case c.named(t):
		case english.Relatives[t.Text]:
			clauses++
		case c.finite(i):
			if clauses == 0 {
				return i
			}
			clauses--
			for english.Auxiliaries[c.all[i].Text] && i+1 < len(c.all) && c.verbal(c.all[i+1]) {
				i++
			}
		}
	}
	return -1
}

// finite reports whether word i is a verb of a subject before it, as far as its form and its neighbours tell.
func (c *clause) finite(i int) bool {
	w, before := c.all[i].Text, c.all[i-1]
	switch participle := i+1 < len(c.all) && c.all[i+1].Text == "by"; {
	case english.Auxiliaries[w], verbs[w] && !participle:
		return !beforeNouns[before.Text]
	case participle:
		return false
	}
	return strings.HasSuffix(w, "ed") && len(w) > 4 &&
		(english.Relatives[before.Text] || english.Adverbs[before.Text] || c.each(i-1) || c.named(before))
}

// verbal reports whether a word behind an auxiliary may belong to the verb.
func (c *clause) verbal(t english.Token) bool {
	w := t.Text
	return !c.named(t) &&
		(english.Auxiliaries[w] || verbs[w] || english.Adverbs[w] || w == "born" || strings.HasSuffix(w, "ed"))
}

// identifies reports whether the predicate only says who or what is described: is Brasília.
func (c *clause) identifies(verb int) bool {
	if !isOrWas[c.all[verb].Text] {
		return false
	}
	rest := c.all[verb+1:]
	if len(rest) > 1 && rest[0].Text == "the" {
		rest = rest[1:]
	}
	return c.named(rest[0]) && !english.OfCountry(rest[0].Text)
}

func capitalised(s string) bool { return strings.ToLower(s) != s }

// kindsOf returns what a noun may say a page is: "person", the noun's entry in kinds, and the noun itself; nil for a noun
// of a property, such as a population. A star is a person or none, and so is a maker.
func kindsOf(noun string) (out []string) {
	switch {
	case kinds[noun] != "":
		out = append(out, kinds[noun])
	case places[noun] || things[noun]:
		out = append(out, noun)
	}
	if persons[noun] || !places[noun] && !things[noun] && isRole(noun) {
		out = append(out, person)
	}
	return out
}

// person is the kind of people; that of other things is a noun.
const person = "person"

// isRole reports whether a noun looks like one for what a person does.
func isRole(noun string) bool {
	return slices.ContainsFunc([]string{"er", "or", "ist", "ian", "man", "woman"}, func(end string) bool {
		return len(noun) > 4 && strings.HasSuffix(noun, end) && !properties[noun]
	})
}

// kinds maps nouns that say the same of a page to one of them.
var kinds = english.Pairs(`nation:country state:country kingdom:country republic:country town:city village:city
		corporation:company firm:company manufacturer:company maker:company movie:film organization:organisation
		agency:organisation league:organisation union:organisation peak:mountain volcano:mountain show:series
		sitcom:series program:series programme:series boat:ship vessel:ship lightship:ship steamship:ship warship:ship
		battleship:ship`)

var (
	isOrWas     = english.Set("is was")
	connects    = english.Set("of by in from for on at with through behind")
	ofMany      = english.Set("are were have do")
	beforeNouns = english.Set("the a an and or to of by in his her its their this")
	places      = english.Set(`city country state island town village province region kingdom republic county district
		planet continent river lake mountain ocean sea`)
	persons = english.Set(`man woman boy girl person people king queen president father mother husband wife spouse
		son daughter child brother sister sibling uncle aunt nephew niece cousin grandfather grandmother parent friend
		star poet chef host guard saint pope prince duke earl knight thief judge coach architect president captain
		general bishop monk nun spy diplomat model surgeon athlete student soprano tenor patron champion creator hero
		genius scholar nurse pilot peer baron count viscount marquess regent chancellor consul actress princess duchess
		empress heiress hostess goddess`)
	things = english.Set(`capital film book novel play poem opera musical song single album series episode game band
		group duo orchestra team club company university college school hospital museum church cathedral castle palace
		bridge road street station airport ship aircraft car language religion party magazine newspaper journal award
		prize war battle treaty event festival tournament element metal gas drug disease plant animal species bird fish
		dog moon comet star galaxy mission spacecraft peninsula desert valley park organisation label studio network
		channel brand building tower`)
	properties = english.Set(`number color power temperature weather character letter order paper water chapter
		layer border center summer winter error factor manner matter member majority flavor honor labor humor terror
		corner quarter theater danger gender answer offer former other another major minor larger smaller greater lower
		upper inner outer later earlier senior junior prior under over after rather either whether former`)
	verbs = english.Set(`won play plays star stars died dies took takes wrote writes began begins became becomes
		came comes went goes gave gives made makes lived lives served serves sang sings ran runs lies lay rose rises
		ended ends flows stood stands covers contains belongs borders produces founded invented discovered directed
		starred married built taught teaches led leads left worked works attended studied features includes held holds
		lost grew fought wears wore spoke speaks knew knows fell falls opens hosts represents portrays appears appeared
		consists bears used uses remains rests means gained owns wants needs empties said says got killed beat broke
		spans reaches reached set sold sat drew drove ruled competes received earned released follows`)
)
