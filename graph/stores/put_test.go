package stores_test

import (
	"errors"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
)

// putCases are the sentences of graph.Writer.
var putCases = []contractCase{
	{"an empty store can be finished and read", func(s *session) {
		s.finish()
		s.equal("stats", s.stats(), graph.Stats{})
	}},
	{"a store that was never finished says so", func(s *session) {
		s.load("1", page("Ola", "a mountain"))
		for range 2 {
			if err := s.store.Readable(s.ctx); !errors.Is(err, graph.ErrUnfinished) {
				s.t.Errorf("readable: got %v, want %v", err, graph.ErrUnfinished)
			}
			s.reopen()
		}
		s.finish()
		s.load("2", page("Tarn", "a river"))
		if err := s.store.Readable(s.ctx); err != nil {
			s.t.Errorf("readable: got %v", err)
		}
	}},
	{"nothing is read before Finish", func(s *session) {
		s.finish()
		s.load("1", page("Ola", "a mountain"))
		s.redirect("Mount Ola", "Ola")
		s.compare() // with the oracle, which has finished nothing either
		s.equal("lookup", s.lookup("Ola"), []string(nil))
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string{"Ola"})
	}},
	{"pages of one title get ordinals in the order of the input", func(s *session) {
		n := s.load("1", page("Ola", "a mountain"), page("Tarn", "a river"), page("Ola", "a village"))
		s.equal("counts", n, graph.PutCounts{Added: 3})
		s.equal("counts", s.load("1", page("Ola", "a name")), graph.PutCounts{Added: 1})
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string{"Ola", "Ola'", "Ola''"})
	}},
	{"ordinals that pages come with are not looked at", func(s *session) {
		p := page("Ola", "a mountain")
		p.Ordinal = 7
		s.load("1", p)
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string{"Ola"})
		s.equal("ordinal of the batch's page", p.Ordinal, 7)
	}},
	{"the same passage again is a duplicate", func(s *session) {
		n := s.load("1", page("Ola", "a mountain"), page("Ola", "a  mountain"))
		s.equal("counts", n, graph.PutCounts{Added: 1, Duplicates: 1})
		s.equal("counts", s.load("2", page("Ola", "a mountain")), graph.PutCounts{Duplicates: 1})
		s.finish()
	}},
	{"a later load replaces, lowest ordinal first", func(s *session) {
		s.load("1", page("Ola", "a mountain", "Tarn", "Tarn"), page("Ola", "a village"), page("Tarn", "a river"))
		s.finish()
		s.equal("links", s.links("Tarn", graph.In), []string{"Ola -Tarn-> Tarn"})
		s.equal("counts", s.load("2", page("Ola", "a hill")), graph.PutCounts{Replaced: 1})
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string{"Ola", "Ola'"})
		s.equal("links of the page that was replaced", s.links("Tarn", graph.In), []string(nil))
		s.equal("counts", s.load("2", page("Ola", "a hamlet"), page("Ola", "a horse")), graph.PutCounts{Replaced: 1, Added: 1})
		s.finish()
	}},
	{"a duplicate's ordinal is not replaced by its own load", func(s *session) {
		s.load("1", page("Ola", "a mountain"))
		s.equal("counts", s.load("2", page("Ola", "a mountain"), page("Ola", "a hill")), graph.PutCounts{Duplicates: 1, Added: 1})
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string{"Ola", "Ola'"})
	}},
	{"a later load replaces a page of the same passage and other links", func(s *session) {
		s.load("1", page("Ola", "a mountain", "a", "Tarn"), page("Ola", "a village"), page("Tarn", "a river"))
		s.finish()
		linked := page("Ola", "a village", "village", "Tarn", "a", "Ola")
		s.equal("counts", s.load("2", linked, page("Ola", "a mountain", "a", "Tarn")), graph.PutCounts{Replaced: 1, Duplicates: 1})
		s.equal("counts of the same load", s.load("2", page("Ola", "a village")), graph.PutCounts{Duplicates: 1})
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string{"Ola", "Ola'"})
		s.equal("links", s.links("Tarn", graph.In), []string{"Ola' -village-> Tarn", "Ola -a-> Tarn"})
		before := s.identity()
		s.equal("counts", s.load("3", linked), graph.PutCounts{Duplicates: 1})
		s.finish()
		s.equal("identity", s.identity(), before)
		s.reopen()
		s.compare()
	}},
	{"a later load replaces a page of the same passage and other headings, numbers or headers", func(s *session) {
		s.load("0", fullPage("Ola"))
		s.finish()
		for i, change := range []func(p *graph.Page){
			func(p *graph.Page) { p.Sections[0].Text = "Past" },
			func(p *graph.Page) { p.Sections[0].Level++ },
			func(p *graph.Page) { p.Tables[0].Rows[0][0].Header = !p.Tables[0].Rows[0][0].Header },
			func(p *graph.Page) { p.Lists[0].Items[1].Level = 0 },
			func(p *graph.Page) { p.Disambiguation = false },
		} {
			p := fullPage("Ola")
			change(p)
			s.equal("counts", s.load(strconv.Itoa(2*i+1), p), graph.PutCounts{Replaced: 1})
			s.finish()
			s.equal("page", s.pages([]graph.PageID{p.ID()})[0], p)
			s.equal("counts of the first again", s.load(strconv.Itoa(2*i+2), fullPage("Ola")), graph.PutCounts{Replaced: 1})
		}
		s.finish()
	}},
	{"inferred links make no page another", func(s *session) {
		s.load("1", page("Ola", "a mountain", "a", "Tarn"), page("Tarn", "a river"))
		s.put(inferred("Ola", "mountain", "Tarn"))
		s.equal("counts", s.load("2", page("Ola", "a mountain", "a", "Tarn")), graph.PutCounts{Duplicates: 1})
		s.finish()
		s.equal("links", s.links("Tarn", graph.In), []string{"Ola -a-> Tarn", "Ola -mountain-> Tarn"})
		s.equal("counts", s.load("3", page("Ola", "a mountain")), graph.PutCounts{Replaced: 1})
		s.finish()
		s.equal("links of the page that was replaced", s.links("Tarn", graph.In), []string(nil))
	}},
	{"a page replaced twice before Finish", func(s *session) {
		s.load("1", page("Ola", "a mountain", "Tarn", "Tarn"), page("Tarn", "a river"))
		s.load("2", page("Ola", "a hill"))
		s.load("3", page("Ola", "a hamlet", "the Tarn", "Tarn"))
		s.finish()
		s.equal("links", s.links("Tarn", graph.In), []string{"Ola -the Tarn-> Tarn"})
	}},
	{"putting the same batch twice changes nothing", func(s *session) {
		b := &graph.Batch{Load: "2", Source: "f", Mark: graph.Mark{Records: 3}, Redirects: []graph.Redirect{{From: "Mount Ola", To: "Ola"}},
			Pages: []*graph.Page{page("Ola", "a hill"), page("Ola", "a mountain", "t", "Tarn"), page("Ola", "a hill")}}
		s.load("1", page("Ola", "a mountain"), page("Ola", "a village"))
		s.put(b)
		s.finish()
		before := s.identity()
		s.put(b)
		s.finish()
		s.equal("identity", s.identity(), before)
	}},
	{"the mark comes with the data", func(s *session) {
		s.equal("mark of a source never read", s.mark("f"), graph.Mark{})
		m := graph.Mark{Fingerprint: "1f", Load: "1", Records: 12, Rejects: 2}
		s.put(&graph.Batch{Load: "1", Source: "f", Mark: m, Pages: []*graph.Page{page("Ola", "a mountain")}})
		s.equal("mark", s.mark("f"), m)
		s.equal("mark of another source", s.mark("g"), graph.Mark{})
		s.equal("marks", s.marks(), map[string]graph.Mark{"f": m})
		s.reopen()
		s.equal("mark after opening again", s.mark("f"), m)
		m.Done, m.Records = true, 13
		s.put(&graph.Batch{Load: "1", Source: "f", Mark: m})
		s.finish()
		s.reopen()
		s.equal("mark", s.mark("f"), m)
	}},
	{"a load goes on after opening again", func(s *session) {
		s.load("1", page("Ola", "a mountain"))
		s.reopen()
		s.equal("counts", s.load("1", page("Ola", "a hill")), graph.PutCounts{Added: 1})
		s.finish()
		s.reopen()
		s.compare()
		s.equal("counts", s.load("2", page("Ola", "a hamlet")), graph.PutCounts{Replaced: 1})
		s.finish()
	}},
	{"a batch that fails leaves nothing", func(s *session) {
		bad := []struct {
			want  error
			batch *graph.Batch
		}{
			{graph.ErrNoTitle, &graph.Batch{Pages: []*graph.Page{page("Ola", "a mountain"), page("", "x")}}},
			{graph.ErrNoTitle, &graph.Batch{Pages: []*graph.Page{page("Ola", "a mountain")},
				Redirects: []graph.Redirect{{From: "", To: "Ola"}}}},
			{graph.ErrNoTitle, &graph.Batch{Redirects: []graph.Redirect{{From: "Ola", To: ""}}}},
			{graph.ErrNoElement, &graph.Batch{Pages: []*graph.Page{page("Ola", "a mountain")}, Inferred: []graph.Inference{{Page: 77}}}},
			{graph.ErrNoElement, &graph.Batch{Pages: []*graph.Page{page("Ola", "a mountain")},
				Inferred: []graph.Inference{{Page: graph.NewPageID("Ola", 0),
					Links: []graph.InferredLink{{Element: graph.Element{Kind: graph.KindSentence, A: 4}}}}}}},
		}
		for _, b := range bad {
			b.batch.Load, b.batch.Source, b.batch.Mark = "1", "f", graph.Mark{Records: 1}
			if _, err := s.store.Put(s.ctx, b.batch); !errors.Is(err, b.want) {
				s.t.Errorf("put: got error %v, want %v", err, b.want)
			}
		}
		s.equal("mark", s.mark("f"), graph.Mark{})
		s.finish()
		s.equal("stats", s.stats(), graph.Stats{})
	}},
	{"identity changes when Finish changed something", func(s *session) {
		s.finish()
		seen := map[string]bool{s.identity(): true}
		for _, step := range []func(){
			func() { s.load("1", page("Ola", "a mountain")) },
			func() { s.redirect("Mount Ola", "Ola") },
			func() { s.load("2", page("Ola", "a hill")) },
			func() { s.redirect("Mount Ola", "Tarn") },
			func() { s.put(inferred("Ola", "a", "Tarn")) },
			func() { s.put(inferred("Ola")) },
		} {
			before := s.identity()
			step()
			s.equal("identity before Finish", s.identity(), before)
			s.finish()
			if seen[s.identity()] {
				s.t.Errorf("identity: got %s again", s.identity())
			}
			seen[s.identity()] = true
		}
		before := s.identity()
		s.finish()
		s.reopen()
		s.equal("identity after Finish without changes", s.identity(), before)
	}},
}

// inferred makes a batch that infers links in the first sentence of a title's first page.
func inferred(title string, links ...string) *graph.Batch {
	inf := graph.Inference{Page: graph.NewPageID(title, 0)}
	for i := 0; i < len(links); i += 2 {
		inf.Links = append(inf.Links, graph.InferredLink{Element: graph.Element{Kind: graph.KindSentence}, Anchor: links[i],
			Target: links[i+1]})
	}
	return &graph.Batch{Load: "inferred", Inferred: []graph.Inference{inf}}
}

func (s *session) marks() map[string]graph.Mark {
	s.t.Helper()
	m, err := s.store.Marks(s.ctx)
	if err != nil {
		s.t.Fatalf("marks: %v", err)
	}
	return m
}

func (s *session) mark(source string) graph.Mark {
	s.t.Helper()
	m, err := s.store.Mark(s.ctx, source)
	if err != nil {
		s.t.Fatalf("mark: %v", err)
	}
	return m
}
