package graph

// What only tests need by name.
var ErrAddress = errAddress
