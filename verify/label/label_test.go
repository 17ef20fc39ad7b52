package label_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/verify/label"
)

func TestParseLabel(t *testing.T) {
	tests := []struct {
		text string
		want label.Label
	}{
		{"SUPPORTS", label.Supported}, {"supports", label.Supported}, {"SUPPORTED", label.Supported}, {"support", label.Supported},
		{"REFUTES", label.Refuted}, {"refuted", label.Refuted},
		{"NOT ENOUGH INFO", label.NotEnoughInfo}, {"not_enough_info", label.NotEnoughInfo}, {"Not-Enough Info", label.NotEnoughInfo},
		{"NOT_SUPPORTED", label.NotSupported}, {"not supported", label.NotSupported},
	}
	for _, test := range tests {
		if got, err := parse(test.text); err != nil || got != test.want {
			t.Errorf("%q: got %v, %v, want %v", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"", "maybe", "SUPPORTS!"} {
		if got, err := parse(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, got)
		}
	}
}

// What a scheme writes must be read as the label it was, as far as the scheme can tell.
func TestSchemesReadWhatTheyWrite(t *testing.T) {
	for _, name := range []string{"fever", "feverous", "hover"} {
		var s label.Scheme
		if err := s.UnmarshalText([]byte(name)); err != nil || s.String() != name {
			t.Fatalf("%s: got %v, %v", name, s, err)
		}
		for _, l := range s.Labels() {
			if got, err := parse(s.Name(l)); err != nil || got != l {
				t.Errorf("%s: %s: got %v, %v, want %v", name, s.Name(l), got, err, l)
			}
		}
	}
	if err := new(label.Scheme).UnmarshalText([]byte("hotpotqa")); err == nil {
		t.Error("hotpotqa has no labels: got no error")
	}
}

func parse(written string) (l label.Label, err error) {
	err = l.UnmarshalText([]byte(written))
	return l, err
}

func TestDecide(t *testing.T) {
	tests := []struct {
		p            label.Probabilities
		three, hover label.Label
	}{
		{label.Probabilities{Supported: .5, Refuted: .3, NotEnough: .2}, label.Supported, label.NotSupported},
		{label.Probabilities{Supported: .6, Refuted: .3, NotEnough: .1}, label.Supported, label.Supported},
		{label.Probabilities{Supported: .4, Refuted: .4, NotEnough: .2}, label.Refuted, label.NotSupported},
		{label.Probabilities{Supported: .2, Refuted: .4, NotEnough: .4}, label.NotEnoughInfo, label.NotSupported},
		{label.Probabilities{}, label.NotEnoughInfo, label.NotSupported},
	}
	for _, test := range tests {
		if got := label.FEVER.Decide(test.p); got != test.three {
			t.Errorf("%+v: got %v, want %v", test.p, got, test.three)
		}
		if got := label.HoVer.Decide(test.p); got != test.hover {
			t.Errorf("%+v in HoVer: got %v, want %v", test.p, got, test.hover)
		}
	}
}
