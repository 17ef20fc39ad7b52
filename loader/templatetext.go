package loader

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// templateTexts are the templates that carry text: how their arguments become text, and their names. They are the most
// frequent ones in articles; of a template that is not here, plain gives the text.
var templateTexts = []struct {
	show  func(arguments) string
	names string
}{
	{text(" – "), "ndash, spaced ndash, snd, snds, spnd, –"},
	{text(" — "), "mdash, spaced mdash, —"},
	{text("—"), "mdashb, emdash, em dash"},
	{text(" "), "nbsp, spaces, space, pad, thinsp, thin space, hsp, hair space, hairsp"},
	{text(" · "), "·, •, dot, bullet, middot"},
	{text("'s"), "'s"},
	{text("'"), "'"},
	{text(`' "`), `' ", '"`},
	{text(`" '`), `" ', "'`},
	{text(`"`), `-"`},
	{text("ʻ"), "okina, ʻokina"},
	{text("π"), "pi"},
	{text("⇌"), "eqm"},
	{text("n/a"), "n/a, na"},
	{func(a arguments) string { return cmp.Or(a.at(0), "Yes") }, "yes, yes2, y"},
	{func(a arguments) string { return cmp.Or(a.at(0), "No") }, "no, no2, n"},
	{func(a arguments) string { return cmp.Or(a.at(0), "Won") }, "won"},
	{func(a arguments) string { return cmp.Or(a.at(0), "Nominated") }, "nom, nominated"},
	{func(a arguments) string {
		return cmp.Or(map[string]string{"flat": "♭", "sharp": "♯", "natural": "♮"}[a.at(0)], a.at(0))
	}, "music"},
	{func(a arguments) string { return measure(a.values) }, "convert, cvt, convinfobox, convert infobox"},
	{last, "lang, transl, transliteration, script, rtl-lang, langx, lang-rus, lang-grc-gre"},
	{second, "native name, legend, color, colour, font color, fs interlinear, hover title, sort, sortable"},
	{func(a arguments) string { return cmp.Or(a.at(1), a.at(0)) }, "url, resize, font, official url"},
	{first, `nowrap, nobr, small, smaller, smalldiv, midsize, nobold, noitalic, smallcaps, sc, sup, sub, big, large,
		larger, longitem, nihongo, nihongo2, nihongo3, vanchor, visible anchor, nastaliq, abbr, abbrv, tooltip,
		num, number, flag, flagcountry, flagu, country, start-date, end-date, birth-date and age, death-date,
		death-date and age, nee, quote, quotation, blockquote, bquote, cquote, sic, iw2, linktext, keypress,
		key, kbd, spelling, not a typo, as written, bartable, ipa, center, centre, strong, em, code, mono, mvar,
		math, var, nq, citation needed span, cnspan, cn-span, unicode, polytonic, hebrew, arabic, railgauge,
		track gauge`},
	{func(a arguments) string { return "⟨" + a.at(0) + "⟩" }, "angbr, angle bracket, vr"},
	{joined, "chem, chem2, ubl2, gaps"},
	{items, `plainlist, plain list, flatlist, unbulleted list, ubl, ublist, hlist, vunblist, bulleted list,
		collapsible list, br separated entries, ordered list, unbulleted`},
	{func(a arguments) string { return date(a.values, a.named["df"]) }, `birth date, birth-date, birth date and age,
		bda, birth year and age, start date, start date and age, end date, death year and age, release date, dts,
		date, death date, dob`},
	{func(a arguments) string {
		if len(a.values) < 6 {
			return date(a.values, a.named["df"])
		}
		return date(a.values[:3], a.named["df"]) + age(a.values)
	}, "death date and age, dda"},
	{func(a arguments) string {
		words := "As of "
		if a.named["lc"] != "" {
			words = "as of "
		}
		return strings.TrimSpace(words + date(a.values, "y"))
	}, "as of"},
	{func(a arguments) string { return a.at(0) + " " + a.at(1) },
		"oldstyledate, old style date, bibleverse, bibleref, bibleref2"},
	{func(a arguments) string { return "c. " + strings.Join(a.values, "–") }, "circa, c., ca., c"},
	{func(a arguments) string { return "fl. " + strings.Join(a.values, "–") }, "floruit, fl."},
	{func(a arguments) string { return "r. " + strings.Join(a.values, "–") }, "reign, r."},
	{func(a arguments) string {
		if years := strings.Join(a.values[min(1, len(a.values)):], "–"); years != "" {
			return a.at(0) + " (" + years + ")"
		}
		return a.at(0)
	}, "marriage"},
	{fraction, "frac, fraction, sfrac"},
	{value, "val"},
	{func(a arguments) string { return grouped(a.at(0)) },
		"nts, number table sorting, format price, formatprice, format num"},
	{func(a arguments) string { return "×10^" + cmp.Or(a.at(0), "0") }, "e, x10^, exp10"},
	{func(a arguments) string { return "10^" + a.at(0) }, "10^"},
	{density, "pop density"},
	{duration, "duration"},
	{func(a arguments) string { return "Cd=" + a.at(0) }, "cd"},
	{func(a arguments) string { return "U.S. Patent " + grouped(a.at(0)) }, "us patent"},
	{func(a arguments) string { return a.at(0) + "-" + a.at(1) }, "nuclide, nuclide2, simplenuclide, simplenuclide2"},
	{sortName, "sortname, sort name"},
	{otherWiki, "ill, interlanguage link, link-interwiki"},
	{coordinates, "coord, coords"},
	{height, "height"},
	{filmDates, "film date, filmdate"},
	{func(a arguments) string { return strings.Join(a.values[:min(2, len(a.values))], " – ") }, "fossil range, fossilrange"},
	{amount, "currency"},
}

