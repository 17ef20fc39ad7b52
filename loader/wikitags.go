package loader

import (
	"strconv"
	"strings"
)

// droppedTags are elements that are dropped with their content.
var droppedTags = wordSet(`ref references math chem ce gallery timeline imagemap score source syntaxhighlight graph mapframe maplink
	hiero templatedata templatestyles section includeonly categorytree inputbox indicator`)

// dropTags removes comments and the elements of droppedTags, and guards the content of <nowiki> and <pre>. An element that is not closed
// ends with its line; a comment that is not closed ends with the page, as in MediaWiki.
func dropTags(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	never := map[string]bool{}                               // names without a closing tag after this place
	tail := len(text) - 1 - strings.LastIndexByte(text, '>') // bytes after the end of the last tag
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 || len(text)-i <= tail {
			break
		}
		b.WriteString(text[:i])
		text = text[i:]
		if strings.HasPrefix(text, "<!--") {
			text = afterComment(&b, text)
			continue
		}
		name := tagName(text)
		guarded := name == "nowiki" || name == "pre"
		if !guarded && !droppedTags[name] {
			b.WriteByte('<')
			text = text[1:]
			continue
		}
		if text[1] == '/' { // a closing tag without an opening one
			_, text, _ = strings.Cut(text, ">")
			continue
		}
		inner, rest := cutElement(text, name, never)
		if guarded {
			b.WriteString(guard(inner))
		}
		text = rest
	}
	b.WriteString(text)
	return b.String()
}

// afterComment returns the text after a comment. If the comment fills its line, the line break is removed too.
func afterComment(b *strings.Builder, text string) string {
	end := strings.Index(text, "-->")
	if end < 0 {
		return ""
	}
	rest := text[end+3:]
	before := b.String()
	if before == "" || before[len(before)-1] == '\n' {
		if line := strings.TrimLeft(rest, " \t"); strings.HasPrefix(line, "\n") {
			return line[1:]
		}
	}
	return rest
}

// cutElement splits text, which begins with an element, into the element's content and the rest.
func cutElement(text, name string, never map[string]bool) (inner, rest string) {
	open := strings.IndexByte(text, '>') // there is one
	if text[open-1] == '/' {
		return "", text[open+1:]
	}
	if !never[name] {
		if at, after := closing(text[open+1:], name); at >= 0 {
			return text[open+1 : open+1+at], text[open+1+after:]
		}
		never[name] = true
	}
	line := strings.IndexByte(text[open:], '\n')
	if line < 0 {
		return "", ""
	}
	return "", text[open+line:]
}

// closing finds </name> in any case, and returns its begin and end, or -1.
func closing(s, name string) (begin, end int) {
	for at := 0; ; {
		i := strings.Index(s[at:], "</")
		if i < 0 {
			return -1, -1
		}
		at += i
		if tagName(s[at:]) == name {
			if n := strings.IndexByte(s[at:], '>'); n >= 0 {
				return at, at + n + 1
			}
			return -1, -1
		}
		at += 2
	}
}

// guardBase is the first of the private-use characters that stand for guardedMarks.
const guardBase = '\ue000'

const guardedMarks = "[]{}|'=*#:;!-_<&"

// guard replaces markup by private-use characters, so that it is not parsed; unguard restores it.
func guard(s string) string {
	return strings.Map(func(r rune) rune {
		if i := strings.IndexRune(guardedMarks, r); i >= 0 {
			return guardBase + rune(i)
		}
		if r == '\n' {
			return ' '
		}
		return r
	}, s)
}

func unguard(s string) string {
	if !strings.Contains(s, "\xee\x80") {
		return s
	}
	return strings.Map(func(r rune) rune {
		if i := int(r - guardBase); i >= 0 && i < len(guardedMarks) {
			return rune(guardedMarks[i])
		}
		return r
	}, s)
}

// disambiguations are the templates that make a page a disambiguation page (Wikipedia's
// MediaWiki:Disambiguationspage lists them), beside those whose name ends with " disambiguation" or " disambig".
var disambiguations = wordSet(`disambig disambiguation dab disamb disam hndis geodis geodab geo-dis schooldis hospitaldis mathdab roaddis
	callsigndis chinesetitledis mil-unit-dis disambig-plants letter-numbercombdisambig numberdis begriffsklärung`)

