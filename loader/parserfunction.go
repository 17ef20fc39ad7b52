package loader

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"math"
	"regexp"
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
	"plural": func(a arguments) string {
		if n := strings.ReplaceAll(a.at(0), ",", ""); n == "1" || len(a.values) < 3 {
			return a.at(1)
		}
		return a.at(len(a.values) - 1)
	},
}

// parserFunction divides {{name:input}} if name is that of a function: one of parserFunctions, a word in capitals, or
// #name.
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

// longNumber matches a number of four digits or more: its sign, its whole part, and its decimals.
var longNumber = regexp.MustCompile(`^([-−+]*)([1-9][0-9]{3,})(\.[0-9]*)?$`)

// grouped returns a number with commas between thousands: 4,210.5. Other text stays as it is.
func grouped(s string) string {
	m := longNumber.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	whole := m[2]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return m[1] + whole + m[3]
}

// compute returns the value of a plain sum: numbers, + - * / and brackets, at the end "round" and a number of decimals;
// empty if it is anything else.
func compute(s string) string {
	s = strings.NewReplacer("−", "-", "×", "*", "÷", "/", "&minus;", "-", "div", "/").Replace(strings.ToLower(s))
	s, decimals, rounds := strings.Cut(s, "round")
	if strings.Trim(s, "0123456789.+-*/() \t\n") != "" {
		return ""
	}
	e, err := goparser.ParseExpr(s)
	if err != nil {
		return ""
	}
	v := sum(e)
	if rounds {
		n, err := strconv.Atoi(strings.TrimSpace(decimals))
		if err != nil {
			return ""
		}
		shift := math.Pow(10, float64(n))
		v = math.Round(v*shift) / shift
	}
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// sum returns the value of an expression; not a number if it is no plain sum.
func sum(e ast.Expr) float64 {
	switch e := e.(type) {
	case *ast.BasicLit:
		if v, err := strconv.ParseFloat(e.Value, 64); err == nil {
			return v
		}
	case *ast.ParenExpr:
		return sum(e.X)
	case *ast.UnaryExpr:
		return map[token.Token]float64{token.SUB: -1, token.ADD: 1}[e.Op] * sum(e.X)
	case *ast.BinaryExpr:
		x, y := sum(e.X), sum(e.Y)
		switch e.Op {
		case token.ADD:
			return x + y
		case token.SUB:
			return x - y
		case token.MUL:
			return x * y
		case token.QUO:
			return x / y
		}
	}
	return math.NaN()
}
