package values

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph/english"
)

// Parts of the forms of dates. A year has BC or AD with it, or four digits.
const (
	space  = `[\s\x{a0}]*`
	aYear  = space + `(?:([1-9]\d{0,3})` + space + `((?i:bce?\b|b\. ?c\b\.?)|AD\b|CE\b)|([1-9]\d{3}))`
	aDay   = `(\d{1,2})(?:st|nd|rd|th)?`
	aMonth = `(?i:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)` +
		`(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?)\b\.?`
)

// dateForms are the forms of dates. The last three groups of one with a year are the year's. No value is read of what
// looks like a date and is none, or one of two: 29 February 1900, 12 February.
var dateForms = []struct {
	form *regexp.Regexp
	read func(m []string) []Value
}{
	{regexp.MustCompile(`^` + aDay + space + `(?:of\b)?` + space + aMonth + `(?:,?` + aYear + `)?`),
		func(m []string) []Value { return dated(m, m[2], m[1]) }},
	{regexp.MustCompile(`^` + aMonth + space + aDay + `\b(?:,?` + aYear + `)?`),
		func(m []string) []Value { return dated(m, m[1], m[2]) }},
	{regexp.MustCompile(`^` + aMonth + `(?:,| of)?` + aYear), func(m []string) []Value {
		year, _ := yearOf(m)
		return []Value{inMonth(year, months[strings.ToLower(m[1])])}
	}},
	{regexp.MustCompile(`^([1-9]\d{3})-(\d\d)-(\d\d)\b`), func(m []string) []Value {
		return onDay(number(m[1]), number(m[2]), number(m[3]))
	}},
	{regexp.MustCompile(`^\d{1,4}/\d{1,4}/\d{1,4}\b`), func([]string) []Value { return nil }},
	{regexp.MustCompile(`^([1-9]\d\d0)['’]?s\b`), func(m []string) []Value {
		y := number(m[1])
		if y%100 == 0 {
			return []Value{inYears(y, y+99, precisionCentury)}
		}
		return []Value{inYears(y, y+9, precisionDecade)}
	}},
	{regexp.MustCompile(`^AD ([1-9]\d{0,3})\b`), func(m []string) []Value {
		return []Value{inYears(number(m[1]), number(m[1]), precisionYear)}
	}},
	{regexp.MustCompile(`^` + aYear), func(m []string) []Value {
		year, _ := yearOf(m)
		return []Value{inYears(year, year, precisionYear)}
	}},
}

// months maps the short names of months to their numbers.
var months = func() map[string]int {
	out := map[string]int{}
	for i, m := range english.Months {
		out[strings.ToLower(m[:3])] = i + 1
	}
	return out
}()

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // matched by \d
	return n
}

// yearOf returns the year of a form, and whether it has one.
func yearOf(m []string) (year int, known bool) {
	n, era, alone := m[len(m)-3], m[len(m)-2], m[len(m)-1]
	if year = number(cmp.Or(n, alone)); strings.EqualFold(era[:min(1, len(era))], "b") {
		year = 1 - year
	}
	return year, year != 0 || n != ""
}

// dated returns the day of a form if its year is known and it exists.
func dated(m []string, month, day string) []Value {
	if year, known := yearOf(m); known {
		return onDay(year, months[strings.ToLower(month)], number(day))
	}
	return nil
}

// date reads a date that begins at word i. It returns the number of words it takes, 0 if there is none there. No
// value and some words mean something that looks like a date and is none.
func (r *parser) date(i int) ([]Value, int) {
	if v, n := r.century(i); n > 0 {
		return v, n
	}
	first := r.words[i]
	if first.kind != digits && months[first.text[:min(3, len(first.text))]] == 0 && first.text != "ad" {
		return nil, 0
	}
	for k, f := range dateForms {
		m := f.form.FindStringSubmatch(r.text[first.at:])
		if m == nil {
			continue
		}
		n, end := 0, first.at+len(m[0])
		for i+n < len(r.words) && r.words[i+n].end <= end {
			n++
		}
		bare := k == len(dateForms)-1 && n == 1
		if n > 0 && r.words[i+n-1].end == end && !(bare && (number(m[0]) > 2099 || !r.standsAlone(i))) {
			return f.read(m), n
		}
	}
	return nil, 0
}

// century reads "19th century", "nineteenth century BC".
func (r *parser) century(i int) ([]Value, int) {
	k, n := r.ordinal(i)
	at := i + n + b2i(r.is(i+n, "-"))
	if n == 0 || k < 1 || k > 100 || !r.is(at, "century") && !r.is(at, "centuries") {
		return nil, 0
	}
	c := int(k)
	bc, more := longest(eras, r.text, r.words, at+1)
	if bc {
		c = 1 - c
	}
	return []Value{inYears(100*c-99, 100*c, precisionCentury)}, at + 1 + more - i
}

var eras = map[string]bool{"bc": true, "bce": true, "b.c": true, "b.c.": true, "ad": false, "ce": false}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// dayNumber returns the number of days since 1 January of year 1, in the Gregorian calendar extended to all years.
func dayNumber(year, month, day int) float64 {
	return float64(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix()/86400 + 719162)
}

// onDay returns a date of a day; none if the month doesn't have that day.
func onDay(year, month, day int) []Value {
	if month < 1 || month > 12 || day < 1 || day > time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day() {
		return nil
	}
	n := dayNumber(year, month, day)
	return []Value{{Kind: kindDate, Precision: precisionDay, Year: year, Month: month, Day: day, Lo: n, Hi: n}}
}

// inMonth returns a date of a month.
func inMonth(year, month int) Value {
	return Value{Kind: kindDate, Precision: precisionMonth, Year: year, Month: month, Lo: dayNumber(year, month, 1),
		Hi: dayNumber(year, month+1, 1) - 1}
}

// inYears returns a date of a span of years: a year, decade or century.
func inYears(first, last int, p precision) Value {
	return Value{Kind: kindDate, Precision: p, Year: first, Lo: dayNumber(first, 1, 1), Hi: dayNumber(last, 12, 31)}
}

// standsAlone reports whether nothing makes a number of four digits a quantity: a currency sign or a point before it,
// a unit or a scale behind it.
func (r *parser) standsAlone(i int) bool {
	before := r.words[max(i-1, 0)]
	if before.kind == mark && strings.Contains("$£€¥#₹.", before.text) || numbered[before.text] {
		return false
	}
	if i+1 >= len(r.words) {
		return true
	}
	next := r.words[i+1]
	if scales[next.text] > 0 || counted[next.text] {
		return false
	}
	_, n := r.unit(i + 1)
	return n == 0
}

// numbered has words before a number that is no year, counted words behind one.
var (
	numbered = set("no number population")
	counted  = set(`% am pm fm people inhabitants residents men soldiers troops copies seats students species
		members employees islands points votes children persons spectators fans`)
)
