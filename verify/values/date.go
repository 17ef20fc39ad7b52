package values

import (
	"strconv"
	"strings"
	"time"
)

// months maps names of months and their short forms to their numbers.
var months = func() map[string]int {
	out := map[string]int{"sept": 9}
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		out[name], out[name[:3]] = int(m), int(m)
	}
	return out
}()

// dayNumber returns the number of days since 1 January of year 1, in the Gregorian calendar extended to all years.
func dayNumber(year, month, day int) float64 {
	return float64(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix()/86400 + 719162)
}

// validDay reports whether a month of a year has that day.
func validDay(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	return day <= time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// onDay returns a date of a day.
func onDay(year, month, day int) Value {
	n := dayNumber(year, month, day)
	return Value{Kind: Date, Precision: precisionDay, Year: year, Month: month, Day: day, Lo: n, Hi: n}
}

// inMonth returns a date of a month.
func inMonth(year, month int) Value {
	return Value{Kind: Date, Precision: precisionMonth, Year: year, Month: month, Lo: dayNumber(year, month, 1),
		Hi: dayNumber(year, month+1, 1) - 1}
}

// inYears returns a date of a span of years: a year, decade or century.
func inYears(first, last int, p precision) Value {
	return Value{Kind: Date, Precision: p, Year: first, Lo: dayNumber(first, 1, 1), Hi: dayNumber(last, 12, 31)}
}

// date reads a date that begins at word i. It returns the number of words it takes, 0 if there is none there. No
// value and some words mean something that looks like a date and is none: 29 February 1900, 12 February.
func (r *parser) date(i int) ([]Value, int) {
	forms := [...]func(int) ([]Value, int){r.dayMonth, r.monthDay, r.iso, r.slashed, r.decade, r.century, r.bareYear}
	for _, form := range forms {
		if v, n := form(i); n > 0 {
			return v, n
		}
	}
	return nil, 0
}

// dayMonth reads "12 February 1809", "12th of February, 1809".
func (r *parser) dayMonth(i int) ([]Value, int) {
	day, ok := r.whole(i, 2)
	if !ok {
		return nil, 0
	}
	at := i + 1
	if r.suffix(at) {
		at++
	}
	if r.is(at, "of") {
		at++
	}
	month := r.month(at)
	if month == 0 {
		return nil, 0
	}
	at++
	if r.is(at, ".") || r.is(at, ",") {
		if _, n := r.year(at + 1); n > 0 {
			at++
		}
	}
	year, n := r.year(at)
	return dated(year, month, day, n > 0), at + n - i
}

// monthDay reads "February 12, 1809", "February 12th 1809", "February 1809".
func (r *parser) monthDay(i int) ([]Value, int) {
	month := r.month(i)
	if month == 0 {
		return nil, 0
	}
	at := i + 1
	if r.is(at, ".") {
		at++
	}
	day, ok := r.whole(at, 2)
	if !ok {
		if r.is(at, ",") || r.is(at, "of") {
			at++
		}
		if year, n := r.year(at); n > 0 {
			return []Value{inMonth(year, month)}, at + n - i
		}
		return nil, 0
	}
	at++
	if r.suffix(at) {
		at++
	}
	comma := at
	if r.is(comma, ",") {
		comma++
	}
	year, n := r.year(comma)
	if n == 0 {
		comma = at
	}
	return dated(year, month, day, n > 0), comma + n - i
}

// dated returns the day if its year is known and it exists.
func dated(year, month, day int, known bool) []Value {
	if known && validDay(year, month, day) {
		return []Value{onDay(year, month, day)}
	}
	return nil
}

// year reads a year within a date, with BC or AD behind it.
func (r *parser) year(i int) (year, n int) {
	y, ok := r.whole(i, 4)
	if !ok {
		return 0, 0
	}
	if bc, n := r.era(i + 1); n > 0 {
		if y == 0 {
			return 0, 0
		}
		if bc {
			y = 1 - y
		}
		return y, 1 + n
	}
	return y, b2i(y >= 1000)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// era reads BC, BCE, B.C., AD, CE.
func (r *parser) era(i int) (bc bool, n int) {
	if bc, n = longest(eras, r.text, r.words, i); n > 0 && !bc && !r.words[i].upper {
		return false, 0
	}
	return bc, n
}

var eras = map[string]bool{"bc": true, "bce": true, "b.c": true, "b.c.": true, "ad": false, "ce": false}

// iso reads 1809-02-12.
func (r *parser) iso(i int) ([]Value, int) {
	y, ok1 := r.whole(i, 4)
	m, ok2 := r.whole(i+2, 2)
	d, ok3 := r.whole(i+4, 2)
	if !ok1 || !ok2 || !ok3 || y < 1000 || !r.is(i+1, "-") || !r.is(i+3, "-") || r.words[i+4].end-r.words[i].at != 10 {
		return nil, 0
	}
	return dated(y, m, d, true), 5
}

// slashed passes over 12/11/1990, which may be either of two days.
func (r *parser) slashed(i int) ([]Value, int) {
	_, ok1 := r.whole(i, 4)
	_, ok2 := r.whole(i+2, 4)
	_, ok3 := r.whole(i+4, 4)
	return nil, 5 * b2i(ok1 && ok2 && ok3 && r.is(i+1, "/") && r.is(i+3, "/"))
}

// decade reads "1840s", "1840's".
func (r *parser) decade(i int) ([]Value, int) {
	y, ok := r.whole(i, 4)
	if !ok || y < 1000 || y%10 != 0 {
		return nil, 0
	}
	var n int
	switch {
	case r.is(i+1, "s") && r.joined(i):
		n = 2
	case (r.is(i+1, "'") || r.is(i+1, "’")) && r.is(i+2, "s") && r.joined(i) && r.joined(i+1):
		n = 3
	default:
		return nil, 0
	}
	if y%100 == 0 {
		return []Value{inYears(y, y+99, precisionCentury)}, n
	}
	return []Value{inYears(y, y+9, precisionDecade)}, n
}

// century reads "19th century", "nineteenth century BC".
func (r *parser) century(i int) ([]Value, int) {
	k, n := r.ordinal(i)
	if n == 0 || k < 1 || k > 100 {
		return nil, 0
	}
	at := i + n
	if r.is(at, "-") {
		at++
	}
	if !r.is(at, "century") && !r.is(at, "centuries") {
		return nil, 0
	}
	at++
	c := int(k)
	if bc, m := r.era(at); m > 0 && bc {
		return []Value{inYears(1-100*c, 100-100*c, precisionCentury)}, at + m - i
	} else if m > 0 {
		at += m
	}
	return []Value{inYears(100*c-99, 100*c, precisionCentury)}, at - i
}

// bareYear reads "1809", "44 BC", "AD 79". A number of four digits is a year where no unit stands behind it.
func (r *parser) bareYear(i int) ([]Value, int) {
	if r.is(i, "ad") && r.words[i].upper {
		if y, ok := r.whole(i+1, 4); ok && y > 0 {
			return []Value{inYears(y, y, precisionYear)}, 2
		}
		return nil, 0
	}
	y, n := r.year(i)
	if n == 0 || n == 1 && (y > 2099 || r.words[i].end-r.words[i].at != 4 || !r.standsAlone(i)) {
		return nil, 0
	}
	return []Value{inYears(y, y, precisionYear)}, n
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

// month returns the month that word i names, or 0.
func (r *parser) month(i int) int {
	if i >= len(r.words) || r.words[i].kind != letters {
		return 0
	}
	return months[r.words[i].text]
}

// whole reads a number of at most that many digits and nothing else.
func (r *parser) whole(i, most int) (int, bool) {
	if i >= len(r.words) || r.words[i].kind != digits || len(r.words[i].text) > most {
		return 0, false
	}
	n, err := strconv.Atoi(r.words[i].text)
	return n, err == nil
}
