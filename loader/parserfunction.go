package loader

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parserFunctions are the functions of MediaWiki that carry text. Their first argument is what stands behind the colon.
var parserFunctions = map[string]func(arguments) string{
	"formatnum": func(a arguments) string {
		if option := strings.ToUpper(a.at(1)); option == "R" || option == "NOSEP" {
			return strings.ReplaceAll(a.at(0), ",", "")
		}
		return grouped(a.at(0))
	},
	"#expr": func(a arguments) string { return compute(a.at(0)) },
	"lc":    func(a arguments) string { return strings.ToLower(a.at(0)) },
	"uc":    func(a arguments) string { return strings.ToUpper(a.at(0)) },
	"ucfirst": func(a arguments) string {
		r, n := utf8.DecodeRuneInString(a.at(0))
		return string(unicode.ToUpper(r)) + a.at(0)[n:]
	},
	"lcfirst": func(a arguments) string {
		r, n := utf8.DecodeRuneInString(a.at(0))
		return string(unicode.ToLower(r)) + a.at(0)[n:]
	},
	"plural": func(a arguments) string {
		if n := strings.ReplaceAll(a.at(0), ",", ""); n == "1" || len(a.values) < 3 {
			return a.at(1)
		}
		return a.at(len(a.values) - 1)
	},
}

// parserFunction divides {{name:input}} if name is that of a function: one of parserFunctions, a word in capitals, or #name.
func parserFunction(s string) (name, input string, ok bool) {
	s = strings.TrimSpace(s)
	for _, p := range []string{"subst:", "safesubst:"} {
		s = strings.TrimPrefix(s, p)
	}
	name, input, ok = strings.Cut(s, ":")
	lower := strings.ToLower(strings.TrimSpace(name))
	switch {
	case strings.HasPrefix(name, "#"):
		return lower, input, true
	case !ok || name == "":
		return "", "", false
	case parserFunctions[lower] != nil, isCapitals(name):
		return lower, input, true
	}
	return "", "", false
}

// isCapitals reports whether a word has only capitals, as DEFAULTSORT.
func isCapitals(s string) bool {
	return len(s) > 3 && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsUpper(r) }) < 0
}

// grouped returns a number with commas between thousands: 4,210.5. Other text stays as it is.
func grouped(s string) string {
	digits := strings.TrimLeft(s, "-−+")
	whole, rest, point := strings.Cut(digits, ".")
	if strings.Trim(whole, "0123456789") != "" || strings.Trim(rest, "0123456789") != "" || len(whole) < 4 || whole[0] == '0' {
		return s
	}
	out := s[:len(s)-len(digits)] + whole[:(len(whole)-1)%3+1]
	for i := (len(whole)-1)%3 + 1; i < len(whole); i += 3 {
		out += "," + whole[i:i+3]
	}
	if point {
		out += "." + rest
	}
	return out
}

// compute returns the value of a sum in #expr's writing: numbers, + - * / ^, round and brackets; empty if it is anything else.
func compute(s string) string {
	e := &sum{rest: strings.ToLower(strings.NewReplacer("−", "-", "×", "*", "÷", "/", "&minus;", "-", "div", "/").Replace(s))}
	v := e.rounded(0)
	if e.space(); e.bad || e.rest != "" || math.IsInf(v, 0) || math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// sum reads a sum from left to right.
type sum struct {
	rest string
	bad  bool
}

func (e *sum) space() { e.rest = strings.TrimLeft(e.rest, " \t\n") }

// sign takes one of the signs if the sum goes on with it.
func (e *sum) sign(of ...string) string {
	e.space()
	for _, s := range of {
		if strings.HasPrefix(e.rest, s) {
			e.rest = e.rest[len(s):]
			return s
		}
	}
	return ""
}

func (e *sum) rounded(depth int) float64 {
	v := e.terms(depth)
	for e.sign("round") != "" {
		shift := math.Pow(10, math.Trunc(e.terms(depth)))
		v = math.Round(v*shift) / shift
	}
	return v
}

func (e *sum) terms(depth int) float64 {
	v := e.factors(depth)
	for {
		switch e.sign("+", "-") {
		case "+":
			v += e.factors(depth)
		case "-":
			v -= e.factors(depth)
		default:
			return v
		}
	}
}

func (e *sum) factors(depth int) float64 {
	v := e.power(depth)
	for {
		switch e.sign("*", "/") {
		case "*":
			v *= e.power(depth)
		case "/":
			v /= e.power(depth)
		default:
			return v
		}
	}
}

func (e *sum) power(depth int) float64 {
	v := e.number(depth)
	for e.sign("^") != "" {
		v = math.Pow(v, e.number(depth))
	}
	return v
}

// maxBrackets bounds brackets within brackets.
func (e *sum) number(depth int) float64 {
	const deepest = 50
	if e.bad = e.bad || depth > deepest; e.bad {
		return 0
	}
	switch e.sign("+", "-", "(") {
	case "+":
		return e.number(depth + 1)
	case "-":
		return -e.number(depth + 1)
	case "(":
		v := e.rounded(depth + 1)
		e.bad = e.bad || e.sign(")") == ""
		return v
	}
	n := 0
	for n < len(e.rest) && ('0' <= e.rest[n] && e.rest[n] <= '9' || e.rest[n] == '.') {
		n++
	}
	v, err := strconv.ParseFloat(e.rest[:n], 64)
	e.bad, e.rest = e.bad || err != nil, e.rest[n:]
	return v
}
