package values_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/verify/values"
)

// ranges are mountains that claims compare three at a time.
var ranges = []values.Page{
	page("Mount Ostre", "Mount Ostre is 2,140 metres high."),
	page("Mount Sund", "Mount Sund has a height of 1.4 km."),
	page("Varn Peak", "Varn Peak is 900 metres high."),
}

// Every pair of a claim must hold: one that doesn't refutes it, and none may be missing.
func TestPairs(t *testing.T) {
	judge(t, ranges, []values.Family{values.Comparing}, []verdict{
		{"Mount Ostre is higher than both Mount Sund and Varn Peak.", "SUPPORTS 2,140 metres"},
		{"Mount Sund is higher than both Mount Ostre and Varn Peak.", "REFUTES 1.4 km"},
		{"Mount Sund is higher than Varn Peak and Mount Ostre.", "REFUTES 1.4 km"},
		{"Mount Ostre and Mount Sund are both higher than Varn Peak.", "SUPPORTS 2,140 metres"},
		{"Mount Sund is higher than Varn Peak but lower than Mount Ostre.", "SUPPORTS 1.4 km"},
		{"Mount Sund is higher than Varn Peak but not Mount Ostre.", "SUPPORTS 1.4 km"},
		{"Mount Ostre is higher than Varn Peak but not Mount Sund.", "REFUTES 2,140 metres"},
		{"Mount Sund is a higher mountain than Varn Peak and lower than Mount Ostre.", "SUPPORTS 1.4 km"},
		{"Mount Ostre is higher than both Mount Sund and Mount Lune.", ""}, // which has no page
		{"Varn Peak is higher than both Mount Sund and Mount Lune.", "REFUTES 900 metres"},
		{"The valley between Mount Ostre and Orme lies higher than Varn Peak.", ""},
	})
}
