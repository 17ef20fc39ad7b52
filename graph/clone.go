package graph

// Clone copies a page down to its links; empty lists become nil, so that pages that are alike have clones that are equal.
func (p *Page) Clone() *Page {
	out := *p
	out.Sections, out.Order = cloned(p.Sections), cloned(p.Order)
	out.Sentences, out.Tables, out.Lists = cloned(p.Sentences), cloned(p.Tables), cloned(p.Lists)
	for i := range out.Sentences {
		out.Sentences[i].Links = cloned(out.Sentences[i].Links)
	}
	for i := range out.Tables {
		t := &out.Tables[i]
		t.CaptionLinks, t.Rows = cloned(t.CaptionLinks), cloned(t.Rows)
		for r := range t.Rows {
			t.Rows[r] = cloned(t.Rows[r])
			for c := range t.Rows[r] {
				t.Rows[r][c].Links = cloned(t.Rows[r][c].Links)
			}
		}
	}
	for i := range out.Lists {
		items := cloned(out.Lists[i].Items)
		for j := range items {
			items[j].Links = cloned(items[j].Links)
		}
		out.Lists[i].Items = items
	}
	return &out
}

// cloned copies a list; of an empty one it is nil.
func cloned[T any](list []T) []T { return append([]T(nil), list...) }
