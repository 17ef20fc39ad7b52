package values

// Words, stems and names, as tests read them.
var (
	Stem   = stem
	Closed = closed
)

// Split returns the words of a text.
func Split(text string) (out []string) {
	for _, w := range split(text) {
		out = append(out, w.text)
	}
	return out
}

// Names returns the names of a text.
func Names(text string) (out []string) {
	words := split(text)
	for _, n := range namesIn(words) {
		out = append(out, text[words[n.from].at:words[n.to-1].end])
	}
	return out
}

// Nations returns the countries that a text names.
func Nations(text string) (out []string) {
	for _, n := range nations(split(text)) {
		out = append(out, n.country)
	}
	return out
}

// Related reports whether two countries are one, or were.
func Related(a, b string) bool { return related(a, b) }

// Meets compares values; ErrUnits and ErrVague are its errors.
var (
	Meets    = meets
	ErrUnits = errUnits
	ErrVague = errVague
)

// Alignment is a value of a claim aligned with one of the evidence.
type Alignment struct {
	Agrees bool
	Sure   float64
}

// Alignments returns the alignments of a claim.
func Alignments(claim string, pages []Page) (out []Alignment) {
	c := readClaim(claim)
	r := readPages(pages, interestOf(c.words))
	for _, a := range r.alignments(c) {
		out = append(out, Alignment{a.agrees, a.sure})
	}
	return out
}
