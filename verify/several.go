package verify

import (
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// mostParts is the most claims that Several divides a claim into.
const mostParts = 4

// Several divides a claim that says the same of several things into a claim of each. It returns nil for any other claim, and where the
// things are said to be alike or together, as in "were born in the same city".
//
//	Ada Holm, Per Dal and Nils Bro were all born in Varde.  Ada Holm was born in Varde. Per Dal was born in Varde. …
//	Lake Orme is deeper than both Lake Sund and Lake Ask.   Lake Orme is deeper than Lake Sund. …
func Several(claim string, names []graph.Mention) []string {
	c := newClause(claim, names)
	for _, t := range c.all {
		if together[t.Text] {
			return nil
		}
	}
	if out := c.compared(claim); out != nil {
		return out
	}
	return c.listed(claim)
}

// together are words of what is said of several things at once.
var together = english.Set("same different each other another between together alike share shares shared twins neither nor either or not only")

// compared divides "A is more than both B and C" and "A is more than B but less than C".
func (c *clause) compared(claim string) []string {
	than := -1
	for i, t := range c.all[:len(c.all)-min(1, len(c.all))] {
		if t.Text == "than" || (t.Text == "before" || t.Text == "after") && c.all[i+1].Text == "both" {
			than = i
			break
		}
	}
	if than < 1 {
		return nil
	}
	subject := c.verb()
	if subject < 1 || subject > than {
		return nil
	}
	before, end := claim[:c.all[than].End], claim[c.all[len(c.all)-1].End:]
	first := than + 1
	if c.all[first].Text == "both" {
		first++
	}
	var out []string
	for i := first; i < len(c.all); i++ {
		if c.all[i].Text != "but" && c.all[i].Text != "and" || c.named(c.all[i]) || i == first || i+1 == len(c.all) {
			continue
		}
		rest := claim[c.all[i+1].Start:]
		switch again := strings.Contains(rest, " than "); {
		case again: // but less than C
			if next := i + 2; amounts[c.all[i+1].Text] && c.all[next].Text == "than" { // more seats than B but fewer than C
				for k := subject; k < than; k++ {
					if amounts[c.all[k].Text] {
						rest = claim[c.all[i+1].Start:c.all[i+1].End] + claim[c.all[k].End:c.all[than].Start] + claim[c.all[next].Start:]
					}
				}
			}
			out = []string{claim[:c.all[i-1].End] + end, claim[:c.all[subject].End] + " " + rest}
		case c.all[i].Text == "and" && (first > than+1 || c.named(c.all[i+1])):
			out = []string{before + " " + claim[c.all[first].Start:c.all[i-1].End] + end, before + " " + rest}
		}
		break
	}
	return out
}

// amounts are comparatives that stand before what is counted.
var amounts = english.Set("more fewer less")

// listed divides a claim whose subject is a list.
func (c *clause) listed(claim string) []string {
	verb := c.verb()
	if verb < 2 {
		return nil
	}
	begin, behind, all := 0, verb, false
	if strings.EqualFold(c.all[0].Text, "both") {
		begin, all = 1, true
	}
	last := verb // the word behind the list
	if w := c.all[verb-1].Text; w == "both" || w == "all" {
		last, all = verb-1, true
	}
	if verb+1 < len(c.all) && (c.all[verb+1].Text == "both" || c.all[verb+1].Text == "all") {
		behind, all = verb+1, true
	}
	if !all && !ofMany[c.all[verb].Text] || last <= begin {
		return nil
	}
	verbText := claim[c.all[verb].Start:c.all[verb].End]
	if s := singular[verbText]; s != "" {
		verbText = s
	}
	predicate := " " + verbText + claim[c.all[behind].End:]
	var out []string
	for from, i := begin, begin; i < last; i++ {
		joint := c.all[i].Text == "and" && !c.named(c.all[i])
		ends := i+1 == last || c.all[i].Ends && !c.all[i].Possessive || i+1 < last && c.all[i+1].Text == "and" && !c.named(c.all[i+1])
		if joint {
			from = i + 1
			continue
		}
		if !ends {
			continue
		}
		item := c.item(claim, from, i+1)
		if item == "" {
			return nil
		}
		out, from = append(out, item+predicate), i+1
	}
	if len(out) < 2 || len(out) > mostParts {
		return nil
	}
	return out
}

// singular has the forms that verbs of many have of one.
var singular = map[string]string{"are": "is", "were": "was", "have": "has", "do": "does"}

// item returns a thing of a list as a subject: of "the volcanoes Galeras" the name alone. It is empty if the thing has no name.
func (c *clause) item(claim string, from, to int) string {
	named := from
	for named < to && (english.Articles[strings.ToLower(c.all[named].Text)] || !c.named(c.all[named])) {
		named++
	}
	if named == to {
		return ""
	}
	if some := strings.ToLower(c.all[from].Text); some == "some" || some == "many" || some == "most" {
		return ""
	}
	for i := from; i < named; i++ {
		kind, ends := kindOf(strings.TrimSuffix(strings.TrimSuffix(c.all[i].Text, "s"), "e")), i+1 == named
		switch {
		case !strings.HasSuffix(c.all[i].Text, "s") || kind == "":
		case ends && i > from: // the rivers Orme and Ask
			from = named
		case !ends: // the authors of A and B
			return ""
		}
	}
	s := []rune(claim[c.all[from].Start:c.all[to-1].End])
	s[0] = unicode.ToUpper(s[0])
	return string(s)
}

// verb returns the index of the claim's first verb that is in no relative clause, -1 if it has none.
func (c *clause) verb() int {
	if len(c.all) < 3 {
		return -1
	}
	return c.mainVerb(1)
}
