package onnx_test

import (
	"math"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// Where int8 products overflow, as on a processor with AVX2 and without VNNI, the model finds .68 here and another label.
func TestProductsDoNotOverflow(t *testing.T) {
	m := openShipped(t, onnx.Options{Device: "cpu"})
	got, err := m.Predict(t.Context(), []verify.Pair{{
		Premise: "[MV Þórunn] MV Þórunn is a motor ferry that sails between Port Almeric and Hrafney. She entered service on 1 May 1972 and replaced the steamer SS Maud Carvel. " +
			"She is named after the engineer Þórunn Hallsdóttir, who had died five years before. Because the yard of Tarrant & Sons was full, she was ordered from a foreign yard, " +
			"and dockers refused for a week to handle her ropes. Her whistle is tuned to the first note of the suite Sound Pictures by Oskar Roe.",
		Hypothesis: "MV Þórunn is shorter than MV Saint Évrard.",
	}})
	if err != nil {
		t.Fatal(err)
	}
	if p := got[0].NotEnough; math.Abs(p-.431) > .1 {
		t.Errorf("not enough: got %.3f, want .431 or near it", p)
	}
}

// The probabilities are those of verify/train/measure.py with the same files, which reads them by Python's runtime and tokenizer.
func TestTheLargerModelReadsAcrossABridge(t *testing.T) {
	needRuntime(t)
	m, err := onnx.Open("shipped/nli-base", onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
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
