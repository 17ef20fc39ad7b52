package onnx_test

import (
	"math"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// The probabilities are those of verify/train/measure.py with the same files, which reads them by Python's runtime and tokenizer. They
// hold on every processor: where int8 products overflow, as with AVX2 and without VNNI, they would be others.
func TestReadsAcrossABridgeExactly(t *testing.T) {
	m := openShipped(t, onnx.Options{})
	const bridge, born = "[Varde Bridge] Ida Holm opened the bridge in 1931.", " [Ida Holm] She was born in Skagen."
	pairs := []verify.Pair{
		{Premise: bridge + born, Hypothesis: "The woman who opened the Varde Bridge was born in Skagen."},
		{Premise: bridge + born, Hypothesis: "The woman who opened the Varde Bridge was born in Aarhus."},
		{Premise: bridge, Hypothesis: "The woman who opened the Varde Bridge was born in Skagen."},
	}
	got, err := m.Predict(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range []float64{got[0].Supported, got[1].Refuted, got[2].NotEnough} {
		if want := []float64{0.947, 0.950, 0.840}[i]; math.Abs(p-want) > .02 {
			t.Errorf("%s: got %+v, want the right label with %.3f", pairs[i].Hypothesis, got[i], want)
		}
	}
}
