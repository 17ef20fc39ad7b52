// Package graph is the vocabulary of bridgehop: what a wiki is made of, how a piece of it is addressed as
// evidence, and what a store of it must do.
//
// Take the claim "The river under the Marrow Bridge rises on Mount Ola". It is proved by a chain of pages
// joined by hyperlinks, and by one sentence or cell of each:
//
//	Marrow Bridge                 Marrow (river)                 Mount Ola
//	  cell 0,1,1: [[Marrow]] ---->  sentence 2: [[Mount Ola]] --->  sentence 0
//
// Each box is a Page; what holds words within it is an element (sentence, table caption, cell, list item)
// with an Element as its place in the page; an arrow is a Hyperlink on a page and, where its target is a
// page of the store, a Link between two PageIDs. Written down as evidence, in FEVEROUS's notation, the chain
// is a list of Addresses:
//
//	Marrow Bridge_cell_0_1_1
//	Marrow (river)_sentence_2
//	Mount Ola_sentence_0
//
// Titles are looked up under FoldTitle's normal form, so that "marrow_(river)" finds the page too. A cell
// means little without its headers, and a sentence little without its section: Page.Context gives them.
//
// Reader, Writer and Store are the contracts of a store; graphtest checks them, pebble and neo4j keep them.
// Digest tells whether two stores hold the same wiki.
package graph
