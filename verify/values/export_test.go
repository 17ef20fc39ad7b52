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

// Nations returns the countries that a text names.
func Nations(text string) (out []string) {
	for _, n := range nations(text, split(text)) {
		out = append(out, n.country)
	}
	return out
}

// Meets compares values.
var Meets = meets
