package values

// measure is a unit as base unit and how many of these it is.
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

// units are the words and signs of units. Names are in the singular; the reader takes a plural s off.
var units = map[string]measure{
	"mm": {metre, .001}, "cm": {metre, .01}, "m": {metre, 1}, "km": {metre, 1000}, "mi": {metre, 1609.344}, "ft": {metre, .3048}, "yd": {metre, .9144},
	"millimetre": {metre, .001}, "centimetre": {metre, .01}, "metre": {metre, 1}, "kilometre": {metre, 1000}, "mile": {metre, 1609.344},
	"millimeter": {metre, .001}, "centimeter": {metre, .01}, "meter": {metre, 1}, "kilometer": {metre, 1000}, "foot": {metre, .3048},
	"feet": {metre, .3048}, "yard": {metre, .9144}, "inch": {metre, .0254}, "inche": {metre, .0254}, "lightyear": {metre, 9.4607e15},

	"m²": {square, 1}, "km²": {square, 1e6}, "hectare": {square, 1e4}, "ha": {square, 1e4}, "acre": {square, 4046.856}, "sqmi": {square, 2589988.11},

	"g": {gram, .001}, "kg": {gram, 1}, "mg": {gram, 1e-6}, "gram": {gram, .001}, "kilogram": {gram, 1}, "tonne": {gram, 1000}, "ton": {gram, 1000},
	"lb": {gram, .45359237}, "pound": {gram, .45359237}, "ounce": {gram, .0283495}, "oz": {gram, .0283495},

	"second": {year, 1 / 31556952.}, "minute": {year, 60 / 31556952.}, "hour": {year, 3600 / 31556952.}, "day": {year, 1 / 365.2425},
	"week": {year, 7 / 365.2425}, "month": {year, 1. / 12}, "year": {year, 1}, "decade": {year, 10}, "centurie": {year, 100}, "century": {year, 100},
	"millennium": {year, 1000}, "yr": {year, 1},

	"%": {"%", 1}, "percent": {"%", 1}, "kmh": {"m/s", 1 / 3.6}, "mph": {"m/s", .44704},
	"$": {"usd", 1}, "dollar": {"usd", 1}, "usd": {"usd", 1}, "€": {"eur", 1}, "euro": {"eur", 1}, "£": {"gbp", 1}, "¥": {"jpy", 1}, "yen": {"jpy", 1},
	"₹": {"inr", 1}, "rupee": {"inr", 1}, "litre": {"l", 1}, "liter": {"l", 1}, "gallon": {"l", 3.785}, "mw": {"w", 1e6}, "kw": {"w", 1e3}, "watt": {"w", 1},
	"°c": {"°c", 1},
}

// unit reads the unit at word i, and tells how many words it takes.
func (r *reader) unit(i int) (measure, int) {
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
func (r *reader) compound(m measure, at, n int) (measure, int) {
	switch {
	case r.is(at, "²") || r.is(at, "2") && r.joined(at-1):
		return measure{square, m.scale * m.scale}, n + 1
	case (r.is(at, "/") || r.is(at, "per")) && (r.is(at+1, "h") || r.is(at+1, "hour")):
		return measure{"m/s", m.scale / 3600}, n + 2
	}
	return m, n
}

func (r *reader) simple(i int) (measure, int) {
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