// currencies are the names of the most frequent templates of amounts, and their signs.
var currencies = map[string]string{"us$": "US$", "usd": "US$", "us dollar": "US$", "gbp": "£", "£": "£",
	"pound sterling": "£", "eur": "€", "€": "€", "euro": "€", "inr": "₹", "₹": "₹", "indian rupee": "₹", "jpy": "¥",
	"¥": "¥", "yen": "¥", "aud": "A$", "a$": "A$", "cad": "C$", "c$": "C$", "nzd": "NZ$", "nz$": "NZ$", "hkd": "HK$",
	"hk$": "HK$", "krw": "₩", "₩": "₩", "cny": "CN¥", "rub": "₽", "brl": "R$", "php": "₱", "₱": "₱", "chf": "CHF ",
	"sek": "SEK ", "nok": "NOK ", "dkk": "DKK "}

// shownTemplates are the functions of templateTexts, of amounts and of ships by name.
var shownTemplates = func() map[string]func(arguments) string {
	out := map[string]func(arguments) string{}
	for _, t := range templateTexts {
		for name := range strings.SplitSeq(t.names, ",") {
			out[strings.TrimSpace(name)] = t.show
		}
	}
	for name, sign := range currencies {
		out[name] = func(a arguments) string { return strings.TrimSpace(sign + a.at(0)) }
	}
	for _, p := range strings.Fields("USS HMS RMS SS HMAS HMCS MV") {
		out[strings.ToLower(p)] = func(a arguments) string { return ship(p+" "+a.at(0), a.at(1)) }
	}
	return out
}()

func first(a arguments) string  { return cmp.Or(a.at(0), a.named["text"]) }
func second(a arguments) string { return a.at(1) }
func last(a arguments) string   { return a.at(len(a.values) - 1) }
func joined(a arguments) string { return strings.Join(a.values, "") }

// text returns a function that ignores the arguments.
func text(s string) func(arguments) string { return func(arguments) string { return s } }

// plain returns the only argument of a template that is not known, if it reads as words or a number: no date of a
// doubt, address, key of a database or text of several lines.
func plain(a arguments) string {
	s := a.at(0)
	if len(a.values) != 1 || a.named["date"] != "" || len(s) > 300 ||
		strings.ContainsAny(s, "\n_{}") || strings.Contains(s, "://") {
		return ""
	}
	if strings.Contains(s, "/") && !strings.ContainsAny(s, " [") && strings.Trim(s, "0123456789/") != "" {
		return "" // a path
	}
	digits := strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	if isNumber := strings.Trim(digits, "0123456789") == ""; isNumber && (len(digits) > 5 || len(digits) > 1 && digits[0] == '0') {
		return ""
	}
	return s
}

// items returns the arguments as a list.
func items(a arguments) string {
	var b strings.Builder
	for i := range a.values {
		if v := a.at(i); v != "" {
			b.WriteString("\n* " + strings.TrimLeft(v, "* "))
		}
	}
	return b.String() + "\n"
}

