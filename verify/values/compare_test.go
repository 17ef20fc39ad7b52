package values_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

// compared are pairs of pages that claims compare.
var compared = []values.Page{
	page("Ada Holm", "Ada Holm (12 February 1809 – 19 April 1882) was a Danish engineer."),
	page("Lise Dahl", "Lise Dahl (3 May 1901 – 3 May 1990) was a Norwegian singer."),
	page("Per Skarn", "Per Skarn (13 February 1809 – 1865) was a Danish painter."),
	page("Red Harbour", "Red Harbour is a 1984 film directed by Ada Holm."),
	page("The Long Night", "The Long Night is a 1979 film directed by Lise Dahl."),
	page("Grey Water", "Grey Water is a film released in December 1984."),
	page("Black Water", "Black Water is a film released on 3 December 1984."),
	page("Lake Orme", "Lake Orme covers 84 km² and has a depth of 61 m."),
	page("Lake Tarn", "Lake Tarn covers 21 square miles and has a depth of 150 feet."),
	page("Tellmouth", "Tellmouth has a population of 3,900.", "It was founded in 1342."),
	page("Garrow", "Garrow has a population of 212.", "It was founded in 1620."),
	page("Mount Ostre", "Mount Ostre is 2,140 metres high."),
	page("Mount Sund", "Mount Sund has a height of 1.4 km."),
	page("River Ulver", "The Ulver is 310 km long."),
	page("River Sell", "The Sell has a length of 190 miles."),
	page("Stone of Lune", "The Stone of Lune weighs 3.2 tonnes."),
	page("Stone of Orme", "The Stone of Orme weighs 900 kg."),
}

func TestComparisons(t *testing.T) {
	comparing := comparing
	judge(t, compared, comparing, []verdict{
		// Each pair is one claim and its opposite.
		{"Ada Holm was born before Lise Dahl.", "SUPPORTS 12 February 1809"}, {"Ada Holm was born after Lise Dahl.", "REFUTES 12 February 1809"},
		{"Lise Dahl was born later than Ada Holm.", "SUPPORTS 3 May 1901"}, {"Lise Dahl was born earlier than Ada Holm.", "REFUTES 3 May 1901"},
		{"Ada Holm was older than Lise Dahl.", "SUPPORTS 12 February 1809"}, {"Ada Holm was younger than Lise Dahl.", "REFUTES 12 February 1809"},
		{"Ada Holm was older than Per Skarn.", "SUPPORTS 12 February 1809"}, {"Per Skarn was older than Ada Holm.", "REFUTES 13 February 1809"},
		{"Lise Dahl died after Ada Holm.", "SUPPORTS 3 May 1990"}, {"Lise Dahl died before Ada Holm.", "REFUTES 3 May 1990"},
		{"Ada Holm outlived Per Skarn.", "SUPPORTS 19 April 1882"}, {"Per Skarn outlived Ada Holm.", "REFUTES 1865"},
		{"The Long Night was released before Red Harbour.", "SUPPORTS 1979"}, {"Red Harbour came out before The Long Night.", "REFUTES 1984"},
		{"Tellmouth was founded earlier than Garrow.", "SUPPORTS 1342"}, {"Garrow was founded earlier than Tellmouth.", "REFUTES 1620"},
		{"Tellmouth is more populous than Garrow.", "SUPPORTS 3,900"}, {"Garrow is more populous than Tellmouth.", "REFUTES 212"},
		{"Lake Orme is larger than Lake Tarn.", "SUPPORTS 84 km²"}, {"Lake Orme is smaller than Lake Tarn.", "REFUTES 84 km²"},
		{"Lake Orme is deeper than Lake Tarn.", "SUPPORTS 61 m"}, {"Lake Orme is shallower than Lake Tarn.", "REFUTES 61 m"},
		{"Mount Ostre is higher than Mount Sund.", "SUPPORTS 2,140 metres"}, {"Mount Ostre is lower than Mount Sund.", "REFUTES 2,140 metres"},
		{"River Ulver is longer than River Sell.", "SUPPORTS 310 km"}, {"River Ulver is shorter than River Sell.", "REFUTES 310 km"},
		{"The Stone of Lune is heavier than the Stone of Orme.", "SUPPORTS 3.2 tonnes"},
		{"The Stone of Lune is lighter than the Stone of Orme.", "REFUTES 3.2 tonnes"},
		// The same.
		{"Ada Holm and Per Skarn were born in the same year.", "SUPPORTS 12 February 1809"},
		{"Ada Holm and Per Skarn were born in different years.", "REFUTES 12 February 1809"},
		{"Grey Water and Red Harbour were released in the same year.", "SUPPORTS December 1984"},
		{"Ada Holm and Per Skarn share the same nationality.", "SUPPORTS Danish"}, {"Ada Holm and Lise Dahl have the same nationality.", "REFUTES Danish"},
		{"Ada Holm and Lise Dahl are of different nationalities.", "SUPPORTS Danish"},
		// Through a role.
		{"The director of Red Harbour was born before the director of The Long Night.", "SUPPORTS 12 February 1809"},
		{"Red Harbour's director was older than The Long Night's director.", "SUPPORTS 12 February 1809"},
		{"The director of Red Harbour was older than Per Skarn.", "SUPPORTS 12 February 1809"},
		{"The composer of Red Harbour was older than Per Skarn.", ""}, // nobody is named so
	})
	judge(t, compared, comparing, []verdict{
		{"Ada Holm was not born before Lise Dahl.", ""},
		{"Ada Holm wasn't born before Lise Dahl.", ""},
		{"Ada Holm was never older than Lise Dahl.", ""},
		{"Red Harbour was released before Grey Water.", ""},                    // 1984 and December 1984: not precise enough
		{"Ada Holm was born before Lise Dahl became a singer.", ""},            // that is another date
		{"Ada Holm was born before 1900 in the town of Lise Dahl.", ""},        // so is this
		{"Ada Holm died after the end of the war that Lise Dahl saw.", ""},     //
		{"Tellmouth is deeper than Garrow.", ""},                               // nothing says how deep
		{"Ada Holm is heavier than the Stone of Lune.", ""},                    //
		{"Ada Holm and Per Skarn were born in the same town.", ""},             // no part of a date
		{"Ada Holm and Lise Dahl were born in the same country.", ""},          // nationality is another question
		{"Mount Ostre is 740 metres higher than Mount Sund.", ""},              // how far isn't computed
		{"Mount Ostre is higher than Mount Sund by 740 m.", ""},                //
		{"Ada Holm lived longer than Lise Dahl.", ""},                          // nor how old they became
		{"Ada Holm won the cup before Lise Dahl.", ""},                         // nor when something else happened
		{"Neither Ada Holm nor Lise Dahl was born before Per Skarn died.", ""}, //
	})
}

