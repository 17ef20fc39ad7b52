package verify

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

func TestDescribe(t *testing.T) {
	// A bar divides a description from what is said of it; a claim without one isn't divided.
	for _, claim := range []string{
		"The author of Hamlet| was born in Stratford.",
		"The man who founded Microsoft together with Paul Allen| was born in Seattle.",
		"The island where Napoleon died| lies in the Atlantic Ocean.",
		"The element that Marie Curie named after her homeland| has the symbol Po.",
		"The man who became president when Lincoln was murdered| was older than Lincoln.",
		"The river that runs through the capital of Hungary| ends in the Black Sea.",
		"The river through Hungary's capital| also flows past Bratislava.",
		"The musician, who founded Morningwood with Pedro Yanowitz| is older than Max Green.",
		"The American author who has written Carrie| was born in Portland.",
		"The film directed by Jane Campion| was released in 1993.",
		"The architect of St Paul's Cathedral| died in 1723.",
		"The writer of Harry Potter| is English.",
		"The director of The Man Who Knew| was married to Alma Reville.",
		"The longest river in South America| flows through Peru.",
		// What is described is named.
		"The capital of Brazil| is Brasília.",
		"The daughter of Lindsay Otto| is Miranda Otto.",
		// No description, or one without a name.
		"Hamlet was written by Shakespeare.",
		"The Great Wall of China was built by the Romans.",
		"The city of Chicago took its name from a plant.",
		"The novella A Christmas Carol by Charles Dickens made Christmas popular.",
		"The man who knew too much was a spy.",
		"The author of Hamlet.",
		"The largest city of Canada is Toronto.",
		"Toronto is the most important city of Canada.",
		// A property has no page.
		"The population of Iceland is below 400,000.",
		"The surface of Lake Tanganyika lies lower than that of Lake Victoria.",
		"The end of the Cretaceous was a mass extinction.",
		// Several things are described.
		"The first man in space and the first man on the Moon were Russians.",
		"",
		"The",
		"The of of of.",
	} {
		text, predicate, divided := strings.Cut(claim, "|")
		got, ok := describe(strings.Replace(claim, "|", "", 1), nil)
		if ok != divided || ok && (got.Text != strings.TrimRight(text, " ,") || got.Predicate != strings.TrimSpace(predicate)) {
			t.Errorf("describe(%q) = %+v, %v", claim, got, ok)
		}
	}
}

func TestWithin(t *testing.T) {
	// Bars stand around a description; of several the shortest is the first.
	for _, claim := range []string{
		"The rector of |the university where Signe Aldal studied| was born in Sandvik.",
		"The largest moon of |the planet with the Great Red Spot| is Ganymede.",
		"Nikola Tesla was born in |the country whose capital is Zagreb|.",
		`Hugh Hopper was born before |the director of "Suburban Roulette"|.`,
		"Nikola Tesla was born in the capital of |the country where Josip Broz was born|.",
		// There is none, or "a" may be one of many.
		"Nikola Tesla was born in a country that borders Hungary.",
		"Nikola Tesla was born in the country.",
		// The other clause may tell of more pages.
		"The sculptor who left Florence lived longer than the daughter of James Thornhill.",
		"",
	} {
		parts := strings.Split(claim, "|")
		got := within(strings.Join(parts, ""), nil)
		if len(parts) == 1 && len(got) > 0 {
			t.Errorf("within(%q) = %+v", claim, got)
		}
		if len(parts) > 1 && (len(got) == 0 || got[0].Before != parts[0] || got[0].Text[1:] != parts[1][1:] || got[0].Predicate != parts[2]) {
			t.Errorf("within(%q) = %+v", claim, got)
		}
	}
}

func TestDescribeNamed(t *testing.T) {
	for claim, want := range map[string]string{
		"The capital of Brazil is Brasília.":                "Brasília: The capital of Brazil",
		"Brasília is the capital of Brazil.":                "Brasília: The capital of Brazil",
		"Miranda Otto is the daughter of Barry Otto.":       "Miranda Otto: The daughter of Barry Otto",
		"The writer of Harry Potter is English.":            ": The writer of Harry Potter",
		"Brasília is a city in Brazil.":                     ": ",
		"Brasília is the capital.":                          ": ",
		"Iceland is the island whose capital is Reykjavík.": "Iceland: The island whose capital is Reykjavík",
	} {
		if d, _ := describe(claim, nil); d.Is+": "+d.Text != want {
			t.Errorf("%s: %+v, want %s", claim, d, want)
		}
	}
}

func TestDescribeKnowsNames(t *testing.T) {
	claim := "The director of the king won an Oscar."
	at := strings.Index(claim, "the king")
	if d, ok := describe(claim, []graph.Mention{{Start: at, End: at + len("the king")}}); ok {
		t.Errorf("a common noun counts as a name: %+v", d)
	}
}
