package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"

	"github.com/bridgehop/bridgehop/hop"
)

// ofWeights returns the chains that are reranked with the features that have a linear weight alone: the others are the forest's.
func ofWeights(e *example) *list {
	features, whole, _ := hop.Names()
	l := e.best
	l.features = make([][]float32, len(l.features))
	for i, f := range e.best.features {
		l.features[i] = f[:len(features)+len(whole)]
	}
	return &l
}

// writeLists writes the chains of claims that are reranked, for trees.py: FILE has the features of all chains, as little-endian float32,
// FILE.jsonl a line for each claim, with its chains' worth and their scores by linear weights in the same order.
func writeLists(all []*example, weights []float64, file string) error {
	lists(all, best) // weighs them
	numbers, err := os.Create(file)
	if err != nil {
		return err
	}
	claims, err := os.Create(file + ".jsonl")
	if err != nil {
		return err
	}
	features, lines := bufio.NewWriter(numbers), json.NewEncoder(claims)
	for _, e := range all {
		scores := make([]float64, len(e.best.features))
		for i, f := range e.best.features {
			scores[i] = weigh(f[:len(weights)], weights)
		}
		line := map[string]any{"claim": e.claim, "pages": len(e.gold), "gold": e.best.gold, "worth": e.best.worth, "scores": scores,
			"weight": e.best.weight, "chains": len(e.best.features), "file": e.from.files[0]}
		err = errors.Join(err, lines.Encode(line))
		for _, f := range e.best.features {
			err = errors.Join(err, binary.Write(features, binary.LittleEndian, f))
		}
	}
	return errors.Join(err, features.Flush(), numbers.Close(), claims.Close())
}
