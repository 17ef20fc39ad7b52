package verify

import (
	"errors"
	"fmt"
)

// Errors of claims. A claim that can't be judged is an error of that claim alone; the others of a batch go on.
var (
	// ErrEmptyClaim: the claim holds no words.
	ErrEmptyClaim = errors.New("claim is empty")
	// ErrLongClaim: the claim leaves the model no room for evidence. The claim is never cut: half a claim is another claim.
	ErrLongClaim = errors.New("claim is too long for the model")
)

// ErrNoChain: there is no chain that the verdict rests on, and so nothing to blame.
var ErrNoChain = errors.New("the verdict is not based on a chain")

// ErrLabel: not a name of a verdict in any scheme.
var ErrLabel = errors.New("not a label (want SUPPORTS, REFUTES, NOT ENOUGH INFO, SUPPORTED or NOT_SUPPORTED)")

// PairError is the error of one pair of a Predict.
type PairError struct {
	Index int // place of the pair in the call, from 0
	Err   error
}

// Error names the pair, counted from 0.
func (e *PairError) Error() string { return fmt.Sprintf("pair %d: %v", e.Index, e.Err) }

// Unwrap gives the reason, such as ErrLongClaim.
func (e *PairError) Unwrap() error { return e.Err }
