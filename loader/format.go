package loader

// Format names a corpus format.
type Format string

// The formats that can be loaded.
const (
	Auto        Format = "auto"        // found out by looking at the content
	Passages    Format = "passages"    // {title, text | sentences | paragraph_text}, JSON lines or a JSON list
	FEVEROUS    Format = "feverous"    // pages of the FEVEROUS dump, JSON lines
	Wikispeedia Format = "wikispeedia" // articles as text files, and links.tsv
	Redirects   Format = "redirects"   // alias TAB title
)
