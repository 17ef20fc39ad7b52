package values

import (
	"slices"
	"strings"
)

// Page is a page as evidence.
type Page struct {
	Title    string
	Named    string    // the words by which the claim names it, where they aren't its title's; may be empty
	Elements []Element // sentences and items, in reading order
}

// Element is a sentence, an item, or a cell of a table.
type Element struct {
	ID   string
	Text string
	// Uncited marks what isn't cited: facts are read off it, but no value is aligned by the words around it.
	Uncited bool
	Cell    *Cell // nil for what is no cell
}

// Cell is what the place of a cell in its table says of it.
type Cell struct {
	Text  string // its own; the element's has the headers, too
	Label string // the headers that say what it is a value of
	Row   string // what its row is about; empty where that is the subject of the page, as in an infobox
}

// parsed is the text of a claim or of an element with its words and values.
type parsed struct {
	Element
	page         int
	order        int // among the page's sentences and items, from the one that introduces its subject
	words        []word
	values       []Value
	named        bool   // begins with the title of its page
	last         string // the last word of its page's title, if it has several: canal
	ofOther      bool   // begins with "the" and a noun that neither the title nor the introduction of its page has
	life0, life1 int    // the parentheses with the dates of a life
}

// evidence is the pages as they are read for one claim.
type evidence struct {
	pages    []Page
	names    [][]string // the words of each title
	elements []*parsed
	facts    []fact
	intros   map[int][]word // see introduces
}

// readPages reads of the pages what the claim asks for.
func readPages(pages []Page, w interest) *evidence {
	r := &evidence{pages: pages, intros: map[int][]word{}}
	for p := range pages {
		name := nameOf(pages[p].Title)
		r.names = append(r.names, name)
		order, kind := -leadOf(pages[p].Elements, name), map[string]bool(nil)
		for _, x := range pages[p].Elements {
			if x.Cell != nil && x.Cell.Label+x.Cell.Row != "" {
				r.readCell(p, x, &w)
				continue
			}
			order += b2i(x.Cell == nil)
			if w.skips(&x, order-1) {
				continue
			}
			e := newElement(p, order-1, x)
			e.named = startsWith(e.words, name) || startsWith(e.words, nameOf(pages[p].Named))
			if len(name) > 1 {
				e.last = name[len(name)-1]
			}
			if len(e.words) > 1 && (e.named || e.words[0].text == "the") {
				if kind == nil {
					kind = stemsOf(slices.Concat(r.introduces(p), split(pages[p].Title)))
				}
				e.ofOther = e.another(name, kind)
			}
			r.add(e, factsOf(e))
		}
	}
	return r
}

// another reports whether a sentence begins with a noun that neither the title nor the introduction of its page has: the brain of the owl.
func (e *parsed) another(name []string, kind map[string]bool) bool {
	own := func(w word) bool { return kind[stem(w.text)] || cues[w.text] != "" || tail[w.text] }
	if e.named {
		at := slices.IndexFunc(e.words, func(w word) bool { return w.text == name[0] })
		if at > 0 && e.words[at-1].text == "the" {
			at--
		}
		return at > 1 && e.words[at-1].text == "of" && !own(e.words[at-2])
	}
	if cues[e.words[1].text] != "" { // the highest point
		return false
	}
	head := 1
	for head+1 < len(e.words) && e.words[head+1].kind == letters && !closed[e.words[head+1].text] && cues[e.words[head+1].text] == "" {
		head++
	}
	return len(kind) > len(name) && !kind[stem(e.words[head].text)] || others[e.words[1].text]
}

// others has words behind "the" for another of the subject's kind.
var others = set("second third other next new replacement")

// leadOf returns how many sentences and items stand before the first sentence that begins with a page's name: a picture's caption, an
// infobox.
func leadOf(elements []Element, name []string) int {
	n := 0
	for _, x := range elements {
		if x.Cell != nil {
			continue
		}
		if len(x.Text) > 40 && strings.HasSuffix(strings.TrimSpace(x.Text), ".") &&
			startsWith(split(x.Text[:min(len(x.Text), 120)]), name) {
			return n
		}
		n++
	}
	return 0
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

// startsWith reports whether a sentence begins with a name: its first and last words are among the first of the sentence.
func startsWith(words []word, name []string) bool {
	if len(name) == 0 {
		return false
	}
	lead := words[:min(len(words), len(name)+6)]
	has := func(t string) bool {
		return slices.ContainsFunc(lead, func(w word) bool { return w.text == t || w.text == t+"s" })
	}
	first := slices.IndexFunc(lead, func(w word) bool { return w.text == name[0] })
	if len(lead) > 0 && lead[0].text == name[len(name)-1] {
		return true
	}
	return first >= 0 && first <= 3 && has(name[len(name)-1]) || has(name[len(name)-1]) && len(name) > 1 && has(name[0])
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

// aboutSubject reports whether a sentence speaks of its page's subject up to a word: it begins with the name or a pronoun, and has no word
// for a relative or successor before.
func (e *parsed) aboutSubject(at int) bool {
	if len(e.words) == 0 {
		return false
	}
	for _, w := range e.words[:min(at, len(e.words))] {
		if kin[w.text] {
			return false
		}
	}
	return e.named || opening[e.words[0].text]
}

// opening has first words that stand for the subject of the page.
var opening = set("he she it its the they their born")

// kin has words for people who are not the subject.
var kin = set(`father mother brother sister son daughter wife husband uncle aunt cousin grandfather grandmother successor predecessor
	wives sons daughters brothers sisters`)

// sureAt returns how sure it is that a word which names an attribute, so far from a value, makes it one of the page's subject.
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
	return e.weigh(at, sure)
}

// weigh lowers a certainty where a sentence speaks of something else than its page's subject up to a word, or stands late in the page.
func (e *parsed) weigh(at int, sure float64) float64 {
	line := len(e.words) <= 8 && e.words[len(e.words)-1].text != "."
	comma := func(w word) bool { return w.text == "," }
	aside := asides[e.words[0].text] && slices.ContainsFunc(e.words[:min(at, len(e.words))], comma)
	if !line && (!e.aboutSubject(at) || e.ofOther || aside) {
		sure -= .35
	}
	return e.late(sure)
}

// asides has words that begin a sentence whose main clause has another subject: although Holm is old, Ulv was founded earlier.
var asides = set("although though while unlike when after before as if since")

// late lowers a certainty the more, the later a sentence stands in its page.
func (e *parsed) late(sure float64) float64 {
	for _, n := range []int{3, 15, 50} {
		if e.order > n {
			sure -= .07
		}
	}
	return max(sure, .05)
}
