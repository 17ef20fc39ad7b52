package values

import (
	"slices"
	"strings"
)

// Page is what there is of a page as evidence.
type Page struct {
	Title    string
	Elements []Element // sentences and items, in reading order
	Tables   []Table   // those that a claim with a superlative is put to (HasSuperlative)
}

// Element is a sentence, an item, or a cell of a table.
type Element struct {
	ID   string
	Text string
	// Aside is what isn't cited: facts are read off it, but no value is aligned by the words around it.
	Aside bool
	Cell  *Cell // nil for what is no cell
}

// Cell is what a cell's place in its table says of it.
type Cell struct {
	Text  string // its own; the element's has the headers, too
	Label string // the headers that say what it is a value of
	Row   string // what its row is about; empty where that is the subject of the page, as in an infobox
}

// element is an element as it is read.
type element struct {
	Element
	page         int
	order        int // among the page's sentences and items
	words        []word
	values       []Value
	named        bool // begins with the title of its page
	life0, life1 int  // the parentheses with the dates of a life
}

// reading is the evidence as it is read once, for one claim.
type reading struct {
	pages    []Page
	names    [][]string // the words of each title
	elements []*element
	facts    []fact
}

func readPages(pages []Page, w wants) *reading {
	r := &reading{pages: pages}
	for p := range pages {
		name := nameOf(pages[p].Title)
		r.names = append(r.names, name)
		order := 0
		for _, x := range pages[p].Elements {
			if x.Cell != nil {
				r.readCell(p, x, &w)
				continue
			}
			order++
			if w.skips(&x, order-1) {
				continue
			}
			e := newElement(p, order-1, x)
			e.named = startsWith(e.words, name)
			r.add(e, factsOf(e))
		}
	}
	return r
}

func newElement(page, order int, x Element) *element {
	e := &element{Element: x, page: page, order: order, words: split(x.Text)}
	rd := reader{text: x.Text, words: e.words}
	e.values = rd.read()
	return e
}

// add keeps an element with its facts.
func (r *reading) add(e *element, facts []fact) {
	for _, f := range facts {
		f.page, f.element = e.page, len(r.elements)
		r.facts = append(r.facts, f)
	}
	r.elements = append(r.elements, e)
}

// nameOf are the words of a title without what stands in parentheses.
func nameOf(title string) []string {
	if at := strings.Index(title, " ("); at > 0 {
		title = title[:at]
	}
	var out []string
	for _, w := range split(title) {
		if w.kind != mark {
			out = append(out, w.text)
		}
	}
	return out
}

// startsWith tells whether a sentence begins with a name: the first word and the last of it stand among the first ones.
func startsWith(words []word, name []string) bool {
	if len(name) == 0 {
		return false
	}
	lead := words[:min(len(words), len(name)+6)]
	has := func(t string) bool { return slices.ContainsFunc(lead, func(w word) bool { return w.text == t }) }
	first := slices.IndexFunc(lead, func(w word) bool { return w.text == name[0] })
	if len(lead) > 0 && lead[0].text == name[len(name)-1] {
		return true
	}
	return first >= 0 && first <= 3 && has(name[len(name)-1]) || has(name[len(name)-1]) && len(name) > 1 && has(name[0])
}

// wordAt is the word that holds or follows a byte of the text.
func (e *element) wordAt(at int) int {
	i, _ := slices.BinarySearchFunc(e.words, at, func(w word, at int) int {
		if w.end <= at {
			return -1
		}
		return 1
	})
	return i
}

// aboutSubject tells that the sentence speaks of its page's subject up to a word: it begins with the name or a pronoun, and names nobody else's
// father, mother, wife or brother before.
func (e *element) aboutSubject(at int) bool {
	if len(e.words) == 0 {
		return false
	}
	for _, w := range e.words[:min(at, len(e.words))] {
		if kin[w.text] {
			return false
		}
	}
	first := e.words[0].text
	return e.named || first == "he" || first == "she" || first == "it" || first == "its" || first == "the" || first == "they" || first == "born"
}

var kin = set("father mother brother sister son daughter wife husband uncle aunt cousin grandfather grandmother successor predecessor wives sons daughters brothers sisters")
