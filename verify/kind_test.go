package verify

import (
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// What a page is, is told by the first sentence about it, or by another one that says it of its name.
func TestIsA(t *testing.T) {
	for _, c := range []struct {
		title, noun string
		said        []string
		want        bool
	}{
		{"Karsk", "country", []string{"The total area of Karsk is 400 km².", "Karsk is a country in the north."}, true},
		{"Karsk", "country", []string{"Karsk is a fjord.", "The capital of Karsk is a city of a country."}, false},
		{"Karsk", "city", []string{"Downtown Karsk is old.", "Karsk is the largest city of the Sund."}, true},
		{"Orme Empire", "father", []string{"The Orme Empire was a realm.", "The Orme Empire was ruled by an emperor."}, false},
		{"Ada Holm", "star", []string{"Ada Holm (1901–1980) was a Danish actress, singer and dancer."}, true},
		{"Ada Holm", "author", []string{"Ada Holm was born in Varde."}, true},
		{"Holm Optics", "maker", []string{"Holm Optics is a Danish manufacturer of lenses."}, true},
		{"Per Dal", "maker", []string{"Per Dal was a Danish engineer."}, true},
		{"Oswald of Varde", "king", []string{"Oswald of Varde was King of Varde from 634."}, true},
		{"Karsk", "city", nil, false},
	} {
		p := &graph.Page{Title: c.title}
		for i, s := range c.said {
			p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: s})
		}
		if got := isA(p, kindsOf(c.noun)); got != c.want {
			t.Errorf("%s %q is a %s: %v, want %v", c.title, c.said, c.noun, got, c.want)
		}
	}
}
