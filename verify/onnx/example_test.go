package onnx_test

import (
	"context"
	"fmt"
	"os"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// A folder that is no model is told by what it lacks, before anything is loaded.
func ExampleOpen() {
	_, err := onnx.Open(os.DevNull, onnx.Options{})
	fmt.Println(err)
	// Output: model can't be used: /dev/null: not a folder; want one with model.onnx, tokenizer.json and config.json
}

// The whole way from the shipped model to a verdict; it needs the runtime library, so it is compiled but not run here.
func Example() {
	dir, err := shipped.Dir()
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := onnx.Open(dir, onnx.Options{Device: "auto"})
	if err != nil {
		fmt.Println(err) // says what is missing, and that `bridgehop setup` fetches it
		return
	}
	defer model.Close()
	p, err := model.Predict(context.Background(), []verify.Pair{{
		Premise:    "[Varde Bridge] Varde Bridge was opened in 1931. [Ida Holm] Ida Holm was born in Skagen.",
		Hypothesis: "Varde Bridge was opened in 1931.",
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(label.FEVER.Decide(p[0]), model.Device())
}
