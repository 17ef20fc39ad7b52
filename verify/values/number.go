package values

import (
	"math"
	"strconv"
	"strings"
)

// small maps words to whole numbers, ranked words to ordinals.
var small, ranked = func() (map[string]float64, map[string]float64) {
	ones := strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
		eighteen nineteen`)
	firsts := strings.Fields(`- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
		fifteenth sixteenth seventeenth eighteenth nineteenth`)
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
	"hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": 12, "bn": 1e9, "crore": 1e7, "lakh": 1e5,
}

// number reads a number in digits or words that begins at word i, with its scale. n is the number of words, 0 if there is none. step is the
// value of its last place: of 1.5 million a hundred thousand.
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
		s, ok := scales[r.words[i+n].text]
		if !ok {
			break
		}
		x, step, n = x*s, step*s, n+1
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
	if i > 0 && r.is(i-1, "-") && r.joined(i-1) && (i == 1 || r.words[i-2].end < r.words[i-1].at && r.words[i-2].kind != digits) {
		x = -x
	}
	return x, step, 1
}

// spelled reads "twenty-three", "two hundred and five", "a hundred".
func (r *parser) spelled(i int) (x float64, n int) {
	if r.is(i, "a") && i+1 < len(r.words) && scales[r.words[i+1].text] > 0 {
		return scales[r.words[i+1].text], 2
	}
	if r.is(i, "half") && r.is(i+1, "a") && i+2 < len(r.words) && scales[r.words[i+2].text] > 0 {
		return scales[r.words[i+2].text] / 2, 3
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
