package loader_test

import (
	"errors"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

const kell = `   #copyright

Kell (great river)

2007 Schools Wikipedia Selection. Related subjects: Rivers; Rivers of the
North

                iKell

   Source: Mount Vorn
   Length:  120 km
   Mouths   Ostby     the sea

   The Kell is a river of the far and quiet north that rises on the Mount
   Vorn. It is fed by snow.
   A short line.
   Another one after it.
   The river at Ostby, seen from the old bridge that stands below the town
   hall.
   Enlarge
   The river at Ostby, seen from the old bridge that stands below the town
   hall.

Towns

     * Ostby, an old town with a bridge, a mill and more things than fit
       on one line
          + Ostby Hall
     * Southern Ostby

    1. first

   Ferries cross.

   Retrieved from " http://example.org/wiki/Kell"
   This reference article is mainly selected.
`

func TestParseArticle(t *testing.T) {
	c, err := loader.ParseArticle("Kell", "\ufeff"+kell, []string{"Mount Vorn", "Ostby", "Southern Ostby", "Ferry", "Snow", "Wolf", "Ostby (hall)", "Bridge"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c.Redirects, []graph.Redirect{{From: "Kell (great river)", To: "Kell"}}); diff != "" {
		t.Errorf("redirects (-got +want):\n%s", diff)
	}
	var got []string
	p := c.Pages[0]
	for _, e := range p.Elements() {
		line := e.Element.String() + " " + e.Text
		for _, l := range e.Links {
			line += " {" + l.Anchor + ">" + l.Target + "}"
		}
		got = append(got, line)
	}
	want := []string{
		"cell_0_0_0 Source: Mount Vorn", // titles are looked for in sentences before cells
		"cell_0_1_0 Length:", "cell_0_1_1 120 km",
		"cell_0_2_0 Mouths", "cell_0_2_1 Ostby", "cell_0_2_2 the sea",
		"sentence_0 The Kell is a river of the far and quiet north that rises on the Mount Vorn. {Mount Vorn>Mount Vorn} {Wolf>Wolf}",
		"sentence_1 It is fed by snow. {snow>Snow}",
		"sentence_2 A short line.", "sentence_3 Another one after it.",
		"sentence_4 CAPTION: The river at Ostby, seen from the old bridge that stands below the town hall. {Ostby>Ostby} {bridge>Bridge}",
		"item_0_0 Ostby, an old town with a bridge, a mill and more things than fit on one line {Ostby>Ostby (hall)}",
		"item_0_1 Ostby Hall", "item_0_2 Southern Ostby {Southern Ostby>Southern Ostby}", "item_0_3 first",
		"sentence_5 Ferries cross. {Ferries>Ferry}",
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("elements (-got +want):\n%s", diff)
	}
	if diff := cmp.Diff(p.Sections, []graph.Section{{N: 0, Level: 2, Text: "Towns"}}); diff != "" {
		t.Errorf("sections (-got +want):\n%s", diff)
	}
	if got := [...]int{p.Lists[0].Items[1].Level, p.Lists[0].Items[2].Level}; got != [...]int{1, 0} {
		t.Errorf("levels %v, want 1 and 0", got)
	}
}

func TestParseArticleOdd(t *testing.T) {
	if _, err := loader.ParseArticle("A", " \n ", nil); !errors.Is(err, loader.ErrEmpty) {
		t.Errorf("empty article: %v, want ErrEmpty", err)
	}
	if _, err := loader.ParseArticle("", "x", nil); !errors.Is(err, loader.ErrNoTitle) {
		t.Errorf("no name: %v, want ErrNoTitle", err)
	}
	c, err := loader.ParseArticle("A", "   #copyright\n\nA\n", []string{"B", "C"})
	if err != nil {
		t.Fatal(err)
	}
	want := []graph.Hyperlink{{Anchor: "B", Target: "B"}, {Anchor: "C", Target: "C"}}
	if diff := cmp.Diff(c.Pages[0].Sentences, []graph.Sentence{{Text: "A", Links: want}}); diff != "" {
		t.Errorf("a page without text keeps its links (-got +want):\n%s", diff)
	}
}
