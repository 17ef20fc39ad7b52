package values

import (
	"strconv"
	"strings"
)

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
		metre: `mm:.001 cm:.01 m:1 km:1000 mi:1609.344 ft:.3048 yd:.9144
			millimetre:.001 centimetre:.01 metre:1 kilometre:1000 mile:1609.344
			millimeter:.001 centimeter:.01 meter:1 kilometer:1000 foot:.3048 feet:.3048 yard:.9144 inch:.0254 inche:.0254
			lightyear:9.4607e15`,
		square: "m²:1 km²:1e6 hectare:1e4 ha:1e4 acre:4046.856 sqmi:2589988.11",
		gram:   `g:.001 kg:1 mg:1e-6 gram:.001 kilogram:1 tonne:1000 ton:1000 lb:.45359237 pound:.45359237 ounce:.0283495 oz:.0283495`,
		year: `second:1/31556952 minute:60/31556952 hour:3600/31556952 day:1/365.2425 week:7/365.2425 month:1/12 year:1 yr:1 decade:10
			centurie:100 century:100 millennium:1000`,
		"%": "%:1 percent:1", "m/s": "kmh:1/3.6 mph:.44704", "l": "litre:1 liter:1 gallon:3.785", "w": "mw:1e6 kw:1e3 watt:1", "°c": "°c:1",
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
