package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
)

// article is a page by what can be said of its subject.
type article struct {
	title, bare string
	words       map[string]bool // of the title, in lower case: a description has none of them
	person, she bool
	the         bool   // its title goes with "the"
	kind        string // what its lead says it is, without article: "English civil engineer"
	head        string // the noun of kind
	tail        string // what follows kind in the lead: "of Denmark"
	lead        int    // number of the lead's sentence
	leads       string // its text
	born        int    // year, of a person
	facts       []*fact
	open        []*fact // sentences about something else of the subject; said is the whole sentence
	used        int
}

// fact is what a sentence says of the article's subject.
type fact struct {
	of    *article // whose sentence it is
	named bool     // the sentence begins with the title
	n     int
	text  string // of the sentence
	said  string // the predicate, from the verb on: "was designed by Isambard Kingdom Brunel"
	links []link
	used  int
}

// link is a link in a predicate to an article.
type link struct {
	from, to int // bytes of its anchor
	page     *article
}

var (
	brackets = regexp.MustCompile(`\s*\([^()]*\)|\s*\[[^\]]*\]`)
	date     = regexp.MustCompile(`\b((?:January|February|March|April|May|June|July|August|September|October|November|December)` +
		`(?: [0-9]{1,2})?), ([0-9]{4})\b`)
	gaps     = regexp.MustCompile(`\s+([,;.])|\s{2,}`)
	isA      = regexp.MustCompile(`^(.{2,90}?),? (?:is|was) (?:an?|the|one of the) (.+)$`)
	lifespan = regexp.MustCompile(`\(.*?\b(1[0-9]{3})\b.*?[–-].*?\b(1[0-9]{3}|20[0-9]{2})\b`)
	kindEnd  = regexp.MustCompile(`[,;:]| ` + anyOf("kindEnds") + ` `)
	tailEnd  = regexp.MustCompile(`[,;:]| ` + anyOf("tailEnds") + ` `)
	// adjective matches what is left of "a small and rocky island".
	adjective = regexp.MustCompile(`^` + anyOf("adjectives") + `$|ous$|ive$|s$|est$|ed$|[^it]ic$|` +
		`(?:ion|tion|tur|tor|ern|rit|nom|nat|ic|fici|nti|cti)al$`)
	sort    = regexp.MustCompile(`^ of [a-z]{3,}`)
	leaving = regexp.MustCompile(`, | – | - |; |: | as well | so that | ` + anyOf("conjunctions") + ` `)
	opening = regexp.MustCompile(`^(` + anyOf("openings") + ` [^,]{3,60}), (.+)$`)
	again   = regexp.MustCompile(`(?:[,;] (?:and|but) |; | and | but )(?:he|she|it) `)
	adverb  = regexp.MustCompile(`^` + anyOf("adverbs") + ` `)
)

// plain returns a sentence without what stands in brackets and without its full stop; empty if it isn't an ordinary one.
func plain(s string) string {
	s = strings.NewReplacer(`"`, "", "“", "", "”", "").Replace(s)
	for range 2 {
		s = brackets.ReplaceAllString(s, "")
	}
	s = strings.TrimSpace(gaps.ReplaceAllString(strings.ReplaceAll(s, "\u00a0", " "), " $1"))
	s = strings.NewReplacer(" ,", ",", " .", ".", " ;", ";", "  ", " ").Replace(s)
	n := len(strings.Fields(s))
	if n < 5 || n > 45 || !strings.HasSuffix(s, ".") || strings.ContainsAny(s, "()[]|=•?!") || strings.HasPrefix(s, "CAPTION") {
		return ""
	}
	return strings.TrimRight(date.ReplaceAllString(s, "$1 $2"), ".")
}

