package hop

import "strconv"

// ShapeOf names the undirected graph of n pages and the joins between them, which must not close a cycle: "single",
// "2", "3", "path4", "star4", and so on with more pages, "tree5" for what is neither; "apart" when the joins leave
// a page alone (HoVer, Table 1: 4a and 4b are both path4, since they differ in the order of growth only).
func ShapeOf(n int, joins [][2]int) string {
	degree := make([]int, n)
	most := 0
	for _, j := range joins {
		for _, i := range j {
			degree[i]++
			most = max(most, degree[i])
		}
	}
	size := strconv.Itoa(n)
	switch {
	case n < 2:
		return "single"
	case len(joins) < n-1:
		return "apart"
	case n < 4:
		return size
	case most == 2:
		return "path" + size
	case most == n-1:
		return "star" + size
	}
	return "tree" + size
}
