package values_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

// verdict is a claim beside evidence with what its surest finding must be: "SUPPORTS VALUE" or "REFUTES VALUE" of the first operand, "" for
// none.
type verdict struct{ claim, want string }

const comparing, stating = true, false

// surest returns what the surest finding that compares, or that doesn't, says of a claim.
func surest(claim string, pages []values.Page, compares bool) string {
	for _, f := range values.Judge(claim, pages) {
		if f.Comparing == compares && f.Sure > 0 {
			return map[bool]string{true: "SUPPORTS ", false: "REFUTES "}[f.Agrees] + f.Operands[0].Value
		}
	}
	return ""
}

func judge(t *testing.T, pages []values.Page, compares bool, tests []verdict) {
	t.Helper()
	for _, test := range tests {
		if got := surest(test.claim, pages, compares); got != test.want {
			t.Errorf("%s\n got %q\nwant %q", test.claim, got, test.want)
		}
	}
}

// cell makes a cell of an infobox.
func cell(label, text string) values.Element {
	return values.Element{Ref: ref(graph.KindCell, 0, 0, 0), Text: label + " is " + text + ".", Cell: text, Label: label}
}

func infobox(title string, rows ...string) values.Page {
	p := values.Page{Title: title}
	for i, r := range rows {
		label, text, _ := strings.Cut(r, " = ")
		e := cell(label, text)
		e.Ref = ref(graph.KindCell, 0, i+1, 1)
		p.Elements = append(p.Elements, e)
	}
	return p
}

func TestStatedInSentences(t *testing.T) {
	people := []values.Page{
		page("Ida Marsh", "Ida Marsh (3 June 1888 – 20 October 1951) was a Norwegian novelist.", "She published The Long Night in 1923.",
			"Her father died in 1899.", "Marsh, who was 1.62 metres tall, had a running joke about it."),
		page("Per Skarn", "Per Skarn (born 1912) is a painter.", "He was elected to the academy in 1950."),
		page("Ulf Dahl", "Ulf Dahl (died 4 May 1870) was a smith."),
		page("Sten Varde", "Sten Varde (12 March 1880, Tarn – 1 April 1949, Lyme) was a bishop."),
		page("Lise Tarn", "Lise Tarn was born on 9 January 1970 in Lyme."),
		page("Old Jonas", "Old Jonas died in 1820, aged 81."),
		page("Jon Vik", "Jon Vik (born 4 March 1850 in Tarn (Orrin), died 5 May 1901) was a smith."),
		page("Olaf", "Olaf (18 km) was a king (1850–1900) who was strong."),
		page("Karin Moe", "Karin Moe (1901–1903) was the third child of the king."),
	}
	judge(t, people, stating, []verdict{
		{"Ida Marsh was born on 3 June 1888.", "SUPPORTS 3 June 1888"},
		{"Ida Marsh was born in June 1888.", "SUPPORTS 3 June 1888"},
		{"Ida Marsh was born in 1888.", "SUPPORTS 3 June 1888"},
		{"Ida Marsh was born in the 1880s.", "SUPPORTS 3 June 1888"},
		{"Ida Marsh was born in the 19th century.", "SUPPORTS 3 June 1888"},
		{"Ida Marsh was born on 4 June 1888.", "REFUTES 3 June 1888"},
		{"Ida Marsh was born in July 1888.", "REFUTES 3 June 1888"},
		{"Ida Marsh was born in 1889.", "REFUTES 3 June 1888"},
		{"Ida Marsh was born in the 1890s.", "REFUTES 3 June 1888"},
		{"Ida Marsh was born in the 20th century.", "REFUTES 3 June 1888"},
		{"Ida Marsh was born about 1850.", ""}, // how near that is, the reader says
		{"Ida Marsh died on October 20, 1951.", "SUPPORTS 20 October 1951"},
		{"Ida Marsh died in 1952.", "REFUTES 20 October 1951"}, // neither her father's death nor her birth
		{"Per Skarn was born in 1912.", "SUPPORTS 1912"},
		{"Per Skarn was born in 1921.", "REFUTES 1912"},
		{"Ulf Dahl died on 4 May 1870.", "SUPPORTS 4 May 1870"},
		{"Ulf Dahl was born in 1870.", ""}, // nothing says when
		{"Sten Varde died in 1949.", "SUPPORTS 1 April 1949"},
		{"Sten Varde was born in 1949.", "REFUTES 12 March 1880"},
		{"Lise Tarn was born in 1970.", "SUPPORTS 9 January 1970"},
		{"Lise Tarn was born on 10 January 1970.", "REFUTES 9 January 1970"},
		{"Old Jonas died aged 81.", "SUPPORTS 81"},
		{"Old Jonas died aged 18.", "REFUTES 81"},
		{"Jon Vik was born on 4 March 1850.", "SUPPORTS 4 March 1850"},
		{"Jon Vik died on 4 March 1850.", "REFUTES 5 May 1901"},
		{"Olaf died in 1901.", ""},          // a reign is no life
		{"Karin Moe was born in 1901.", ""}, // two years are no life, if no word says so
		{"Nobody was born in 1888.", ""},
		{"All sons of Ida Marsh were born in 1920.", ""},         // not she
		{"Most novels of Ida Marsh were published in 1930.", ""}, // nor one of them
		{"Ida Marsh's father died in 1901.", ""},
	})
}

