package main

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// draft is a claim in the making, and what it is made of.
type draft struct {
	r     *rand.Rand
	pages []*article
	facts []*fact
	named []*article
	asked string // the statement that a twin changes
	bad   bool   // a phrase could not be made
}

func (d *draft) fail() string {
	d.bad = true
	return ""
}

func (d *draft) chance(p float64) bool { return d.r.Float64() < p }

func (d *draft) add(a *article) {
	if !slices.Contains(d.pages, a) {
		d.pages = append(d.pages, a)
	}
}

func (d *draft) use(f *fact) {
	d.add(f.of)
	d.facts = append(d.facts, f)
}

// noun returns what an article's subject is: "engineer", "English civil engineer".
func (d *draft) noun(a *article) string {
	switch {
	case a.person && d.chance(.15):
		return map[bool]string{true: "woman", false: "man"}[a.she]
	case a.head == "" && a.person:
		return map[bool]string{true: "woman", false: "man"}[a.she]
	case a.head == "" || d.chance(.45) && strings.Count(a.kind, " ") < 5 || strings.Contains(a.kind, " of "):
		return a.kind
	}
	return a.head
}

// plainNoun returns the shortest noun.
func (d *draft) plainNoun(a *article) string {
	if a.head != "" {
		return a.head
	}
	return d.noun(a)
}

func (d *draft) who(a *article) string {
	if a.person {
		return "who"
	}
	return []string{"that", "which"}[d.r.IntN(2)]
}

// describe returns a description of an article's subject in its own article's words.
func (d *draft) describe(a *article) string {
	d.add(a)
	if a.tail != "" && d.chance(.35) && (telling(a.tail) || len(strings.Fields(a.tail)) > 3) && a.hides(a.tail) {
		return "the " + a.kind + " " + a.tail
	}
	f := d.fact(a, func(f *fact) bool { return telling(f.said) && len(strings.Fields(f.said)) <= 11 && a.hides(f.said) })
	if f == nil {
		return d.fail()
	}
	d.use(f)
	return article1(d, d.noun(a)) + " " + d.who(a) + " " + f.said
}

// article1 puts an article before a noun.
func article1(d *draft, noun string) string {
	switch {
	case noun == "":
		return d.fail()
	case d.chance(.85):
		return "the " + noun
	case strings.ContainsRune("aeioAEIO", rune(noun[0])):
		return "an " + noun
	}
	return "a " + noun
}

// hides reports whether a text doesn't name the article's subject.
func (a *article) hides(text string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,'-", r) }) {
		if a.words[w] && w != strings.ToLower(a.head) {
			return false
		}
	}
	return true
}

// subject returns an article's title, one time in four, or a description.
func (d *draft) subject(a *article) string {
	if d.chance(.25) {
		return d.name(a)
	}
	return d.describe(a)
}

func (d *draft) name(a *article) string {
	d.add(a)
	d.named = append(d.named, a)
	if a.the {
		return "the " + strings.TrimPrefix(a.bare, "The ")
	}
	return a.bare
}

// fact draws a fact of an article that the draft doesn't have yet, the first ones rather; nil if there is none.
func (d *draft) fact(a *article, fits func(*fact) bool) *fact {
	var some []*fact
	for _, f := range a.facts {
		if f.used < 4+4*len(f.links) && !slices.Contains(d.facts, f) && fits(f) {
			some = append(some, f)
		}
	}
	if len(some) == 0 {
		return nil
	}
	return some[min(d.r.IntN(len(some)), d.r.IntN(len(some)))]
}

// says returns a statement about an article's subject, to stand behind it.
func (d *draft) says(a *article) string {
	f := d.fact(a, func(f *fact) bool { return telling(f.said) && a.hides(f.said) })
	if f == nil {
		return d.fail()
	}
	d.use(f)
	d.asked = f.said
	return f.said
}

var (
	inYear  = regexp.MustCompile(`^ in [0-9]{4}$`)
	passive = regexp.MustCompile(`^(?:is|was) (\w+ed|written|built|made|led|won|found|sung|taken) by$`)
	active  = map[string]string{"written": "wrote", "sung": "sang", "taken": "took"}
)

// object returns what a fact says, with a noun phrase for the page that it links to.
func (d *draft) object(f *fact, l link, phrase func() string) string {
	d.use(f)
	before, after := strings.TrimSuffix(strings.TrimSuffix(f.said[:l.from], " "), " the"), f.said[l.to:]
	w := before[strings.LastIndex(before, " ")+1:]
	if !leads(before) || w == "" || w == "and" || w == "was" || w == "is" || after != "" && !inYear.MatchString(after) {
		return d.fail()
	}
	if after != "" && prepositions[w] { // "in 1958 from the country which …"
		return strings.TrimSuffix(before, " "+w) + after + " " + w + " " + phrase()
	}
	return before + " " + phrase() + after
}

var (
	nameOf = regexp.MustCompile(`\b[A-Z][\w.]* (?:of|and|for|in)(?: the)?$`)
)

// inName reports whether what follows may belong to a longer name: "University of".
func inName(before string) bool { return nameOf.MatchString(before) }

