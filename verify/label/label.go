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

// UnmarshalText reads a label of any data set in any spelling: "SUPPORTS", "supported", "NOT ENOUGH INFO",
// "not_enough_info", "NOT_SUPPORTED".
func (l *Label) UnmarshalText(b []byte) error {
	letters := strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(string(b)))
	known, ok := labelNames[letters]
	if !ok {
		return fmt.Errorf("%q: not a label (want SUPPORTS, REFUTES, NOT ENOUGH INFO, SUPPORTED or NOT_SUPPORTED)", b)
	}
	*l = known
	return nil
}

// Probabilities are the probabilities of the verdicts; they sum to 1. NotEnough is 0 for a model with two labels, and
// above 0 for a model with three.
type Probabilities struct {
	Supported float64
	Refuted   float64
	NotEnough float64
}

// Scheme is the set of labels of a data set.
type Scheme uint8

// The schemes. FEVER and FEVEROUS use the same three words; HoVer has two (Jiang et al. 2020, section 2.2).
const (
	FEVER Scheme = iota
	FEVEROUS
	HoVer
)

var schemeNames = [...]string{FEVER: "fever", FEVEROUS: "feverous", HoVer: "hover"}

// String returns the scheme's name on the command line.
func (s Scheme) String() string { return schemeNames[min(int(s), len(schemeNames)-1)] }

// UnmarshalText reads hover, fever or feverous.
func (s *Scheme) UnmarshalText(name []byte) error {
	for i, n := range schemeNames {
		if strings.EqualFold(string(name), n) {
			*s = Scheme(i)
			return nil
		}
	}
	return fmt.Errorf("labels %q: want hover, fever or feverous", name)
}

// Labels returns the scheme's labels, the positive one first.
func (s Scheme) Labels() []Label {
	if s == HoVer {
		return []Label{Supported, NotSupported}
	}
	return []Label{Supported, Refuted, NotEnoughInfo}
}

// Name returns the label as the data set writes it. In HoVer whatever is not supported is NOT_SUPPORTED; elsewhere
// NotSupported, which only HoVer's gold has, reads as REFUTES.
func (s Scheme) Name(l Label) string {
	switch {
	case s == HoVer && l == Supported:
		return "SUPPORTED"
	case s == HoVer:
		return "NOT_SUPPORTED"
	case l == NotSupported:
		return Refuted.String()
	}
	return l.String()
}

// Decide returns the most probable label of the scheme. On a tie it returns the more careful label (not enough info,
// then refuted). In HoVer's scheme a claim is supported if this is more probable than both other verdicts together.
func (s Scheme) Decide(p Probabilities) Label {
	if s == HoVer {
		if p.Supported > p.Refuted+p.NotEnough {
			return Supported
		}
		return NotSupported
	}
	switch {
	case p.NotEnough >= max(p.Supported, p.Refuted):
		return NotEnoughInfo
	case p.Refuted >= p.Supported:
		return Refuted
	}
	return Supported
}

// Probability returns the probability of a label of the scheme. HoVer's NOT_SUPPORTED has the sum of both other
// verdicts.
func (s Scheme) Probability(l Label, p Probabilities) float64 {
	switch {
	case l == Supported:
		return p.Supported
	case s == HoVer:
		return p.Refuted + p.NotEnough
	case l == NotEnoughInfo:
		return p.NotEnough
	}
	return p.Refuted
}
