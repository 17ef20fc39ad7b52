package verify

// What blame is computed by.
var (
	Shapley = shapley
	Bridges = bridges
)
