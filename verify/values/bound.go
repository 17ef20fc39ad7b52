package values

import (
	"math"
	"slices"
	"strings"
)

// bounds maps words before a value to the limit they make of it, dateBounds those before a date; negatedBounds what
// "no" or "not" makes of a limit.
var (
	bounds = map[string]bound{
		"at least": boundAtLeast, "no fewer": boundAtLeast, "not less": boundAtLeast,
		"at most": boundAtMost, "up to": boundAtMost, "no more": boundAtMost,
		"over": boundMoreThan, "above": boundMoreThan, "exceeding": boundMoreThan, "in excess of": boundMoreThan,
		"under": boundLessThan, "below": boundLessThan,
	}
	dateBounds = map[string]bound{
		"by": boundAtMost, "before": boundLessThan, "prior to": boundLessThan, "after": boundMoreThan, "since": boundSince,
		"on or before": boundAtMost, "on or after": boundAtLeast,
	}
	negatedBounds = map[bound]bound{boundMoreThan: boundAtMost, boundLessThan: boundAtLeast}
	vague         = set("about around approximately circa c nearly almost roughly some ca")
)

// readLimit reads what stands before a value: "at least", "more than", "about".
func (r *parser) readLimit(i int, v *Value) {
	if r.is(i-1, "the") { // after the 1890s
		i--
	}
	before := func(k int) string {
		if i-k < 0 {
			return ""
		}
		return r.words[i-k].text
	}
	words := 0
	for n, said := 1, ""; n <= 3; n++ {
		said = strings.TrimSuffix(before(n)+" "+said, " ")
		b := bounds[said]
		if v.IsDate() && b == boundExactly {
			b = dateBounds[said]
		}
		if o := orders[before(2)]; n == 2 && before(1) == "than" {
			turned := o.attribute == birth && !v.IsDate() // older than 30
			b = map[int]bound{-1: boundLessThan, 1: boundMoreThan}[o.order*(1-2*b2i(turned))]
		}
		if b != boundExactly { // of several the longest: on or before
			v.Bound, words = b, n
		}
	}
	if n, ok := negatedBounds[v.Bound]; ok && before(1) == "than" && (before(3) == "no" || before(3) == "not") {
		v.Bound, words = n, 3
	}
	if v.limitAt = v.At; words > 0 {
		v.limitAt = r.words[i-words].at
	}
}

// limits reports whether a value is a limit and not the value itself.
func (v *Value) limits() bool { return v.Bound != boundExactly && v.Bound != boundSince }

// sets reports whether a value sets a limit or says since when.
func (v *Value) sets() bool { return v.limits() || v.Bound == boundSince }

// extent returns the least and the greatest value that a value allows. An amount is its number, however round.
func (v *Value) extent() (lo, hi float64) {
	lo, hi = v.Lo, v.Hi
	if v.Bound != boundWithin && !v.IsDate() {
		lo, hi = v.Number, v.Number
	}
	switch v.Bound {
	case boundAtLeast:
		hi = math.Inf(1)
	case boundMoreThan:
		lo, hi = math.Nextafter(hi, math.Inf(1)), math.Inf(1)
	case boundAtMost:
		lo = math.Inf(-1)
	case boundLessThan:
		lo, hi = math.Inf(-1), math.Nextafter(lo, math.Inf(-1))
	case boundSince:
		lo = math.Inf(-1)
	}
	return lo, hi
}

// joinBetween makes one value of two that a claim says another is between. Where it can't, neither is a value.
func (e *parsed) joinBetween() {
	for i := 0; i+1 < len(e.values); i++ {
		a, b := &e.values[i], &e.values[i+1]
		from, to := e.wordAt(a.At), e.wordAt(b.At)
		if from == 0 || e.words[from-1].text != "between" || to-1 != e.wordAt(a.End) || e.words[to-1].text != "and" {
			continue
		}
		lo, joined := *a, *b
		if a.Kind == kindCount && b.Kind == kindQuantity { // between 300 and 320 km
			unit := strings.TrimLeft(e.Text[b.At:b.End], "0123456789,.")
			if q := Read(a.Said + unit); len(q) == 1 && q[0].Kind == kindQuantity {
				lo = q[0]
			}
		}
		if c, ok := lo.Compare(b); !ok || c > 0 {
			e.values = slices.Delete(e.values, i, i+2)
			continue
		}
		joined.Lo, joined.Bound, joined.At, joined.limitAt = lo.Lo, boundWithin, a.At, e.words[from-1].at
		joined.Said = e.Text[joined.limitAt:b.End]
		if !joined.IsDate() {
			joined.Lo, joined.Hi = lo.Number, b.Number
		}
		e.values = slices.Replace(e.values, i, i+2, joined)
	}
}
