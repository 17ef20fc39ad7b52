package text

import "errors"

// Errors of opening an index.
var (
	// ErrNoIndex: there is no finished index in this folder. Build makes one.
	ErrNoIndex = errors.New("no text index here")
	// ErrFormat: the index was written in a format this version can't read. Build makes it anew.
	ErrFormat = errors.New("text index has another format")
	// ErrCorrupt: files of the index are missing or damaged. Build makes it anew.
	ErrCorrupt = errors.New("text index is damaged")
	// ErrStale: the store was changed after the index was made. Build makes it anew.
	ErrStale = errors.New("text index is older than its store")
)
