package values_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/verify/values"
)

// read returns the values of a text as tests compare them.
func read(text string) string {
	var out []string
	for _, v := range values.Read(text) {
		out = append(out, shown(v))
	}
	return strings.Join(out, ", ")
}

func TestReadDates(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		// A day, in each of the forms.
		{"12 February 1809", "1809-2-12"}, {"12th February 1809", "1809-2-12"}, {"12th of February, 1809", "1809-2-12"}, {"12 Feb 1809", "1809-2-12"},
		{"12 Feb. 1809", "1809-2-12"}, {"February 12, 1809", "1809-2-12"}, {"February 12 1809", "1809-2-12"}, {"Sept. 3rd, 1809", "1809-9-3"},
		{"1809-02-12", "1809-2-12"}, {"13/02/1809", ""}, {"02/13/1809", ""}, {"2/2/1809", ""},
		// A day of any year is no date, a month of a year is one.
		{"12 February", ""}, {"February 12th", ""}, {"February 1809", "1809-2"}, {"February, 1809", "1809-2"}, {"February of 1809", "1809-2"},
		{"February", ""}, {"March on", ""},
		// What doesn't exist.
		{"30 February 1809", ""}, {"February 30", ""}, {"31 April 1809", ""}, {"0 May 1809", ""}, {"32 May", ""}, {"1809-13-01", ""}, {"1809-02-30", ""},
		{"13/13/1809", ""}, {"1/2/09", ""}, {"29 February 2000", "2000-2-29"}, {"29 February 1900", ""}, {"29 February 1904", "1904-2-29"},
		// Years.
		{"1809", "1809"}, {"2099", "2099"}, {"2100", "2100"}, {"999", "999"}, {"AD 79", "79"}, {"AD 0", "0"}, {"ad 79", "79"}, {"79 AD", "79"}, {"79 CE", "79"},
		{"44 BC", "-43"}, {"44 BCE", "-43"}, {"44 B.C.", "-43"}, {"1 BC", "0"}, {"0 BC", "0 bc"}, {"15 March 44 BC", "-43-3-15"},
		// Four digits that are no year.
		{"1809 people", "1809 person"}, {"1809 km", "1809000 m"}, {"$1809", "1809 usd"}, {"no. 1809", "1809"}, {"number 1809", "1809"}, {"1809 million", "1.809e+09"},
		{"1,809", "1809"}, {"1809%", "1809 %"}, {"1809 am", "1809 am"}, {"#1809", "1809"}, {"1809 copies", "1809 copi"},
		// Decades and centuries.
		{"the 1840s", "1840s"}, {"1840's", "1840s"}, {"the 1800s", "1800cc"}, {"the 1845s", "1845"}, {"the 18th century", "1701cc"}, {"18th-century", "1701cc"},
		{"the twenty-first century", "2001cc"}, {"the 5th century BC", "-499cc"}, {"the 5th century AD", "401cc"}, {"the 101st century", ""},
		// Several.
		{"1809–1882", "1809, 1882"}, {"1809-82", "1809, 82"}, {"12 May and 13 June 1809", "1809-6-13"}, {"from May 1809 to 1810", "1809-5, 1810"},
		{"On May 10, 300 men", "300 man"},
	} {
		if got := read(test.text); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// Every day of nine years is read from three forms, and from no fourth; days are in order and one apart.
func TestEveryDay(t *testing.T) {
	last := 0.0
	for d := time.Date(1896, 1, 1, 0, 0, 0, 0, time.UTC); d.Year() < 1905; d = d.AddDate(0, 0, 1) {
		want := fmt.Sprintf("%d-%d-%d", d.Year(), d.Month(), d.Day())
		for _, form := range []string{"2 January 2006", "January 2, 2006", "2006-01-02"} {
			v := values.Read(d.Format(form))
			if len(v) != 1 || shown(v[0]) != want {
				t.Fatalf("%s: %v, want %s", d.Format(form), v, want)
			}
			if last != 0 && v[0].Lo != last && v[0].Lo != last+1 {
				t.Fatalf("%s lies at %g behind %g", want, v[0].Lo, last)
			}
			last = v[0].Lo
		}
	}
}

func TestReadNumbers(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"zero", "0"}, {"nineteen", "19"}, {"twenty", "20"}, {"twenty-one", "21"}, {"twenty one", "21"}, {"ninety-nine", "99"}, {"a hundred", "100"}, {"half a million", "500000"},
		{"one hundred", "100"}, {"two hundred and five", "205"}, {"two hundred five", "205"}, {"three thousand", "3000"}, {"a million", "1000000"},
		{"two hundred thousand", "200000"}, {"a dozen", "12"}, {"two dozen eggs", "24 egg"}, {"5 million", "5000000"}, {"1.5 billion", "1.5e+09"}, {"3 lakh", "300000"},
		{"1,234,567", "1234567"}, {"1,23,456", "1, 23456"}, {"0.5", "0.5"}, {".5", "5"}, {"-5", "-5"}, {"10-5", "10, 5"}, {"a -5", "-5"},
		{"1st", ""}, {"2nd", ""}, {"103rd", ""}, {"21 st", "21 st"}, {"first", ""}, {"twentieth", ""}, {"twenty-second", ""}, {"hundredth", ""},
		{"five men", "5 man"}, {"five of", "5"}, {"five tall men", "5 tall"}, {"B12", ""}, {"x2 y", ""}, {"2x", "2 x"}, {"12:30", "12, 30"},
		{"nearly 500", ""}, {"c. 500 ships", ""}, {"ca 500", ""}, {"some five ships", ""},
	} {
		if got := read(test.text); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestReadQuantities(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"5 m", "5 m"}, {"5 metres", "5 m"}, {"5 meters", "5 m"}, {"5-metre", "5 m"}, {"5 km", "5000 m"}, {"5 kilometres", "5000 m"}, {"5 cm", "0.05 m"},
		{"5 ft", "1.524 m"}, {"five feet", "1.524 m"}, {"5 inches", "0.127 m"}, {"5 mi", "8046.72 m"}, {"5 yards", "4.572 m"},
		{"5 m²", "5 m²"}, {"5 m2", "5 m²"}, {"5 sq m", "5 m²"}, {"5 sq. km", "5000000 m²"}, {"5 square miles", "1.294994e+07 m²"}, {"5 ha", "50000 m²"},
		{"5 hectares", "50000 m²"}, {"5 acres", "20234.28 m²"}, {"5 km/h", "1.388889 m/s"}, {"36 km per hour", "10 m/s"}, {"5 mph", "2.2352 m/s"},
		{"5 kg", "5 kg"}, {"5 g", "0.005 kg"}, {"5 tonnes", "5000 kg"}, {"5 lbs", "2.267962 kg"}, {"5 ounces", "0.1417475 kg"},
		{"5 years", "5 year"}, {"6 months", "0.5 year"}, {"two decades", "20 year"}, {"five centuries", "500 year"}, {"94 minutes", "0.0001787245 year"},
		{"$5", "5 usd"}, {"US$5", "5 usd"}, {"5 dollars", "5 usd"}, {"US$ 5 million", "5000000 usd"}, {"€5", "5 eur"}, {"£5", "5 gbp"}, {"¥500", "500 jpy"},
		{"5%", "5 %"}, {"5 percent", "5 %"}, {"5 per cent", "5 %"}, {"5 litres", "5 l"}, {"5 MW", "5000000 w"},
		{"5 has", "5"}, {"5 is", "5"}, {"5 as", "5"}, {"5 in", "5"}, // closed words are no units
		{"$", ""}, {"km", ""}, {"5 per", "5 per"},
	} {
		if got := read(test.text); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// A rounded quantity spans what it may be of, and its neighbours of the same precision don't touch it.
func TestPrecision(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"2 km", "2,140 m", 0}, {"2 km", "2,600 m", -1}, {"2.1 km", "2,140 m", 0}, {"2.2 km", "2,140 m", 1}, {"2 km", "3 km", -1}, {"2.0 km", "2.1 km", -1},
		{"1.5 million", "1,549,000", 0}, {"1.5 million", "1,560,000", -1}, {"12%", "12.4%", 0}, {"12%", "12.6%", -1}, {"200 feet", "61 m", 0},
		{"20", "20.0", 0}, {"20", "21", -1}, {"the 1840s", "1850", -1}, {"1840", "the 1840s", 0},
		{"March 1920", "1920", 0}, {"March 1920", "1 April 1920", -1},
	} {
		a, b := values.Read(test.a), values.Read(test.b)
		got, ok := a[0].Compare(&b[0])
		back, _ := b[0].Compare(&a[0])
		if !ok || got != test.want || back != -got {
			t.Errorf("%s and %s: %d (%d), %v, want %d", test.a, test.b, got, back, ok, test.want)
		}
	}
}
