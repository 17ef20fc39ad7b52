// Package graphtest has what the tests of several packages need: Memory, a graph.Store in memory, made-up pages (Wiki),
// and the places of the real data sets (Data).
//
// Memory is the simplest implementation of graph.Store. It is the oracle of the conformance suite in graph/stores,
// which every backend runs, and stands for a real store in the tests of packages that read one:
//
//	m, err := graphtest.Fill([]*graph.Page{{Title: "Ola"}, {Title: "Tarn"}})
package graphtest
