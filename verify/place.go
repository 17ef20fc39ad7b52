package verify

import (
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

// Place is a place in which a page says that its subject lies.
type Place struct {
	Name    string
	Element graph.Element // that says so
}

// Places returns the places in which a page says that its subject lies, by the sentences that introduce it and by its infobox.
func Places(p *graph.Page) (out []Place) {
	b, sentences := newPaper(p), 0
	for _, t := range p.Elements() {
		e := values.Element{Text: t.Text}
		switch t.Element.Kind {
		case graph.KindSentence:
			if sentences++; sentences > mostIntroducing {
				continue
			}
		case graph.KindCell:
			g := b.grid(t.Element.A)
			if g == nil || !g.table.Infobox {
				continue
			}
			header, _ := g.headers(g.cell(t.Element))
			e.Cell = &values.Cell{Text: t.Text, Label: header}
		default:
			continue
		}
		for _, name := range values.Holding(p.Title, &e) {
			out = append(out, Place{name, t.Element})
		}
	}
	return out
}

// mostIntroducing is the number of first sentences that may introduce a page's subject.
const mostIntroducing = 10

// Is reports whether a name may be that of the place.
func (p *Place) Is(name string) bool { return values.SameName(p.Name, name) }
