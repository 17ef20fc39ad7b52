// Package text finds pages by their words: a bleve index that gives the planner its first pages (seeds) and
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
// The index is read with bleve's posting readers and MaxScore (Turtle and Flood 1995, "Query evaluation:
// strategies and optimizations", section 4), which gives exactly what scoring every page would.
package text
