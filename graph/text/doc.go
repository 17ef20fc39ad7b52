// Package text is the text index of a store. It has two parts. An index of terms, with bleve's analysis and our own
// postings (docs/adr/0005, 0007), gives the planner its first pages (seeds) and scores candidates. A dictionary of
// titles, redirects and anchors finds the pages that a text mentions. The index is in a folder of its own, is built
// only from the store, and works with either backend.
//
// The claim
//
//	The river that flows past Ostby rises on Mount Kell.
//
// has the terms river, flow, past, ostbi, rise, mount, kell (Analyze). Seeds ranks pages by BM25F over their
// titles and bodies (Robertson, Zaragoza and Taylor 2004, "Simple BM25 extension to multiple weighted
// fields", section 3), and Mentions finds "Ostby" and "Mount Kell":
//
//	"Ostby"      -> Ostby (title), Ostby (island) (bare title)
//	"Mount Kell" -> Mount Kell (title)
//
// The index is searched with MaxScore (Turtle and Flood 1995, "Query evaluation: strategies and optimizations",
// section 4) over blocks, which gives exactly the same result as scoring every page.
//
// Build reads the pages once, on all processors. Each worker turns words into terms and passes its postings, in
// batches, to an external sort; the sorted postings are written in blocks. Names are sorted in the same way and written
// as a finite-state dictionary.
package text
