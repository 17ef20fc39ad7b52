package values

import (
	"errors"
	"fmt"
)

// kind is the sort of a value.
type kind uint8

// The kinds. A Count is a bare number, with the noun behind it if there is one.
const (
	kindCount    kind = iota
	kindQuantity      // a number with a unit
	Date
)

// precision is how much of a date is given.
type precision uint8

// The precisions, finest first.
const (
	precisionDay precision = iota
	precisionMonth
	precisionYear
	precisionDecade
	precisionCentury
)

// Value is a value that a text states: what lies between Lo and Hi, in Unit. Of a date these are days since 1 January
// of year 1, of a quantity numbers of the base unit of its dimension. A rounded number spans half its last place both
// ways.
type Value struct {
	Kind      kind
	Lo, Hi    float64
	Unit      string    // the base unit ("m", "kg", "usd", "year" ...), or of a Count the noun behind it
	Precision precision // of a date
	Year      int       // of a date; 1 BC is 0
	Month     int       // of a day or month
	Day       int
	Number    float64 // as it is written, scaled to Unit; of an ordinal its rank
	Bound     bound
	About     bool // "about", "circa", "nearly"
	Said      string
	At, End   int // bytes of the text it was read from
	limitAt   int // where the words that make it a limit begin; else At
}

// bound says that a number is a limit and not the value itself.
type bound uint8

// The bounds.
const (
	boundExactly bound = iota
	boundAtLeast
	boundAtMost
	boundMoreThan
	boundLessThan
	boundWithin // between Lo and Hi, both included
	boundSince  // a date at which something began and goes on
)

// Errors of comparisons.
var (
	errUnits = errors.New("not comparable")     // units or kinds don't fit
	errVague = errors.New("not precise enough") // "more than 5" may be more than 6
)

// Compare returns -1 if a is less than b or before it, 1 if it is more or later, and 0 if they agree as far as they
// are precise: 1809 and 12 February 1809. The error is errUnits.
func Compare(a, b *Value) (int, error) {
	if err := alike(a, b); err != nil {
		return 0, err
	}
	switch {
	case a.Hi < b.Lo:
		return -1, nil
	case a.Lo > b.Hi:
		return 1, nil
	}
	return 0, nil
}

// alike returns errUnits unless two values are of one kind and unit.
func alike(a, b *Value) error {
	fit := a.Kind == b.Kind && (a.Kind != kindQuantity || a.Unit == b.Unit)
	if !fit {
		return fmt.Errorf("%w: %s and %s", errUnits, a.Said, b.Said)
	}
	return nil
}

// meets reports whether what evidence says can be what a claim says: the bound of the claimed value holds, or,
// without one, both agree as far as they are precise. The error is errUnits, or errVague if the evidence sets a limit
// itself and leaves the answer open.
func meets(claimed, found *Value) (bool, error) {
	c, err := Compare(found, claimed)
	switch {
	case err != nil:
		return false, err
	case claimed.limits() || claimed.Bound == boundSince && found.Bound != boundSince && c < 0:
		return meetsLimit(claimed, found)
	case c != 0 && (claimed.About || found.About):
		return near(claimed, found), nil
	case c != 0 && found.limits() && found.Kind != Date:
		return meetsLimit(claimed, found)
	}
	return c == 0, nil
}

// near reports whether a value said to be about another is close to it: by a tenth, or ten years.
func near(a, b *Value) bool {
	room := 3660.0
	if a.Kind != Date {
		room = max(abs(a.Number), abs(b.Number)) / 10
	}
	return a.Lo-room <= b.Hi && b.Lo-room <= a.Hi
}

func abs(x float64) float64 { return max(x, -x) }
