package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"
)

// printWeights prints weights as a literal of hop/weights.go, for gofmt to indent; weights of 0 have no line.
func printWeights(literal, prefix string, names []string, weights []float64) {
	fmt.Println(literal + "{")
	later := 0
	for i, name := range names {
		constant, note := constantOf(prefix, name), ""
		if constant == "fLater" {
			constant, note = fmt.Sprintf("fLater + %d", later), " // "+name
			later++
		}
		if math.Abs(weights[i]) >= 0.0005 {
			fmt.Printf("%s: %.3f,%s\n", constant, weights[i], note)
		}
	}
	fmt.Println("},")
}

// printReranking prints a hop.Reranking in the same way; the weights of features of the whole chain come last.
func printReranking(names, whole []string, weights []float64) {
	fmt.Println("Rerank: Reranking{")
	printWeights("Feature: [numFeatures]float64", "f", names, weights)
	printWeights("Whole: [numWholeFeatures]float64", "w", whole, weights[len(names):])
	fmt.Println("},")
}

// short are the names of which the constants have not all words.
var short = map[string]string{"weakest page": "weakest", "unnamed pages": "unnamed", "unnamed in context": "unnamed context"}

// constantOf returns the constant of package hop for a name of hop.Names: wTitleLeast for "title least", fLater for "later name".
func constantOf(prefix, name string) string {
	if prefix == "f" && strings.HasPrefix(name, "later ") {
		return "fLater"
	}
	for word := range strings.FieldsSeq(cmp.Or(short[name], name)) {
		prefix += strings.ToUpper(word[:1]) + word[1:]
	}
	return prefix
}
