package graphtest

import (
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// clonePage copies a page down to its links.
func clonePage(in *graph.Page) *graph.Page {
	p := *in
	p.Sections, p.Order = slices.Clone(p.Sections), slices.Clone(p.Order)
	p.Sentences = slices.Clone(p.Sentences)
	for i := range p.Sentences {
		p.Sentences[i].Links = slices.Clone(p.Sentences[i].Links)
	}
	p.Tables = slices.Clone(p.Tables)
	for i := range p.Tables {
		p.Tables[i] = cloneTable(p.Tables[i])
	}
	p.Lists = slices.Clone(p.Lists)
	for i := range p.Lists {
		items := slices.Clone(p.Lists[i].Items)
		for j := range items {
			items[j].Links = slices.Clone(items[j].Links)
		}
		p.Lists[i].Items = items
	}
	return &p
}

func cloneTable(t graph.Table) graph.Table {
	t.CaptionLinks = slices.Clone(t.CaptionLinks)
	t.Rows = slices.Clone(t.Rows)
	for r := range t.Rows {
		row := slices.Clone(t.Rows[r])
		for c := range row {
			row[c].Links = slices.Clone(row[c].Links)
		}
		t.Rows[r] = row
	}
	return t
}

// sameAuthored tells whether two pages differ in inferred links at most.
func sameAuthored(a, b *graph.Page) bool {
	a, b = clonePage(a), clonePage(b)
	return a.SetInferred(nil) == nil && b.SetInferred(nil) == nil && samePage(a, b)
}

// samePage tells whether two pages are alike; an empty slice is like none.
func samePage(a, b *graph.Page) bool { return cmp.Equal(a, b, cmpopts.EquateEmpty()) }
