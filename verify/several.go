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

// Several divides a claim that says the same of several things into a claim of each. It returns nil for any other
// claim, and where the things are said to be alike or together, as in "were born in the same city".
//
//	Ada Holm, Per Dal and Nils Bro were all born in Varde.  Ada Holm was born in Varde. Per Dal was born in Varde. …
//	Lake Orme is deeper than both Lake Sund and Lake Ask.   Lake Orme is deeper than Lake Sund. …
//	The Orme is longer than the Sund but shorter than the Ask.
func Several(claim string, names []graph.Mention) []string {
	c := newClause(claim, names)
	if len(c.all) < 3 || slices.ContainsFunc(c.all, func(t english.Token) bool { return together[t.Text] }) {
		return nil
	}
	verb := c.mainVerb(1)
	if verb < 1 {
		return nil
	}
	if out := c.compared(verb); out != nil {
		return out
	}
	return c.subjects(verb)
}

var (
	// together are words of what is said of several things at once.
	together = english.Set(`same different each other another between together alike share shares shared twins neither
		nor either or not only`)
	amounts = english.Set("more fewer less") // comparatives that stand before what is counted
	// singular has the forms that verbs of many have of one.
	singular = map[string]string{"are": "is", "were": "was", "have": "has", "do": "does"}
)

// compared divides "A is more than both B and C" and "A is more than B but less than C".
func (c *clause) compared(verb int) []string {
	than := slices.IndexFunc(c.all, func(t english.Token) bool { return t.Text == "than" })
	if than < 0 {
		both := slices.IndexFunc(c.all, func(t english.Token) bool { return t.Text == "both" })
		than = both - 1 // before both, after both
		if than < 0 || c.all[than].Text != "before" && c.all[than].Text != "after" {
			return nil
		}
	}
	first, last := than+1, len(c.all)-1
	if than < verb || first >= last {
		return nil
	}
	before, end := c.text[:c.all[than].End]+" ", c.text[c.all[last].End:]
	both := c.all[first].Text == "both"
	if both {
		first++
	}
	joint := slices.IndexFunc(c.all[min(first+1, last):last], func(t english.Token) bool {
		return (t.Text == "but" || t.Text == "and") && !c.named(t)
	})
	if joint < 0 {
		return nil
	}
	joint += first + 1
	rest := c.text[c.all[joint+1].Start:]
	if strings.Contains(rest, " than ") { // but less than C
		k := slices.IndexFunc(c.all[:than], func(t english.Token) bool { return amounts[t.Text] })
		if again := c.all[joint+1]; k > verb && amounts[again.Text] && c.all[joint+2].Text == "than" { // fewer than C
			rest = again.Text + c.text[c.all[k].End:c.all[than].Start] + c.text[c.all[joint+2].Start:]
		}
		return []string{c.text[:c.all[joint-1].End] + end, c.text[:c.all[verb].End] + " " + rest}
	}
	if c.all[joint].Text == "and" && (both || c.named(c.all[joint+1])) {
		return []string{before + c.text[c.all[first].Start:c.all[joint-1].End] + end, before + rest}
	}
	return nil
}

// subjects divides a claim whose subject is a list.
func (c *clause) subjects(verb int) []string {
	each := func(i int) bool { return i < len(c.all) && (c.all[i].Text == "both" || c.all[i].Text == "all") }
	from, to, said, all := 0, verb, verb, ofMany[c.all[verb].Text]
	if strings.EqualFold(c.all[0].Text, "both") {
		from, all = 1, true
	}
	if each(verb - 1) {
		to, all = verb-1, true
	}
	if each(verb + 1) {
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

// items returns the things of a list as subjects, or nil if one has no name.
func (c *clause) items(from, to int) (out []string) {
	and := func(i int) bool { return c.all[i].Text == "and" && !c.named(c.all[i]) }
	for i := from; i < to; i++ {
		if and(i) {
			from = i + 1
			continue
		}
		if t := c.all[i]; i+1 < to && !and(i+1) && (!t.Ends || t.Possessive) {
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
		case !plural || kindOf(strings.TrimSuffix(one, "e")) == "":
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