// leads reports whether a noun phrase may follow these words.
func leads(before string) bool {
	w := before[strings.LastIndex(before, " ")+1:]
	return (w == "" || w == "and" || prepositions[w] || verb1(w)) && w != "as" && !renames[w] && !inName(before)
}

// follows reports whether these words may follow a noun phrase.
func follows(after string) bool {
	w, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	return w == "" || w == "and" || strings.HasPrefix(w, ",") || prepositions[w] || verbs[w]
}

// states returns a sentence of an article with noun phrases for pages that it links to. Its own title is mostly described, too.
func (d *draft) states(f *fact, links []link, phrases ...func() string) string {
	d.use(f)
	out, at := "", 0
	for i, l := range links {
		if l.from < at {
			return d.fail()
		}
		before, after := strings.TrimSuffix(f.said[at:l.from], " "), strings.TrimSpace(f.said[l.to:])
		if i == 0 {
			before = strings.TrimSpace(before)
		}
		before = strings.TrimSuffix(strings.TrimSuffix(before, " the"), "The")
		if !leads(before) || !follows(after) {
			return d.fail()
		}
		out += before + " " + phrases[i]()
		at = l.to
	}
	out += f.said[at:]
	a := f.of
	own := regexp.MustCompile(`(?:\b[Tt]he )?\b` + regexp.QuoteMeta(a.bare) + `\b`)
	if all := own.FindAllStringIndex(out, -1); len(all) == 1 && d.chance(.75) {
		before, after := strings.TrimSpace(out[:all[0][0]]), out[all[0][1]:]
		if !leads(before) || !follows(after) {
			return d.fail()
		}
		return strings.TrimSpace(before + " " + d.describe(a) + after)
	}
	d.named = append(d.named, a)
	return strings.TrimSpace(out)
}

// clause returns a description of the page that a fact links to, by what the fact says of its own subject: "the engineer who designed X".
func (d *draft) clause(f *fact, l link, subject func() string) string {
	d.use(f)
	b := l.page
	d.add(b)
	before, after := strings.TrimSuffix(strings.TrimSuffix(f.said[:l.from], " "), " the"), f.said[l.to:]
	if w, _, _ := strings.Cut(strings.TrimSpace(after), " "); after != "" && !prepositions[w] || strings.Count(after, " ") > 6 {
		return d.fail()
	}
	if m := passive.FindStringSubmatch(before); m != nil && b.person {
		past := m[1]
		if active[past] != "" {
			past = active[past]
		}
		return "the " + d.noun(b) + " who " + past + " " + subject() + after
	}
	cut := strings.LastIndex(before, " ")
	if cut < 0 {
		if !strings.HasSuffix(before, "ed") && !activeVerbs[before] {
			return d.fail()
		}
		return "the " + d.noun(b) + " that " + subject() + " " + before + after
	}
	w, stem := before[cut+1:], before[:cut]
	if inName(before) || renames[w] {
		return d.fail()
	}
	if !prepositions[w] || w == "as" || w == "of" && strings.Count(stem, " ") < 2 {
		return d.fail()
	}
	which := w + " which"
	if w == "by" && strings.HasPrefix(stem, "is ") {
		return d.fail()
	}
	switch {
	case b.person:
		which = w + " whom"
	case (w == "in" || w == "at") && d.chance(.6):
		which = "where"
	}
	return "the " + d.noun(b) + " " + which + " " + subject() + " " + stem + after
}

// vary puts other words for some.
func (d *draft) vary(s string) string {
	for _, p := range synonyms {
		if at := strings.Index(" "+s+" ", " "+p[0]+" "); at >= 0 && d.chance(.35) {
			s = s[:at] + p[1] + s[at+len(p[0]):]
		}
	}
	return s
}

// sentence begins with a capital letter and ends with a full stop.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }

// some introduces an article's subject without describing it.
func (d *draft) some(a *article) string {
	return []string{"a certain " + d.noun(a), "one " + d.plainNoun(a)}[d.r.IntN(2)]
}

// again refers to what the sentence before speaks of.
func (d *draft) again(a *article) string {
	if a.person && d.chance(.4) {
		return "This person"
	}
	return []string{"This ", "That ", "The same "}[d.r.IntN(3)] + d.plainNoun(a)
}

var opposite = map[string]string{
	" before ": " after ", " after ": " before ", " earlier than ": " later than ", " later than ": " earlier than ",
}

// twin returns a claim with one word of its statement changed, which makes it false; empty if it has no such word.
func (d *draft) twin(claim string) string {
	if other := opposite[d.asked]; other != "" && strings.Count(claim, d.asked) == 1 {
		return strings.Replace(claim, d.asked, other, 1)
	}
	at := strings.LastIndex(claim, d.asked)
	if d.asked == "" || at < 0 {
		return ""
	}
	m := yearIn.FindStringIndex(d.asked)
	if m == nil {
		return ""
	}
	year := number(d.asked[m[0]:m[1]]) + []int{-40, -20, -12, -10, -3, 2, 6, 10, 14, 30}[d.r.IntN(10)]
	return claim[:at+m[0]] + strconv.Itoa(year) + claim[at+m[1]:]
}
