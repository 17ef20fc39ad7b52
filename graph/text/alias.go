package text

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// A page is also known by aliases that no other page claims: other names that its first sentence gives, and the last word of its title, as
// Kilimanjaro of Mount Kilimanjaro. Each word of a title of several words claims to be its own, and so none of two pages has it.

// givenName finds a name in a first sentence after the words that say that it is one, or an abbreviation in brackets.
var givenName = regexp.MustCompile(`(?:\b(?:or|also|also known as|also called|better known as|commonly known as|known as|` +
	`commonly called|formerly|officially|abbreviated|abbreviated as|abbreviated to|nicknamed) (?:simply )?(?:[Tt]he )?["“‘']?` +
	`(\p{Lu}[\p{L}\d.’'-]*(?:(?: (?:of|the|and|de|la|du|von|van|der))* \p{Lu}[\p{L}\d.’'-]*){0,5})|\((\p{Lu}{2,6})[,;)])`)

// copula ends the part of a first sentence that names its page.
var copula = regexp.MustCompile(` (?:is|was|are|were) `)

// givenNames returns the other names that the first sentence of a page gives: the one that begins with the title and says what it is.
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

// firstSentences is the number of sentences among which the first is looked for: captions and lines of boxes may stand before it.
const firstSentences = 64

// tellingWords returns the words of a title of several words, and the one of them that the page may be called by: the last word of a name
// of at most four words, all with a capital letter.
func tellingWords(title string) (words []string, alias string) {
	words = strings.Fields(graph.BareTitle(title))
	if len(words) < 2 {
		return nil, ""
	}
	last := words[len(words)-1]
	if len(words) > 4 || strings.Contains(title, ",") || utf8.RuneCountInString(last) < 4 ||
		common[nameKey(last)] || isStop(nameKey(last)) {
		return words, ""
	}
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) {
			return words, ""
		}
	}
	return words, last
}

func (s nameSorter) addAliases(doc uint32, p *graph.Page) error {
	for _, name := range givenNames(p) {
		if err := s.add(graph.ByAlias, name, doc, false); err != nil {
			return err
		}
	}
	words, alias := tellingWords(p.Title)
	for _, w := range words {
		if err := s.add(graph.ByAlias, w, doc, w != alias); err != nil {
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
