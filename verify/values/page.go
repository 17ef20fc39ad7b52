package values

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// Page is a page as evidence.
type Page struct {
	Title    string
	Named    string    // the words by which the claim names it, where they aren't its title's; may be empty
	Elements []Element // sentences and items, in reading order
}

// Element is a sentence, an item, or a cell of a table.
type Element struct {
	Ref  graph.Ref
	Text string
	// Uncited marks what isn't cited: facts are read off it, but no value is aligned by the words around it.
	Uncited bool
	Cell    string // of a cell its own text, Text has the headers, too; else empty
	Label   string // of a cell the headers that say what it is a value of
}

// parsed is the text of a claim or of an element with its words and values.
type parsed struct {
	Element
	page         int
	order        int // among the page's sentences and items, from the one that introduces its subject
	words        []word
	values       []Value
	named        bool   // begins with the title of its page
	header       string // of a cell whose header has only words of the claim, the last one's stem
	ofOther      bool   // begins with something that the title only tells apart: the eggs of the ostrich
	life0, life1 int    // the parentheses with the dates of a life
}

// evidence is the pages as they are read for one claim.
type evidence struct {
	pages    []Page
	names    [][]string // the words of each title
	intros   [][]word   // the first clause of the sentence that introduces each page, from its verb
	elements []*parsed
	facts    []fact
}

// leadElements is the number of first sentences that introduce the subject of a page; leadFacts of those that are read
// even if they have no number.
const (
	leadElements = 2
	leadFacts    = 8
)

// readPages reads the pages: what is cited, and, if the claim asks for an attribute, the other elements that may state
// one.
func readPages(pages []Page, claim []word) *evidence {
	r := &evidence{pages: pages}
	stems, asked := stemsOf(claim), asks(claim)
	for p := range pages {
		name := nameOf(pages[p].Title)
		lead, intro := introduction(pages[p].Elements, name)
		r.names, r.intros = append(r.names, name), append(r.intros, intro)
		order := -lead - 1
		for _, x := range pages[p].Elements {
			if x.Cell != "" {
				r.readCell(p, x, stems)
				continue
			}
			order++
			number := strings.ContainsAny(x.Text, "0123456789") && len(x.Text) <= 2000
			if x.Uncited && !(asked && (number || order < leadFacts)) {
				continue
			}
			e := newElement(p, order, x)
			e.named = startsWith(e.words, name) || startsWith(e.words, nameOf(pages[p].Named))
			e.ofOther = e.another(name, intro)
			r.add(e, factsOf(e))
		}
	}
	return r
}

// another reports whether a sentence begins with something else than its page's subject: the eggs of the ostrich, or,
// where intro says what the subject is, "the" and another noun.
func (e *parsed) another(name []string, intro []word) bool {
	own := stemsOf(intro)
	for _, w := range name {
		own[stem(w)] = true
	}
	if e.named {
		return ofAnother(e.words, slices.IndexFunc(e.words, func(w word) bool { return w.text == name[0] }), own)
	}
	if len(e.words) < 2 || e.words[0].text != "the" || len(intro) == 0 || cues[e.words[1].text] != "" {
		return false
	}
	head := 1
	for head+1 < len(e.words) && e.means(e.words[head+1]) && cues[e.words[head+1].text] == "" {
		head++
	}
	return !own[stem(e.words[head].text)]
}

// introduction returns the place of the sentence that introduces a page, among its sentences and items, and the first
// clause of it, from its verb. A picture's caption or an infobox may stand before it.
func introduction(elements []Element, name []string) (place int, said []word) {
	n := 0
	for _, x := range elements {
		if x.Cell != "" {
			continue
		}
		if strings.HasSuffix(strings.TrimSpace(x.Text), ".") && startsWith(split(x.Text[:min(len(x.Text), 120)]), name) {
			words := split(x.Text)
			verb := slices.IndexFunc(words, func(w word) bool { return copulas[w.text] })
			switch {
			case verb >= 0:
				return n, clauseOf(words[verb:])
			case len(x.Text) > 40:
				return n, nil
			}
		}
		n++
	}
	return 0, nil
}

// clauseOf returns words up to the next clause.
func clauseOf(words []word) []word {
	if end := slices.IndexFunc(words, func(w word) bool { return clauseEnds[w.text] }); end >= 0 {
		return words[:end]
	}
	return words
}

// newElement reads the words and values of an element.
func newElement(page, order int, x Element) *parsed {
	e := &parsed{Element: x, page: page, order: order, words: split(x.Text)}
	rd := parser{text: x.Text, words: e.words}
	e.values = rd.read()
	return e
}

