package verify

// What blame is computed by.
var Bridges = bridges
