package score

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// Options of every scorer. The zero value is useful.
type Options struct {
	Resamples int      // bootstrap draws, 1,000 when 0; negative for no intervals
	By        []string // breakdowns; nil for hops, shape, kind and challenge

	// GoldVerdict scores FEVEROUS evidence as if every label were right (evaluate.py's --use_gold_verdict).
	GoldVerdict bool
}

func (o Options) resamples() int {
	if o.Resamples == 0 {
		return 1000
	}
	return max(o.Resamples, 0)
}

// Breakdowns returns the values of Options.By. The default is hops, shape, kind and challenge.
func Breakdowns() []string {
	return []string{"hops", "shape", "kind", "type", "label", "challenge", "level", "family"}
}

// CheckBy returns an error if By has other names than Breakdowns.
func (o Options) CheckBy() error {
	for _, by := range o.By {
		if !slices.Contains(Breakdowns(), by) {
			return fmt.Errorf("no breakdown by %q: want one of %s", by, strings.Join(Breakdowns(), ", "))
		}
	}
	return nil
}

// property returns a claim's value for a breakdown; empty if it has none.
func property(c *claims.Claim, by string) string {
	switch by {
	case "hops":
		if c.Hops > 0 {
			return strconv.Itoa(c.Hops)
		}
	case "shape":
		return c.Shape
	case "kind", "type":
		return c.Kind
	case "label":
		return c.Label
	case "challenge":
		return c.Challenge
	case "level":
		return c.Level
	case "family":
		return c.Family
	}
	return ""
}

// ledger is a sample of all claims, and one of each group.
type ledger struct {
	all    *sample
	by     []string
	groups map[string]map[string]*sample
}

func newLedger(width int, o Options) *ledger {
	by := o.By
	if by == nil {
		by = []string{"hops", "shape", "kind", "challenge"}
	}
	return &ledger{newSample(width), by, map[string]map[string]*sample{}}
}

// add takes the measures of claim number i; the first is 1.
func (l *ledger) add(i int, c *claims.Claim, values []float64) {
	l.all.add(i, values)
	for _, by := range l.by {
		v := property(c, by)
		if v == "" {
			continue
		}
		if l.groups[by] == nil {
			l.groups[by] = map[string]*sample{}
		}
		if l.groups[by][v] == nil {
			l.groups[by][v] = newSample(l.all.width)
		}
		l.groups[by][v].add(i, values)
	}
}

// sections returns the groups' figures: "hops" with "2", "3", "4" within it. A group of all claims says nothing new
// and is left out, unless the caller asked for it.
func (l *ledger) sections(figures []formula, o Options) []Section {
	var out []Section
	for _, by := range l.by {
		s := Section{Name: by}
		whole := false
		for _, v := range slices.Sorted(maps.Keys(l.groups[by])) {
			group := l.groups[by][v]
			whole = whole || group.total()[0] == l.all.total()[0]
			s.Sections = append(s.Sections, Section{Name: v, Rows: group.rows(figures, o)})
		}
		if len(s.Sections) > 0 && (o.By != nil || !whole) {
			out = append(out, s)
		}
	}
	return out
}
