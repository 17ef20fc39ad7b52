package loader

import (
	"iter"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// placer finds anchors for links of which only the targets are known.
type placer struct {
	all   string   // the texts of all elements, a line each
	lower string   // the same in lower case, byte for byte (ASCII only)
	slots []slot   // the elements, in the order of all
	taken []anchor // the parts of all that are anchors
}

// slot is an element that can hold links.
type slot struct {
	start int // in placer.all
	links *[]graph.Hyperlink
}

// anchor is a part of placer.all, and the title to which it leads.
type anchor struct {
	at, end int
	title   string
}

// placeLinks puts a link to each target at the first mention of its title: with the same spelling, another case, in the
// plural, without its parenthesis, by a part of it (titleParts), or by a word derived from it (placeForm). Long titles
// come first, so that "South Africa" is not taken for Africa. A link without a mention goes to the first whole
// sentence.
func placeLinks(p *graph.Page, targets []string) {
	if len(targets) == 0 {
		return
	}
	f := newPlacer(p)
	rest := slices.Clone(targets)
	slices.SortStableFunc(rest, func(a, b string) int { return len(b) - len(a) })
	for _, way := range waysToMention {
		rest = slices.DeleteFunc(rest, func(t string) bool { return f.place(t, way) })
	}
	rest = slices.DeleteFunc(rest, f.placePart)
	rest = slices.DeleteFunc(rest, f.placeForm)
	slices.SortFunc(f.taken, func(a, b anchor) int { return a.at - b.at })
	for _, t := range f.taken {
		i := sort.Search(len(f.slots), func(i int) bool { return f.slots[i].start > t.at }) - 1
		links := f.slots[i].links
		*links = append(*links, graph.Hyperlink{Anchor: f.all[t.at:t.end], Target: t.title})
	}
	nowhere := map[string]int{}
	for _, t := range rest {
		nowhere[t]++
	}
	first := firstWhole(p)
	for _, t := range targets {
		if nowhere[t] > 0 {
			nowhere[t]--
			*first = append(*first, graph.Hyperlink{Anchor: t, Target: t})
		}
	}
}

// firstWhole returns the links of the first sentence that ends with a mark, else of the first element. The page has
// one.
func firstWhole(p *graph.Page) *[]graph.Hyperlink {
	for i := range p.Sentences {
		if r, _ := utf8.DecodeLastRuneInString(p.Sentences[i].Text); isTerminal(r) {
			return &p.Sentences[i].Links
		}
	}
	switch {
	case len(p.Sentences) > 0:
		return &p.Sentences[0].Links
	case len(p.Lists) > 0:
		return &p.Lists[0].Items[0].Links
	}
	return &p.Tables[0].Rows[0][0].Links
}

// newPlacer collects the texts of a page: sentences, then items, then cells. A page without any gets its title as a
// sentence.
func newPlacer(p *graph.Page) *placer {
	f := &placer{slots: make([]slot, 0, len(p.Sentences))}
	texts, size := make([]string, 0, len(p.Sentences)), 0
	add := func(text string, links *[]graph.Hyperlink) {
		f.slots = append(f.slots, slot{start: size, links: links})
		texts = append(texts, text, "\n")
		size += len(text) + 1
	}
	if len(p.Sentences)+len(p.Lists)+len(p.Tables) == 0 {
		p.Sentences = []graph.Sentence{{Text: p.Title}}
	}
	for i := range p.Sentences {
		add(p.Sentences[i].Text, &p.Sentences[i].Links)
	}
	for i := range p.Lists {
		for j := range p.Lists[i].Items {
			add(p.Lists[i].Items[j].Text, &p.Lists[i].Items[j].Links)
		}
	}
	for i := range p.Tables {
		for _, row := range p.Tables[i].Rows {
			for j := range row {
				add(row[j].Text, &row[j].Links)
			}
		}
	}
	f.all = strings.Join(texts, "")
	f.lower = lowerASCII(f.all)
	return f
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// mentionWay is a way in which a text may mention a title.
type mentionWay struct{ anyCase, bare, plural bool }

// waysToMention are tried in this order, each for all titles.
var waysToMention = []mentionWay{
	{}, {anyCase: true}, {anyCase: true, plural: true},
	{bare: true}, {bare: true, anyCase: true}, {bare: true, anyCase: true, plural: true},
}

// place places a link at the first mention of a title in this way, and reports whether there is one.
func (f *placer) place(title string, way mentionWay) bool {
	name, text, letters := title, f.all, 0
	if way.bare {
		if name = graph.BareTitle(title); name == title {
			return false
		}
	}
	if way.anyCase {
		name, text = lowerASCII(name), f.lower
	}
	if way.plural {
		letters = 3
	}
	for at, end := range f.spans(text, name, letters) {
		if f.claim(at, end, title) {
			return true
		}
	}
	return false
}

// spans yields the places of a name in a text, which is all or lower, that are whole words. Up to letters lower-case
// letters may follow the name.
func (f *placer) spans(text, name string, letters int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for from := 0; ; from++ {
			i := strings.Index(text[from:], name)
			if i < 0 {
				return
			}
			from += i
			end := from + len(name)
			for range letters {
				r, size := utf8.DecodeRuneInString(text[end:])
				if !unicode.IsLower(r) {
					break
				}
				end += size
			}
			if wholeWord(f.all, from, end) && !yield(from, end) {
				return
			}
		}
	}
}

// claim places a link, unless another one is there.
func (f *placer) claim(at, end int, title string) bool {
	if !f.free(at, end) {
		return false
	}
	f.taken = append(f.taken, anchor{at, end, title})
	return true
}

// free reports whether no link is in a part of the text.
func (f *placer) free(at, end int) bool {
	return !slices.ContainsFunc(f.taken, func(t anchor) bool { return at < t.end && t.at < end })
}

// wholeWord reports whether no letter or digit is next to text[at:end].
func wholeWord(text string, at, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !english.InWord(before) && !english.InWord(after)
}

// shortestPart is the least number of letters of a single word that is short for a longer title.
const shortestPart = 4

// titleParts returns the parts of a title by which a text may name its page, best first:
//
//	Boston, Massachusetts        Boston
//	The Beatles                  Beatles
//	English language             English
//	Elizabeth II of England      Elizabeth II
//	Ludwig van Beethoven         Beethoven
//	River Thames                 Thames
//	Mediterranean Sea            Mediterranean
//	Napoleon I of France         Napoleon I, Napoleon
//	Victoria of England          Queen Victoria
//	British House of Commons     House of Commons
//	Republic of Ireland          Ireland
//	World Trade Organization     WTO
func titleParts(title string) (parts []string) {
	title = graph.BareTitle(title)
	words := strings.Fields(title)
	last := len(words) - 1
	if last < 1 {
		return nil
	}
	if place, _, ok := strings.Cut(title, ", "); ok {
		return []string{place}
	}
	if words[0] == "The" {
		return []string{strings.Join(words[1:], " ")}
	}
	if slices.Contains(kinds, words[last]) {
		parts = append(parts, strings.Join(words[:last], " "))
		if !graph.IsCapital(words[last]) {
			return parts
		}
	}
	head, tail, of := strings.Cut(title, " of ")
	king, n, _ := strings.Cut(head, " ")
	switch {
	case of && strings.Trim(n, "IVX") == "" && n != "":
		parts = append(parts, head, king)
	case of && strings.HasSuffix(head, "Republic"):
		parts = append(parts, strings.TrimPrefix(tail, "the "), head)
	case of && n == "":
		parts = append(parts, "Queen "+head, "King "+head)
	case of:
		parts = append(parts, head)
	}
	for _, state := range states {
		if rest, ok := strings.CutPrefix(title, state); ok && strings.Contains(rest, " ") {
			parts = append(parts, rest)
		}
	}
	if namesOne(words) {
		parts = append(parts, words[last])
	}
	if short := initials(words); len(short) > 2 {
		parts = append(parts, short)
	}
	return parts
}

var (
	// kinds are last words of titles that a text may leave out.
	kinds = strings.Fields("language people music Sea Ocean Empire Church Mountains Islands")
	// states are first words of titles that a text about the state leaves out.
	states = []string{"British ", "United States ", "American "}
)

// initials returns the first letters of the words but "of", "the" and "and", if all others have a capital letter.
func initials(words []string) (out string) {
	for _, w := range words {
		switch {
		case 'A' <= w[0] && w[0] <= 'Z':
			out += w[:1]
		case w != "of" && w != "the" && w != "and":
			return ""
		}
	}
	return out
}

// namesOne reports whether words are a name that the last word can stand for: all words but particles have a capital
// letter, and the last is neither short nor a number.
func namesOne(words []string) bool {
	for _, w := range words {
		if !graph.IsCapital(w) && !graph.IsParticle(w) {
			return false
		}
	}
	last := words[len(words)-1]
	return utf8.RuneCountInString(last) >= shortestPart && strings.Trim(last, "IVXLC") != "" &&
		strings.IndexFunc(last, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// placePart places a link at the first mention of a title by a part of it.
func (f *placer) placePart(title string) bool {
	return slices.ContainsFunc(titleParts(title), func(part string) bool { return f.placeWord(part, title) })
}

// placeWord places a link at the first mention of a title by a part of it. A single word must be alone, and must not
// occur in the text with a small letter, as common nouns do.
func (f *placer) placeWord(part, title string) bool {
	single := !strings.Contains(part, " ")
	if single {
		small := lowerFirst(part)
		for range f.spans(f.all, small, 0) {
			return false
		}
		if small == part {
			return false
		}
	}
	for at, end := range f.spans(f.all, part, 0) {
		if (!single || f.alone(at, end)) && f.claim(at, end, title) {
			return true
		}
	}
	return false
}

// placeForm places a link at the first word that is derived from a title of one word, or from the place after
// "Ancient".
func (f *placer) placeForm(title string) bool {
	name := strings.TrimPrefix(graph.BareTitle(title), "Ancient ")
	if name != title && f.placeWord(name, title) {
		return true
	}
	if all, ok := adjectives[name]; ok {
		return slices.ContainsFunc(strings.Fields(all), func(part string) bool { return f.placeWord(part, title) })
	}
	stem := ending.ReplaceAllString(name, "")
	if utf8.RuneCountInString(stem) < shortestPart || strings.Contains(stem, " ") {
		return false
	}
	return f.placeEnding(lowerASCII(stem), title)
}

// placeEnding places a link at the first word of a stem with an ending, of several endings the first of the list.
func (f *placer) placeEnding(stem, title string) bool {
	first, last, best := 0, 0, len(endings)
	for at, end := range f.spans(f.lower, stem, longestEnding) {
		if n := slices.Index(endings[:best], f.lower[at+len(stem):end]); n >= 0 && f.free(at, end) {
			first, last, best = at, end, n
		}
	}
	return best < len(endings) && f.claim(first, last, title)
}

// longestEnding is more than the length of each ending.
const longestEnding = 8

var (
	ending  = regexp.MustCompile(`(?:ism|ity|ics|ment|ation|ata|ate|ia|[yaeo])$`)
	endings = strings.Fields("y n an ans ian ians ese ical ics ic al ally ist ists istic ism ata ed ing er ers ies " +
		"ation ational ous ized ised")
)

// adjectives are of places, and short names.
var adjectives = map[string]string{
	"United Kingdom": "UK U.K. British Britain Britons", "United States": "US U.S. USA American Americans",
	"United Nations": "UN U.N.", "European Union": "EU", "Soviet Union": "Soviet Soviets", "Anno Domini": "AD",
	"France": "French", "Spain": "Spanish", "Netherlands": "Dutch", "Greece": "Greek Greeks", "Poland": "Polish",
	"Denmark": "Danish", "Sweden": "Swedish", "Scotland": "Scottish", "England": "English", "Ireland": "Irish",
	"Wales": "Welsh", "Turkey": "Turkish Turks", "Switzerland": "Swiss", "Norway": "Norwegian",
	"Finland": "Finnish", "Germany": "German Germans", "Portugal": "Portuguese", "Rome": "Roman Romans",
	"Egypt": "Egyptian Egyptians", "Israel": "Israeli", "Canada": "Canadian", "Hungary": "Hungarian",
}

// alone reports whether no word with a capital letter is next to text[at:end], except one that begins a sentence.
func (f *placer) alone(at, end int) bool {
	if after, ok := strings.CutPrefix(f.all[end:], " "); ok && graph.IsCapital(after) {
		return false
	}
	before, ok := strings.CutSuffix(f.all[:at], " ")
	if !ok {
		return true
	}
	start := strings.LastIndexFunc(before, func(r rune) bool { return !english.InWord(r) }) + 1
	return !graph.IsCapital(before[start:]) || start == 0 || before[start-1] == '\n'
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}
