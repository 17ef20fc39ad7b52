package stores_test

import "github.com/bridgehop/bridgehop/graph"

// lookupCases are the sentences of graph.Reader.Lookup.
var lookupCases = []contractCase{
	{"titles are found in every spelling", func(s *session) {
		s.load("1", page("José Ola", "a"), page("AT&T", "b"), page("2001: A Hill", "c"), page("iPot", "d"), page("Ελλάδα", "e"),
			page("\"Ola\" & more", "f"))
		s.finish()
		for _, c := range []struct{ title, want string }{
			{"José Ola", "José Ola"}, {"Jose\u0301 Ola", "José Ola"}, {"José_Ola", "José Ola"}, {"josé  Ola ", "José Ola"},
			{"AT&amp;T", "AT&T"}, {"2001:_A_Hill", "2001: A Hill"}, {"IPot", "iPot"}, {"ελλάδα", "Ελλάδα"},
			{"&quot;Ola&quot;_&amp; more", "\"Ola\" & more"},
		} {
			s.equal(c.title, s.lookup(c.title), []string{c.want})
		}
		for _, t := range []string{"", "jOsé Ola", "Jose Ola", "A Hill"} {
			s.equal(t, s.lookup(t), []string(nil))
		}
	}},
	{"a title put in NFD is kept in NFC", func(s *session) {
		s.load("1", page("Jose\u0301", "a"))
		s.equal("counts", s.load("1", page("José", "a")), graph.PutCounts{Duplicates: 1})
		s.redirect("Pepe\u0301", "Jose\u0301")
		s.finish()
		s.equal("lookup", s.lookup("Pepé"), []string{"José"})
	}},
	{"all pages of a title by ordinal", func(s *session) {
		s.load("1", page("Ola", "a"), page("Ola", "b"), page("Ola", "c"))
		s.finish()
		s.equal("lookup", s.lookup("ola"), []string{"Ola", "Ola'", "Ola''"})
	}},
	{"two titles of one normal form", func(s *session) {
		s.load("1", page("ola", "a"), page("Ola", "b"), page("Ola", "c"), page("X", "x", "o", "ola", "O", "Ola"))
		s.finish()
		s.equal("lookup", s.lookup("Ola"), []string{"Ola", "Ola'"})
		s.equal("lookup", s.lookup("ola"), []string{"ola"})
		s.load("1", page("iOla", "a"), page("IOla", "b"))
		s.load("2", page("&amp;A", "a"), page("Éa", "a"), page("éa", "b"))
		s.finish()
		s.equal("lookup", s.lookup("&A"), []string{"&amp;A"})
		s.equal("lookup", s.lookup("_éa"), []string{"éa"})
	}},
	{"no spelling is exact: all, by title and ordinal", func(s *session) {
		s.load("1", page("ǆa", "a"), page("Ǆa", "b"), page("ǆa", "c"))
		s.finish()
		s.equal("lookup", s.lookup("ǅa"), []string{"Ǆa", "ǆa", "ǆa'"})
	}},
	{"redirects are followed", func(s *session) {
		s.load("1", page("Ola", "a"), page("Ola", "b"))
		s.redirect("Mount Ola", "Ola", "The Mount", "mount_Ola", "A", "B", "B", "C", "C", "D", "D", "The Mount")
		s.finish()
		for _, t := range []string{"Mount Ola", "mount_Ola", "The Mount", "A", "b"} {
			s.equal(t, s.lookup(t), []string{"Ola", "Ola'"})
		}
	}},
	{"a page wins over a redirect", func(s *session) {
		s.load("1", page("Ola", "a"), page("Tarn", "b"))
		s.redirect("ola", "Tarn", "Ola", "Tarn")
		s.finish()
		s.equal("lookup", s.lookup("ola"), []string{"Ola"})
	}},
	{"circles of redirects end", func(s *session) {
		s.load("1", page("X", "x", "self", "Self", "a", "A"))
		s.redirect("Self", "Self", "A", "B", "B", "C", "C", "a", "D", "Nowhere", "e", "E", "E", "e")
		s.finish()
		for _, t := range []string{"Self", "A", "B", "C", "D", "E", "e"} {
			s.equal(t, s.lookup(t), []string(nil))
		}
		s.equal("unresolved", s.stats().LinksUnresolved, int64(2))
	}},
	{"redirects of one normal form", func(s *session) {
		s.load("1", page("One", "1"), page("Two", "2"))
		s.redirect("ola", "Two", "Ola", "One")
		s.finish()
		s.equal("lookup", s.lookup("ola"), []string{"Two"})
		s.equal("lookup", s.lookup("Ola"), []string{"One"})
		s.redirect("éx", "Two", "&#233;x", "One", "&#201;x", "One")
		s.finish()
	}},
	{"two redirects to all pages of one title give each once", func(s *session) {
		s.load("1", page("Ola", "1"), page("Ola", "2"))
		s.redirect("H&amp;T", "Ola", "H&T", "ola")
		s.finish()
		s.equal("lookup", s.lookup("H&T"), []string{"Ola", "Ola'"})
	}},
	{"a redirect put again is replaced", func(s *session) {
		s.load("1", page("One", "1", "o", "Ola"), page("Two", "2"))
		s.redirect("Ola", "One")
		s.finish()
		s.equal("links", s.links("One", graph.Out), []string{"One -o-> One"})
		s.redirect("Ola", "Two")
		s.finish()
		s.equal("links", s.links("One", graph.Out), []string{"One -o-> Two"})
		s.equal("redirects", s.stats().Redirects, int64(1))
	}},
	{"a page that comes later takes a redirect's place", func(s *session) {
		s.load("1", page("One", "1", "o", "Ola"), page("Two", "2"))
		s.redirect("Ola", "Two")
		s.finish()
		s.load("2", page("ola", "3"))
		s.finish()
		s.equal("links", s.links("One", graph.Out), []string{"One -o-> ola"})
	}},
	{"a redirect to a page that comes later", func(s *session) {
		s.redirect("Mount Ola", "Ola")
		s.load("1", page("One", "1", "o", "Mount Ola"))
		s.finish()
		s.equal("links", s.links("One", graph.Out), []string(nil))
		s.load("2", page("Ola", "2"))
		s.finish()
		s.equal("links", s.links("One", graph.Out), []string{"One -o-> Ola"})
	}},
	{"titles with odd bytes", func(s *session) {
		s.load("1", page("a\x00b", "1", "x", "A\x00B", "y", "a\x00b"), page("A\x00B", "2"), page("a\x00", "3"), page("\xff\xfe", "4"),
			page("a", "5"))
		s.redirect("r\x00", "a\x00b", "r", "a\x00")
		s.finish()
		s.equal("lookup", s.lookup("R\x00"), []string{"a\x00b"})
	}},
}
