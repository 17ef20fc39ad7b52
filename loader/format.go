package loader

// Format names a corpus format.
type Format string

// The formats that can be loaded. Input.Format takes them as strings.
const (
	formatAuto        Format = "auto"        // detected from the content
	formatPassages    Format = "passages"    // {title, text | sentences | paragraph_text}, JSON lines or a JSON list
	formatFEVEROUS    Format = "feverous"    // pages of the FEVEROUS dump, JSON lines or SQLite
	formatWikispeedia Format = "wikispeedia" // articles as text files, and links.tsv
	formatHotpotQA    Format = "hotpotqa"    // HotpotQA's dump of introductions, JSON lines with text_with_links
	formatHoVer       Format = "hover"       // HoVer's SQLite database of introductions
	formatQuestions   Format = "questions"   // questions with their paragraphs: HotpotQA, 2WikiMultihopQA, MuSiQue
	formatFEVER       Format = "fever"       // FEVER's wiki-pages, JSON lines or SQLite
	formatHTML        Format = "html"        // rendered pages, N.html with its title in N.json, or a tar of them
	formatMarkdown    Format = "markdown"    // pages in Markdown with wikilinks or relative links, or a tar of them
	formatWikipedia   Format = "wikipedia"   // a MediaWiki's pages-articles.xml
	formatTSV         Format = "tsv"         // a pair of files: pages (title TAB text) and links (source TAB target)
	formatRedirects   Format = "redirects"   // alias TAB title
)

// Formats returns the formats of pages: all values of Input.Format except Redirects.
func Formats() []Format {
	return []Format{formatAuto, formatHotpotQA, formatQuestions, formatHoVer, formatFEVER, formatFEVEROUS, formatPassages,
		formatWikispeedia, formatWikipedia, formatHTML, formatMarkdown, formatTSV}
}
