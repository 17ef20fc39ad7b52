package claims

// For the tests outside the package.
var NumberID = numberID
