package text

import "errors"

// Errors of opening an index, besides graph.ErrFormat and graph.ErrDamaged. Build rebuilds it.
var (
	// ErrNoIndex: there is no finished index in this folder.
	ErrNoIndex = errors.New("no text index here")
	// ErrStale: the store has changed since the index was built.
	ErrStale = errors.New("text index is older than its store")
)
