package text_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph/text"
)

// A page goes by the last word of its title and by what its first sentence calls it, unless another page claims the name.
func TestAliases(t *testing.T) {
	w := &world{}
	add := func(title string, sentences ...string) { w.pages = append(w.pages, page(title, sentences...)) }
	add("Mount Kilimanjaro", "Kibo from the south", "Mount Kilimanjaro is the highest mountain of Africa.")
	add("World War II", "World War II, or the Second World War, was fought from 1939 to 1945.")
	add("Palace of Westminster", "The Palace of Westminster, also known as the Houses of Parliament or Westminster Palace, is a palace.")
	add("United Nations (body)", "United Nations (UN) is a body. It is also known as the Club.")
	add("Mount Kell", "Mount Kell is a mountain.")
	add("Kell Inn", "Kell Inn is an inn, also called the Tap.")
	add("Vorn", "Vorn, or Old Vorn, is a town.")
	add("Old Vorn", "Old Vorn is a ruin.")
	add("History of Ostby", "History of Ostby is a book.")
	add("The Great Gate", "Great Gate, known as Big Door, was a gate.")
	add("Ludo van Ostrow", "Ludo van Ostrow (baptised 1701 – May 1770) was a smith.")
	add("Oskar II of Norn", "Oskar II was a king.", "Oskar reigned from 1801.", "Oskar's brother, and later Oskar, built roads.")
	add("Fort de Brie", "Fort de Brie is a fort of 1720.")
	add("Emil Lund", "Emil Lund (1801 – 1870) was a painter.", "Emil saw Emil Lund by Emil, and Emil saw Lund.")
	add("Lowtown, Norn", "Lowtown is a town.", "In Lowtown, a mill stands.", "Lowtown has a mill.")
	add("Shrine of Dole", "The Shrine is a shrine , as Shrine and Shrine.")
	ix := build(t, w, text.Options{})
	for in, want := range map[string]string{
		"In Kilimanjaro":                        "Kilimanjaro: Mount Kilimanjaro alias 1!",
		"In the Second World War":               "Second World War: World War II alias 1!",
		"At the Houses of Parliament":           "Houses of Parliament: Palace of Westminster alias 1!",
		"Of Westminster Palace":                 "Westminster Palace: Palace of Westminster alias 1!",
		"The UN":                                "UN: United Nations (body) alias 1!",
		"In the Club":                           "", // the second sentence
		"In Kell":                               "", // of two pages
		"At the Tap":                            "", // after the verb
		"At Old Vorn":                           "Old Vorn: Old Vorn title 1! | Vorn: Vorn title 1!",
		"In Ostby":                              "", // the title is no name
		"To Ostrow":                             "Ostrow: Ludo van Ostrow alias 1!",
		"Like Oskar, Oskar II":                  "Oskar: Oskar II of Norn alias 1! | Oskar II: Oskar II of Norn alias 1!",
		"In Brie and by Emil and a Shrine":      "", // no person; as often called Lund; a common noun
		"In Lowtown":                            "Lowtown: Lowtown, Norn alias 1!",
		"At Big Door":                           "Big Door: The Great Gate alias 1!",
		"On Mount Kilimanjaro, Kilimanjaro Inn": "Mount Kilimanjaro: Mount Kilimanjaro title 1!",
	} {
		if diff := cmp.Diff(strings.Join(show(w, in, ix.Mentions(in)), " | "), want); diff != "" {
			t.Errorf("%s (-got +want):\n%s", in, diff)
		}
	}
}
