package loader

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph/english"
)

// maxTemplateNesting bounds templates within templates; deeper ones are dropped.
const maxTemplateNesting = 12

// templates replaces the templates of a page by what a reader sees of them.
type templates struct {
	title          string   // of the page
	boxes          []string // the contents of the page's boxes
	within         []string // the contents of the boxes in the value of a box that is expanded
	disambiguation bool
	prose          bool           // the article's text has begun
	dropped        map[string]int // templates without text, by name
	drops          int            // their number
	unclosed       marksLeft
}

// boxMark begins a line that stands for a box; its number follows.
const boxMark = "\ue0ff"

// expand returns text without {{…}}. A box of the page becomes a line of its own. Braces without a partner hide what
// follows them, up to the next empty line or heading. Within a box, a template that is not known shows its arguments;
// within a line of text, it shows its argument if it has one.
func (t *templates) expand(text string, depth int, inBox bool) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	braces := pairs(text, '{', '}')
	var b strings.Builder
	b.Grow(len(text))
	at, hidden := 0, 0 // up to hidden, nothing is shown
	for {
		n := strings.Index(text[at:], "{{")
		if n < 0 {
			n = len(text) - at
		}
		begin := at + n
		b.WriteString(text[min(begin, max(at, hidden)):begin])
		t.prose = t.prose || depth == 0 && beginsProse(text[at:begin])
		if begin == len(text) {
			return withoutMarks(b.String())
		}
		closed, ok := braces[begin]
		at = max(begin, closed) + 2
		switch {
		case begin < hidden:
		case !ok:
			t.unclosed["{{"]++
			hidden = begin + blockEnd(text[begin:])
		default:
			drops := t.drops
			shown := t.shown(text[begin+2:closed], depth, inBox, inLine(text[:begin], text[at:]))
			if shown == "" && t.drops > drops {
				shown = dropMark
			}
			if isFraction(shown) && begin > 0 && isDigit(text[begin-1]) {
				b.WriteByte(' ')
			}
			b.WriteString(shown)
		}
	}
}

// blockEnd returns where the next empty line or heading of a text begins.
func blockEnd(text string) int {
	end := len(text)
	for _, mark := range []string{"\n\n", "\n="} {
		if i := strings.Index(text[:end], mark); i >= 0 {
			end = i
		}
	}
	return end
}

// isFraction reports whether a template's text is 1/4, which stands apart from the whole number before it.
func isFraction(s string) bool { return len(s) < 8 && strings.Trim(s, "0123456789") == "/" }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// beginsProse reports whether a text between templates has more than files and tags.
func beginsProse(text string) bool {
	text = strings.TrimSpace(text)
	return strings.Contains(text, "'''") || text != "" && strings.IndexByte("[<{|_-=", text[0]) < 0
}

// inLine reports whether words stand before or after a template in its line.
func inLine(before, after string) bool {
	before, after = strings.TrimRight(before, " \t"), strings.TrimLeft(after, " \t")
	return before != "" && strings.IndexByte("\n*#:;}", before[len(before)-1]) < 0 ||
		after != "" && strings.IndexByte("\r\n{", after[0]) < 0
}

// shown returns the text of a template, whose content is given. Inline says that the template stands among words.
func (t *templates) shown(content string, depth int, inBox, inline bool) string {
	parts := splitArguments(content)
	name, input, isFunction := parserFunction(parts[0])
	if !isFunction {
		name, _, _ = strings.Cut(strings.TrimSpace(parts[0]), "\n")
		name = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(name, "_", " ")))
		name = strings.TrimPrefix(name, "template:")
	}
	if len(name) >= 60 || depth >= maxTemplateNesting {
		return ""
	}
	t.disambiguation = t.disambiguation || disambiguates(name)
	switch name {
	case "!":
		return "|"
	case "=":
		return "="
	case "pagename", "fullpagename":
		return t.title
	}
	switch {
	case isFunction:
	case inBox && isBoxName(name):
		t.within = append(t.within, content)
		return ""
	case !inBox && t.isBox(name, content):
		t.boxes = append(t.boxes, content)
		return "\n" + boxMark + strconv.Itoa(len(t.boxes)-1) + "\n"
	}
	show := shownTemplates[name]
	if language, ok := strings.CutPrefix(name, "lang-"); ok && isLanguage(language) {
		show = first
	}
	if isFunction {
		show, parts[0] = parserFunctions[name], input
	} else {
		parts = parts[1:]
	}
	if show == nil && (isFunction || !inBox && !inline) || isDropped(name) {
		t.drop(name)
		return ""
	}
	drops := t.drops
	a := t.arguments(parts, !isFunction, depth)
	if isFunction && t.drops > drops { // it can't be computed
		return ""
	}
	if show == nil && inBox {
		show = func(a arguments) string { return strings.Join(a.values, " ") }
	} else if show == nil {
		show = plain
	}
	text := show(a)
	if strings.TrimSpace(text) == "" && name != "nbsp" && name != "spaces" {
		t.drop(name)
		return ""
	}
	return text
}

func (t *templates) drop(name string) {
	if t.dropped == nil {
		t.dropped = map[string]int{}
	}
	t.dropped[name]++
	t.drops++
}

// droppedParts are the parts of names of templates that say nothing of the page's subject.
var droppedParts = strings.Fields(`cite citation navbox navboxes sidebar clarif dubious flagicon flagdeco footnote
	campaignbox taxonbar wikidata harv wiki commons gutenberg librivox imdb -inline icon`)