// disambiguates reports whether a template marks a disambiguation page; name is in lower case. Each such template has a form for pages that
// need cleanup.
func disambiguates(name string) bool {
	name, _ = cutSuffix(name, " cleanup", "-cleanup")
	words, ok := cutSuffix(name, " disambiguation", " disambig")
	if !ok {
		return disambiguations[name]
	}
	if strings.HasPrefix(words, "need") { // marks an ambiguous link, on any page
		return false
	}
	return words == "letter–number combination" || words != "" && strings.Trim(words, " -abcdefghijklmnopqrstuvwxyz") == ""
}

// dropTemplates removes {{…}}, nested or not, and reports whether one of them marks a disambiguation page. Some templates are replaced by
// the words that a reader sees. Braces without a partner are removed alone.
func dropTemplates(text string) (string, bool) {
	var b strings.Builder
	b.Grow(len(text))
	templates := pairs(text, "{{", "}}")
	disambiguation := false
	for i := 0; i < len(text); {
		n := strings.Index(text[i:], "{{")
		if n < 0 {
			b.WriteString(text[i:])
			break
		}
		b.WriteString(text[i : i+n])
		i += n
		end := templates.closing(i)
		if end < 0 {
			i += 2
			continue
		}
		name, arguments, _ := strings.Cut(text[i+2:end], "|")
		if name = strings.TrimSpace(name); len(name) < 60 {
			name = strings.ReplaceAll(strings.ToLower(name), "_", " ")
			disambiguation = disambiguation || disambiguates(name)
			b.WriteString(shownBy(name, arguments))
		}
		i = end + 2
	}
	return b.String(), disambiguation
}

// shownBy returns the text that a template adds to the sentence; for most it is empty.
func shownBy(name, arguments string) string {
	switch name {
	case "!":
		return "|"
	case "ndash", "spaced ndash", "snd", "spnd", "–":
		return " – "
	case "mdash", "spaced mdash", "—":
		return " — "
	case "nowrap", "nobr", "lang", "transl", "small", "nobold", "smallcaps", "convert", "cvt":
	default:
		return ""
	}
	if strings.Contains(arguments, "{{") {
		return ""
	}
	values := numbered(arguments)
	switch {
	case len(values) == 0:
		return ""
	case name == "convert" || name == "cvt":
		return measure(values)
	case name == "lang" || name == "transl":
		return values[len(values)-1]
	}
	return values[0]
}

// numbered returns the positional arguments, also those with their number written: 2=b is the second. Named ones are dropped.
func numbered(arguments string) []string {
	parts := splitOutside(arguments, "|")
	values := make([]string, len(parts))
	next, n := 0, 0
	for _, p := range parts {
		at, value := next, p
		if name := splitOutside(p, "=")[0]; len(name) < len(p) {
			place, err := strconv.Atoi(strings.TrimSpace(name))
			if err != nil || place < 1 || place > len(values) {
				continue
			}
			at, value = place-1, strings.TrimSpace(p[len(name)+1:])
		} else {
			next++
		}
		values[at], n = value, max(n, at+1)
	}
	return values[:n]
}

// ranges maps the words that {{convert}} takes between two numbers to the text that it shows.
var ranges = map[string]string{"to": " to ", "to(-)": " to ", "-": "–", "–": "–", "and": " and ", "and(-)": " and ", "or": " or ",
	"by": " by ",
	"x":  " by ", "×": " × ", "±": " ± ", "+/-": " ± "}

// measure returns the text of {{convert}} without the converted values: a number or range with its unit, and further numbers with
// theirs, as in 5 ft 11 in.
func measure(values []string) string {
	for i, v := range values {
		values[i] = strings.TrimSpace(v)
	}
	var b strings.Builder
	for i := 0; ; {
		b.WriteString(values[i])
		for i++; i+1 < len(values) && ranges[values[i]] != ""; i += 2 {
			b.WriteString(ranges[values[i]] + values[i+1])
		}
		if i < len(values) {
			b.WriteString(" " + values[i])
			i++
		}
		if i+1 >= len(values) || !beginsNumber(values[i]) || beginsNumber(values[i+1]) {
			return b.String() // the other unit and the rounding follow
		}
		b.WriteByte(' ')
	}
}

// beginsNumber reports whether a value begins like a number: 5, 1/2, -3, .5.
func beginsNumber(s string) bool {
	s = strings.TrimLeft(s, "-−+.")
	return s != "" && '0' <= s[0] && s[0] <= '9'
}
