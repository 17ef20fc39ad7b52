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

// Match is how the best passages of a page match some terms.
type Match struct {
	Weight  []float32 // of each term, 0 for none, growing towards a bound
	Passage []uint8   // of each term, which of the page's best passages it was found in: 0 for the best one
	Best    int       // the place of the best one in the page, from 0
}

// NewMatches are n matches of so many terms, all empty.
func NewMatches(n, terms int) []Match {
	weights, passages, out := make([]float32, n*terms), make([]uint8, n*terms), make([]Match, n)
	for i := range out {
		lo, hi := i*terms, (i+1)*terms
		out[i] = Match{Weight: weights[lo:hi:hi], Passage: passages[lo:hi:hi]}
	}
	return out
}
