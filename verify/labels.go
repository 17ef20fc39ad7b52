package verify

import "github.com/bridgehop/bridgehop/verify/label"

// The verdicts, label sets and probabilities of package label, under the names that users of a Verifier need.
type (
	Label         = label.Label
	Scheme        = label.Scheme
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
