package text

import "errors"

// Errors of opening an index, beside graph.ErrFormat and graph.ErrDamaged. Build makes it anew.
var (
	// ErrNoIndex: there is no finished index in this folder.
	ErrNoIndex = errors.New("no text index here")
	// ErrStale: the store was changed after the index was made.
	ErrStale = errors.New("text index is older than its store")
)
