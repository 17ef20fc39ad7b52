package values

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// Operand is a value of the evidence that a finding rests on.
type Operand struct {
	Subject string // what it is a value of
	Value   string // as the evidence says it
	Unit    string // the base unit it was compared in, "" of dates and counts
	Element graph.Ref
}

// Finding is an operation over the evidence that a claim may mean, and whether its result is what the claim says.
type Finding struct {
	Operation string // before, older, same year, is ...
	Attribute string // born, died, area ...
	Operands  []Operand
	Result    string
	Claimed   string
	Agrees    bool
	Sure      float64 // 0 to 1: that the operation is what the claim means and its operands are right
	// Comparing: it compares two subjects by one attribute. Otherwise it is a value in the claim's own slot, with nothing
	// else that the evidence does not say.
	Comparing bool
}

// Names reports whether a word names the attribute: inhabitants, the population.
func (f *Finding) Names(word string) bool {
	return f.Attribute != "" && string(cues[strings.ToLower(word)]) == f.Attribute
}

// String returns the finding as a line of calculation.
func (f *Finding) String() string {
	var said []string
	for _, o := range f.Operands {
		said = append(said, fmt.Sprintf("%s (%s)", strings.TrimSpace(o.Subject+" "+o.Value), o.Element.Element))
	}
	line := cmp.Or(f.Attribute, f.Operation) + ": " + strings.Join(said, ", ")
	if f.Result != "" {
		line += "; " + f.Result
	}
	return line + "; the claim says " + f.Claimed
}
