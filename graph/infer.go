package graph

import "fmt"

// SetInferred replaces the page's inferred links: each is added behind the other links of its element, in
// the order given, and those that were there before go. It fails with ErrNoElement, and leaves the page as
// it is, when the page has no such element.
func (p *Page) SetInferred(links []InferredLink) error {
	places := p.linkPlaces()
	for _, l := range links {
		if len(places[l.Element]) == 0 {
			return fmt.Errorf("page %q has no %v: %w", p.Title, l.Element, ErrNoElement)
		}
	}
	for _, same := range places {
		for _, at := range same {
			*at = authored(*at)
		}
	}
	for _, l := range links {
		at := places[l.Element][0]
		*at = append(*at, Hyperlink{Anchor: l.Anchor, Target: l.Target, Inferred: true})
	}
	return nil
}

// authored copies the links that are not inferred.
func authored(links []Hyperlink) []Hyperlink {
	var out []Hyperlink
	for _, l := range links {
		if !l.Inferred {
			out = append(out, l)
		}
	}
	return out
}

// linkPlaces finds where the links of each element are kept; a faulty page has several elements of one
// address.
func (p *Page) linkPlaces() map[Element][]*[]Hyperlink {
	places := map[Element][]*[]Hyperlink{}
	add := func(e Element, at *[]Hyperlink) { places[e] = append(places[e], at) }
	for i := range p.Sentences {
		s := &p.Sentences[i]
		add(Element{Kind: KindSentence, A: s.N}, &s.Links)
	}
	for i := range p.Tables {
		t := &p.Tables[i]
		add(Element{Kind: KindCaption, A: t.N}, &t.CaptionLinks)
		for r := range t.Rows {
			for c := range t.Rows[r] {
				cell := &t.Rows[r][c]
				add(cell.Element(t.N), &cell.Links)
			}
		}
	}
	for i := range p.Lists {
		l := &p.Lists[i]
		for j := range l.Items {
			add(Element{Kind: KindItem, A: l.N, B: l.Items[j].N}, &l.Items[j].Links)
		}
	}
	return places
}