// read reads an article of this category; nil if neither its lead nor the category says what its subject is.
func read(p *graph.Page, category string) *article {
	a := &article{title: p.Title, bare: graph.BareTitle(p.Title), words: map[string]bool{}}
	for _, w := range strings.FieldsFunc(strings.ToLower(a.bare), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) > 3 {
			a.words[w] = true
		}
	}
	names := strings.Fields(a.bare)
	last := names[len(names)-1]
	he, she, it := 0, 0, 0
	for _, s := range p.Sentences[:min(60, len(p.Sentences))] {
		for _, w := range strings.Fields(s.Text) {
			switch w {
			case "He", "he":
				he++
			case "She", "she":
				she++
			case "It", "it":
				it++
			}
		}
	}
	for _, s := range p.Sentences[:min(25, len(p.Sentences))] {
		m := isA.FindStringSubmatch(plain(s.Text))
		if m == nil || len(m[1]) > 40+len(a.bare) {
			continue
		}
		if !strings.Contains(m[1], last) && !strings.Contains(strings.ToLower(m[1]), strings.ToLower(a.bare)) {
			continue
		}
		if !a.describe(m[2]) {
			a.kind, a.head, a.tail = "", "", ""
		}
		a.lead, a.leads, a.the = s.N, s.Text, strings.HasPrefix(m[1], "The ")
		if y := lifespan.FindStringSubmatch(s.Text); y != nil && he+she > it {
			a.born = number(y[1])
		}
		break
	}
	if a.kind == "" {
		a.kind, a.head = category, category[strings.LastIndex(category, " ")+1:]
	}
	a.person, a.she = he+she > 2*it && (a.born > 0 || he+she > 5), she > he
	if a.person && a.leads == "" && !personal[a.head] {
		a.kind, a.head = map[bool]string{true: "woman", false: "man"}[a.she], map[bool]string{true: "woman", false: "man"}[a.she]
	}
	if a.kind == "" {
		return nil
	}
	return a
}

// describe takes kind, head and tail from what follows "is a" in the lead.
func (a *article) describe(what string) bool {
	at := kindEnd.FindStringIndex(what + " ")
	end := len(what)
	if at != nil {
		end = at[0]
	}
	words := strings.Fields(what[:end])
	if len(words) == 0 || len(words) > 7 {
		return false
	}
	a.kind, a.head = strings.Join(words, " "), words[len(words)-1]
	if of := sort.FindString(what[min(end, len(what)):]); of != "" && of != " of the" && sorts[a.head] { // "breed of dog"
		a.kind += of
		return len(words) < 4
	}
	if len(what) > end && what[end] == ' ' {
		a.tail = strings.TrimSpace(what[end:])
		if at := tailEnd.FindStringIndex(a.tail + " "); at != nil {
			a.tail = strings.TrimSpace(a.tail[:at[0]])
		}
	}
	h := strings.ToLower(a.head)
	if h != a.head && a.tail != "" { // "eleventh President of the United States"
		a.head = ""
		return strings.HasPrefix(a.tail, "of ")
	}
	return h == a.head && !dull[h] && !adjective.MatchString(h) && !unicode.IsDigit(rune(h[0]))
}

// findFacts reads what the sentences of a page say of its subject, and its other sentences with links.
func (a *article) findFacts(p *graph.Page, find func(title string) *article, from []*article) {
	names, pages := linked(a, p, find, from)
	last := a.bare[strings.LastIndex(a.bare, " ")+1:]
	subject, again := `(?:The )?`+regexp.QuoteMeta(a.bare), `It|The `+regexp.QuoteMeta(a.head)
	if a.person {
		subject, again = subject+`|(?:Sir )?`+regexp.QuoteMeta(last), `He|She|The `+regexp.QuoteMeta(a.head)
	}
	named, pronoun := regexp.MustCompile(`^(?:`+subject+`)(?:, [^,]{5,50},)? (.+)$`), regexp.MustCompile(`^(?:`+again+`) (.+)$`)
	before := false
	for _, s := range p.Sentences {
		text, front := plain(s.Text), ""
		if m := opening.FindStringSubmatch(text); m != nil {
			front, text = m[1], strings.ToUpper(m[2][:1])+m[2][1:]
		}
		m := named.FindStringSubmatch(text)
		f := &fact{of: a, n: s.N, text: s.Text, named: m != nil && front == ""}
		if m == nil && before {
			m = pronoun.FindStringSubmatch(text)
		}
		before = a.person || m != nil || strings.Contains(s.Text, last)
		if s.N == a.lead || slices.ContainsFunc(a.facts, func(f *fact) bool { return f.text == s.Text }) {
			continue
		}
		if m != nil {
			for i, said := range a.statements(m[1]) {
				f := *f
				if f.said = said; i == 0 && dated.MatchString(front) && !hasYear(said) {
					f.said += " " + strings.ToLower(front[:1]) + front[1:]
				}
				f.links = mentions(f.said, names, pages)
				a.facts = append(a.facts, &f)
			}
			continue
		}
		if said := a.alone(text); said != "" && front == "" {
			f.said = said
			if f.links = mentions(" "+said, names, pages); len(f.links) > 0 {
				f.said = " " + said
				a.open = append(a.open, f)
			}
		}
	}
}

