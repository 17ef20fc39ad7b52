package stores_test

import (
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
)

// linkCases are the sentences about links.
var linkCases = []contractCase{
	{"links to pages that come later", func(s *session) {
		s.load("1", page("Ola", "a", "river", "Tarn"))
		s.finish()
		st := s.stats()
		s.equal("links", []int64{st.Links, st.LinksUnresolved}, []int64{0, 1})
		s.load("1", page("Tarn", "b", "Mount Ola", "Ola"))
		s.finish()
		s.equal("out", s.links("Ola", graph.Out), []string{"Ola -river-> Tarn"})
		s.equal("in", s.links("Ola", graph.In), []string{"Tarn -Mount Ola-> Ola"})
		st = s.stats()
		s.equal("links", []int64{st.Links, st.LinksUnresolved}, []int64{2, 0})
	}},
	{"every element has links, each occurrence one", func(s *session) {
		s.load("1", fullPage("Ola"), page("Tarn", "b"), page("Dun", "c"))
		s.finish()
		s.equal("stats", s.stats(), graph.Stats{Pages: 3, Sentences: 4, Tables: 1, Cells: 5, Items: 2, Links: 8, LinksUnresolved: 1})
		ids, _ := s.store.Lookup(s.ctx, []string{"Ola"})
		links, err := s.store.Neighbors(s.ctx, ids[0], graph.Out, 0)
		if err != nil {
			s.t.Fatalf("neighbors: %v", err)
		}
		tarn := map[string]int{}
		for _, l := range links {
			if l.To == graph.NewPageID("Tarn", 0) {
				tarn[l.Element.String()+" "+l.Anchor]++
			}
		}
		s.equal("elements", tarn, map[string]int{"sentence_0 b": 1, "sentence_0 a": 1, "sentence_0 ": 1, "table_caption_0 c": 1,
			"header_cell_0_0_0 h": 1, "item_3_1 i": 1})
	}},
	{"order: other page, element, place", func(s *session) {
		p := page("X", "x", "z", "A", "y", "B", "x", "A")
		p.Sentences = append(p.Sentences, graph.Sentence{N: 10, Text: "t", Links: []graph.Hyperlink{{Anchor: "10", Target: "A"}}},
			graph.Sentence{N: 2, Text: "t", Links: []graph.Hyperlink{{Anchor: "2", Target: "A"}, {Anchor: "1", Target: "A"}}},
			graph.Sentence{N: 300, Text: "t", Links: []graph.Hyperlink{{Anchor: "300", Target: "B"}}})
		s.load("1", p, page("A", "a", "self", "A", "X", "X"), page("B", "b", "x2", "X", "x1", "X"))
		s.finish()
		var anchors []string
		links, err := s.store.Neighbors(s.ctx, []graph.PageID{graph.NewPageID("A", 0)}, graph.In, 0)
		if err != nil {
			s.t.Fatalf("neighbors: %v", err)
		}
		for _, l := range links {
			if l.From == p.ID() {
				anchors = append(anchors, l.Anchor)
			}
		}
		s.equal("anchors of X -> A", anchors, []string{"z", "x", "2", "1", "10"})
	}},
	{"a link to a title of two pages leads to both and counts once", func(s *session) {
		s.load("1", page("Ola", "a"), page("Ola", "b"), page("X", "x", "o", "Ola"))
		s.finish()
		s.equal("number of links", len(s.links("X", graph.Out)), 2)
		s.equal("links", s.stats().Links, int64(1))
	}},
	{"a page may link to itself", func(s *session) {
		s.load("1", page("Ola", "a", "here", "Ola"))
		s.finish()
		s.equal("out", s.links("Ola", graph.Out), []string{"Ola -here-> Ola"})
		s.equal("in", s.links("Ola", graph.In), []string{"Ola -here-> Ola"})
	}},
	{"limit is for each page", func(s *session) {
		s.load("1", hub("Hub", 700)...)
		s.finish()
		for _, limit := range []int{1, 3, 699, 700, 701} {
			links, err := s.store.Neighbors(s.ctx, []graph.PageID{graph.NewPageID("Hub", 0), graph.NewPageID("Leaf 7", 0),
				graph.NewPageID("Hub", 0)}, graph.In, limit)
			if err != nil {
				s.t.Fatalf("neighbors: %v", err)
			}
			s.equal("number of links", len(links), 2*min(limit, 700)+1)
		}
		got, _ := s.store.Neighbors(s.ctx, []graph.PageID{graph.NewPageID("Hub", 0)}, graph.In, 699)
		want, _ := s.oracle.Neighbors(s.ctx, []graph.PageID{graph.NewPageID("Hub", 0)}, graph.In, 699)
		s.equal("first 699", got, want)
	}},
	{"inferred links", func(s *session) {
		s.load("1", page("Ola", "Tarn and Dun", "Dun", "Dun"), page("Tarn", "b"), page("Dun", "c"))
		s.finish()
		ids, _ := s.store.Lookup(s.ctx, []string{"Ola"})
		passage := s.pages(ids[0])[0].Passage()
		s.put(inferred("Ola", "Tarn", "Tarn", "Tarn and Dun", "Tarn and Dun"))
		s.finish()
		s.equal("links", s.stats().Links, int64(2))
		s.equal("passage", s.pages(ids[0])[0].Passage(), passage)
		s.equal("links on the page", s.pages(ids[0])[0].Sentences[0].Links, []graph.Hyperlink{
			{Anchor: "Dun", Target: "Dun"}, {Anchor: "Tarn", Target: "Tarn", Inferred: true},
			{Anchor: "Tarn and Dun", Target: "Tarn and Dun", Inferred: true}})
		s.put(inferred("Ola", "and", "Tarn"))
		s.finish()
		s.equal("in", s.links("Tarn", graph.In), []string{"Ola -and-> Tarn"})
		s.put(inferred("Ola"))
		s.finish()
		s.equal("in", s.links("Tarn", graph.In), []string(nil))
	}},
	{"inferred links of a page of the same batch, gone with the page", func(s *session) {
		b := inferred("Ola", "Tarn", "Tarn")
		b.Pages = []*graph.Page{page("Ola", "a"), page("Tarn", "b")}
		s.put(b)
		s.finish()
		s.equal("in", s.links("Tarn", graph.In), []string{"Ola -Tarn-> Tarn"})
		before := s.identity()
		s.put(b)
		s.finish()
		s.equal("identity after the same again", s.identity(), before)
		s.load("2", page("Ola", "new"))
		s.finish()
		s.equal("in", s.links("Tarn", graph.In), []string(nil))
	}},
}

