package label_test

import (
	"fmt"

	"github.com/bridgehop/bridgehop/verify/label"
)

func ExampleLabel_UnmarshalText() {
	for _, s := range []string{"not_enough_info", "SUPPORTED", "refutes"} {
		var l label.Label
		err := l.UnmarshalText([]byte(s))
		fmt.Println(l, err)
	}
	// Output:
	// NOT ENOUGH INFO <nil>
	// SUPPORTS <nil>
	// REFUTES <nil>
}

func ExampleScheme_Decide() {
	p := label.Probabilities{Supported: .2, Refuted: .5, NotEnough: .3}
	for _, s := range []label.Scheme{label.FEVER, label.HoVer} {
		l := s.Decide(p)
		fmt.Println(s.Name(l), s.Probability(l, p))
	}
	// Output:
	// REFUTES 0.5
	// NOT_SUPPORTED 0.8
}