var dated = regexp.MustCompile(`^(?:In|On|By|After|Around) .*\b[0-9]{4}$`)

// linked lists the names of the pages that a page links to or that link to it, the longest first.
func linked(a *article, p *graph.Page, find func(title string) *article, from []*article) (names []string, pages []*article) {
	of := map[string]*article{}
	for _, b := range from {
		if b != a && strings.ContainsFunc(b.bare[:1], unicode.IsUpper) && len(b.bare) > 3 && of[b.bare] == nil {
			of[b.bare] = b
			names = append(names, b.bare)
		}
	}
	for _, s := range p.Sentences {
		for _, l := range s.Links {
			to := find(l.Target)
			if to == nil || to == a {
				continue
			}
			for _, name := range []string{l.Anchor, to.bare} {
				if strings.ContainsFunc(name[:1], unicode.IsUpper) && of[name] == nil && len(name) > 2 {
					of[name] = to
					names = append(names, name)
				}
			}
		}
	}
	slices.SortStableFunc(names, func(x, y string) int { return len(y) - len(x) })
	for _, n := range names {
		pages = append(pages, of[n])
	}
	return names, pages
}

// mentions finds the first mention of each name in a predicate.
func mentions(said string, names []string, pages []*article) (out []link) {
	for i, name := range names {
		at := strings.Index(said, " "+name) + 1
		end := at + len(name)
		if at < 1 || end < len(said) && said[end] != ' ' && said[end] != ',' {
			continue
		}
		if slices.ContainsFunc(out, func(l link) bool { return at < l.to && l.from < end || l.page == pages[i] }) {
			continue
		}
		out = append(out, link{at, end, pages[i]})
	}
	return out
}

var aside = regexp.MustCompile(`,? (?:which|who|where|although|though|while|whereas|but|because|when) `)

// linking matches sentences that need the one before.
var linking = regexp.MustCompile(`^` + anyOf("linkers") + ` |, is |[Tt]he two |[Tt]he ` + anyOf("common") + `\b`)

// alone returns a sentence, or its main clause, if it has a verb, names something, and has no word whose meaning stands in another
// sentence.
func (a *article) alone(s string) string {
	if linking.MatchString(s) {
		return ""
	}
	if at := aside.FindStringIndex(s); at != nil {
		s = s[:at[0]]
	}
	words := strings.Fields(s)
	if len(words) < 7 || len(words) > 22 || strings.Count(s, ",") > 1 || strings.ContainsAny(s, ";:") || unfinished(words) {
		return ""
	}
	verb, own := false, strings.Contains(s, a.bare) || a.person && strings.Contains(s, a.bare[strings.LastIndex(a.bare, " ")+1:])
	for i, w := range words {
		w = strings.ToLower(strings.Trim(w, "',"))
		if vague[w] || w == "his" || w == "her" || w == "its" || i == 0 && prepositions[w] {
			return ""
		}
		verb = verb || w == "were" || w == "are" || i > 0 && verb1(w)
	}
	if !verb || !own && !(len(words) < 16 && telling(s)) {
		return ""
	}
	return s
}