func TestComparisonsInCells(t *testing.T) {
	table := []values.Page{
		infobox("Skarn Light", "First lit = 1868", "Tower height = 34 m"), infobox("Wolf Light", "First lit = 1902", "Tower height = 120 ft"),
	}
	judge(t, table, comparing, []verdict{
		{"Wolf Light is taller than Skarn Light.", "SUPPORTS 120 ft"}, {"Skarn Light is taller than Wolf Light.", "REFUTES 34 m"},
	})
}

// The certainty falls if the page has other values that say otherwise.
func TestCertaintyOfComparisons(t *testing.T) {
	sure := func(claim string, pages ...values.Page) float64 {
		for _, f := range values.Judge(claim, pages) {
			if f.Comparing {
				return f.Sure
			}
		}
		return 0
	}
	orme, tarn := page("Lake Orme", "Lake Orme covers 84 km²."), page("Lake Tarn", "Lake Tarn covers 54 km².")
	const claim = "Lake Orme is larger than Lake Tarn."
	plain := sure(claim, orme, tarn)
	doubtful := sure(claim, orme, page("Lake Tarn", "Lake Tarn covers 54 km².", "With its islands it covers 154 km²."))
	if plain == 0 || doubtful == 0 || doubtful >= plain {
		t.Errorf("certainty %g, and %g beside another area", plain, doubtful)
	}
}

// The lines of calculation name what was read and what it gave.
func TestFindingStrings(t *testing.T) {
	for _, test := range []struct{ claim, want string }{
		{"The Long Night was released before Red Harbour.", "the first is earlier"},
		{"Ada Holm was born before Per Skarn.", "the first is earlier"},
		{"Lise Dahl died after Per Skarn.", "the first is later"},
		{"Tellmouth is more populous than Garrow.", "the first is more"},
		{"Ada Holm and Per Skarn were born in the same year.", "1809 and 1809; the claim says the same year"},
		{"Ada Holm and Lise Dahl are of different nationalities.", "different; the claim says different countries"},
		{"Ada Holm was born before 1810.", "the claim says before 1810"},
	} {
		found := values.Judge(test.claim, compared)
		if len(found) == 0 || !strings.Contains(found[0].String(), test.want) {
			t.Errorf("%s: %v, want %q in it", test.claim, found, test.want)
		}
	}
}

// The founding of what wasn't born is compared.
func TestComparedThings(t *testing.T) {
	judge(t, []values.Page{
		page("Mill Lane", "Mill Lane is a stadium with 21,500 seats.", "It was opened in 1870."),
		page("Teal Foot", "Teal Foot is a football ground with 9,200 seats, opened in 1901."),
	}, comparing, []verdict{
		{"Mill Lane is older than Teal Foot.", "SUPPORTS 1870"},
		{"Mill Lane is younger than Teal Foot.", "REFUTES 1870"},
		{"Mill Lane is lower than Teal Foot.", ""}, // nothing says how high they are
	})
}

