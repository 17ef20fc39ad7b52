package loader

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// parseFEVEROUS parses a page of the FEVEROUS dump (Aly et al. 2021, section 3): a title, the elements by key
// (sentence_0, section_0, table_0, list_0), and their order. A cell or item keeps the numbers of its evidence id,
// whatever its place. The additional key "disambiguation": true marks a disambiguation page.
func parseFEVEROUS(data []byte) (*graph.Page, error) {
	var keys map[string]json.RawMessage
	if err := decode(data, &keys); err != nil {
		return nil, err
	}
	var head struct {
		Title          string
		Order          []string
		Disambiguation bool
	}
	known := map[string]any{"title": &head.Title, "disambiguation": &head.Disambiguation, "order": &head.Order}
	for key, to := range known {
		if keys[key] == nil {
			continue
		}
		if err := decode(keys[key], to); err != nil {
			return nil, err
		}
	}
	p, err := titled(head.Title)
	if err != nil {
		return nil, err
	}
	p.Disambiguation = head.Disambiguation
	elements := elementsOf(keys, head.Order)
	if len(elements) == 0 && keys["order"] == nil {
		const lacks = "%w: %q has neither order nor sentence_0, section_0, table_0 or list_0"
		return nil, fmt.Errorf(lacks, errNoText, p.Title)
	}
	for _, e := range elements {
		if err := readElement(p, e, keys[e.String()]); err != nil {
			return nil, fmt.Errorf("%s of %q: %w", e, p.Title, err)
		}
		p.Order = append(p.Order, e)
	}
	return p, nil
}

// elementsOf returns the elements of a page: those in order, then the others.
func elementsOf(keys map[string]json.RawMessage, order []string) []graph.Element {
	var out, rest []graph.Element
	seen := map[graph.Element]bool{}
	for _, k := range order {
		if e, ok := pageElement(k); ok && keys[k] != nil && !seen[e] {
			seen[e] = true
			out = append(out, e)
		}
	}
	for k := range keys {
		if e, ok := pageElement(k); ok && !seen[e] {
			rest = append(rest, e)
		}
	}
	slices.SortFunc(rest, graph.Element.Compare)
	return append(out, rest...)
}

// pageElement parses a key of a page.
func pageElement(key string) (graph.Element, bool) {
	e, err := graph.ParseElement(key)
	switch e.Kind {
	case graph.KindSection, graph.KindSentence, graph.KindTable, graph.KindList:
		return e, err == nil
	}
	return e, false
}

// feverousElement is a section, list or table of a page. Caption is null or missing for most tables.
type feverousElement struct {
	Value string `json:"value"`
	Level number `json:"level"`
	List  []struct {
		ID    string `json:"id"`
		Value string `json:"value"`
		Level number `json:"level"`
	} `json:"list"`
	Type    string           `json:"type"`
	Caption string           `json:"caption"`
	Rows    [][]feverousCell `json:"table"`
}

type feverousCell struct {
	ID         string `json:"id"`
	Value      string `json:"value"`
	IsHeader   bool   `json:"is_header"`
	RowSpan    number `json:"row_span"`
	ColumnSpan number `json:"column_span"`
}

// readElement adds an element to a page.
func readElement(p *graph.Page, e graph.Element, data json.RawMessage) error {
	if e.Kind == graph.KindSentence {
		var s string
		err := decode(data, &s)
		p.Sentences = append(p.Sentences, sentence(e.A, s))
		return err
	}
	var r feverousElement
	if err := decode(data, &r); err != nil {
		return err
	}
	switch e.Kind {
	case graph.KindSection:
		text, _ := unlink(strings.TrimSpace(r.Value))
		p.Sections = append(p.Sections, graph.Section{N: e.A, Level: sectionLevel(int(r.Level)), Text: text})
	case graph.KindTable:
		p.Tables = append(p.Tables, r.readTable(e.A))
	case graph.KindList:
		l := graph.List{N: e.A}
		for i, it := range r.List {
			text, links := unlink(strings.TrimSpace(it.Value))
			item := graph.Item{N: i, Level: itemLevel(int(it.Level)), Text: text, Links: links}
			if e, err := graph.ParseElement(it.ID); err == nil && e.Kind == graph.KindItem {
				item.N = e.B
			}
			l.Items = append(l.Items, item)
		}
		p.Lists = append(p.Lists, l)
	}
	return nil
}

// readTable returns a table. Rows may differ in length and spans may have any size; graph.Table.Grid lays them out. A
// cell with the id and text of another (a spanned cell repeated for each place that it covers) is dropped.
func (r *feverousElement) readTable(n int) graph.Table {
	t := graph.Table{N: n, Infobox: r.Type == "infobox"}
	t.Caption, t.CaptionLinks = unlink(strings.TrimSpace(r.Caption))
	seen := map[[2]string]bool{}
	for i, row := range r.Rows {
		cells := make([]graph.Cell, 0, len(row))
		for j, c := range row {
			key := [2]string{c.ID, c.Value}
			if c.ID == "" || !seen[key] {
				cells = append(cells, c.cell(i, j))
			}
			seen[key] = true
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// cell returns the cell at this place in the raw order. A valid id overrides the place and whether it is a header.
func (c feverousCell) cell(row, column int) graph.Cell {
	text, links := unlink(strings.TrimSpace(c.Value))
	out := graph.Cell{
		Row: row, Column: column, Header: c.IsHeader, Text: text, Links: links,
		RowSpan: max(1, int(c.RowSpan)), ColumnSpan: max(1, int(c.ColumnSpan)),
	}
	if e, err := graph.ParseElement(c.ID); err == nil && e.Kind.IsCell() {
		out.Row, out.Column, out.Header = e.B, e.C, e.Kind == graph.KindHeaderCell
	}
	return out
}
