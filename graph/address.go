package graph

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Kind says what an element of a page is.
type Kind uint8

// The kinds of elements, named as FEVEROUS names them in evidence ids.
const (
	KindPage       Kind = iota // the page itself: Title_title
	KindSection                // Title_section_A
	KindSentence               // Title_sentence_A
	KindTable                  // Title_table_A: a whole table, never evidence
	KindCaption                // Title_table_caption_A
	KindCell                   // Title_cell_A_B_C: table, row, column
	KindHeaderCell             // Title_header_cell_A_B_C
	KindList                   // Title_list_A: a whole list, never evidence
	KindItem                   // Title_item_A_B: list, item
)

var kindNames = [...]string{"title", "section", "sentence", "table", "table_caption", "cell", "header_cell", "list",
	"item"}

// kindNumbers is how many numbers follow a kind's name in an id.
var kindNumbers = [...]int{0, 1, 1, 1, 1, 3, 3, 1, 2}

// String returns the kind's name in evidence ids: sentence, cell, header_cell, …
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind" + strconv.Itoa(int(k))
}

// IsCell reports whether elements of the kind are cells of a table, be they headers or not.
func (k Kind) IsCell() bool { return k == KindCell || k == KindHeaderCell }

// Element is the place of something within its page. A, B and C count as the kind's comment says; those the
// kind does not use are 0.
type Element struct {
	Kind    Kind
	A, B, C int
}

// Ref is the address of an element in a store.
type Ref struct {
	Page PageID
	Element
}

// String prints the element as it stands after the title in an evidence id: sentence_3, cell_0_1_2, title.
func (e Element) String() string {
	s := e.Kind.String()
	for i, n := range [...]int{e.A, e.B, e.C} {
		if int(e.Kind) < len(kindNumbers) && i < kindNumbers[e.Kind] {
			s += "_" + strconv.Itoa(n)
		}
	}
	return s
}

// Compare orders elements by kind, then by their numbers.
func (e Element) Compare(f Element) int {
	for _, d := range [...]int{int(e.Kind) - int(f.Kind), e.A - f.A, e.B - f.B, e.C - f.C} {
		if d != 0 {
			return d
		}
	}
	return 0
}

// Address is an evidence id taken apart: a page title and the element within it.
type Address struct {
	Title string
	Element
}

// String prints the address in FEVEROUS's notation: "Algebraic logic_cell_0_9_1".
func (a Address) String() string { return a.Title + "_" + a.Element.String() }

// evidenceID divides an evidence id into the title, and the kind and numbers of a kind with one, two or three of them.
var evidenceID = regexp.MustCompile(`(?s)^(.*?)_(?:(section|sentence|table|table_caption|list)_(0|[1-9][0-9]*)|(item)_(0|[1-9][0-9]*)_(0|[1-9][0-9]*)|` +
	`(cell|header_cell)_(0|[1-9][0-9]*)_(0|[1-9][0-9]*)_(0|[1-9][0-9]*))$`)

// ParseAddress reads an evidence id in FEVEROUS's notation (Aly et al. 2021, section 3). Titles may hold underscores.
// The title is returned as it is written.
func ParseAddress(id string) (Address, error) {
	if title, ok := strings.CutSuffix(id, "_title"); ok {
		return Address{Title: title}, nil
	}
	parts := evidenceID.FindStringSubmatch(id)
	fail := fmt.Errorf("evidence id %q: %w", id, errAddress)
	if parts == nil {
		return Address{}, fail
	}
	out := Address{Title: parts[1]}
	numbers := [...]*int{&out.A, &out.B, &out.C}
	used := 0
	for _, part := range parts[2:] {
		if k := slices.Index(kindNames[:], part); k >= 0 {
			out.Kind = Kind(k)
		} else if part != "" {
			n, err := strconv.Atoi(part)
			if err != nil {
				return Address{}, fail
			}
			*numbers[used] = n
			used++
		}
	}
	return out, nil
}

// ParseElement reads what String of an Element prints.
func ParseElement(s string) (Element, error) {
	a, err := ParseAddress("_" + s)
	if err != nil || a.Title != "" {
		return Element{}, fmt.Errorf("element %q: %w", s, errAddress)
	}
	return a.Element, nil
}

// Context returns what an element needs to be understood, in reading order: the page's title, the titles of
// the sections that enclose it, and for a cell its row headers, then its column headers (Grid.Headers). It
// is what FEVEROUS lists as context of evidence, and is never evidence itself. It is nil when the page has
// no such element.
func (p *Page) Context(e Element) []Address {
	if !p.has(e) {
		return nil
	}
	at := func(e Element) Address { return Address{Title: p.Title, Element: e} }
	out := []Address{at(Element{})}
	for _, s := range p.Enclosing(e) {
		out = append(out, at(Element{Kind: KindSection, A: s.N}))
	}
	c := p.Cell(e)
	if c == nil {
		return out
	}
	row, column := p.Table(e.A).Grid().Headers(c)
	for _, h := range slices.Concat(row, column) {
		out = append(out, at(h.Element(e.A)))
	}
	return out
}

func (p *Page) has(e Element) bool {
	switch e.Kind {
	case KindTable:
		return p.Table(e.A) != nil
	case KindList:
		return p.List(e.A) != nil
	}
	_, ok := p.Text(e)
	return ok
}

// Enclosing returns the sections that enclose an element, outermost first: going back from the element (or
// the table or list it is in), each section of a higher level than those found. A section doesn't enclose
// itself.
func (p *Page) Enclosing(e Element) []*Section {
	order := p.ReadingOrder()
	i := slices.Index(order, container(e))
	if i < 0 {
		return nil
	}
	var out []*Section
	level := int(^uint(0) >> 1)
	if s := p.section(e.A); e.Kind == KindSection && s != nil {
		level = s.Level
	}
	for i--; i >= 0; i-- {
		if order[i].Kind != KindSection {
			continue
		}
		if s := p.section(order[i].A); s.Level < level {
			out, level = append(out, s), s.Level
		}
	}
	slices.Reverse(out)
	return out
}

// container returns the element of the reading order that holds e.
func container(e Element) Element {
	switch e.Kind {
	case KindCaption, KindCell, KindHeaderCell:
		return Element{Kind: KindTable, A: e.A}
	case KindItem:
		return Element{Kind: KindList, A: e.A}
	}
	return e
}
