package verify

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// mostParts is the most claims that Several divides a claim into.
const mostParts = 4

// Several divides a claim whose subject is a list into a claim of each thing. It returns nil for any other claim, and
// where the things are said to be alike or together, as in "were born in the same city".
//
//	Ada Holm, Per Dal and Nils Bro were all born in Varde.  Ada Holm was born in Varde. Per Dal was born in Varde. …
func Several(claim string, names []graph.Mention) []string {
	c := newClause(claim, names)
	if len(c.all) < 3 || slices.ContainsFunc(c.all, func(t english.Token) bool { return together[t.Text] }) {
		return nil
	}
	verb := c.mainVerb(1)
	if verb < 1 {
		return nil
	}
	from, to, said, all := 0, verb, verb, ofMany[c.all[verb].Text]
	if strings.EqualFold(c.all[0].Text, "both") {
		from, all = 1, true
	}
	if c.each(verb - 1) {
		to, all = verb-1, true
	}
	if c.each(verb + 1) {
		said, all = verb+1, true
	}
	items := c.items(from, to)
	if !all || len(items) < 2 || len(items) > mostParts {
		return nil
	}
	for i := range items {
		items[i] += " " + cmp.Or(singular[c.all[verb].Text], c.all[verb].Text) + c.text[c.all[said].End:]
	}
	return items
}

var (
	// together are words of what is said of several things at once.
	together = english.Set(`same different each other another between together alike share shares shared twins neither
		nor either or not only`)
	// singular has the forms that verbs of many have of one.
	singular = map[string]string{"are": "is", "were": "was", "have": "has", "do": "does"}
)

// and reports whether a word is an "and" that belongs to no name.
func (c *clause) and(i int) bool { return c.all[i].Text == "and" && !c.named(c.all[i]) }

// each reports whether a word says that something is said of each thing of a list.
func (c *clause) each(i int) bool {
	return i < len(c.all) && (c.all[i].Text == "both" || c.all[i].Text == "all")
}

// items returns the things of a list as subjects, or nil if one has no name.
func (c *clause) items(from, to int) (out []string) {
	for i := from; i < to; i++ {
		if c.and(i) {
			from = i + 1
			continue
		}
		if t := c.all[i]; i+1 < to && !c.and(i+1) && (!t.Ends || t.Possessive) {
			continue
		}
		item := c.item(from, i+1)
		if item == "" {
			return nil
		}
		out, from = append(out, item), i+1
	}
	return out
}

// item returns a thing of a list as a subject: of "the volcanoes Galeras" the name alone. It is empty if the thing has
// no name.
func (c *clause) item(from, to int) string {
	named := from
	for named < to && (english.Articles[strings.ToLower(c.all[named].Text)] || !c.named(c.all[named])) {
		named++
	}
	if some := strings.ToLower(c.all[from].Text); named == to || some == "some" || some == "many" || some == "most" {
		return ""
	}
	for i := from; i < named; i++ {
		one, plural := strings.CutSuffix(c.all[i].Text, "s")
		switch {
		case !plural || kindsOf(strings.TrimSuffix(one, "e")) == nil:
		case i+1 < named: // the authors of A and B
			return ""
		case i > from: // the rivers Orme and Ask
			from = named
		}
	}
	s := []rune(c.text[c.all[from].Start:c.all[to-1].End])
	s[0] = unicode.ToUpper(s[0])
	return string(s)
}
