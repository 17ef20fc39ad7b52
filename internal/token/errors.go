package token

import "errors"

// ErrTooShort means that the text to be cut cannot be cut enough: the other one alone leaves it no token. The reference
// refuses the same pairs; where a strategy names one text, that text is never cut to nothing.
var ErrTooShort = errors.New("the text to cut is too short for the length asked for")

// Returned while a file is opened.
var (
	errNested      = errors.New("sequences are nested too deep")
	errUnsupported = errors.New("not supported")
)

// Returned while a text is encoded.
var errNoUnknown = errors.New("text has a token that is not in the vocabulary, and the file names no unknown token")