// amount returns the text of {{currency|30|USD}}.
func amount(a arguments) string {
	number, code := cmp.Or(a.named["amount"], a.at(0)), cmp.Or(a.named["type"], a.named["code"], a.at(1), "USD")
	sign, known := currencies[strings.ToLower(code)]
	if !known {
		sign = code + " "
	}
	return sign + number
}

// fraction returns 1/2 of {{frac|1|2}} and 3 1/2 of {{frac|3|1|2}}.
func fraction(a arguments) string {
	switch len(a.values) {
	case 1:
		return "1/" + a.at(0)
	case 3:
		return a.at(0) + " " + a.at(1) + "/" + a.at(2)
	}
	return strings.Join(a.values, "/")
}

// value returns the text of {{val}}: a number, what is uncertain in it, a power of ten and a unit.
func value(a arguments) string {
	n := a.at(0)
	if a.named["fmt"] == "commas" {
		n = grouped(n)
	}
	mantissa, power, scientific := strings.Cut(strings.ToLower(n), "e")
	if scientific {
		n = mantissa
	}
	switch off := a.at(1); {
	case off == "":
	case a.at(2) != "":
		n += " +" + strings.TrimLeft(off, "+") + " −" + strings.TrimLeft(a.at(2), "-−")
	case strings.HasPrefix(off, "("):
		n += off
	default:
		n += " ± " + off
	}
	if power = cmp.Or(a.named["e"], power); power != "" {
		n += "×10^" + strings.TrimPrefix(power, "+")
	}
	unit, per := cmp.Or(a.named["u"], a.named["ul"]), cmp.Or(a.named["up"], a.named["upl"])
	if unit == "degC" || unit == "degF" {
		unit = "°" + unit[len("deg"):]
	}
	if unit != "" && strings.IndexByte("%°′″", unit[0]) < 0 || strings.HasPrefix(unit, "°") && len(unit) > len("°") {
		unit = " " + unit
	}
	if per != "" {
		unit += "/" + per
	}
	return a.named["p"] + n + unit + a.named["s"]
}

// density returns the text of {{pop density|people|area|unit}}.
func density(a arguments) string {
	people, err := strconv.ParseFloat(strings.ReplaceAll(a.at(0), ",", ""), 64)
	area, err2 := strconv.ParseFloat(strings.ReplaceAll(a.at(1), ",", ""), 64)
	if err != nil || err2 != nil || area <= 0 {
		return ""
	}
	decimals, _ := strconv.Atoi(a.named["prec"]) // 0 if there is none
	return grouped(strconv.FormatFloat(people/area, 'f', min(max(decimals, 0), 4), 64)) + "/" + a.at(2)
}

// duration returns the text of {{duration|m=3|s=5}}: 3:05.
func duration(a arguments) string {
	var out []string
	for i, unit := range []string{"h", "m", "s"} {
		v := cmp.Or(a.named[unit], a.at(i))
		if len(out) > 0 {
			v = fmt.Sprintf("%02s", v)
		}
		if v != "" {
			out = append(out, v)
		}
	}
	return strings.Join(out, ":")
}

// sortName returns the link of {{sortname|first name|last name|target}}.
func sortName(a arguments) string {
	name := strings.TrimSpace(a.at(0) + " " + a.at(1))
	target := cmp.Or(a.at(2), name)
	if dab := a.named["dab"]; dab != "" {
		target = name + " (" + dab + ")"
	}
	if a.named["nolink"] != "" || name == "" {
		return name
	}
	return "[[" + target + "|" + name + "]]"
}

// otherWiki returns the link of {{ill|title|language|title there}}; an older form has the language first.
func otherWiki(a arguments) string {
	title := cmp.Or(a.at(0), a.named["en"])
	if isLanguage(title) && a.at(1) != "" && !isLanguage(a.at(1)) {
		title = a.at(1)
	}
	if title == "" || strings.Contains(title, "[[") {
		return title
	}
	return "[[" + title + "|" + cmp.Or(a.named["lt"], title) + "]]"
}

// date returns the date of year, month and day, as in 14 September 1771 or, without df, September 14, 1771.
func date(values []string, df string) string {
	n := numbersOf(values, 3)
	switch month := time.Month(n[1]).String(); {
	case n[0] == 0: // a date in words
		return strings.TrimSpace(strings.Join(values[:min(len(values), 1)], ""))
	case n[1] < 1 || n[1] > 12:
		return strconv.Itoa(n[0])
	case n[2] < 1 || n[2] > 31:
		return month + " " + strconv.Itoa(n[0])
	case strings.HasPrefix(df, "y"):
		return strconv.Itoa(n[2]) + " " + month + " " + strconv.Itoa(n[0])
	default:
		return month + " " + strconv.Itoa(n[2]) + ", " + strconv.Itoa(n[0])
	}
}

