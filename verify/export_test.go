package verify

// What blame and the verdict on given pages are computed by.
var (
	Bridges = bridges
	Covered = covered
)
