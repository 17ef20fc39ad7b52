package graph

// Mention is a run of words in a text that names pages of the store.
type Mention struct {
	Start, End int // byte offsets in the text
	Candidates []Candidate
}

// Candidate is a page a mention may stand for; a mention's candidates are ordered by Prior, highest first,
// then by id.
type Candidate struct {
	Page PageID
	By   NameKind
	// Prior is the share of this name's uses that mean this page, from 0 to 1: 1 for the only page of a
	// title, anchor frequencies otherwise.
	Prior float64
	// Exact: upper and lower case and diacritics agree with the name as the store has it.
	Exact bool
}

// NameKind says which kind of name a mention matched, best first.
type NameKind uint8

// The kinds of names a page goes by.
const (
	ByTitle    NameKind = iota // its title
	ByBare                     // its title without the parenthesis: "Marrow" for "Marrow (river)"
	ByRedirect                 // a redirect's title
	ByAnchor                   // words by which other pages link to it
)

// String is the kind in lower-case words.
func (k NameKind) String() string {
	return [...]string{"title", "bare title", "redirect", "anchor"}[min(int(k), 3)]
}

// Term is a word of a text as a text index has it (lower-cased, folded, stemmed).
type Term struct {
	Text       string
	Start, End int // byte offsets of the word in the text
}

// Hit is a page found by its words.
type Hit struct {
	Page  PageID
	Score float64
}
