package server

// For the tests outside the package.
var ErrGDS = errGDS
