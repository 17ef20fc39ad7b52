package values_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/verify/values"
)

// uncited marks all elements of pages as not cited.
func uncited(pages ...values.Page) []values.Page {
	for p := range pages {
		for i := range pages[p].Elements {
			pages[p].Elements[i].Uncited = true
		}
	}
	return pages
}

// Facts are read off whole pages, also off what isn't cited, but only where the claim speaks of their attribute.
func TestFactsOfUncitedSentences(t *testing.T) {
	pages := uncited(
		page("Ida Marsh", "Ida Marsh (3 June 1888 – 20 October 1951) was a Norwegian novelist.", "She wrote eleven novels.", "She lived in Garrow in 1919.",
			"Later she weighed apples.", "Marsh was 1.62 metres tall."),
		page("Sell Bridge", "Sell Bridge spans the Ulver.", "It was opened in 2006.", "The bridge has a length of 412 m."),
	)
	judge(t, pages, stating, []verdict{
		{"Ida Marsh was born in 1888.", "SUPPORTS 3 June 1888"},
		{"Ida Marsh died in 1952.", "REFUTES 20 October 1951"},
		{"Sell Bridge was opened in 2006.", "SUPPORTS 2006"},
		{"Sell Bridge was opened in 2008.", "REFUTES 2006"},
		{"Sell Bridge has a length of 412 metres.", "SUPPORTS 412 m"},
		{"Sell Bridge was opened before 2010.", "SUPPORTS 2006"},
		{"Ida Marsh wrote twelve novels.", ""},
		{"Ida Marsh lived in Garrow in 1920.", ""},
	})
}

func TestFactsOfUncitedCells(t *testing.T) {
	pages := uncited(infobox("Skarn Light", "First lit = 1868", "Tower height = 34 m", "Keeper = Per Holm"))
	judge(t, pages, stating, []verdict{
		{"Skarn Light was first lit in 1868.", "SUPPORTS 1868"},
		{"Skarn Light was first lit in 1869.", "REFUTES 1868"},
		{"Skarn Light has a tower height of more than 30 m.", "SUPPORTS 34 m"},
	})
}

// A first sentence tells what its subject is; a later one may speak of something else.
func TestWhereFactsStand(t *testing.T) {
	judge(t, []values.Page{
		page("The Tin Crown", "The Tin Crown is a 1979 Danish film.", "The 1985 film of the same name is another one."),
		page("Garrow", "Garrow is a village in Sweden.", "The mill (1912–1982) was Danish."),
		page("Old Mill", "Old Mill, built in 1870, is a mill.", "Its wife was born in 1801.", "He died in 1830."),
	}, stating, []verdict{
		{"The Tin Crown was released in 1979.", "SUPPORTS 1979"},
		{"The Tin Crown was released in 1985.", "REFUTES 1979"},
		{"Garrow was born in 1912.", ""},
		{"Old Mill was built in 1870.", "SUPPORTS 1870"},
		{"Old Mill was built in 1801.", "REFUTES 1870"},
		{"Old Mill was born in 1801.", ""},
	})
	judge(t, []values.Page{page("The Tin Crown", "The Tin Crown is a 1979 Danish film."), page("Garrow", "Garrow is a village in Sweden.")},
		comparing, []verdict{
			{"The Tin Crown and Garrow are from the same country.", "REFUTES Danish"},
			{"The Tin Crown and Garrow are from different countries.", "SUPPORTS Danish"},
		})
}

// Several findings come surest first, each value of the claim once.
func TestOrderOfFindings(t *testing.T) {
	pages := []values.Page{page("Rill Mine", "Rill Mine was opened in 1884 and has a depth of 310 m.", "The disaster of 1926 killed 38 miners.")}
	found := values.Judge("Rill Mine was opened in 1885 and has a depth of 320 m.", pages)
	claimed := map[string]int{}
	for i, f := range found {
		claimed[f.Claimed]++
		if i > 0 && found[i-1].Sure < f.Sure {
			t.Errorf("%s (%g) stands behind %s (%g)", f.String(), f.Sure, found[i-1].String(), found[i-1].Sure)
		}
	}
	for _, c := range []string{"1885", "320 m"} {
		if claimed[c] != 1 {
			t.Errorf("%s is found %d times", c, claimed[c])
		}
	}
	if len(values.Judge("", pages)) != 0 || len(values.Judge("Rill Mine was opened in 1884.", nil)) != 0 {
		t.Error("findings without a claim or evidence")
	}
}

// A year behind a noun and "that", or behind a name that two pages have, isn't the claim's subject's.
func TestWhoseValue(t *testing.T) {
	pages := []values.Page{
		infobox("Orm Rovers", "Founded = 1949", "Ground = Turrow Hall"),
		page("Turrow Hall", "Turrow Hall is a sports hall.", "It was opened in 1988."),
	}
	judge(t, pages, stating, []verdict{
		{"Orm Rovers plays in a hall that opened in 1988.", ""}, // nothing says that it plays there
		{"Orm Rovers plays in a hall that was opened in 1949.", "REFUTES 1988"},
		{"Orm Rovers plays in a shed that opened in 1988.", ""},
		{"Orm Rovers, which was founded in 1950, plays in Turrow Hall.", "REFUTES 1949"},
	})
	judge(t, []values.Page{
		page("Jon Brandt (banker)", "Jon Brandt (1851–1923) was a banker."),
		page("Jon Brandt (clockmaker)", "Jon Brandt (1702–1768) made clocks."),
	}, stating, []verdict{{"Jon Brandt died in 1768.", ""}, {"Jon Brandt died in 1769.", ""}})
}