func TestStatedMeasures(t *testing.T) {
	places := []values.Page{
		page("Lake Orme", "Lake Orme is a lake with an area of 84 km² and a maximum depth of 61 m."),
		page("River Ulver", "The Ulver is 310 kilometres long and 90 m wide.", "Its source lies at an elevation of 1,200 metres."),
		page("Tellmouth", "Tellmouth is a town with a population of 3,900.", "The tower, 55 metres high, was completed in 1871."),
		page("Stone of Lune", "The Stone of Lune weighs 3.2 tonnes."),
		page("The Tin Crown", "The Tin Crown is a 1979 drama film.", "The film has a running time of 94 minutes."),
	}
	judge(t, places, stating, []verdict{
		{"Lake Orme has an area of 84 square kilometres.", "SUPPORTS 84 km²"},
		{"Lake Orme has an area of 8,400 hectares.", "SUPPORTS 84 km²"},
		{"Lake Orme has an area of 48 km².", "REFUTES 84 km²"},
		{"Lake Orme has a depth of 61 metres.", "SUPPORTS 61 m"},
		{"Lake Orme has a depth of 200 feet.", "SUPPORTS 61 m"}, // 60.96
		{"Lake Orme has a depth of 16 metres.", "REFUTES 61 m"},
		{"The River Ulver is 310 km long.", "SUPPORTS 310 kilometres"},
		{"The River Ulver is 193 miles long.", "SUPPORTS 310 kilometres"},
		{"The River Ulver is 130 km long.", "REFUTES 310 kilometres"},
		{"The River Ulver is 310 kg long.", ""},
		{"Tellmouth has a population of 3,900.", "SUPPORTS 3,900"},
		{"Tellmouth has a population of 9,300.", "REFUTES 3,900"},
		{"The Stone of Lune weighs 3,200 kg.", "SUPPORTS 3.2 tonnes"},
		{"The Stone of Lune weighs 2.3 tonnes.", "REFUTES 3.2 tonnes"},
		{"The Tin Crown was released in 1979.", "SUPPORTS 1979"},
		{"The Tin Crown was released in 1997.", "REFUTES 1979"},
		{"The Tin Crown has a running time of 94 minutes.", "SUPPORTS 94 minutes"},
		{"The Tin Crown has a running time of one hour.", "REFUTES 94 minutes"},
	})
}

func TestStatedInCells(t *testing.T) {
	pages := []values.Page{
		infobox("Skarn Light", "First lit = 1868", "Tower height = 34 m (112 ft)", "Range = 22 nmi", "Automated = 5 May 1978"),
		infobox("Tom Keld", "Date of birth = 9 January 1970 (age 54)", "Goals = 212", "Rank = 3"),
	}
	judge(t, pages, stating, []verdict{
		{"Skarn Light was first lit in 1868.", "SUPPORTS 1868"},
		{"Skarn Light was first lit in 1886.", "REFUTES 1868"},
		{"Skarn Light was lit in 1886.", ""}, // First is no word of the claim
		{"Skarn Light has a tower height of 34 metres.", "SUPPORTS 34 m"},
		{"Skarn Light has a tower height of 112 ft.", "SUPPORTS 34 m"},
		{"Skarn Light has a tower height of 43 metres.", "REFUTES 34 m"},
		{"Skarn Light has a tower height of 34 kilograms.", ""},
		{"Skarn Light was automated in May 1978.", "SUPPORTS 5 May 1978"},
		{"Skarn Light was automated on 6 May 1978.", "REFUTES 5 May 1978"},
	})
}

// A value within a name, and one that says how far two things are apart, are no attributes of their subject.
func TestValuesThatStateNothing(t *testing.T) {
	judge(t, []values.Page{
		page("1990 Orrin Cup", "The 1990 Orrin Cup was founded in 1962."),
		page("Ada Holm", "Ada Holm (12 February 1809 – 19 April 1882) was an engineer."), infobox("Maud Carvel", "Died = 4 May 1870, 5 Hill Street"),
	}, stating, []verdict{
		{"The 1990 Orrin Cup was founded by monks.", ""},
		{"The 1990 Orrin Cup was founded in 1963.", "REFUTES 1962"},
		{"Ada Holm died ten years before her sister.", ""},
		{"Ada Holm died in the town that has had a market since 1274.", ""},
		{"Maud Carvel died in the town that has had a market since 1274.", ""},
		{"Maud Carvel died in 1871.", "REFUTES 4 May 1870"},
		{"Maud Carvel died at a place with 55 villages.", ""}, // a number of a cell that isn't what its header names
		{"Ada Holm was born when her brother died in 1810.", ""},
	})
}

// What a claim says of something that it doesn't name is put to the only page with such a value.
func TestStatedOfUnnamed(t *testing.T) {
	pages := []values.Page{
		page("Class 9B", "The teacher of Class 9B is Ida Mott."),
		page("Ida Mott", "Ida Mott was born on 4 May 1966 in Corve."),
		page("Corve", "Corve has 12,450 inhabitants.", "It was founded in 331 BC by traders."),
		page("Old Fort", "Old Fort is a castle near Corve.", "It was built in the 2nd century BC."),
	}
	const claim = "The teacher of Class 9B was born in a town founded in AD 331."
	judge(t, pages, stating, []verdict{
		{claim, "REFUTES 331 BC"},
		{"The teacher of Class 9B was born in a town founded in 331 BC.", ""}, // where she was born is another question
		{"Ida Mott met a painter born in 1919.", ""},                          // her own birth is no painter's
		{"The teacher of Class 9B drew a bridge built in 1919.", ""},          // the fort is no bridge
	})
	judge(t, append(pages, page("Ulv", "Ulv was founded in 1780.")), stating, []verdict{{claim, ""}})
}
