package score

import (
	"errors"
	"iter"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/internal/claims"
)

// goldClaims streams the claims of a gold file by id.
func goldClaims(f File, o Options) iter.Seq2[keyed[*claims.Claim], error] {
	return func(yield func(keyed[*claims.Claim], error) bool) {
		r, err := claims.NewReader(f.Reader, f.Name, claims.Auto)
		if err != nil {
			yield(keyed[*claims.Claim]{}, err)
			return
		}
		for c, err := range r.All() {
			if err != nil {
				if !yield(keyed[*claims.Claim]{}, err) {
					return
				}
				continue
			}
			if o.skips(c.ID.Key()) {
				continue
			}
			if !yield(keyed[*claims.Claim]{key: c.ID.Key(), place: c.Place, value: c}, nil) {
				return
			}
		}
	}
}

func (o Options) skips(id string) bool { return o.Only != nil && !o.Only[id] }

// Breakdowns are what Options.By may name; hops, shape, kind and challenge are the default.
func Breakdowns() []string {
	return []string{"hops", "shape", "kind", "type", "label", "challenge", "level", "family"}
}

// CheckBy refuses names that are no breakdown.
func (o Options) CheckBy() error {
	for _, by := range o.By {
		if !contains(Breakdowns(), by) {
			return errors.New("no breakdown by " + strconv.Quote(by) + ": want one of " + strings.Join(Breakdowns(), ", "))
		}
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

func (o Options) by() []string {
	if o.By != nil {
		return o.By
	}
	return []string{"hops", "shape", "kind", "challenge"}
}

// property is a claim's value for a breakdown, empty when it has none.
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
	width  int
	all    *sample
	by     []string
	groups map[string]map[string]*sample
}

func newLedger(width int, o Options) *ledger {
	return &ledger{width: width, all: newSample(width), by: o.by(), groups: map[string]map[string]*sample{}}
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
			l.groups[by][v] = newSample(l.width)
		}
		l.groups[by][v].add(i, values)
	}
}

// sections are the groups' figures: "hops" with "2", "3", "4" within it. A group of all claims says nothing new
// and is left out, unless the caller asked for it.
func (l *ledger) sections(figures []figure, o Options) []Section {
	var out []Section
	for _, by := range l.by {
		groups := l.groups[by]
		if len(groups) == 0 || len(groups) == 1 && o.By == nil && l.alone(groups) {
			continue
		}
		s := Section{Name: by}
		for _, v := range sortedBy(groups, func(*sample) int { return 0 }) {
			s.Sections = append(s.Sections, Section{Name: v, Rows: groups[v].rows(figures, o)})
		}
		out = append(out, s)
	}
	return out
}

func (l *ledger) alone(groups map[string]*sample) bool {
	for _, s := range groups {
		return s.total()[0] == l.all.total()[0]
	}
	return false
}
