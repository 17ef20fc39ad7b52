package values

import (
	"slices"
	"strings"
)

// mention is a page that a claim names, perhaps through another: "the director of Skerry" names the page of the director.
type mention struct {
	page     int
	row      string  // of a table of the page; empty for its subject
	from, to int     // words of the claim
	via      int     // the element that says who it is; -1 when the claim names the page itself
	sure     float64 // that this page is meant
}

// mentions are the pages of the evidence that a claim names, in the order of the claim.
func (r *reading) mentions(words []word) []mention {
	var out []mention
	for p, name := range r.names {
		if len(name) == 0 {
			continue
		}
		from, to, sure := spanOf(words, name)
		if to > 0 {
			out = append(out, mention{page: p, from: from, to: to, via: -1, sure: sure})
		}
	}
	for _, f := range r.facts {
		if c := f.cell; c != nil && c.to > 0 && !slices.ContainsFunc(out, func(m mention) bool { return m.page == f.page && m.row == c.row }) {
			out = append(out, mention{page: f.page, row: c.row, from: c.from, to: c.to, via: -1, sure: 1})
		}
	}
	out = slices.DeleteFunc(out, func(m mention) bool {
		return slices.ContainsFunc(out, func(o mention) bool { return o.from <= m.from && o.to >= m.to && o.to-o.from > m.to-m.from })
	})
	slices.SortStableFunc(out, func(a, b mention) int { return a.from - b.from })
	for i, m := range out {
		out[i] = r.bridge(words, m)
	}
	return slices.DeleteFunc(out, func(m mention) bool { return m.sure == 0 })
}

// spanOf finds a name in the words of a claim: the whole of it, or the last word of a name of two or more that has a capital letter.
func spanOf(words []word, name []string) (from, to int, sure float64) {
	if from, to = find(words, name); to > 0 {
		return from, to, 1
	}
	if len(name) > 1 {
		if from, to = find(words, name[len(name)-1:]); to > 0 && words[from].upper && len(name[len(name)-1]) > 3 && !possessed(words, from) {
			return from, to, .7
		}
	}
	return 0, 0, 0
}

// possessed tells that another capitalised word stands before: Henry Darwin is not Charles Darwin.
func possessed(words []word, at int) bool { return at > 0 && words[at-1].upper && at > 1 }

// find is a run of words, marks between them passed over.
func find(words []word, name []string) (from, to int) {
	for i := range words {
		k, at := 0, i
		for at < len(words) && k < len(name) {
			t := words[at].text
			switch {
			case t == name[k] || strings.TrimSuffix(t, "'s") == name[k] && k == len(name)-1:
				k++
			case words[at].kind != mark || k == 0:
				k = -1
			}
			if k < 0 {
				break
			}
			at++
		}
		if k == len(name) {
			return i, at
		}
	}
	return 0, 0
}

// roles are the relations that a claim goes along, and how a sentence says them.
var roles = map[string][]string{
	"director": {"directed", "director", "film by", "made in", "film of"}, "author": {"written", "author", "novel by", "book by"}, "writer": {"written", "writer"},
	"composer": {"composed", "music by", "composer"}, "performer": {"performed by", "recorded by", "sung by", "song by", "album by", "by"},
	"singer": {"performed by", "recorded by", "sung by", "song by", "by"}, "founder": {"founded by", "founder"}, "designer": {"designed by", "designer"},
	"architect": {"designed by", "architect"}, "producer": {"produced by", "producer"}, "creator": {"created by", "creator"}, "husband": {"married", "wife of", "husband"},
	"wife": {"married", "husband of", "wife"}, "spouse": {"married", "wife", "husband"}, "father": {"son of", "daughter of", "father"}, "mother": {"son of", "daughter of", "mother"},
	"screenwriter": {"written by", "screenplay by"}, "inventor": {"invented by", "inventor"}, "painter": {"painted by", "painting by"}, "sculptor": {"sculpted by", "sculptor"},
}

// bridge follows "the director of X" and "X's director" to the page that X's page names as its director. It isn't sure at all where no page is
// named so.
func (r *reading) bridge(words []word, m mention) mention {
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
			if p, sure := r.namedAfter(e, at, m.page); sure > best.sure {
				best = mention{page: p, from: from, to: to, via: i, sure: sure * m.sure}
			}
		}
	}
	return best
}

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

// roleLinks stand between a role and the work: the director of the film Skerry.
var roleLinks = set("of the film movie song book")

// namedAfter is the page of the evidence whose name stands soonest behind a place in a sentence.
func (r *reading) namedAfter(e *element, at, not int) (page int, sure float64) {
	rest := e.words[min(e.wordAt(at), len(e.words)):]
	first := 12
	for p, name := range r.names {
		if p == not || len(name) == 0 {
			continue
		}
		from, to, s := spanOf(rest, name)
		if to == 0 && len(name) > 1 && looselyNamed(rest[:min(8, len(rest))], name) {
			from, to, s = 0, 1, .7
		}
		if to > 0 && from < first {
			first, page, sure = from, p, s
		}
	}
	return page, sure
}

// looselyNamed tells that the words hold most of a name, spelled a little differently: Je-kyoon and Je-kyun.
func looselyNamed(words []word, name []string) bool {
	n := 0
	for _, t := range name {
		if slices.ContainsFunc(words, func(w word) bool { return len(w.text) > 2 && len(t) > 2 && w.text[:3] == t[:3] }) {
			n++
		}
	}
	return n*3 >= len(name)*2 && n > 0
}

// Holders are the places in a sentence, behind words such as "directed by", where whoever has a role is named.
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

// Span is a part of a claim, in bytes.
type Span struct{ From, To int }

// Role is what a claim goes along from something that it names: director, of "the director of Skerry" and "Skerry's director"; empty where it speaks of
// the thing itself.
func Role(claim string, name Span) string {
	e := readClaim(claim)
	from, to := e.wordAt(name.From), e.wordAt(name.To)
	if from >= to {
		return ""
	}
	role, _, _ := roleAt(e.words, mention{from: from, to: to})
	return role
}

// Relates tells whether a claim compares two things that it names, the first with the second.
func Relates(claim string, a, b Span) bool {
	e := readClaim(claim)
	first := mention{from: e.wordAt(a.From), to: e.wordAt(a.To), sure: 1}
	second := mention{from: e.wordAt(b.From), to: e.wordAt(b.To), sure: 1}
	if first.from >= first.to || second.from >= second.to || first.to > second.from {
		return false
	}
	_, ok := relate(masked(e.words, []mention{first, second}), e.values, first, second, 2)
	return ok
}
