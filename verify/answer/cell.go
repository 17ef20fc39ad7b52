package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
)

// cellProbability is how probable an answer is whose cell's headers are the question. It is set, not learned: no
// train file has cells.
const cellProbability = .9

// measures are the headers that answer a question of how tall, long or deep something is.
var measures = map[string]string{"tall": "height", "high": "height", "long": "length", "wide": "width", "deep": "depth",
	"old": "age", "large": "area", "big": "area", "far": "distance", "heavy": "weight"}

// cell returns the cell of a chain's page whose title and headers have all the words of the question, which names the
// page or the row: "Tower height" of "How tall is Skarn Point Light?". Of several it is the one with the fewest other
// words in its headers.
func (a *Asked) cell() (out Answer, ok bool) {
	q, least := read(a.Question), 0
	if q.kind == "choice" || q.kind == "yes/no" {
		return out, false
	}
	for c := range a.Chains[:min(maxChains, len(a.Chains))] {
		for _, id := range a.Chains[c].Pages() {
			p := a.Pages[id]
			if p == nil {
				continue
			}
			for t := range p.Tables {
				g := p.Tables[t].Grid()
				for _, row := range p.Tables[t].Rows {
					for i := range row {
						cell := &row[i]
						other, fits := q.answers(p, g, cell)
						if fits && (!ok || other < least) {
							ref := graph.Ref{Page: id, Element: cell.Element(p.Tables[t].N)}
							out = Answer{Text: cell.Text, Probability: cellProbability, Chain: c, Ref: ref, Alone: true}
							ok, least = true, other
						}
					}
				}
			}
		}
	}
	return out, ok
}

// answers reports whether a cell answers the question by its headers, and returns how many other words these have.
func (q *question) answers(p *graph.Page, g *graph.Grid, cell *graph.Cell) (other int, ok bool) {
	if cell.Header || !q.fits(cell.Text) {
		return 0, false
	}
	row, column := g.Headers(cell)
	named := q.names(bare(p))
	if at, _, placed := g.Place(cell); placed && len(row) == 0 {
		first := g.At(at, 0)
		if first == nil || first == cell || !q.names(first.Text) {
			return 0, false
		}
		row, named = []*graph.Cell{first}, true
	}
	above, beside := headWords(column), headWords(row)
	if !named || len(above) > 0 && !q.asksFor(above) || len(beside) > 0 && !q.asksFor(beside) {
		return 0, false
	}
	heads, title := append(above, beside...), tokenize(bare(p))
	said := 0
	for w := range q.words {
		switch {
		case q.inHeads(heads, w):
			said++
		case !hasWord(title, w):
			return 0, false
		}
	}
	return len(heads) - said, said > 0
}

// fits reports whether a text may be of the kind that is asked for: "Born: April 29, 1970" doesn't say where.
func (q *question) fits(text string) bool {
	switch q.kind {
	case "date":
		return dated.MatchString(text)
	case "number":
		return strings.ContainsFunc(text, unicode.IsDigit)
	case "place", "person":
		return strings.ContainsFunc(text, unicode.IsLetter) && !dated.MatchString(text)
	}
	return strings.TrimSpace(text) != ""
}

func headWords(heads []*graph.Cell) (out []token) {
	for _, h := range heads {
		out = append(out, tokenize(h.Text)...)
	}
	return out
}

// asksFor reports whether the question has a word of headers.
func (q *question) asksFor(heads []token) bool {
	for w := range q.words {
		if q.inHeads(heads, w) {
			return true
		}
	}
	return false
}

// inHeads reports whether headers have a word of the question, or what it measures: height for tall.
func (q *question) inHeads(heads []token, w string) bool {
	return hasWord(heads, w) || q.kind == "number" && measures[w] != "" && hasWord(heads, root(measures[w]))
}

// hasWord reports whether words have one of the same root: owned has own.
func hasWord(words []token, w string) bool {
	return slices.ContainsFunc(words, func(t token) bool {
		r := root(t.stem)
		return r == w || min(len(r), len(w)) >= 3 && (strings.HasPrefix(r, w) || strings.HasPrefix(w, r))
	})
}

// alone reports whether the text of an answer and its page's title have all the words of the question. Pages without
// tables are left out: over HotpotQA's introductions the chain's second page is evidence more often than not.
func (a *Asked) alone(one *Answer) bool {
	q, p := read(a.Question), a.Pages[one.Ref.Page]
	if p == nil || len(p.Tables) == 0 || q.kind == "choice" {
		return false
	}
	t, _ := p.Text(one.Ref.Element)
	said := append(tokenize(bare(p)), tokenize(t.Text)...)
	for w := range q.words {
		if !hasWord(said, w) {
			return false
		}
	}
	return true
}

// Affirmed returns the claim that a question of yes or no asks for: "Mount Sorrel is high." of "Is Mount Sorrel
// high?"; "" for any other question. Questions of two things and of alternatives are left to the features, which are
// learned on them.
func (a *Asked) Affirmed() string {
	if q := read(a.Question); q.kind != "yes/no" || q.shared || joined.MatchString(q.text) {
		return ""
	}
	return affirmed(a.Question)
}

var joined = regexp.MustCompile(`(?i) (?:and|or) `)
