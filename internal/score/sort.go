package score

import (
	"cmp"
	"slices"
)

// sortedBy lists the keys of m by an order, ties by key.
func sortedBy[T any](m map[string]T, order func(T) int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(order(m[a]), order(m[b])), cmp.Compare(a, b))
	})
	return keys
}
