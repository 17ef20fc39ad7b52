package record

import (
	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify"
)

// Calculation is a calculation over dates, numbers and quantities that a verdict was weighed by.
type Calculation struct {
	Operation string    `json:"operation"`
	Attribute string    `json:"attribute"`
	Operands  []operand `json:"operands"`
	Result    string    `json:"result"`
	Claimed   string    `json:"claimed"`
	Agrees    bool      `json:"agrees"`
}

type operand struct {
	Value   string `json:"value"`
	Unit    string `json:"unit"`
	Element string `json:"element"`
}

// newCalculations returns the calculations that the verdict was weighed by.
func newCalculations(a *bridgehop.Answer) []Calculation {
	var out []Calculation
	for i := range a.Verdict.Values {
		c := &a.Verdict.Values[i]
		if !c.Used {
			continue
		}
		r := Calculation{Operation: c.Operation, Attribute: c.Attribute, Result: c.Result, Claimed: c.Claimed, Agrees: c.Agrees}
		for _, o := range c.Operands {
			element := graph.Address{Title: a.Chain.Title(o.Element.Page), Element: o.Element.Element}
			r.Operands = append(r.Operands, operand{o.Value, o.Unit, element.String()})
		}
		out = append(out, r)
	}
	return out
}

// PrintValues shows the calculations in lines; those that were dropped only with --explain.
func PrintValues(out *console.Text, calculations []verify.Calculation, dropped bool) {
	for i := range calculations {
		switch c := &calculations[i]; {
		case c.Used:
			out.Printf("  %s\n", c)
		case dropped:
			out.Printf("  tried and dropped: %s\n", c)
		}
	}
}
