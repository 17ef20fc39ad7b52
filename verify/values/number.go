package values

import (
	"math"
	"strconv"
	"strings"
)

// small maps words to whole numbers below a hundred, ranked words to ordinals.
var small, ranked = func() (map[string]float64, map[string]float64) {
	ones := strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
		sixteen seventeen eighteen nineteen`)
	firsts := strings.Fields(`- first second third fourth fifth sixth seventh eighth ninth tenth eleventh
		twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth`)
	number, rank := map[string]float64{}, map[string]float64{}
	for i := range ones {
		number[ones[i]], rank[firsts[i]] = float64(i), float64(i)
	}
	for i, t := range strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety") {
		x := float64(20 + 10*i)
		number[t], rank[t[:len(t)-1]+"ieth"] = x, x
		for k := 1; k < 10; k++ {
			x++
			number[t+" "+ones[k]], number[t+"-"+ones[k]], rank[t+"-"+firsts[k]] = x, x, x
		}
	}
	delete(rank, "-")
	return number, rank
}()

// longest returns what a table has for the longest run of words from word i on, and how many words that are.
func longest[V any](table map[string]V, text string, words []word, i int) (v V, n int) {
	for k := range min(4, len(words)-i) {
		if found, ok := table[strings.ToLower(text[words[i].at:words[i+k].end])]; ok {
			v, n = found, k+1
		}
	}
	return v, n
}

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

// spelled reads "twenty-three", "two hundred and five", "a hundred", "half a million".
func (r *parser) spelled(i int) (x float64, n int) {
	if r.is(i, "a") && i+1 < len(r.words) && scales[r.words[i+1].text] > 0 {
		return scales[r.words[i+1].text], 2
	}
	if r.is(i, "half") && r.is(i+1, "a") {
		x, n = r.spelled(i + 1)
		return x / 2, n + n/2
	}
	x, n = longest(small, r.text, r.words, i)
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
		if y, n := longest(small, r.text, r.words, more); n > 0 {
			x, at = x+y, more+n
		}
	}
	return x, at - i
}

// ordinal reads "1st", "first", "twenty-first".
func (r *parser) ordinal(i int) (float64, int) {
	if i >= len(r.words) || r.words[i].kind != digits {
		return longest(ranked, r.text, r.words, i)
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(r.words[i].text, ",", ""), 64)
	return x, 2 * b2i(err == nil && r.suffix(i+1) && x == math.Trunc(x))
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

// unit reads the unit at word i, and how many words it takes.
func (r *parser) unit(i int) (measure, int) { return longest(units, r.text, r.words, i) }

// units maps words and signs to units, in the singular and the plural, with areas and speeds of lengths.
var units = func() map[string]measure {
	out := map[string]measure{}
	for base, list := range map[string]string{
		metre: `mm:.001 cm:.01 m:1 km:1000 nmi:1852 nautical_mile:1852 mi:1609.344 ft:.3048 yd:.9144
			millimetre:.001 centimetre:.01 metre:1 kilometre:1000 mile:1609.344
			millimeter:.001 centimeter:.01 meter:1 kilometer:1000 foot:.3048 feet:.3048 yard:.9144 inch:.0254 inche:.0254
			lightyear:9.4607e15`,
		square: "hectare:1e4 ha:1e4 acre:4046.856 sqmi:2589988.11",
		gram: `g:.001 kg:1 mg:1e-6 gram:.001 kilogram:1 tonne:1000 ton:1000 lb:.45359237 pound:.45359237
			ounce:.0283495 oz:.0283495`,
		year: `second:1/31556952 minute:60/31556952 hour:3600/31556952 day:1/365.2425 week:7/365.2425 month:1/12
			year:1 yr:1 decade:10 centurie:100 century:100 millennium:1000`,
		"%": "%:1 percent:1 per_cent:1", "m/s": "kmh:1/3.6 mph:.44704", "l": "litre:1 liter:1 gallon:3.785",
		"w": "mw:1e6 kw:1e3 watt:1", "°c": "°c:1",
		"usd": "$:1 dollar:1 usd:1 us$:1 us_$:1 us_dollar:1", "eur": "€:1 euro:1", "gbp": "£:1", "jpy": "¥:1 yen:1",
		"inr": "₹:1 rupee:1",
	} {
		for name, scale := range pairs(list) {
			over, under, divided := strings.Cut(scale, "/")
			m := measure{base: base}
			m.scale, _ = strconv.ParseFloat(over, 64)
			if divided {
				by, _ := strconv.ParseFloat(under, 64)
				m.scale /= by
			}
			for i, name := range []string{name, name + "s"} {
				if i == 1 && (len(name) < 3 || closed[name]) { // has isn't hectares
					continue
				}
				out[name] = m
				if base != metre {
					continue
				}
				for _, form := range []string{"square ", "sq ", "sq. "} {
					out[form+name] = measure{square, m.scale * m.scale}
				}
				out[name+"²"], out[name+"2"] = out["sq "+name], out["sq "+name]
				out[name+"/h"] = measure{"m/s", m.scale / 3600}
				out[name+" per hour"], out[name+"/hour"], out[name+" per h"] = out[name+"/h"], out[name+"/h"], out[name+"/h"]
			}
		}
	}
	return out
}()
