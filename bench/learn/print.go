package main

import "fmt"

// printWeights prints a column of hop/weights.txt: each feature by its name there, with its weight.
func printWeights(column string, names []string, weights []float64) {
	fmt.Println(column)
	for i, name := range names {
		fmt.Printf("%-20q %.3f\n", name, weights[i])
	}
}

// printReranking prints the weights by which chains are scored again; the whole chain's come last.
func printReranking(names, whole []string, weights []float64) {
	printWeights("again", names, weights)
	printWeights("whole", whole, weights[len(names):])
}
