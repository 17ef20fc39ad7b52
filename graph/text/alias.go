package text

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// A page is also known by aliases that no other page claims: other names that its first sentence gives, and parts of
// its title, as Kilimanjaro of Mount Kilimanjaro. Each word of a title of several words claims to be its own, and so
// none of two pages has it.

// givenName finds a name in a first sentence after the words that say that it is one, or an abbreviation in brackets.
var givenName = regexp.MustCompile(`(?:\b(?:or|also|also known as|also called|better known as|commonly known as|known as|known simply as|` +
	`commonly called|formerly|officially|abbreviated|abbreviated as|abbreviated to|nicknamed) (?:simply )?(?:[Tt]he )?["“‘']?` +
	`(\p{Lu}[\p{L}\d.’'-]*(?:(?: (?:of|the|and|de|la|du|von|van|der))* \p{Lu}[\p{L}\d.’'-]*){0,5})|\((\p{Lu}{2,6})[,;)])`)

// copula ends the part of a first sentence that names its page.
var copula = regexp.MustCompile(` (?:is|was|are|were) `)

// givenNames returns the other names that the first sentence of a page gives: the one that begins with the title and
// says what it is.
func givenNames(p *graph.Page) (out []string) {
	if p.Disambiguation {
		return nil
	}
	title := strings.TrimPrefix(graph.BareTitle(p.Title), "The ")
	for _, s := range p.Sentences[:min(len(p.Sentences), firstSentences)] {
		rest, ok := strings.CutPrefix(strings.TrimPrefix(s.Text, "The "), title)
		if end := copula.FindStringIndex(rest); ok && end != nil {
			for _, m := range givenName.FindAllStringSubmatch(rest[:end[0]], -1) {
				out = append(out, strings.TrimRight(m[1]+m[2], ".'’-"))
			}
			return out
		}
	}
	return nil
}

// firstSentences is the number of sentences among which the first is looked for: captions and lines of boxes may stand
// before it.
const firstSentences = 64

// tellingWords returns the words of a title of several words, and the names in it that the page may be called by: the
// last word of a name of at most four words, all with a capital letter, or of a person's with particles; a king's name
// with his number; and, if the page most often has them alone, what is before a comma and the first name of a person,
// as Napoleon of Napoleon I of France.
func tellingWords(p *graph.Page) (words, aliases []string) {
	title := graph.BareTitle(p.Title)
	if words = strings.Fields(title); len(words) < 2 {
		return words[:0], nil
	}
	if head, rest, ok := strings.Cut(title, ", "); ok {
		if graph.IsCapital(rest) && usesAlone(p, head, "") {
			aliases = append(aliases, head)
		}
		return words, aliases
	}
	first, last := words[0], words[len(words)-1]
	person := isPerson(p, first)
	if isTelling(last) && len(words) <= 4 && !slices.ContainsFunc(words, func(w string) bool {
		return !graph.IsCapital(w) && !(person && graph.IsParticle(w))
	}) {
		aliases = append(aliases, last)
	}
	head, _, of := strings.Cut(title, " of ")
	king := regnal.MatchString(head)
	if king && of {
		aliases = append(aliases, head)
	}
	if king || words[1] == "the" {
		last = ""
	}
	if isTelling(first) && graph.IsCapital(first) && (last == "" || person && !of) && usesAlone(p, first, last) {
		aliases = append(aliases, first)
	}
	return words, aliases
}

var (
	regnal = regexp.MustCompile(`^\p{Lu}[\p{L}’'-]+ [IVX]+$`)
	life   = regexp.MustCompile(`^.{0,200}?\([^()]*(?:\bborn\b|\d{3,4}[^()]* ?[–—-] ?[^()]*\d{3,4}[^()]*\))`)
)

// isTelling reports whether a word may be a name alone.
func isTelling(word string) bool {
	return utf8.RuneCountInString(word) >= 4 && !common[nameKey(word)] && !isStop(nameKey(word))
}

// isPerson reports whether a page gives the years of a life behind its name.
func isPerson(p *graph.Page, name string) bool {
	for _, s := range p.Sentences[:min(len(p.Sentences), firstSentences)] {
		// Most sentences lack one of the two; the expression takes long to tell.
		if strings.Contains(s.Text, name) && strings.Contains(s.Text, "(") &&
			strings.Contains(life.FindString(s.Text), name) {
			return true
		}
	}
	return false
}

// usesAlone reports whether the text of a page has a name, most often with no word with a capital letter beside it,
// more often than twice the other name, and never with a small letter.
func usesAlone(p *graph.Page, name, other string) bool {
	alone, all, small := 0, 0, " "+strings.ToLower(name)+" "
	for _, e := range p.Elements() {
		if strings.Contains(e.Text, small) {
			return false
		}
		if other != "" {
			all += 2 * strings.Count(e.Text, other)
		}
		for before, after, ok := strings.Cut(e.Text, name); ok; before, after, ok = strings.Cut(after, name) {
			all++
			r, n := utf8.DecodeRuneInString(after)
			if unicode.IsLetter(r) || r == '-' || r == ' ' && graph.IsCapital(after[n:]) {
				continue
			}
			// The first one has a capital letter anyway.
			word := strings.LastIndexByte(strings.TrimSuffix(before, " "), ' ') + 1
			if word == 0 || !graph.IsCapital(before[word:]) {
				alone++
			}
		}
	}
	return alone >= 3 && 2*alone > all
}

func (s nameSorter) addAliases(doc uint32, p *graph.Page) error {
	for _, name := range givenNames(p) {
		if err := s.add(graph.ByAlias, name, doc, false); err != nil {
			return err
		}
	}
	words, aliases := tellingWords(p)
	for i, w := range append(words, aliases...) {
		if err := s.add(graph.ByAlias, w, doc, i < len(words)); err != nil {
			return err
		}
	}
	return nil
}

// unclaimed drops the aliases of an entry that several pages claim, and what only claims.
func (e *entry) unclaimed() {
	of := map[uint32]bool{}
	for _, sp := range e.spellings {
		for _, m := range sp.pages {
			of[m.doc] = true
		}
	}
	e.spellings = slices.DeleteFunc(e.spellings, func(sp spelling) bool {
		return sp.kind == graph.ByAlias && (len(of) > 1 || sp.pages[0].weight == 0)
	})
}