// numbersOf returns the first values as numbers, 0 for one that is missing or no number.
func numbersOf(values []string, count int) []int {
	n := make([]int, count)
	for i, v := range values[:min(len(values), count)] {
		n[i], _ = strconv.Atoi(strings.TrimSpace(v))
	}
	return n
}

// ship returns the link of {{USS|Yorktown|CV-10}}.
func ship(name, number string) string {
	if name = strings.TrimSpace(name); number == "" {
		return "[[" + name + "]]"
	}
	return "[[" + name + " (" + number + ")|" + name + "]]"
}

// filmDates returns the dates of {{film date}}: year, month, day and, where it is given, the place, again and again.
func filmDates(a arguments) string {
	var out []string
	for i := 0; i < len(a.values); i += 4 {
		part := a.values[i:min(i+4, len(a.values))]
		d := date(part[:min(3, len(part))], a.named["df"])
		if len(part) == 4 && d != "" && strings.TrimSpace(part[3]) != "" {
			d += " (" + strings.TrimSpace(part[3]) + ")"
		}
		if d != "" {
			out = append(out, d)
		}
	}
	return strings.Join(out, ", ")
}

// height returns the height of {{height}}: 5 ft 11 in.
func height(a arguments) string {
	var out []string
	for _, unit := range []string{"m", "cm", "ft", "in"} {
		if v := a.named[unit]; v != "" {
			out = append(out, v+" "+unit)
		}
	}
	if len(out) == 0 {
		return first(a)
	}
	return strings.Join(out, " ")
}

// age returns the age at a death, as in " (aged 67)", of the dates of death and birth.
func age(values []string) string {
	n := numbersOf(values, 6)
	if slices.Contains(n, 0) {
		return ""
	}
	years := n[0] - n[3]
	if n[1] < n[4] || n[1] == n[4] && n[2] < n[5] {
		years--
	}
	return " (aged " + strconv.Itoa(years) + ")"
}

// coordinates returns the degrees of {{coord}}: 54°21′N 3°10′W.
func coordinates(a arguments) string {
	var b strings.Builder
	marks, n := [...]string{"°", "′", "″"}, 0
	for i := range a.values {
		switch v := a.at(i); {
		case v == "N" || v == "S":
			b.WriteString(v + " ")
			n = 0
		case v == "E" || v == "W":
			return b.String() + v
		case beginsNumber(v) && n < len(marks):
			b.WriteString(v + marks[n])
			n++
		default:
			return strings.TrimSpace(b.String())
		}
	}
	return strings.TrimSuffix(strings.Replace(b.String(), "′", "°", 1), " ")
}

// ranges maps the words that {{convert}} takes between two numbers to the text that it shows.
var ranges = map[string]string{"to": " to ", "to(-)": " to ", "-": "–", "–": "–", "and": " and ", "and(-)": " and ",
	"or": " or ", "by": " by ", "x": " by ", "×": " × ", "±": " ± ", "+/-": " ± "}

// measure returns the text of {{convert}} without the converted values: a number or range with its unit, and further
// numbers with theirs, as in 5 ft 11 in.
func measure(values []string) string {
	if len(values) == 0 {
		return ""
	}
	for i, v := range values {
		values[i] = strings.TrimSpace(v)
	}
	var b strings.Builder
	for i := 0; ; {
		b.WriteString(values[i])
		for i++; i+1 < len(values) && ranges[values[i]] != ""; i += 2 {
			b.WriteString(ranges[values[i]] + values[i+1])
		}
		if i < len(values) {
			b.WriteString(" " + values[i])
			i++
		}
		if i+1 >= len(values) || !beginsNumber(values[i]) || beginsNumber(values[i+1]) {
			return b.String() // the other unit and the rounding follow
		}
		b.WriteByte(' ')
	}
}

// beginsNumber reports whether a value begins like a number: 5, 1/2, -3, .5.
func beginsNumber(s string) bool {
	s = strings.TrimLeft(s, "-−+.")
	return s != "" && '0' <= s[0] && s[0] <= '9'
}
