package token

import (
	"fmt"
	"strconv"
	"strings"
)

// Strategy is which of two texts is cut if both together are too long.
type Strategy uint8

// The strategies, as the reference names them.
const (
	None         Strategy = iota // nothing is cut
	OnlyFirst                    // the premise is cut
	OnlySecond                   // the hypothesis is cut
	LongestFirst                 // the longer one is cut, then both
)

var strategies = [...]string{None: "none", OnlyFirst: "only_first", OnlySecond: "only_second", LongestFirst: "longest_first"}

// String returns the strategy as the reference writes it: only_first.
func (s Strategy) String() string {
	if int(s) < len(strategies) {
		return strategies[s]
	}
	return "strategy(" + strconv.Itoa(int(s)) + ")"
}

// Truncation is a strategy with the number of tokens to keep, special tokens counted. Texts are cut at their end.
// The zero value cuts nothing.
type Truncation struct {
	Strategy Strategy
	Max      int
}

// String writes t as [ParseTruncation] reads it: only_first:192.
func (t Truncation) String() string {
	if t.Strategy == None {
		return None.String()
	}
	return t.Strategy.String() + ":" + strconv.Itoa(t.Max)
}

// ParseTruncation reads "none" or "strategy:max", such as "only_first:192".
func ParseTruncation(s string) (Truncation, error) {
	if s == None.String() {
		return Truncation{}, nil
	}
	name, digits, _ := strings.Cut(s, ":")
	for i, n := range strategies {
		if n != name || i == int(None) {
			continue
		}
		if most, err := strconv.Atoi(digits); err == nil && most > 0 {
			return Truncation{Strategy: Strategy(i), Max: most}, nil
		}
		return Truncation{}, fmt.Errorf("truncation %q: want %s:N with N above 0", s, n)
	}
	return Truncation{}, fmt.Errorf("truncation %q: want none, only_first:N, only_second:N or longest_first:N", s)
}

// limit gives how many tokens of a text are worth reading, -1 for all: what lies beyond cannot change what is kept, but
// which of two long texts is the longer one takes reading both.
func (t Truncation) limit() int {
	if t.Strategy == OnlyFirst || t.Strategy == OnlySecond {
		return t.Max + 1
	}
	return -1
}

// cut gives how many of a and b tokens stay when the template adds some; pair says whether there is a second text.
func (t Truncation) cut(a, b, added int, pair bool) (int, int, error) {
	if t.Strategy == None {
		return a, b, nil
	}
	room := t.Max - added
	if room < 0 {
		return 0, 0, fmt.Errorf("truncation %v: %d special tokens alone are more: %w", t, added, ErrTooShort)
	}
	if room == 0 {
		return 0, 0, nil
	}
	over := a + b - room
	if over <= 0 {
		return a, b, nil
	}
	switch {
	case t.Strategy == LongestFirst && pair:
		a, b = longestFirst(a, b, room)
		return a, b, nil
	case t.Strategy == LongestFirst:
		return room, 0, nil
	case t.Strategy == OnlySecond && pair && b > over:
		return a, b - over, nil
	case t.Strategy == OnlyFirst && a > over:
		return a - over, b, nil
	}
	return 0, 0, fmt.Errorf("truncation %v: %d and %d tokens: %w", t, a, b, ErrTooShort)
}

// longestFirst shares room between a and b tokens: the shorter keeps all when it fits in half, else both get half.
func longestFirst(a, b, room int) (int, int) {
	short := min(a, b)
	long := short
	if short <= room {
		long = max(short, room-short)
	}
	if short+long > room {
		short = room / 2
		long = short + room%2
	}
	if a > b {
		return long, short
	}
	return short, long
}