// fullPage is a page with every kind of element.
func fullPage(title string) *graph.Page {
	link := func(pairs ...string) (out []graph.Hyperlink) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, graph.Hyperlink{Anchor: pairs[i], Target: pairs[i+1]})
		}
		return out
	}
	return &graph.Page{
		Title:    title,
		Sections: []graph.Section{{N: 0, Level: 2, Text: "History"}, {N: 1, Level: 3, Text: "Early"}},
		Sentences: []graph.Sentence{{N: 0, Text: "one", Links: link("b", "Tarn", "a", "Tarn", "", "Tarn", "gone", "Gone")},
			{N: 3, Text: "two"}},
		Tables: []graph.Table{{N: 0, Infobox: true, Caption: "cap", CaptionLinks: link("c", "Tarn"), Rows: [][]graph.Cell{
			{{RowSpan: 1, ColumnSpan: 2, Header: true, Text: "h", Links: link("h", "Tarn")}, {Column: 1, RowSpan: 1, ColumnSpan: 1}},
			{{Row: 1, RowSpan: 3, ColumnSpan: 1, Text: "v", Links: link("v", "Dun")}}, {},
			{{Row: 3, RowSpan: 1, ColumnSpan: 1, Text: "r"}, {Row: 3, Column: 1, RowSpan: 1, ColumnSpan: 1, Text: "s",
				Links: link("", "Dun")}},
		}}},
		Lists: []graph.List{{N: 3, Items: []graph.Item{{N: 0, Text: "i0"}, {N: 1, Level: 1, Text: "i1", Links: link("i", "Tarn")}}}},
		Order: []graph.Element{{Kind: graph.KindTable}, {Kind: graph.KindSection}, {Kind: graph.KindSentence},
			{Kind: graph.KindSection, A: 1},
			{Kind: graph.KindList, A: 3}, {Kind: graph.KindSentence, A: 3}},
		Disambiguation: true,
	}
}

// hub makes a page and n pages that link to it with long anchors, and one that it links to.
func hub(title string, n int) []*graph.Page {
	pages := []*graph.Page{page(title, "hub", "leaf", "Leaf 7")}
	for i := range n {
		name := "Leaf " + strconv.Itoa(i)
		pages = append(pages, page(name, "leaf", "a rather long anchor of "+name, title))
	}
	return pages
}
