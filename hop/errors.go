package hop

import "errors"

// Errors of claims.
var (
	// ErrEmptyClaim: the claim has no words.
	ErrEmptyClaim = errors.New("claim is empty")
	// ErrLongClaim: the claim is longer than MaxClaim.
	ErrLongClaim = errors.New("claim is too long (at most 64 KiB)")
)
