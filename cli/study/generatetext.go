package study

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// blanks replace masked names, each with another one. They are stop words, which no search uses.
var blanks = [...]string{"[it]", "[this]", "[that]", "[these]", "[those]", "[they]", "[them]"}

// anchorMark replaces a link's anchor while other names are masked.
const anchorMark = "\ue000"

// name is a run of words that must not be in a query, and its blank.
type name struct {
	text  string
	blank string
	exact bool // masked as it is written only, and only in sentences of or about its page
	page  int  // -1 for the target of Method 2
}

// write writes the query's text. It returns false if the text would contain a hidden title, or few other words.
func (d *draft) write(words int) bool {
	names, blank := d.names()
	var out []string
	for _, i := range d.order() {
		for _, p := range d.parts {
			if p.page != i {
				continue
			}
			said, ok := d.partText(p, names, blank, words)
			if !ok {
				return false
			}
			out = append(out, said)
		}
	}
	d.text = strings.Join(out, " ")
	return !d.leaks()
}

// names lists what is masked, longest first, and the blank of each page (empty for a named one), then of each thing.
func (d *draft) names() (names []name, blank []string) {
	next := 0
	add := func(page int, b string, list ...string) {
		for _, text := range list {
			if utf8.RuneCountInString(text) > 1 {
				names = append(names, name{text: text, blank: b, page: page})
			}
		}
	}
	blank = make([]string, len(d.pages)+len(d.things))
	for _, i := range d.order() {
		if !d.pages[i].hidden {
			continue
		}
		b := blanks[next]
		blank[i], next = b, next+1
		add(i, b, spellings(d.pages[i].title)...)
		for _, p := range d.parts {
			if p.to == i {
				add(i, b, p.anchor)
			}
		}
		for _, w := range strings.Fields(graph.BareTitle(d.pages[i].title)) {
			if w = strings.Trim(w, ".,"); utf8.RuneCountInString(w) > 3 && unicode.IsUpper([]rune(w)[0]) {
				names = append(names, name{w, b, true, i})
			}
		}
	}
	for t, thing := range d.things {
		b := blanks[next]
		blank[len(d.pages)+t], next = b, next+1
		add(-1, b, append(spellings(thing.title), thing.anchors...)...)
	}
	slices.SortStableFunc(names, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
	return names, blank
}

// spellings are a title, without its parenthesis, and without a leading article.
func spellings(title string) []string {
	bare := graph.BareTitle(title)
	out := []string{title, bare}
	if rest, ok := strings.CutPrefix(bare, "The "); ok {
		out = append(out, rest)
	}
	return out
}

// partText returns the text of a part: its subject, then the words around its link, with hidden names masked.
func (d *draft) partText(p part, names []name, blank []string, words int) (string, bool) {
	text, anchor := p.sentence.text, ""
	if p.anchor != "" {
		i, j, ok := findName(text, p.anchor)
		if !ok {
			return "", false
		}
		text = text[:i] + anchorMark + text[j:]
		switch {
		case p.thing >= 0:
			anchor = blank[len(d.pages)+p.thing]
		case blank[p.to] != "":
			anchor = blank[p.to]
		default:
			anchor = p.anchor
		}
	}
	for _, n := range names {
		if !n.exact || n.page == p.page || n.page == p.to {
			text = mask(text, n)
		}
	}
	text = window(text, words)
	if content(text) < min(leastContent, (words+1)/2) {
		return "", false
	}
	text = strings.Replace(text, anchorMark, anchor, 1)
	switch subject := blank[p.page]; {
	case subject == "" && !Names(text, d.pages[p.page].title):
		text = d.pages[p.page].title + ": " + text
	case subject != "" && !strings.Contains(text, subject):
		text = subject + ": " + text
	}
	return text + ".", true
}

// leastContent is the least number of words of a part besides masks; half of the words if fewer are kept.
const leastContent = 4

func content(text string) int {
	n := 0
	for _, w := range words(text) {
		if !small[w] && !slices.Contains(blanks[:], "["+w+"]") {
			n++
		}
	}
	return n
}

// window keeps n words of a text: around the anchor, else from the start.
func window(text string, n int) string {
	all := strings.Fields(text)
	at := slices.IndexFunc(all, func(w string) bool { return strings.Contains(w, anchorMark) })
	from := max(0, min(at-n/2, len(all)-n))
	if len(all) <= n+2 {
		from, n = 0, len(all)
	}
	kept := all[from:min(len(all), from+n)]
	return strings.Trim(strings.Join(kept, " "), " .,;:!?\"'")
}

// mask replaces every standing of a name, its plural and possessive with it.
func mask(text string, n name) string {
	var out strings.Builder
	for {
		i, j, ok := findName(text, n.text)
		if !ok {
			out.WriteString(text)
			return out.String()
		}
		if n.exact && text[i:i+len(n.text)] != n.text {
			out.WriteString(text[:j])
		} else {
			out.WriteString(text[:i] + n.blank)
		}
		text = text[j:]
	}
}

// findName finds the first occurrence of a name in a text as whole words, in any case, with or without a plural ending.
func findName(text, name string) (from, to int, ok bool) {
	if name == "" {
		return 0, 0, false
	}
	first, _ := utf8.DecodeRuneInString(name)
	for i, r := range text {
		if unicode.ToLower(r) != unicode.ToLower(first) || i > 0 && wordRune(lastRune(text[:i])) {
			continue
		}
		n, ok := prefixFold(text[i:], name)
		if !ok {
			continue
		}
		for _, ending := range []string{"", "s", "es"} {
			if rest, ok := strings.CutPrefix(text[i+n:], ending); ok && !wordRune(firstRune(rest)) {
				return i, i + n + len(ending), true
			}
		}
	}
	return 0, 0, false
}

// prefixFold returns the length of the prefix of s that equals prefix in any case.
func prefixFold(s, prefix string) (int, bool) {
	n := 0
	for _, p := range prefix {
		r, size := utf8.DecodeRuneInString(s[n:])
		if size == 0 || unicode.ToLower(r) != unicode.ToLower(p) {
			return 0, false
		}
		n += size
	}
	return n, true
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// leaks reports whether a title that is masked stands in the query all the same, if only within other words, or a named
// one doesn't.
func (d *draft) leaks() bool {
	text := strings.ToLower(d.text)
	for i, p := range d.pages {
		if d.pages[i].hidden && (strings.Contains(text, strings.ToLower(graph.BareTitle(p.title))) || Names(d.text, p.title)) ||
			!d.pages[i].hidden && !Names(d.text, p.title) {
			return true
		}
	}
	return slices.ContainsFunc(d.things, func(t thing) bool { return Names(d.text, t.title) })
}