// statements returns what a sentence says, cut at "and" before a verb.
func (a *article) statements(s string) (out []string) {
	if at := again.FindStringIndex(s); at != nil {
		return append(a.statements(s[:at[0]]), a.statements(s[at[1]:])...)
	}
	for s != "" {
		part, rest := s, ""
		for from := 0; ; {
			at := strings.Index(s[from:], " and ")
			if at < 0 {
				break
			}
			from += at + 5
			if w, _, _ := strings.Cut(s[from:], " "); verb1(w) && !strings.Contains(s[:from-5], "between ") {
				part, rest = strings.TrimSuffix(s[:from-5], ","), s[from:]
				break
			}
		}
		if said := a.predicate(part); said != "" {
			out = append(out, said)
		}
		s = rest
	}
	return out
}

// predicate shortens what a sentence says to its first statement; empty if it can't stand alone.
func (a *article) predicate(s string) string {
	s = adverb.ReplaceAllString(s, "")
	words := strings.Fields(s)
	if len(words) < 3 {
		return ""
	}
	first := words[0]
	if !verb1(first) && !present(first, words[1]) {
		return ""
	}
	s = strings.NewReplacer(" also ", " ", " later ", " ", " however ", " ", " currently ", " ", " still ", " ").Replace(s)
	for from := 0; ; {
		at := leaving.FindStringIndex(s[from:])
		if at == nil {
			break
		}
		cut := from + at[0]
		joined := strings.HasPrefix(s[cut:], " and ") && (strings.Contains(s[:cut], "between ") || joins(s[cut+5:]))
		if len(strings.Fields(s[:cut])) >= 4 && !joined {
			if strings.HasPrefix(s[cut:], ", ") && !ends(s[:cut], s[cut+2:]) {
				return ""
			}
			s = s[:cut]
			break
		}
		if strings.HasPrefix(s[cut:], ", ") || !strings.HasPrefix(s[cut:], " and ") {
			return ""
		}
		from += at[1]
	}
	words = strings.Fields(s)
	if len(words) < 3 || len(words) > 14 || unfinished(words) {
		return ""
	}
	for _, w := range words {
		if vague[strings.ToLower(w)] || a.words[strings.ToLower(strings.Trim(w, "',"))] {
			return ""
		}
	}
	if (first == "is" || first == "was") && slices.Contains(words, a.head) {
		return ""
	}
	return s
}

// verb1 reports whether a word is a verb that may begin a predicate.
func verb1(w string) bool {
	return verbs[w] || strings.HasSuffix(w, "ed") && w == strings.ToLower(w) && len(w) > 3
}

// present reports whether a word is a verb of the third person, by what follows.
func present(w, next string) bool {
	return len(w) > 3 && w == strings.ToLower(w) && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") &&
		(prepositions[next] || determiners[next] || unicode.IsUpper([]rune(next)[0]))
}

// unfinished reports whether something is missing after the words.
func unfinished(words []string) bool {
	last, before := words[len(words)-1], words[len(words)-2]
	return weak[last] || strings.Contains(last, "-") || determiners[before] && strings.ContainsAny(last, "0123456789")
}

// ends reports whether a statement ends at a comma, and no list goes on behind it.
func ends(s, rest string) bool {
	w, _, _ := strings.Cut(rest, " ")
	last := s[strings.LastIndex(s, " ")+1:]
	switch {
	case w == "":
		return true
	case unicode.IsUpper([]rune(w)[0]):
		return unicode.IsUpper([]rune(last)[0])
	}
	return prepositions[w] || determiners[w] || clauses[w] || strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "ed")
}

// joins reports whether what follows "and" is another thing and not another statement.
func joins(rest string) bool {
	w, _, _ := strings.Cut(rest, " ")
	return w != "" && unicode.IsUpper([]rune(w)[0]) && !strings.ContainsAny(rest, ",")
}

var yearIn = regexp.MustCompile(`\b(1[0-9]{3}|20[0-9]{2})\b`)

func hasYear(s string) bool { return yearIn.MatchString(s) }

func number(s string) (n int) {
	for _, r := range s {
		n = 10*n + int(r-'0')
	}
	return n
}

// telling reports whether a text says something that few pages say: it has a number or a name.
func telling(s string) bool {
	for i, w := range strings.Fields(s) {
		if r := []rune(w)[0]; unicode.IsDigit(r) || i > 0 && unicode.IsUpper(r) {
			return true
		}
	}
	return false
}
