package loader

import (
	"iter"
	"strconv"
	"strings"
	"time"
)

// maxTemplateNesting bounds templates within templates; deeper ones are dropped.
const maxTemplateNesting = 12

// templates replaces the templates of a page by what a reader sees of them.
type templates struct {
	boxes          []wikiBox
	disambiguation bool
	prose          bool           // the article's text has begun
	dropped        map[string]int // templates without text, by name
}

// boxMark begins a line that stands for a box; its number follows.
const boxMark = "\ue0ff"

// wikiPiece is the kind of a piece of wikitext.
type wikiPiece int

const (
	pieceText     wikiPiece = iota // text between templates
	pieceTemplate                  // the content of a template, without its braces
	pieceBraces                    // {{ without a partner
)

// pieces divides wikitext at its outermost templates, in time linear in its length.
func pieces(text string) iter.Seq2[wikiPiece, string] {
	return func(yield func(wikiPiece, string) bool) {
		all := pairs(text, "{{", "}}")
		for i := 0; i < len(text); {
			n := strings.Index(text[i:], "{{")
			if n < 0 {
				n = len(text) - i
			}
			if n > 0 && !yield(pieceText, text[i:i+n]) {
				return
			}
			if i += n; i == len(text) {
				return
			}
			kind, content, next := pieceBraces, "{{", i+2
			if end := all.closing(i); end >= 0 {
				kind, content, next = pieceTemplate, text[i+2:end], end+2
			}
			if !yield(kind, content) {
				return
			}
			i = next
		}
	}
}

// expand returns text without {{…}}. A box of the page becomes a line of its own. Braces without a partner are removed alone. Within a
// box, a template that is not known shows its arguments.
func (t *templates) expand(text string, depth int, inBox bool) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for kind, piece := range pieces(text) {
		switch kind {
		case pieceText:
			b.WriteString(piece)
			t.prose = t.prose || depth == 0 && beginsProse(piece)
		case pieceTemplate:
			b.WriteString(t.shown(piece, depth, inBox))
		}
	}
	return b.String()
}

// beginsProse reports whether a text between templates has more than files and tags.
func beginsProse(text string) bool {
	text = strings.TrimSpace(text)
	return strings.Contains(text, "'''") || text != "" && strings.IndexByte("[<{|_-=", text[0]) < 0
}

