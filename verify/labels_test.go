package verify_test

import (
	"errors"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
)

func TestParseLabel(t *testing.T) {
	tests := []struct {
		text string
		want verify.Label
	}{
		{"SUPPORTS", verify.Supported}, {"supports", verify.Supported}, {"SUPPORTED", verify.Supported}, {"support", verify.Supported},
		{"REFUTES", verify.Refuted}, {"refuted", verify.Refuted},
		{"NOT ENOUGH INFO", verify.NotEnoughInfo}, {"not_enough_info", verify.NotEnoughInfo}, {"Not-Enough Info", verify.NotEnoughInfo},
		{"NOT_SUPPORTED", verify.NotSupported}, {"not supported", verify.NotSupported},
	}
	for _, test := range tests {
		if got, err := verify.ParseLabel(test.text); err != nil || got != test.want {
			t.Errorf("%q: got %v, %v, want %v", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"", "maybe", "SUPPORTS!"} {
		if _, err := verify.ParseLabel(text); !errors.Is(err, verify.ErrLabel) {
			t.Errorf("%q: got %v, want ErrLabel", text, err)
		}
	}
}

// What a scheme writes must be read as the label it was, as far as the scheme can tell.
func TestSchemesReadWhatTheyWrite(t *testing.T) {
	for _, name := range []string{"fever", "feverous", "hover"} {
		s, err := verify.ParseScheme(name)
		if err != nil || s.String() != name {
			t.Fatalf("%s: got %v, %v", name, s, err)
		}
		for _, l := range s.Labels() {
			if got, err := verify.ParseLabel(s.Name(l)); err != nil || got != l {
				t.Errorf("%s: %s: got %v, %v, want %v", name, s.Name(l), got, err, l)
			}
		}
	}
	if _, err := verify.ParseScheme("hotpotqa"); err == nil {
		t.Error("hotpotqa has no labels: got no error")
	}
}

func TestDecide(t *testing.T) {
	tests := []struct {
		p            verify.Probabilities
		three, hover verify.Label
	}{
		{verify.Probabilities{Supported: .5, Refuted: .3, NotEnough: .2}, verify.Supported, verify.NotSupported},
		{verify.Probabilities{Supported: .6, Refuted: .3, NotEnough: .1}, verify.Supported, verify.Supported},
		{verify.Probabilities{Supported: .4, Refuted: .4, NotEnough: .2}, verify.Refuted, verify.NotSupported},
		{verify.Probabilities{Supported: .2, Refuted: .4, NotEnough: .4}, verify.NotEnoughInfo, verify.NotSupported},
		{verify.Probabilities{}, verify.NotEnoughInfo, verify.NotSupported},
	}
	for _, test := range tests {
		if got := verify.FEVER.Decide(test.p); got != test.three {
			t.Errorf("%+v: got %v, want %v", test.p, got, test.three)
		}
		if got := verify.HoVer.Decide(test.p); got != test.hover {
			t.Errorf("%+v in HoVer: got %v, want %v", test.p, got, test.hover)
		}
	}
}
