package record

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/search"
)

// Found is a page that a search found.
type Found struct {
	Title     string     `json:"title"`
	ID        string     `json:"id" doc:"of the page in the store"`
	Score     float64    `json:"score"`
	Fragments []Fragment `json:"fragments"`
}

// Fragment is a part of an element with words of the query.
type Fragment struct {
	ID      string   `json:"id" doc:"of the element, with its page"`
	Text    string   `json:"text"`
	Matches [][2]int `json:"matches" doc:"where words of the query begin and end in the text, in characters"`
}

// NewFound returns a hit as JSON.
func NewFound(h *search.Hit) Found {
	out := Found{Title: h.Page.Title, ID: h.Page.ID().String(), Score: math.Round(h.Score*1e6) / 1e6, Fragments: []Fragment{}}
	for _, f := range h.Fragments {
		r := Fragment{ID: graph.Address{Title: h.Page.Title, Element: f.Element}.String(), Text: f.Text, Matches: [][2]int{}}
		for _, m := range f.Matches {
			from := utf8.RuneCountInString(f.Text[:m[0]])
			r.Matches = append(r.Matches, [2]int{from, from + utf8.RuneCountInString(f.Text[m[0]:m[1]])})
		}
		out.Fragments = append(out.Fragments, r)
	}
	return out
}

// Marked returns the text of a fragment with its matches between two marks.
func Marked(f *search.Fragment, begin, end string) string {
	var b strings.Builder
	last := 0
	for _, m := range f.Matches {
		b.WriteString(f.Text[last:m[0]] + begin + f.Text[m[0]:m[1]] + end)
		last = m[1]
	}
	return b.String() + f.Text[last:]
}
