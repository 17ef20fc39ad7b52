package values_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/verify/values"
)

// decided returns whether the surest finding agrees with a claim, and whether there is one.
func decided(claim string, pages ...values.Page) (agrees, ok bool) {
	found := values.Judge(claim, pages)
	return len(found) > 0 && found[0].Agrees, len(found) > 0
}

// Claims about a number are judged as arithmetic has it, from a sentence and from a cell.
func TestNumbersAgainstArithmetic(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	limits := map[string]func(x, y int) bool{
		"more than %d": func(x, y int) bool { return x > y }, "over %d": func(x, y int) bool { return x > y },
		"fewer than %d": func(x, y int) bool { return x < y }, "under %d": func(x, y int) bool { return x < y },
		"at least %d": func(x, y int) bool { return x >= y }, "no fewer than %d": func(x, y int) bool { return x >= y },
		"at most %d": func(x, y int) bool { return x <= y }, "no more than %d": func(x, y int) bool { return x <= y },
		"%d": func(x, y int) bool { return x == y },
	}
	for range 200 {
		x := 3000 + random.IntN(40)
		y := x + random.IntN(5) - 2
		for words, holds := range limits {
			claim := fmt.Sprintf("Tellmouth has a population of "+words+".", y)
			for _, evidence := range []values.Page{
				page("Tellmouth", fmt.Sprintf("Tellmouth has a population of %d,%03d.", x/1000, x%1000)), infobox("Tellmouth", fmt.Sprintf("Population = %d,%03d", x/1000, x%1000)),
			} {
				if agrees, ok := decided(claim, evidence); !ok || agrees != holds(x, y) {
					t.Fatalf("%s, where it is %d: agrees %v, found %v", claim, x, agrees, ok)
				}
			}
		}
	}
}

// Claims about a day are judged as the calendar has it, as precisely as they are made.
func TestDatesAgainstCalendar(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	day := func() time.Time { return time.Date(1850+random.IntN(4), 1, 1+random.IntN(365), 0, 0, 0, 0, time.UTC) }
	for range 200 {
		x, y := day(), day()
		evidence := page("Ida Marsh", "Ida Marsh was born on "+x.Format("2 January 2006")+".")
		for words, holds := range map[string]bool{
			"on " + y.Format("January 2, 2006"): x.Equal(y), "in " + y.Format("January 2006"): x.Format("0601") == y.Format("0601"), "in " + y.Format("2006"): x.Year() == y.Year(),
			"before " + y.Format("2 January 2006"): x.Before(y), "after " + y.Format("2 January 2006"): x.After(y), "before " + y.Format("2006"): x.Year() < y.Year(),
			"after " + y.Format("2006"): x.Year() > y.Year(), "by " + y.Format("2006"): x.Year() <= y.Year(), "later than " + y.Format("2006"): x.Year() > y.Year(),
			"between 1851 and 1852": x.Year() == 1851 || x.Year() == 1852,
		} {
			claim := "Ida Marsh was born " + words + "."
			if agrees, ok := decided(claim, evidence); !ok || agrees != holds {
				t.Fatalf("%s, where it was %s: agrees %v, found %v", claim, x.Format("2 January 2006"), agrees, ok)
			}
		}
	}
}

// Comparisons of two people are judged by their days, whichever is named first.
func TestComparisonsAgainstCalendar(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		x := time.Date(1850, 1, 1+random.IntN(1500), 0, 0, 0, 0, time.UTC)
		y := x.AddDate(1+random.IntN(9), 0, 0)
		life := func(name string, born time.Time) values.Page {
			return page(name, fmt.Sprintf("%s (%s – %s) was a smith.", name, born.Format("2 January 2006"), born.AddDate(70, 0, random.IntN(300)).Format("2 January 2006")))
		}
		pages := []values.Page{life("Ida Marsh", x), life("Per Moe", y)}
		for claim, holds := range map[string]bool{
			"Ida Marsh was born before Per Moe.": true, "Per Moe was born before Ida Marsh.": false, "Ida Marsh was older than Per Moe.": true,
			"Ida Marsh was younger than Per Moe.":               false,
			"Ida Marsh and Per Moe were born in the same year.": false, "Ida Marsh and Per Moe were born in different years.": true,
		} {
			if agrees, ok := decided(claim, pages...); !ok || agrees != holds {
				t.Fatalf("%s, %s and %s: agrees %v, found %v", claim, x.Format("2 January 2006"), y.Format("2 January 2006"), agrees, ok)
			}
		}
	}
}
