package claims

import (
	"errors"
	"fmt"
)

// What can be wrong with one record.
var (
	// ErrNoClaim: the record has no claim and no question, or one of 0 characters.
	ErrNoClaim = errors.New("no claim or question")
	// ErrTooLong: one record is longer than 64 MiB.
	errTooLong = errors.New("record longer than 64 MiB")
	// ErrUTF8: the record is not UTF-8 text.
	ErrUTF8 = errors.New("not valid UTF-8")
)

// ErrOtherKind: the file is of a kind that has no claims.
var ErrOtherKind = errors.New("not a file of claims")

// RecordError is the error of a bad record. The records after it can still be read.
type RecordError struct {
	Place Place
	Err   error
	Claim *Claim // what can be read of it, without gold evidence; nil when that is not even an id and words
}

// Error prints file:line: what.
func (e *RecordError) Error() string { return fmt.Sprintf("%s: %v", e.Place, e.Err) }

// Unwrap returns the cause.
func (e *RecordError) Unwrap() error { return e.Err }
