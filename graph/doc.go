// Package graph defines the data of bridgehop: the parts of a wiki, the addresses by which they are cited as
// evidence, and the contract of a store.
//
// Take the claim "The river under the Marrow Bridge rises on Mount Ola". A chain of pages joined by
// hyperlinks proves it, with one sentence or cell of each page:
//
//	Marrow Bridge                 Marrow (river)                 Mount Ola
//	  cell 0,1,1: [[Marrow]] ---->  sentence 2: [[Mount Ola]] --->  sentence 0
//
// Each column is a Page. The parts of a page that have text (sentences, table captions, cells, list items) are
// its elements; an Element is the place of one in its page. An arrow is a Hyperlink on a page. If its target is a
// page of the store, it is also a Link between two PageIDs. As evidence in FEVEROUS's notation, the chain
// is a list of Addresses:
//
//	Marrow Bridge_cell_0_1_1
//	Marrow (river)_sentence_2
//	Mount Ola_sentence_0
//
// Titles are looked up in the normal form of FoldTitle, so that "marrow_(river)" finds the page too. A cell
// means little without its headers, and a sentence means little without its section: Page.Context returns these.
//
// Reader, Writer and Store are the contracts of a store. Packages pebble and neo4j implement them, and graphtest tests
// them. Two stores with the same Digest hold the same wiki.
package graph