// Values of the lines and cells of an infobox, of the first sentences.
func TestComparedValues(t *testing.T) {
	box := func(title string, sentences []string, cells ...string) values.Page {
		p := page(title, sentences...)
		for _, c := range cells {
			label, text, _ := strings.Cut(c, ": ")
			p.Elements = append(p.Elements, values.Element{Ref: ref(graph.KindCell, 0, len(p.Elements), 1), Text: text, Uncited: true, Cell: text, Label: label})
		}
		return p
	}
	pages := []values.Page{
		box("Storm Ada", []string{"Fatalities 65 (26 direct)", "Damage $26 billion", "Storm Ada was a storm that crossed the whole of Orrin in one night.", "A tornado near Holm killed 900 people."}),
		page("Storm Per", "Storm Per was a storm that killed 603 people and caused $5.9 billion in damage.", "Part of the coast was flooded."),
		page("Skerrium", "Skerrium is a metal with the symbol Sk and atomic number 29.", "Skerrium was discovered by Ada Holm in 1803."),
		page("Tarnium", "Tarnium is a metal with the symbol Ta and atomic number 30.", "It was discovered in 1817."),
		page("Grey owl", "The grey owl is 60 cm long with a 150 cm wingspan."), page("Red owl", "The red owl has a wingspan of 210 cm."),
		box("Low Song", []string{"Low Song is a single."}, "Released: 26 August 1968"),
		box("High Song", []string{"High Song is a single."}, "Original run: 8 September 1966 –"),
		page("Orme Town F.C.", "Full name Orme Town Football Club", "Founded 1882 as Orme", "Orme Town Football Club are a club that plays in the highest league.", "The ladies' team was founded in 1985."),
		page("Sund Town F.C.", "Sund Town Football Club, founded in 1905, are a club in Sund."),
		page("Orme Pass", "Orme Pass is a pass at 3,812 m (12,507 feet) above sea level.", "Its tower is 325 m high."), page("Sund Pass", "Sund Pass is a pass at an altitude of 1,606 m."),
		page("Battle of Orme", "The Battle of Orme took place on 2 August 1216."), page("Battle of Sund", "Date September 1490", "The Battle of Sund was a battle."),
	}
	judge(t, pages, comparing, []verdict{
		{"Storm Ada killed more people than Storm Per.", "REFUTES 65"},
		{"Storm Ada did more damage than Storm Per.", "SUPPORTS $26 billion"},
		{"Tarnium has more protons than Skerrium.", "SUPPORTS 30"},
		{"The grey owl has a wider wingspan than the red owl.", "REFUTES 150 cm"},
		{"Low Song appeared before High Song did.", "REFUTES 26 August 1968"},
		{"Orme Town is an older football club than Sund Town.", "SUPPORTS 1882"},
		{"Orme Pass lies higher than Sund Pass.", "SUPPORTS 3,812 m"},
		{"The Battle of Orme was fought before the Battle of Sund.", "SUPPORTS 2 August 1216"},
	})
}

// Which of a page's values is its subject's.
func TestValuesOfSubject(t *testing.T) {
	pages := []values.Page{
		page("Orme Bridge", "Orme Bridge is a bridge across the Orme.", "The bridge was opened on 1 June 1878.", "The second bridge was opened in 1987."),
		page("Sund Bridge", "Sund Bridge was opened in 1894.", "Although Sund Bridge is the better known, Ulv Bridge was opened in 1770."),
		page("Ulv Canal", "The Ulv Canal is a canal in Orrin.", "The building of the 77 kilometre (48 mi) canal took ten years.", "The new lock chambers are 427 metres long."),
		page("Tarn Canal", "The Tarn Canal is a 163-km-long canal."),
		page("Dusk", "Dusk is a series.", "Dusk was first aired in 1993.", "Dusk was released on video in 2005."),
		page("Dawn", "Dawn is a series which aired from 8 September 1996."),
		page("Brown Whale", "The brown whale weighs 36 tonnes."),
		page("Grey Whale", "The brain of the grey whale weighs 7 kg.", "An adult grey whale weighs 50 tonnes."),
		page("Low Whale", "The brain of the low whale weighs 7 kg."),
	}
	judge(t, pages, comparing, []verdict{
		{"Orme Bridge opened before Sund Bridge.", "SUPPORTS 1 June 1878"},
		{"The Tarn Canal is longer than the Ulv Canal.", "SUPPORTS 163-km"},
		{"Dusk aired before Dawn.", "SUPPORTS 1993"},
		{"The brown whale is heavier than the grey whale.", "REFUTES 36 tonnes"},
	})
	for _, f := range values.Judge("The brown whale is heavier than the low whale.", pages) {
		if f.Comparing && f.Sure > .2 {
			t.Errorf("a whale and a brain: %v, %g sure", &f, f.Sure)
		}
	}
}
