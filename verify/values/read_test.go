package values_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/values"
)

// shown writes a value as tests compare it.
func shown(v values.Value) string {
	bound := [...]string{"", ">=", "<=", ">", "<", "..", "^"}[v.Bound]
	if v.IsDate() {
		return bound + [...]string{
			fmt.Sprintf("%d-%d-%d", v.Year, v.Month, v.Day), fmt.Sprintf("%d-%d", v.Year, v.Month), fmt.Sprint(v.Year),
			fmt.Sprintf("%ds", v.Year), fmt.Sprintf("%dcc", v.Year)}[v.Precision]
	}
	return strings.TrimSpace(fmt.Sprintf("%s%.7g %s", bound, v.Number, v.Unit))
}

func TestRead(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"born on February 20, 1894", "1894-2-20"},
		{"10 February 1894", "1894-2-10"},
		{"Feb. 12th, 1809", "1809-2-12"},
		{"the 12th of February 1809", "1809-2-12"},
		{"1 may 2001", "2001-5-1"},
		{"It may 5 times", ""},
		{"on May 24 against", ""},
		{"29 February 1900", ""},
		{"29 February 1904", "1904-2-29"},
		{"29 February", ""},
		{"31 June 1990", ""},
		{"12/11/10", ""},
		{"12/11/1990", ""},
		{"25/12/1990", ""},
		{"1990-12-25", "1990-12-25"},
		{"March 1920", "1920-3"},
		{"in 1870.", "1870"},
		{"by 3000 BC", "<=-2999"},
		{"before 1990", "<1990"},
		{"44 BC", "-43"},
		{"15 March 44 B.C.", "-43-3-15"},
		{"AD 79", "79"},
		{"in the 1840s", "1840s"},
		{"the 1900s", "1900cc"},
		{"the 19th century", "1801cc"},
		{"the nineteenth century", "1801cc"},
		{"the 5th century BC", "-499cc"},
		{"1913–1920", "1913, 1920"},
		{"1500 people", "1500 person"},
		{"1,500", "1500"},
		{"12 km", "12000 m"},
		{"3 miles", "4828.032 m"},
		{"27kg", "27 kg"},
		{"150 lbs", "68.03886 kg"},
		{"Route 12 has", "12"},
		{"five square kilometres", "5000000 m²"},
		{"26.6 sq mi", "6.889368e+07 m²"},
		{"69,485 km² (26,828 sq mi)", "6.9485e+10 m², 6.94842e+10 m²"},
		{"$1.5 million", "1500000 usd"},
		{"US$ 20", "20 usd"},
		{"12.5%", "12.5 %"},
		{"12 per cent", "12 %"},
		{"two hundred and five ships", "205 ship"},
		{"twenty-three", "23"},
		{"more than 1.2 billion", ">1.2e+09"},
		{"no more than 20 points", "<=20 point"},
		{"at least three daughters", ">=3 daughter"},
		{"a dozen eggs", "12 egg"},
		{"the second largest", ""},
		{"21st", ""},
		{"twenty-first", ""},
		{"10^400", "400"},
		{"0/0", "0, 0"},
		{"1" + strings.Repeat("0", 400), ""},
		{"B12 and 3D", "3 d"},
		{"aged 73 years", "73 year"},
		{"a 10-year reign", "10 year"},
		{"- 3", "3"},
		{"-3", "-3"},
	} {
		var got []string
		for _, v := range values.Read(test.text) {
			got = append(got, shown(v))
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("Read(%q): got %q, want %q", test.text, strings.Join(got, ", "), test.want)
		}
	}
}

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want string
	}{
		{"1809", "12 February 1809", "0"},
		{"1808", "12 February 1809", "-1"},
		{"the 1840s", "1845", "0"},
		{"the 19th century", "1901", "-1"},
		{"44 BC", "AD 14", "-1"},
		{"10 km", "8 miles", "-1"},
		{"10 km", "10,000 m", "0"},
		{"10 km", "3 kg", "not comparable"},
		{"1.5 million", "1,520,000", "0"},
		{"$1.5 million", "$1,520,000", "0"},
		{"1809", "30 cows", "not comparable"},
		{"20 m", "20", "not comparable"},
		{"20", "20 m", "not comparable"},
	} {
		a, b := values.Read(test.a), values.Read(test.b)
		c, ok := a[0].Compare(&b[0])
		got := fmt.Sprint(c)
		if !ok {
			got = "not comparable"
		}
		if got != test.want {
			t.Errorf("Compare(%s, %s): got %s, want %s", test.a, test.b, got, test.want)
		}
	}
}

func TestMeets(t *testing.T) {
	for _, test := range []struct {
		claimed, found string
		want           bool
	}{
		{"at least 20 points", "20 points", true},
		{"at least 20 points", "19 points", false},
		{"more than 20", "20", false},
		{"over 20", "more than 20", true},
		{"taller than 20 m", "21 m", true},
		{"longer than 20 m", "20 m", false},
		{"no older than 20", "20", true},
		{"older than 20", "19", false},
		{"earlier than 1900", "1899", true},
		{"less than 5 km", "4 km", true},
	} {
		a, b := values.Read(test.claimed), values.Read(test.found)
		if got, ok := values.Meets(&a[0], &b[0]); !ok || got != test.want {
			t.Errorf("Meets(%s, %s): got %v %v, want %v", test.claimed, test.found, got, ok, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"29 February 1900", "12/11/10", "0/0", "10^400", "1e400", "12 February 1809 BC", "a hundred and one", "1,2,3.4.5", "²", "$", "May",
		"US$", "twenty-", "1840's", "-", "five hundred and", "100000000000000000000th century", "\xff12\xfe", "1-2-3", "AD", "sq.", "per"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all := values.Read(text)
		for i := range all {
			v := &all[i]
			if v.At < 0 || v.End > len(text) || v.At >= v.End || v.Said != text[v.At:v.End] {
				t.Fatalf("%q: value %q at %d to %d", text, v.Said, v.At, v.End)
			}
			if math.IsNaN(v.Lo) || math.IsNaN(v.Hi) || math.IsInf(v.Number, 0) || v.Lo > v.Hi {
				t.Fatalf("%q: %q lies from %g to %g", text, v.Said, v.Lo, v.Hi)
			}
			if c, ok := v.Compare(v); !ok || c != 0 {
				t.Fatalf("%q: %q compared with itself: %d %v", text, v.Said, c, ok)
			}
			for j := range i {
				a, ok := v.Compare(&all[j])
				b, back := all[j].Compare(v)
				if a != -b || ok != back {
					t.Fatalf("%q: %q and %q compare as %d and %d", text, v.Said, all[j].Said, a, b)
				}
				if _, meets := values.Meets(v, &all[j]); meets && !ok {
					t.Fatalf("%q: Meets and Compare differ", text)
				}
			}
		}
	})
}
