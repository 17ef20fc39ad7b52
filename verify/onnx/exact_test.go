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
