package verify

import "github.com/bridgehop/bridgehop/verify/label"

// What package label defines, under the names that users of a Verifier need.
type (
	// Label is a verdict.
	Label = label.Label
	// Scheme is the label set of a data set.
	Scheme = label.Scheme
	// Probabilities are those of the three verdicts.
	Probabilities = label.Probabilities
)

// The verdicts.
const (
	NotEnoughInfo = label.NotEnoughInfo
	Supported     = label.Supported
	Refuted       = label.Refuted
	NotSupported  = label.NotSupported
)

// The label sets.
const (
	FEVER    = label.FEVER
	FEVEROUS = label.FEVEROUS
	HoVer    = label.HoVer
)
