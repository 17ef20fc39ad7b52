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

// properties returns a claim's values for the breakdowns, in their order; empty where it has none.
func properties(c *claims.Claim) []string {
	hops := ""
	if c.Hops > 0 {
		hops = strconv.Itoa(c.Hops)
	}
	return []string{hops, c.Shape, c.Kind, c.Kind, c.Label, c.Challenge, c.Level, c.Family}
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
	l := &ledger{newSample(width), by, map[string]map[string]*sample{}}
	for _, name := range by {
		l.groups[name] = map[string]*sample{}
	}
	return l
}

// add takes the measures of claim number i; the first is 0.
func (l *ledger) add(i int, c *claims.Claim, values []float64) {
	l.all.add(i, values)
	for n, value := range properties(c) {
		groups, wanted := l.groups[Breakdowns()[n]]
		if value == "" || !wanted {
			continue
		}
		if groups[value] == nil {
			groups[value] = newSample(l.all.width)
		}
		groups[value].add(i, values)
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