// droppedTemplates are further templates without text of their own: notes and citations; anchors, hatnotes and what
// arranges the page; doubts of editors; navigation and links to other sites. They were counted in a sample of English
// articles.
var droppedTemplates = english.Set(`fact sfn sfnp sfnm sfnref refn efn rp r ref note notetag nb ns cref cnote refnote
	audio listen ipac-en pronunciation respell isbn issn oclc doi lccn ol jstor pmid pmc bibcode arxiv asin eb1911 dnb
	iucn vcite wayback webarchive inflation inflation-fn inflation-year age currentyear currentmonth currentday
	localyear clear clr anchor anchors reflist main further details about for redirect distinguish hatnote see seealso
	portal toc col-begin col-end refbegin refend intitle lookfrom update hs ntsh anchor-link shy wbr zwsp cmain
	crecurring cguest kia pow map cn who when where which why how whom specify vague discuss contradict confusing
	ambiguous awkward examples example quantify or cs1 fv vn vs dead deadlink according weasel peacock pov pov-statement
	npov-statement notability lopsided dn full volume author dmoz youtube official website nyttopic philpapers inpho
	mathworld planetmath iep sep atp tennishof icsc springer dads nlab mactutor goodreads itf sfdb eol allmusic discogs
	musicbrainz metacritic rotten mojo increase decrease steady increaseneutral decreasepositive increasenegative
	increasepositive dagger death extinct`)

// droppedWords are the last words of further such names.
var droppedWords = english.Set(`needed whom? source source? link section span-start stub author topic topics profile
	website books book title grave rule article template player id verification inline statement year-date`)

// isDropped reports whether a template has no text.
func isDropped(name string) bool {
	if droppedTemplates[name] {
		return true
	}
	if shownTemplates[name] != nil {
		return false
	}
	word, rest, several := strings.Cut(name, " ")
	switch word {
	case "ref", "use", "ipa", "better", "disputed", "verify", "failed", "update", "unreliable", "dead", "according",
		"by", "expand", "see", "pp", "r", "iucn", "internet", "official", "rotten", "find", "page":
		if several {
			return true
		}
	}
	if several && droppedWords[rest[strings.LastIndexByte(rest, ' ')+1:]] || strings.HasPrefix(name, "s-") ||
		strings.HasPrefix(name, "ipa-") || strings.HasPrefix(name, "pp-") {
		return true
	}
	for _, p := range droppedParts {
		if strings.Contains(name, p) {
			return true
		}
	}
	return false
}

// splitArguments splits a template's content at the bars outside of links and other templates. The first part is its
// name.
func splitArguments(s string) []string { return splitOutside(s, "|", "[{") }

// cutName cuts an argument into its name, in lower case, and its value.
func cutName(argument string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(argument, "=")
	if !ok || strings.ContainsAny(name, "[{<") {
		return "", argument, false
	}
	return strings.ToLower(strings.TrimSpace(name)), value, true
}

// arguments are a template's, without templates in them.
type arguments struct {
	values []string
	named  map[string]string
}

// arguments reads the arguments of a template. Those of a parser function have no names.
func (t *templates) arguments(parts []string, names bool, depth int) arguments {
	a := arguments{named: map[string]string{}}
	for _, p := range parts {
		key, value, assigned := cutName(p)
		if !names {
			a.values = append(a.values, t.expand(p, depth+1, true))
			continue
		}
		value = t.expand(value, depth+1, true)
		if n, err := strconv.Atoi(key); err == nil && assigned && 0 < n && n < 100 {
			for len(a.values) < n {
				a.values = append(a.values, "")
			}
			a.values[n-1] = strings.TrimSpace(value)
		} else if assigned {
			a.named[key] = strings.TrimSpace(value)
		} else {
			a.values = append(a.values, value)
		}
	}
	return a
}

func (a arguments) at(i int) string {
	if i < 0 || i >= len(a.values) {
		return ""
	}
	return strings.TrimSpace(a.values[i])
}

// dropMark stands where a template was dropped.
const dropMark = "\ue0fe"

// What a dropped template leaves of brackets.
var (
	emptyBracket = leftBy(` *\(%s\)`)
	openBracket  = leftBy(`\(%s`)
	closeBracket = leftBy(`%s\)`)
	noAmount     = regexp.MustCompile(` *\([^()\n]{0,80}[$€£¥₹]` + dropMark + `[^()\n]{0,200}\)`)
)

func leftBy(bracket string) *regexp.Regexp {
	const blank = `(?:[\s,;:/]|&nbsp;|'{2,5}|\bor\b|\band\b|\bpronounced\b)*`
	return regexp.MustCompile(fmt.Sprintf(bracket, blank+`(?:`+dropMark+blank+`)+`))
}

// withoutMarks removes the marks of dropped templates, and what they leave of brackets: "Kell (; born 1900)" is "Kell
// (born 1900)", and of "Kell (, or )" and "$800 ($ in today's money)" the brackets go.
func withoutMarks(text string) string {
	if !strings.Contains(text, dropMark) {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, dropMark) {
			if strings.Contains(line, "(") {
				line = noAmount.ReplaceAllLiteralString(emptyBracket.ReplaceAllLiteralString(line, ""), "")
				line = closeBracket.ReplaceAllLiteralString(openBracket.ReplaceAllLiteralString(line, "("), ")")
			}
			line = strings.ReplaceAll(line, dropMark, "")
		}
		b.WriteString(line)
	}
	return b.String()
}

// disambiguations are the templates that make a page a disambiguation page (Wikipedia's
// MediaWiki:Disambiguationspage lists them), beside those whose name ends with " disambiguation" or " disambig".
var disambiguations = english.Set(`disambig disambiguation dab disamb disam hndis geodis geodab geo-dis schooldis
	hospitaldis mathdab roaddis callsigndis chinesetitledis mil-unit-dis disambig-plants letter-numbercombdisambig
	numberdis begriffsklärung`)

// disambiguates reports whether a template marks a disambiguation page; name is in lower case. Each such template has a
// form for pages that need cleanup.
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
