package values

import (
	"math"
	"strconv"
	"strings"
)

// small maps words to whole numbers, ranked words to ordinals.
var small, ranked = func() (map[string]float64, map[string]float64) {
	ones := strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
		sixteen seventeen eighteen nineteen`)
	firsts := strings.Fields(`- first second third fourth fifth sixth seventh eighth ninth tenth eleventh
		twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth`)
	tens := strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
	number, rank := map[string]float64{}, map[string]float64{}
	for i := range ones {
		number[ones[i]], rank[firsts[i]] = float64(i), float64(i)
	}
	for i, t := range tens {
		number[t], rank[t[:len(t)-1]+"ieth"] = float64(20+10*i), float64(20+10*i)
	}
	delete(rank, "-")
	return number, rank
}()

// scales maps words to what they multiply the number before them by.
var scales = map[string]float64{
	"hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": 12, "bn": 1e9,
	"crore": 1e7, "lakh": 1e5,
}

// number reads a number in digits or words that begins at word i, with its scale. n is the number of words, 0 if
// there is none. step is the value of its last place: of 1.5 million a hundred thousand.
func (r *parser) number(i int) (x, step float64, n int) {
	if i >= len(r.words) {
		return 0, 0, 0
	}
	if r.words[i].kind == digits {
		x, step, n = r.written(i)
	} else {
		x, n = r.spelled(i)
		step = 1
	}
	if n == 0 {
		return 0, 0, 0
	}
	for i+n < len(r.words) {
		word := r.words[i+n].text
		s, ok := scales[word]
		if !ok {
			break
		}
		if x, n = x*s, n+1; word != "dozen" { // two dozen is 24, and not about that
			step *= s
		}
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, 0, 0
	}
	return x, step, n
}

// written reads digits. A power (10^400, 1e400) is no number, nor is a fraction of a zero.
func (r *parser) written(i int) (x, step float64, n int) {
	text := strings.ReplaceAll(r.words[i].text, ",", "")
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || r.is(i+1, "^") {
		return 0, 0, 0
	}
	step = 1
	if at := strings.IndexByte(text, '.'); at >= 0 {
		step = math.Pow(10, -float64(len(text)-at-1))
	}
	if i > 0 && r.is(i-1, "-") && r.joined(i-1) &&
		(i == 1 || r.words[i-2].end < r.words[i-1].at && r.words[i-2].kind != digits) {
		x = -x
	}
	return x, step, 1
}

// spelled reads "twenty-three", "two hundred and five", "a hundred".
func (r *parser) spelled(i int) (x float64, n int) {
	if r.is(i, "a") && i+1 < len(r.words) && scales[r.words[i+1].text] > 0 {
		return scales[r.words[i+1].text], 2
	}
	x, n = r.underHundred(i)
	if n == 0 {
		return 0, 0
	}
	at := i + n
	if r.is(at, "hundred") {
		x, at = x*100, at+1
		more := at
		if r.is(more, "and") {
			more++
		}
		if y, n := r.underHundred(more); n > 0 {
			x, at = x+y, more+n
		}
	}
	return x, at - i
}

// underHundred reads a number below a hundred in words.
func (r *parser) underHundred(i int) (x float64, n int) {
	if i >= len(r.words) {
		return 0, 0
	}
	x, ok := small[r.words[i].text]
	if !ok {
		return 0, 0
	}
	if x < 20 {
		return x, 1
	}
	at := i + 1
	if r.is(at, "-") {
		at++
	}
	if at < len(r.words) {
		if y, ok := small[r.words[at].text]; ok && y > 0 && y < 10 {
			return x + y, at + 1 - i
		}
	}
	return x, 1
}

// ordinal reads "1st", "21 st", "first", "twenty-first".
func (r *parser) ordinal(i int) (float64, int) {
	if i >= len(r.words) {
		return 0, 0
	}
	if r.words[i].kind == digits {
		x, err := strconv.ParseFloat(strings.ReplaceAll(r.words[i].text, ",", ""), 64)
		if err == nil && r.suffix(i+1) && x == math.Trunc(x) {
			return x, 2
		}
		return 0, 0
	}
	if x, ok := ranked[r.words[i].text]; ok {
		return x, 1
	}
	if x, ok := small[r.words[i].text]; ok && x >= 20 && r.is(i+1, "-") && i+2 < len(r.words) {
		if y, ok := ranked[r.words[i+2].text]; ok && y < 10 {
			return x + y, 3
		}
	}
	return 0, 0
}

// suffix reports whether word i is st, nd, rd or th, joined to digits.
func (r *parser) suffix(i int) bool {
	return i > 0 && i < len(r.words) && (r.is(i, "st") || r.is(i, "nd") || r.is(i, "rd") || r.is(i, "th")) && r.joined(i-1)
}

// measure is a unit: its base unit, and how many of these it is.
type measure struct {
	base  string
	scale float64
}

const (
	metre  = "m"
	square = "m²"
	gram   = "kg"
	year   = "year"
)

// units maps words and signs to units. The names are singular; the parser takes a plural s off.
var units = func() map[string]measure {
	out := map[string]measure{}
	for base, list := range map[string]string{
		metre: `mm:.001 cm:.01 m:1 km:1000 nmi:1852 mi:1609.344 ft:.3048 yd:.9144
			millimetre:.001 centimetre:.01 metre:1 kilometre:1000 mile:1609.344
			millimeter:.001 centimeter:.01 meter:1 kilometer:1000 foot:.3048 feet:.3048 yard:.9144 inch:.0254 inche:.0254
			lightyear:9.4607e15`,
		square: "m²:1 km²:1e6 hectare:1e4 ha:1e4 acre:4046.856 sqmi:2589988.11",
		gram: `g:.001 kg:1 mg:1e-6 gram:.001 kilogram:1 tonne:1000 ton:1000 lb:.45359237 pound:.45359237
			ounce:.0283495 oz:.0283495`,
		year: `second:1/31556952 minute:60/31556952 hour:3600/31556952 day:1/365.2425 week:7/365.2425 month:1/12
			year:1 yr:1 decade:10 centurie:100 century:100 millennium:1000`,
		"%": "%:1 percent:1", "m/s": "kmh:1/3.6 mph:.44704", "l": "litre:1 liter:1 gallon:3.785",
		"w": "mw:1e6 kw:1e3 watt:1", "°c": "°c:1",
		"usd": "$:1 dollar:1 usd:1", "eur": "€:1 euro:1", "gbp": "£:1", "jpy": "¥:1 yen:1", "inr": "₹:1 rupee:1",
	} {
		for name, scale := range pairs(list) {
			over, under, divided := strings.Cut(scale, "/")
			m := measure{base: base}
			m.scale, _ = strconv.ParseFloat(over, 64)
			if divided {
				by, _ := strconv.ParseFloat(under, 64)
				m.scale /= by
			}
			out[name] = m
		}
	}
	return out
}()

// unit reads the unit at word i. It returns how many words it takes.
func (r *parser) unit(i int) (measure, int) {
	switch {
	case r.is(i, "square") || r.is(i, "sq"):
		at := i + 1 + b2i(r.is(i+1, "."))
		if m, n := r.simple(at); n > 0 && m.base == metre {
			return measure{square, m.scale * m.scale}, at + n - i
		}
	case r.is(i, "nautical") && (r.is(i+1, "mile") || r.is(i+1, "miles")):
		return measure{metre, 1852}, 2
	case r.is(i, "per") && r.is(i+1, "cent"):
		return units["%"], 2
	case r.is(i, "us") && (r.is(i+1, "$") || r.is(i+1, "dollars")):
		return units["$"], 2
	}
	m, n := r.simple(i)
	if n == 0 || m.base != metre {
		return m, n
	}
	return r.compound(m, i+n, n)
}

// compound reads what makes a length a square or a speed.
func (r *parser) compound(m measure, at, n int) (measure, int) {
	switch {
	case r.is(at, "²") || r.is(at, "2") && r.joined(at-1):
		return measure{square, m.scale * m.scale}, n + 1
	case (r.is(at, "/") || r.is(at, "per")) && (r.is(at+1, "h") || r.is(at+1, "hour")):
		return measure{"m/s", m.scale / 3600}, n + 2
	}
	return m, n
}

// simple reads a unit of one word.
func (r *parser) simple(i int) (measure, int) {
	if i >= len(r.words) {
		return measure{}, 0
	}
	t := r.words[i].text
	m, ok := units[t]
	if !ok && len(t) > 2 && t[len(t)-1] == 's' && !closed[t] { // has isn't hectares
		m, ok = units[t[:len(t)-1]]
	}
	return m, b2i(ok)
}
