// Package loader fills a store from the files of a corpus: one Source for each corpus format, Load with
// batches that an interruption can't lose, and InferLinks for corpora that have no hyperlinks.
//
// Take the claim
//
//	The river that flows past Ostby rises on Mount Kell.
//
// and a corpus in the passages format, two lines of JSON:
//
//	{"title":"Ostby","text":"Ostby is a town on the [[Kell_(river)|Kell]]. It has a mill."}
//	{"title":"Kell (river)","sentences":["The Kell rises on Mount Kell."," It is fed by snow."]}
//
// Open looks at the content and finds the format; Load puts two pages, and the link by which the claim is
// proved:
//
//	Ostby                                       Kell (river)
//	sentence_0  Ostby is a town on the Kell. -> sentence_0  The Kell rises on Mount Kell.
//	sentence_1  It has a mill.                  sentence_1  It is fed by snow.
//
// # Formats
//
//   - hotpotqa: HotpotQA's dump of introductions, with their links.
//   - questions: the paragraphs of HotpotQA's, 2WikiMultihopQA's and MuSiQue's questions.
//   - hover: HoVer's SQLite database.
//   - fever: FEVER's wiki-pages, JSON lines or SQLite.
//   - feverous: the pages of the FEVEROUS dump, JSON lines or SQLite, with sections, tables and lists
//     (ParseFEVEROUS).
//   - passages: {title, sentences | text | paragraph_text}, JSON lines or one JSON list. A list of sentences
//     keeps its numbers, a string is split. [[target|anchor]] is a hyperlink.
//   - wikispeedia: a folder or .tar of articles and links.tsv.
//   - wikipedia: a dump of a MediaWiki, pages-articles.xml, also in many bzip2 streams.
//   - html: rendered pages, N.html with the title in N.json, as files, a folder or a .tar.
//   - tsv: pages.tsv, title TAB text, and links.tsv, source TAB target.
//   - redirects: lines of alias TAB title.
//
// JSON lines may also be objects of several lines each, one behind the other.
//
// All may be compressed by gzip, bzip2, xz or zstd, which is told by content; SQLite databases may not.
//
// # Interruption
//
// Each batch carries a graph.Mark: how many records of its source the store has taken. The mark is kept under
// the source's name, and holds for one load: the hash of all sources' names and fingerprints. A fingerprint
// is made from a file's size, its first and its last megabyte, so a file that was changed makes a new load:
// everything is read again, pages the store has are duplicates, and pages that changed, be it in a link only, replace
// the old. (A change that keeps the size and both ends is not seen.) That of rendered pages is made from their names and
// titles, too. Standard input and pipes have no fingerprint: each time it is a new load.
package loader
