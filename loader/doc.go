// Package loader loads the files of a corpus into a store. It has a Source for each corpus format, Load, which can be
// interrupted and resumed, and InferLinks, for corpora without hyperlinks.
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
// Open recognises the format by the content. Load puts two pages into the store, and the link that proves
// the claim:
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
//   - feverous: the pages of the FEVEROUS dump, JSON lines or SQLite, with sections, tables and lists.
//   - passages: {title, sentences | text | paragraph_text}, JSON lines or one JSON list. A list of sentences
//     keeps its numbers, a string is split. [[target|anchor]] is a hyperlink.
//   - wikispeedia: a .tar of articles, and links.tsv beside it.
//   - wikipedia: a dump of a MediaWiki, pages-articles.xml, also in many bzip2 streams.
//   - html: rendered pages, N.html with the title in N.json, as files or a folder, in the encoding that they name.
//   - markdown: notes (Obsidian) or pages (MkDocs) with wikilinks and relative links, as files or a folder. The title is
//     that of the front matter, the first heading of level 1, or the name of the file; aliases of the front matter are redirects.
//   - redirects: lines of alias TAB title.
//
// Input.Fields names the fields of other JSON and of tables with a header.
//
// Objects of JSON lines may also take several lines each.
//
// Files may be compressed with gzip, bzip2, xz or zstd, which is recognised by content; SQLite databases may not be
// compressed.
//
// # Interruption
//
// Each batch has a graph.Mark: how many records of its source the store has. The store keeps the mark under the name of
// the source. A mark is valid for one load, which is identified by the hash of the names and fingerprints of all
// sources. The fingerprint of a file is made from all of its bytes; that of rendered pages also from their names and
// titles. So a changed file makes a new load: everything is read again, unchanged pages are duplicates, and pages that
// changed, even only in a link, replace the old ones. Standard input and pipes have no fingerprint: each time they are
// a new load.
package loader
