package loader

import (
	"strings"

	"github.com/bridgehop/bridgehop/graph/english"
)

// droppedTags are elements that are dropped with their content.
var droppedTags = english.Set(`ref references math chem ce gallery timeline imagemap score source syntaxhighlight graph
	mapframe maplink hiero templatedata templatestyles section includeonly categorytree inputbox indicator`)

// layoutTags are elements of layout whose names are no letters of a formula.
var layoutTags = english.Set("br hr div span small big sub sup font center blockquote table tr td th ul ol li del ins")

// closes reports whether the tag that a text begins with ends in its paragraph, before the next tag.
func closes(text string) bool {
	end := strings.IndexAny(text[1:min(len(text), maxTag)], "<>")
	return end >= 0 && text[1+end] == '>' && !strings.Contains(text[:end], "\n\n")
}

// maxTag bounds the length of a tag.
const maxTag = 4096

// dropTags removes comments and the elements of droppedTags, and guards the content of <nowiki> and <pre>. A
// comment or element that is not closed before the next of its kind, and a tag of layout without its end, hide the rest
// of their paragraph, and are counted in unclosed.
func dropTags(text string, unclosed marksLeft) string {
	var b strings.Builder
	b.Grow(len(text))
	never := map[string]bool{} // names without a closing tag after this place
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 {
			break
		}
		b.WriteString(text[:i])
		text = text[i:]
		if strings.HasPrefix(text, "<!--") {
			text = afterComment(&b, text, unclosed)
			continue
		}
		name := tagName(text)
		guarded := name == "nowiki" || name == "pre"
		if !guarded && !droppedTags[name] {
			if layoutTags[name] && !closes(text) {
				unclosed["<"+name]++
				text = afterParagraph(text)
				continue
			}
			b.WriteByte('<')
			text = text[1:]
			continue
		}
		if text[1] == '/' { // a closing tag without an opening one
			_, text, _ = strings.Cut(text, ">")
			continue
		}
		inner, rest, ok := cutElement(text, name, never)
		if !ok {
			unclosed["<"+name+">"]++
		}
		if guarded || name == "math" && isPlainMath(inner) {
			b.WriteString(guard.Replace(inner))
		}
		text = rest
	}
	b.WriteString(text)
	return b.String()
}

// isPlainMath reports whether a formula reads as text: x = y + 1.
func isPlainMath(s string) bool { return len(s) < 60 && !strings.ContainsAny(s, "\\{}&\n") }

// afterComment returns the text after a comment. If the comment fills its line, the line break is removed too.
func afterComment(b *strings.Builder, text string, unclosed marksLeft) string {
	const opens, closes = "<!--", "-->"
	inner, _, _ := strings.Cut(text[len(opens):], opens)
	end := strings.Index(inner, closes)
	if end < 0 {
		unclosed[opens]++
		return afterParagraph(text)
	}
	rest := text[len(opens)+end+len(closes):]
	before := b.String()
	if before == "" || before[len(before)-1] == '\n' {
		if line := strings.TrimLeft(rest, " \t"); strings.HasPrefix(line, "\n") {
			return line[1:]
		}
	}
	return rest
}

// afterParagraph returns what follows the paragraph or line of a list, heading or table with which a text begins.
func afterParagraph(text string) string {
	for at := 0; ; {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return ""
		}
		if at += n + 1; at == len(text) || strings.IndexByte("\n\r=*#:;{|!", text[at]) >= 0 {
			return text[at-1:]
		}
	}
}

// marksLeft counts markup that is not closed, by its opening mark.
type marksLeft map[string]int

// cutElement splits text, which begins with an element, into the element's content and the rest. If it isn't closed
// before the next of its name, the rest is what follows its paragraph.
func cutElement(text, name string, never map[string]bool) (inner, rest string, ok bool) {
	open := strings.IndexByte(text[:min(len(text), maxTag)], '>')
	switch {
	case open < 0 || strings.Contains(text[:open], "\n\n"):
		return "", afterParagraph(text), false
	case text[open-1] == '/':
		return "", text[open+1:], true
	}
	if !never[name] {
		at, after := closing(text[open+1:], name)
		if at >= 0 {
			return text[open+1 : open+1+at], text[open+1+after:], true
		}
		never[name] = after < 0
	}
	return "", afterParagraph(text[open:]), false
}

// closing finds </name> in any case, and returns its begin and end; -1 and -1 if there is none, and -1 and a place if
// another element of the name begins there first.
func closing(s, name string) (begin, end int) {
	for at := 0; ; {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			return -1, -1
		}
		at += i
		if tagName(s[at:]) == name {
			n := strings.IndexByte(s[at:min(len(s), at+maxTag)], '>')
			switch {
			case s[at+1] != '/' && (n < 0 || s[at+n-1] != '/'):
				return -1, at
			case s[at+1] == '/' && n >= 0:
				return at, at + n + 1
			case n < 0:
				return -1, -1
			}
		}
		at++
	}
}

// guard writes markup as entities, which visible undoes, so that it is not parsed.
var guard = strings.NewReplacer(
	"&", "&amp;", "\n", " ", "[", "&#91;", "]", "&#93;", "{", "&#123;", "}", "&#125;", "|", "&#124;",
	"'", "&#39;", "=", "&#61;", "*", "&#42;", "#", "&#35;", ":", "&#58;", ";", "&#59;", "!", "&#33;",
	"-", "&#45;", "_", "&#95;", "<", "&#60;")

// pairs matches the doubled brackets of a text, in one pass. It returns the positions of closing brackets by the
// positions of their opening ones.
func pairs(s string, open, closed byte) map[int]int {
	out := map[int]int{}
	var opened []int
	for i := 0; i+1 < len(s); i++ {
		c := s[i]
		if c != open && c != closed || s[i+1] != c {
			continue
		}
		if c == open {
			opened = append(opened, i)
		} else if last := len(opened) - 1; last >= 0 {
			out[opened[last]] = i
			opened = opened[:last]
		} else {
			continue // a closing bracket without an opening one
		}
		i++
	}
	return out
}
