package label

import (
	"fmt"
	"strings"
)

// Label is a verdict.
type Label uint8

// The verdicts. NotEnoughInfo is the zero value because it is the verdict if nothing was found.
const (
	NotEnoughInfo Label = iota
	Supported
	Refuted
	NotSupported // refuted or not enough info: the other label of HoVer
)

// String returns the label as FEVER writes it, or HoVer's NOT_SUPPORTED.
func (l Label) String() string {
	return [...]string{"NOT ENOUGH INFO", "SUPPORTS", "REFUTES", "NOT_SUPPORTED"}[min(int(l), 3)]
}

// labelNames are the spellings of the data sets, letters only and in lower case.
var labelNames = map[string]Label{
	"supports": Supported, "supported": Supported, "support": Supported, "entailment": Supported, "true": Supported,
	"refutes": Refuted, "refuted": Refuted, "refute": Refuted, "contradiction": Refuted, "false": Refuted,
	"notenoughinfo": NotEnoughInfo, "notenoughinformation": NotEnoughInfo, "nei": NotEnoughInfo, "neutral": NotEnoughInfo,
	"notsupported": NotSupported, "notentailment": NotSupported, "unsupported": NotSupported,
}

// Parse reads a label of any data set in any spelling: "SUPPORTS", "supported", "NOT ENOUGH INFO",
// "not_enough_info", "NOT_SUPPORTED".
func Parse(s string) (Label, error) {
	letters := strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(s))
	if l, ok := labelNames[letters]; ok {
		return l, nil
	}
	return 0, fmt.Errorf("%q: not a label (want SUPPORTS, REFUTES, NOT ENOUGH INFO, SUPPORTED or NOT_SUPPORTED)", s)
}

// Probabilities are the probabilities of the verdicts; they sum to 1. NotEnough is 0 for a model with two labels, and above 0 for a model
// with three.
type Probabilities struct {
	Supported float64
	Refuted   float64
	NotEnough float64
}
