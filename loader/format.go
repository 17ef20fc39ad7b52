package loader

// Format names a corpus format.
type Format string

// The formats that can be loaded.
const (
	Auto        Format = "auto"        // detected from the content
	Passages    Format = "passages"    // {title, text | sentences | paragraph_text}, JSON lines or a JSON list
	FEVEROUS    Format = "feverous"    // pages of the FEVEROUS dump, JSON lines or SQLite
	Wikispeedia Format = "wikispeedia" // articles as text files, and links.tsv
	HotpotQA    Format = "hotpotqa"    // HotpotQA's dump of introductions, JSON lines with text_with_links
	HoVer       Format = "hover"       // HoVer's SQLite database of introductions
	Questions   Format = "questions"   // questions with their paragraphs: HotpotQA, 2WikiMultihopQA, MuSiQue
	FEVER       Format = "fever"       // FEVER's wiki-pages, JSON lines or SQLite
	HTML        Format = "html"        // rendered pages, N.html with its title in N.json, or a tar of them
	Wikipedia   Format = "wikipedia"   // a MediaWiki's pages-articles.xml
	TSV         Format = "tsv"         // a pair of files: pages (title TAB text) and links (source TAB target)
	Redirects   Format = "redirects"   // alias TAB title
)

// Formats returns the formats of pages: all values of Input.Format except Redirects.
func Formats() []Format {
	return []Format{Auto, HotpotQA, Questions, HoVer, FEVER, FEVEROUS, Passages, Wikispeedia, Wikipedia, HTML, TSV}
}
