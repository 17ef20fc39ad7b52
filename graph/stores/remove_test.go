package stores_test

import (
	"errors"

	"github.com/bridgehop/bridgehop/graph"
)

// removeCases are what graph.Writer says of Batch.Removed.
var removeCases = []contractCase{
	{"all pages of a title go, with their links", func(s *session) {
		s.load("1", page("Ola", "a mountain", "Tarn", "Tarn"), page("Ola", "a village"), page("Tarn", "a river", "Ola", "Ola"))
		s.finish()
		s.equal("counts", s.put(&graph.Batch{Removed: []string{"Ola", "Nowhere"}}), graph.PutCounts{Removed: 2})
		s.equal("lookup before Finish", s.lookup("Ola"), []string{"Ola", "Ola'"})
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string(nil))
		s.equal("links", s.links("Tarn", graph.In), []string(nil))
		s.equal("unresolved", s.stats().LinksUnresolved, int64(1))
		s.reopen()
		s.compare()
	}},
	{"a redirect goes by its own title", func(s *session) {
		s.load("1", page("Ola", "a mountain"))
		s.redirect("Mount Ola", "Ola")
		s.finish()
		s.put(&graph.Batch{Removed: []string{"Mount Ola"}})
		s.finish()
		s.equal("lookup", s.lookup("Mount Ola"), []string(nil))
		s.equal("lookup", s.lookup("Ola"), []string{"Ola"})
	}},
	{"a redirect that goes and comes back in one batch stays", func(s *session) {
		s.load("1", page("Ola", "a mountain"))
		s.redirect("Mount Ola", "Ola")
		s.finish()
		s.put(&graph.Batch{Removed: []string{"Mount Ola"}, Redirects: []graph.Redirect{{From: "Mount Ola", To: "Ola"}}})
		s.finish()
		s.equal("lookup", s.lookup("Mount Ola"), []string{"Ola"})
		s.reopen()
		s.compare()
	}},
	{"a title is taken in NFC and as it is written", func(s *session) {
		s.load("1", page("\u00dcn\u00fc", "a"), page("b c", "b"))
		s.equal("counts", s.put(&graph.Batch{Removed: []string{"U\u0308nu\u0308", "b_c", "B c"}}), graph.PutCounts{Removed: 1})
		s.finish()
		s.equal("lookup", s.lookup("b c"), []string{"b c"})
	}},
	{"what is put after, or beside, gets the first ordinal", func(s *session) {
		s.load("1", page("Ola", "a mountain"), page("Ola", "a village"))
		s.finish()
		b := &graph.Batch{Load: "1", Removed: []string{"Ola"}, Pages: []*graph.Page{page("Ola", "a hill")}}
		s.equal("counts", s.put(b), graph.PutCounts{Removed: 2, Added: 1})
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string{"Ola"})
		s.put(&graph.Batch{Removed: []string{"Ola"}})
		s.equal("counts", s.load("2", page("Ola", "a mountain")), graph.PutCounts{Added: 1})
		s.finish()
		s.reopen()
		s.compare()
	}},
	{"a page that was put and removed before Finish leaves nothing", func(s *session) {
		s.finish()
		s.load("1", page("Ola", "a mountain", "Tarn", "Tarn"))
		s.put(&graph.Batch{Removed: []string{"Ola"}})
		s.finish()
		s.equal("stats", s.stats(), graph.Stats{})
	}},
	{"inferred links have no place on a removed page", func(s *session) {
		s.load("1", page("Ola", "a mountain"), page("Tarn", "a river"))
		b := inferred("Ola", "a", "Tarn")
		b.Removed = []string{"Ola"}
		if _, err := s.store.Put(s.ctx, b); !errors.Is(err, graph.ErrNoElement) {
			s.t.Errorf("put: got error %v, want %v", err, graph.ErrNoElement)
		}
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string{"Ola"})
	}},
}