// add adds an element with its facts.
func (r *evidence) add(e *parsed, facts []fact) {
	for _, f := range facts {
		f.page, f.element = e.page, len(r.elements)
		r.facts = append(r.facts, f)
	}
	r.elements = append(r.elements, e)
}

// nameOf returns the words of a title, in lower case, without a parenthesis at its end.
func nameOf(title string) []string {
	if at := strings.Index(title, " ("); at > 0 {
		title = title[:at]
	}
	title = strings.TrimSuffix(title, " F.C.")
	var out []string
	for _, w := range split(title) {
		if w.kind != mark {
			out = append(out, w.text)
		}
	}
	return out
}

// startsWith reports whether a sentence begins with a name, in the singular or plural: its first and last words are
// among the first of the sentence.
func startsWith(words []word, name []string) bool {
	if len(name) == 0 {
		return false
	}
	lead := words[:min(len(words), len(name)+6)]
	at := func(name string) int {
		return slices.IndexFunc(lead, func(w word) bool { return w.text == name || stem(w.text) == stem(name) })
	}
	first, last := at(name[0]), at(name[len(name)-1])
	return last == 0 || last > 0 && first >= 0 && (first <= 3 || len(name) > 1)
}

// wordAt returns the index of the word that holds or follows a byte of the text.
func (e *parsed) wordAt(at int) int {
	i, _ := slices.BinarySearchFunc(e.words, at, func(w word, at int) int {
		if w.end <= at {
			return -1
		}
		return 1
	})
	return i
}

// aboutSubject reports whether a sentence speaks of its page's subject up to a word: it begins with the name or a
// pronoun, and has no word for a relative or successor before.
func (e *parsed) aboutSubject(at int) bool {
	return len(e.words) > 0 && (e.named || opening[e.words[0].text]) && !hasKin(e.words[:min(at, len(e.words))])
}

func hasKin(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool { return kin[w.text] })
}

// opening has first words that stand for the subject of the page.
var opening = set("he she it its the they their born")

// kin has words for people who are not the subject.
var kin = set(`father mother brother sister son daughter wife husband uncle aunt cousin grandfather grandmother
	successor predecessor wives sons daughters brothers sisters`)

// partial has words before an attribute that make it another one.
var partial = set("average mean minimum catchment drainage annual")

// sureAt returns how sure it is that a word which names an attribute, so far from a value, makes it one of the page's
// subject.
func (e *parsed) sureAt(at, distance int) float64 {
	cue := at - distance
	if len(e.words) <= 16 && distance < 6 && (cue == 0 || cue == 1 && !partial[e.words[0].text]) {
		// Of an infobox without its table: Established 1209, Surface area 68,800 km². Further down it may be a caption.
		return e.late(.8 - .2*float64(b2i(e.order > leadFacts)))
	}
	sure := .85 - .05*float64(distance)
	if e.order == 0 && e.named {
		sure = .85 - .02*float64(distance)
	}
	if line := len(e.words) <= 8 && e.words[len(e.words)-1].text != "."; !line && (e.ofOther || !e.aboutSubject(at)) {
		sure -= .35
	}
	return e.late(sure)
}

// late lowers a certainty the more, the later a sentence stands in its page.
func (e *parsed) late(sure float64) float64 {
	for _, n := range []int{3, 15, 50} {
		if e.order > n {
			sure -= .07
		}
	}
	return max(sure, .05)
}

// readCell reads a cell of an infobox whose header names an attribute or has only words of the claim. Cited cells are
// read in any case.
func (r *evidence) readCell(page int, x Element, claim map[string]bool) {
	var of, compared attribute
	e, asked := newElement(page, leadElements, x), strings.ContainsAny(x.Cell, "0123456789")
	header, _, _ := strings.Cut(x.Label, "(") // height (m)
	for _, t := range split(header) {
		if t.kind != letters || closed[t.text] {
			continue
		}
		if len(t.text) > 1 {
			of, compared = cmp.Or(of, cues[t.text]), cmp.Or(compared, more[t.text])
		}
		e.header = stem(t.text)
		asked = asked && claim[e.header]
	}
	if !asked {
		e.header = ""
	}
	var facts []fact
	of = cmp.Or(of, compared)
	for _, v := range Read(x.Cell) {
		if of == length && duration.fits(&v) {
			facts = append(facts, fact{attribute: duration, value: v, sure: .9})
		} else if of.fits(&v) {
			facts = append(facts, fact{attribute: of, value: v, sure: .9})
		}
	}
	if len(facts) > 0 || e.header != "" || !x.Uncited {
		r.add(e, facts)
	}
}
