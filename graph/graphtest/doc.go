// Package graphtest has what the tests of several packages need: small stores (Store, Fill), made-up pages (Wiki), and
// the places of the real data sets (Data). For a test of something that reads a wiki,
//
//	store := graphtest.Fill(t, []*graph.Page{{Title: "Ola"}, {Title: "Tarn"}})
//
// is a finished store of two pages.
package graphtest
