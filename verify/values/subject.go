package values

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// mention is a page that a claim names, perhaps through another page: "the director of Skerry" names the page of the
// director.
type mention struct {
	page     int
	from, to int     // words of the claim
	via      int     // the element that says who it is; -1 when the claim names the page itself
	sure     float64 // that this page is meant
}

// mentions returns the pages of the evidence that a claim names, in the order of the claim.
func (r *evidence) mentions(words []word) []mention {
	var out []mention
	for p, name := range r.names {
		sure := 1.0
		from, to := findWords(words, name)
		if to == 0 {
			from, to = findWords(words, nameOf(r.pages[p].Named))
			sure = .9
		}
		if to > 0 {
			out = append(out, mention{page: p, from: from, to: to, via: -1, sure: sure})
		}
	}
	out = slices.DeleteFunc(out, func(m mention) bool {
		return slices.ContainsFunc(out, func(o mention) bool {
			return o.from <= m.from && o.to >= m.to && o.to-o.from > m.to-m.from
		})
	})
	slices.SortStableFunc(out, func(a, b mention) int { return a.from - b.from })
	for i, m := range out {
		out[i] = r.bridge(words, m)
	}
	return slices.DeleteFunc(out, func(m mention) bool { return m.sure == 0 })
}

// findWords finds a run of words, passing over marks between them.
func findWords(words []word, name []string) (from, to int) {
	if len(name) == 0 {
		return 0, 0
	}
	for i := range words {
		k := 0
		for at := i; at < len(words) && (k > 0 || at == i); at++ {
			switch t := words[at].text; {
			case t == name[k] || k == len(name)-1 && strings.TrimSuffix(t, "'s") == name[k]:
				if k++; k == len(name) {
					return i, at + 1
				}
			case words[at].kind != mark:
				k = 0
			}
		}
	}
	return 0, 0
}

// roles maps a role that claims go along to the phrases that state it in a sentence.
var roles = map[string][]string{
	"director":     {"directed", "director", "film by", "made in", "film of"},
	"author":       {"written", "author", "novel by", "book by"},
	"writer":       {"written", "writer"},
	"composer":     {"composed", "music by", "composer"},
	"performer":    {"performed by", "recorded by", "sung by", "song by", "album by", "by"},
	"singer":       {"performed by", "recorded by", "sung by", "song by", "by"},
	"founder":      {"founded by", "founder"},
	"designer":     {"designed by", "designer"},
	"architect":    {"designed by", "architect"},
	"producer":     {"produced by", "producer"},
	"creator":      {"created by", "creator"},
	"husband":      {"married", "wife of", "husband"},
	"wife":         {"married", "husband of", "wife"},
	"spouse":       {"married", "wife", "husband"},
	"father":       {"son of", "daughter of", "father"},
	"mother":       {"son of", "daughter of", "mother"},
	"screenwriter": {"written by", "screenplay by"},
	"inventor":     {"invented by", "inventor"},
	"painter":      {"painted by", "painting by"},
	"sculptor":     {"sculpted by", "sculptor"},
}

// bridge follows "the director of X" and "X's director" to the page that X's page names as its director. Its
// certainty is 0 if there is no such page.
func (r *evidence) bridge(words []word, m mention) mention {
	role, from, to := roleAt(words, m)
	if role == "" {
		return m
	}
	best := mention{via: -1}
	for i, e := range r.elements {
		if e.page != m.page {
			continue
		}
		for _, at := range Holders(role, e.Text) {
			if p := r.namedAfter(e, at, m.page); p >= 0 && best.sure == 0 {
				best = mention{page: p, from: from, to: to, via: i, sure: m.sure}
			}
		}
	}
	return best
}

// roleAt returns the role beside a mention, with the words of the claim that both take.
func roleAt(words []word, m mention) (role string, from, to int) {
	for d := 1; d <= 5 && m.from-d >= 0; d++ {
		w := words[m.from-d]
		if roles[w.text] != nil && d == 1 { // her father Étienne Carvel is Étienne Carvel
			break
		}
		if roles[w.text] != nil {
			return w.text, m.from - d, m.to
		}
		if w.kind != mark && !roleLinks[w.text] {
			break
		}
	}
	owned := strings.HasSuffix(words[m.to-1].text, "'s")
	for d, w := range words[m.to:min(m.to+3, len(words))] {
		if roles[w.text] != nil && (owned || d > 0) {
			return w.text, m.from, m.to + d + 1
		}
		if w.kind != mark && w.text != "s" {
			break
		}
	}
	return "", 0, 0
}

// roleLinks has words between a role and the work: the director of the film Skerry.
var roleLinks = set("of the film movie song book")

// namedAfter returns the page whose name comes first behind a place in a sentence, -1 without one.
func (r *evidence) namedAfter(e *parsed, at, not int) int {
	rest := e.words[min(e.wordAt(at), len(e.words)):]
	page, first := -1, 12
	for p, name := range r.names {
		if from, to := findWords(rest, name); p != not && to > 0 && from < first {
			first, page = from, p
		}
	}
	return page
}

// Holders returns the places in a sentence, behind words such as "directed by", where the holder of a role is named.
func Holders(role, text string) []int {
	var out []int
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // letters that have another length in lower case
		lower = text
	}
	for _, phrase := range roles[role] {
		if at := strings.Index(lower, phrase); at >= 0 {
			out = append(out, at+len(phrase))
		}
	}
	return out
}

// Role returns the role that a claim goes along from a name: director, of "the director of Skerry" and "Skerry's
// director". It is empty if the claim speaks of the thing itself.
func Role(claim string, name graph.Mention) string {
	e := readClaim(claim)
	from, to := e.wordAt(name.Start), e.wordAt(name.End)
	if from >= to {
		return ""
	}
	role, _, _ := roleAt(e.words, mention{from: from, to: to})
	return role
}

// Relates reports whether a claim compares two things that it names, the first with the second, and nothing else.
func Relates(claim string, a, b graph.Mention) bool {
	e := readClaim(claim)
	first := mention{from: e.wordAt(a.Start), to: e.wordAt(a.End), sure: 1}
	second := mention{from: e.wordAt(b.Start), to: e.wordAt(b.End), sure: 1}
	more := slices.ContainsFunc(e.words, func(w word) bool {
		return w.text == "both" || w.text == "but" || w.at >= b.End && (w.text == "and" || w.text == "or")
	})
	if first.from >= first.to || second.from >= second.to || first.to > second.from || more {
		return false
	}
	_, ok := relate(masked(e.words, []mention{first, second}), first, second)
	return ok
}
