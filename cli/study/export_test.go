package study

import "slices"

// Find is a figure by its keys and measure.
func (t *Table) Find(measure string, keys ...string) (Row, bool) {
	for _, r := range t.Rows {
		if r.Measure == measure && slices.Equal(r.Keys, keys) {
			return r, true
		}
	}
	return Row{}, false
}
