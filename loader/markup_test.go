package loader_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

func TestUnlink(t *testing.T) {
	type links = []graph.Hyperlink
	for _, c := range []struct {
		name, in, text string
		links          links
	}{
		{"none", "A plain line.", "A plain line.", nil},
		{"anchor", "See [[Ostby_(island)|the island]].", "See the island.", links{{Anchor: "the island", Target: "Ostby (island)"}}},
		{"no anchor", "See [[Mount_Kell]].", "See Mount Kell.", links{{Anchor: "Mount Kell", Target: "Mount Kell"}}},
		{"spaces for underscores", "[[Mount Kell|Kell]]", "Kell", links{{Anchor: "Kell", Target: "Mount Kell"}}},
		{"no target", "an [[|empty]] target", "an empty target", nil},
		{"empty anchor", "no [[Kell|]]words", "no words", links{{Anchor: "", Target: "Kell"}}},
		{"both empty", "a[[|]]b[[]]c", "abc", nil},
		{"URL-escaped", "[[Caf%C3%A9_%26_Bar|bar]]", "bar", links{{Anchor: "bar", Target: "Café & Bar"}}},
		{"no URL escape", "[[100%_wool|wool]]", "wool", links{{Anchor: "wool", Target: "100% wool"}}},
		{"entities", "[[Salt &amp; Iron|firm]]", "firm", links{{Anchor: "firm", Target: "Salt & Iron"}}},
		{"fragment", "[[Kell#North_face|face]]", "face", links{{Anchor: "face", Target: "Kell"}}},
		{"within the page", "[[#History|above]]", "above", nil},
		{"first letter", "[[river|rivers]]", "rivers", links{{Anchor: "rivers", Target: "River"}}},
		{"decomposed", "[[Cafe\u0301|cafe\u0301]]", "caf\u00e9", links{{Anchor: "caf\u00e9", Target: "Caf\u00e9"}}},
		{"two bars", "[[A|b|c]]", "b|c", links{{Anchor: "b|c", Target: "A"}}},
		{"brackets in the anchor", "[[Help:IPA|[kel]]], so", "[kel], so", links{{Anchor: "[kel]", Target: "Help:IPA"}}},
		{"brackets behind a link", "[see [[Kell|the Kell]]] [[[Ostby]]]", "[see the Kell] [Ostby]", links{{Anchor: "the Kell", Target: "Kell"}, {Anchor: "Ostby", Target: "Ostby"}}},
		{"link in an anchor", "[[A|[[B]]]] [[C|[[D|d]]]]", "[[A|B]] [[C|d]]", links{{Anchor: "B", Target: "B"}, {Anchor: "d", Target: "D"}}},
		{"many brackets in the anchor", "[[A|[x [y]]]]", "[x [y]]", links{{Anchor: "[x [y]]", Target: "A"}}},
		{"not closed", "open [[Kell and [[Ostby|o]] on", "open [[Kell and o on", links{{Anchor: "o", Target: "Ostby"}}},
		{"never closed", "open [[Kell", "open [[Kell", nil},
		{"only closed", "shut]] here", "shut]] here", nil},
		{"colon in a title", "[[Vorn: A Life|book]]", "book", links{{Anchor: "book", Target: "Vorn: A Life"}}},
		{"colon without space", "[[Vorn:Reborn|film]]", "film", links{{Anchor: "film", Target: "Vorn:Reborn"}}},
		{"category", "[[Category:Rivers|rivers]]", "rivers", nil},
		{"file", "[[File:Kell.jpg|map]]", "map", nil},
		{"other wiki", "[[wikt:kell|kell]]", "kell", nil},
		{"two links", "[[A_b|x]], [[C]]", "x, C", links{{Anchor: "x", Target: "A b"}, {Anchor: "C", Target: "C"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, got := loader.Unlink(c.in)
			if text != c.text {
				t.Errorf("text %q, want %q", text, c.text)
			}
			if diff := cmp.Diff(got, c.links); diff != "" {
				t.Errorf("links (-got +want):\n%s", diff)
			}
		})
	}
}
