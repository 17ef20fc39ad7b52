package values

// kind is the sort of a value.
type kind uint8

// The kinds. A Count is a bare number, with the noun behind it if there is one.
const (
	kindCount    kind = iota
	kindQuantity      // a number with a unit
	kindDate
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

// IsDate reports whether the value is a date.
func (v *Value) IsDate() bool { return v.Kind == kindDate }

// Compare returns -1 if v is less than o or before it, 1 if it is more or later, and 0 if they agree as far as they
// are precise: 1809 and 12 February 1809. It isn't ok unless both are of one kind and unit.
func (v *Value) Compare(o *Value) (order int, ok bool) {
	switch {
	case v.Kind != o.Kind || v.Kind == kindQuantity && v.Unit != o.Unit:
		return 0, false
	case v.Hi < o.Lo:
		return -1, true
	case v.Lo > o.Hi:
		return 1, true
	}
	return 0, true
}

// meets reports whether what evidence says can be what a claim says: the bound of the claimed value holds, or,
// without one, both agree as far as they are precise. It isn't ok if they can't be compared, or if the evidence sets a
// limit itself and leaves the answer open: "more than 5" may be more than 6.
func meets(claimed, found *Value) (agrees, ok bool) {
	c, ok := found.Compare(claimed)
	if !ok {
		return false, false
	}
	if !claimed.limits() && (claimed.Bound != boundSince || found.Bound == boundSince || c >= 0) &&
		(c == 0 || !found.limits() || found.IsDate()) {
		return c == 0, true
	}
	lo, hi := claimed.extent()
	from, to := found.extent()
	agrees = from >= lo && to <= hi
	return agrees, agrees || from > hi || to < lo
}
