package verify

import (
	"errors"
	"fmt"
)

// ErrLongClaim: the claim leaves the model no room for evidence. A claim is never truncated, because half a claim is a
// different claim.
var ErrLongClaim = errors.New("claim is too long for the model")

// PairError is the error of one pair of a Predict.
type PairError struct {
	Index int // index of the pair in the call
	Err   error
}

// Error names the pair, counted from 0.
func (e *PairError) Error() string { return fmt.Sprintf("pair %d: %v", e.Index, e.Err) }

// Unwrap gives the reason, such as ErrLongClaim.
func (e *PairError) Unwrap() error { return e.Err }
