// Package text finds pages by their words: an index of bleve's analysis and our own postings (docs/adr/0005, 0007) that gives the planner its first pages (seeds) and
// weighs candidates, and a dictionary of titles, redirects and anchors that finds pages mentioned in a text.
// It stands beside a store of either backend, in a folder of its own, and is made from the store alone.
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
// section 4) over blocks, which gives exactly what scoring every page would.
//
// Build reads the pages once, on all processors. Each worker turns words into terms and hands its postings, in batches, to an external
// sort; the sorted postings are laid out in the blocks. Names are sorted the same way, and become a finite-state dictionary.
package text