// shown returns the text of a template, whose content is given.
func (t *templates) shown(content string, depth int, inBox bool) string {
	name, _, _ := strings.Cut(content, "|")
	name = strings.TrimSpace(name)
	if i := strings.IndexByte(name, '\n'); i >= 0 {
		name = strings.TrimSpace(name[:i])
	}
	if len(name) >= 60 || depth >= maxTemplateNesting {
		return ""
	}
	name = strings.ReplaceAll(strings.ToLower(name), "_", " ")
	t.disambiguation = t.disambiguation || disambiguates(name)
	switch name {
	case "!":
		return "|"
	case "=":
		return "="
	}
	if !inBox && t.isBox(name, content) {
		t.boxes = append(t.boxes, wikiBox{name, content})
		return "\n" + boxMark + strconv.Itoa(len(t.boxes)-1) + "\n"
	}
	if shownTemplates[name] == nil && !inBox || isDropped(name) {
		t.drop(name)
		return ""
	}
	a := arguments{named: map[string]string{}}
	for _, p := range splitArguments(content)[1:] {
		key, value, assigned := cutName(p)
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
	show := shownTemplates[name]
	if language, ok := strings.CutPrefix(name, "lang-"); ok && isLanguage(language) {
		show = first
	}
	if show == nil {
		show = func(a arguments) string { return strings.Join(a.values, " ") }
	}
	text := show(a)
	if strings.TrimSpace(text) == "" && name != "nbsp" && name != "spaces" {
		t.drop(name)
	}
	return text
}

func (t *templates) drop(name string) {
	if t.dropped == nil {
		t.dropped = map[string]int{}
	}
	t.dropped[name]++
}

// splitArguments splits a template's content at the bars outside of links and other templates. The first part is its name.
func splitArguments(s string) []string { return splitOutside(s, "|", "[{") }

// cutName cuts an argument into its name, in lower case, and its value.
func cutName(argument string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(argument, "=")
	if !ok || strings.ContainsAny(name, "[{<") {
		return "", argument, false
	}
	return strings.ToLower(strings.TrimSpace(name)), value, true
}

// arguments are those of a template, without templates in them.
type arguments struct {
	values []string
	named  map[string]string
}

func (a arguments) at(i int) string {
	if i < 0 || i >= len(a.values) {
		return ""
	}
	return strings.TrimSpace(a.values[i])
}

func first(a arguments) string  { return a.at(0) }
func second(a arguments) string { return a.at(1) }
func last(a arguments) string   { return a.at(len(a.values) - 1) }
func joined(a arguments) string { return strings.Join(a.values, "") }

// text returns a function that ignores the arguments.
func text(s string) func(arguments) string { return func(arguments) string { return s } }

// items returns the arguments as a list.
func items(a arguments) string {
	var b strings.Builder
	for i := range a.values {
		if v := a.at(i); v != "" {
			b.WriteString("\n* " + strings.TrimLeft(v, "* "))
		}
	}
	return b.String() + "\n"
}

// shownTemplates have the functions that return the text of a template, also in sentences.
var shownTemplates = map[string]func(arguments) string{}

func init() {
	add := func(show func(arguments) string, names string) {
		for name := range strings.SplitSeq(names, ",") {
			shownTemplates[strings.TrimSpace(name)] = show
		}
	}
	add(text(" – "), "ndash, spaced ndash, snd, spnd, –")
	add(text(" — "), "mdash, spaced mdash, —")
	add(text(" "), "nbsp, spaces, space, pad")
	add(text(" · "), "·, •, dot, bullet, middot")
	add(text("'s"), "'s")
	add(text("n/a"), "n/a, na")
	add(func(a arguments) string { return measure(a.values) }, "convert, cvt")
	add(last, "lang, transl, transliteration, script")
	add(second, "native name, legend, color, colour, fs interlinear")
	add(func(a arguments) string {
		if len(a.values) > 1 {
			return a.at(1)
		}
		return a.at(0)
	}, "url, resize, official url")
	add(first, `nowrap, nobr, small, smaller, smalldiv, nobold, noitalic, smallcaps, sc, sup, sub, big, larger, longitem, nihongo, vanchor,
		angbr, nastaliq, abbr, nts, formatnum, num, number, val, flag, flagcountry, flagu, country, start-date, end-date, nee, quote, sic,
		iw2, ill, interlanguage link, linktext, keypress, spelling, not a typo, as written`)
	add(joined, "chem, chem2, ubl2")
	add(items, `plainlist, plain list, flatlist, unbulleted list, ubl, ublist, hlist, vunblist, bulleted list, collapsible list,
		br separated entries`)
	add(func(a arguments) string { return date(a.values, a.named["df"]) }, `birth date, birth-date, birth date and age, bda,
		birth year and age,
		start date, start date and age, end date, death year and age, release date, dts, date, death date, dob`)
	add(func(a arguments) string {
		if len(a.values) < 6 {
			return date(a.values, a.named["df"])
		}
		return date(a.values[:3], a.named["df"]) + age(a.values)
	}, "death date and age, dda")
	add(func(a arguments) string { return strings.TrimSpace("as of " + date(a.values, "y")) }, "as of")
	add(func(a arguments) string { return "c. " + strings.Join(a.values, "–") }, "circa, c., ca.")
	add(func(a arguments) string {
		if years := strings.Join(a.values[min(1, len(a.values)):], "–"); years != "" {
			return a.at(0) + " (" + years + ")"
		}
		return a.at(0)
	}, "marriage")
	add(func(a arguments) string { return strings.Join(a.values, "/") }, "frac, fraction, sfrac")
	add(coordinates, "coord, coords")
	add(height, "height")
	add(filmDates, "film date, filmdate")
	add(func(a arguments) string { return strings.Join(a.values[:min(2, len(a.values))], " – ") }, "fossil range, fossilrange")
	for _, p := range strings.Fields("USS HMS RMS SS HMAS HMCS MV") {
		add(func(a arguments) string { return ship(p+" "+a.at(0), a.at(1)) }, strings.ToLower(p))
	}
}

// droppedParts are the parts of names of templates that say nothing of the page's subject.
var droppedParts = strings.Fields(`cite citation navbox navboxes sidebar clarif dubious flagicon flagdeco footnote
	campaignbox taxonbar wikidata`)

// droppedTemplates are further templates without text of their own.
var droppedTemplates = wordSet(`cn fact sfn sfnp sfnm refn efn rp r ref note notetag increase decrease steady increaseneutral
	decreasepositive increasenegative increasepositive when who why which ipa ipac-en pronunciation audio listen clear reflist main anchor
	inflation dn isbn oclc doi dagger death extinct`)

func isDropped(name string) bool {
	word, _, _ := strings.Cut(name, " ")
	if droppedTemplates[name] || word == "ref" || word == "use" || word == "ipa" || word == "s-" || strings.HasPrefix(name, "s-") {
		return true
	}
	for _, p := range droppedParts {
		if strings.Contains(name, p) {
			return true
		}
	}
	return false
}

// date returns the date of year, month and day, as in 14 September 1771 or, without df, September 14, 1771.
func date(values []string, df string) string {
	var n [3]int
	for i := range n {
		if i >= len(values) {
			break
		}
		v := strings.TrimSpace(values[i])
		var err error
		if n[i], err = strconv.Atoi(v); err != nil && i == 0 {
			return v // a date in words
		}
	}
	switch month := time.Month(n[1]).String(); {
	case n[0] == 0:
		return ""
	case n[1] < 1 || n[1] > 12:
		return strconv.Itoa(n[0])
	case n[2] < 1 || n[2] > 31:
		return month + " " + strconv.Itoa(n[0])
	case strings.HasPrefix(df, "y"):
		return strconv.Itoa(n[2]) + " " + month + " " + strconv.Itoa(n[0])
	default:
		return month + " " + strconv.Itoa(n[2]) + ", " + strconv.Itoa(n[0])
	}
}

// ship returns the link of {{USS|Yorktown|CV-10}}.
func ship(name, number string) string {
	if name = strings.TrimSpace(name); number == "" {
		return "[[" + name + "]]"
	}
	return "[[" + name + " (" + number + ")|" + name + "]]"
}

// filmDates returns the dates of {{film date}}: year, month, day and, where it is given, the place, again and again.
func filmDates(a arguments) string {
	var out []string
	for i := 0; i < len(a.values); i += 4 {
		part := a.values[i:min(i+4, len(a.values))]
		d := date(part[:min(3, len(part))], a.named["df"])
		if len(part) == 4 && d != "" && strings.TrimSpace(part[3]) != "" {
			d += " (" + strings.TrimSpace(part[3]) + ")"
		}
		if d != "" {
			out = append(out, d)
		}
	}
	return strings.Join(out, ", ")
}

// height returns the height of {{height}}: 5 ft 11 in.
func height(a arguments) string {
	var out []string
	for _, unit := range []string{"m", "cm", "ft", "in"} {
		if v := a.named[unit]; v != "" {
			out = append(out, v+" "+unit)
		}
	}
	if len(out) == 0 {
		return first(a)
	}
	return strings.Join(out, " ")
}

// age returns the age at a death, as in " (aged 67)", of the dates of death and birth.
func age(values []string) string {
	var n [6]int
	for i := range n {
		var err error
		if n[i], err = strconv.Atoi(strings.TrimSpace(values[i])); err != nil {
			return ""
		}
	}
	years := n[0] - n[3]
	if n[1] < n[4] || n[1] == n[4] && n[2] < n[5] {
		years--
	}
	return " (aged " + strconv.Itoa(years) + ")"
}

// coordinates returns the degrees of {{coord}}: 54°21′N 3°10′W.
func coordinates(a arguments) string {
	var b strings.Builder
	marks, n := [...]string{"°", "′", "″"}, 0
	for i := range a.values {
		switch v := a.at(i); {
		case v == "N" || v == "S":
			b.WriteString(v + " ")
			n = 0
		case v == "E" || v == "W":
			return b.String() + v
		case beginsNumber(v) && n < len(marks):
			b.WriteString(v + marks[n])
			n++
		default:
			return strings.TrimSpace(b.String())
		}
	}
	return strings.TrimSuffix(strings.Replace(b.String(), "′", "°", 1), " ")
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

// ranges maps the words that {{convert}} takes between two numbers to the text that it shows.
var ranges = map[string]string{"to": " to ", "to(-)": " to ", "-": "–", "–": "–", "and": " and ", "and(-)": " and ", "or": " or ",
	"by": " by ",
	"x":  " by ", "×": " × ", "±": " ± ", "+/-": " ± "}

// measure returns the text of {{convert}} without the converted values: a number or range with its unit, and further numbers with
// theirs, as in 5 ft 11 in.
func measure(values []string) string {
	if len(values) == 0 {
		return ""
	}
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
