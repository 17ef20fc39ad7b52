package graph

// Mention is a run of words in a text that names pages of the store.
type Mention struct {
	Start, End int // byte offsets in the text
	Candidates []Candidate
}

// Candidate is a page that a mention may mean. The candidates of a mention are ordered by Prior, highest first,
// then by id.
type Candidate struct {
	Page PageID
	By   NameKind
	// Prior is the share of this name's uses that mean this page, from 0 to 1: 1 for the only page of a
	// title, anchor frequencies otherwise.
	Prior float64
	// Exact: the mention equals the name in the store, including case and diacritics.
	Exact bool
}

// NameKind is the kind of name that a mention matches, best first.
type NameKind uint8

// The kinds of names a page goes by.
const (
	ByTitle    NameKind = iota // its title
	ByBare                     // its title without the parenthesis: "Marrow" for "Marrow (river)"
	ByRedirect                 // a redirect's title
	ByAnchor                   // words by which other pages link to it
	ByAlias                    // another name in its first sentence, or a part of its title, that no other page claims
)

// String returns the kind in lower-case words.
func (k NameKind) String() string {
	return [...]string{"title", "bare title", "redirect", "anchor", "alias"}[min(int(k), 4)]
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

// Match is how the best passages of a page match some terms.
type Match struct {
	Weight []float32 // weight of each term: 0 if the page lacks it, growing towards a bound
	// For each term, the passage that has it: 0 for the page's best passage, 1 for the second, and so on.
	Passage  []uint8
	Best     int       // index of the best passage in the page
	Passages int       // number of passages of the page
	Hits     []TermHit // every term in every passage, ordered by term and passage
}

// TermHit is a term in a passage of a page. The words of the title are in every passage.
type TermHit struct {
	Passage int32 // index of the passage in the page
	Term    int32 // index of the term
	Weight  float32
}
