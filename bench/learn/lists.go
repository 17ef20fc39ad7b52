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
	features, whole := hop.Names()
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
	w, err := createLists(file)
	if err != nil {
		return err
	}
	for _, e := range all {
		scores := make([]float64, len(e.best.features))
		for i, f := range e.best.features {
			scores[i] = weigh(f[:len(weights)], weights)
		}
		line := map[string]any{"claim": e.claim, "pages": len(e.gold), "gold": e.best.gold, "worth": e.best.worth, "scores": scores,
			"weight": e.best.weight, "chains": len(e.best.features), "file": e.from.files[0]}
		err = errors.Join(err, w.add(line, e.best.features))
	}
	return errors.Join(err, w.close())
}

// listWriter writes what trees.py learns from: a file of features, as little-endian float32, and one with a line of JSON for each claim.
type listWriter struct {
	numbers, claims *os.File
	features        *bufio.Writer
	lines           *json.Encoder
}

func createLists(file string) (*listWriter, error) {
	numbers, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	claims, err := os.Create(file + ".jsonl")
	if err != nil {
		return nil, errors.Join(err, numbers.Close())
	}
	return &listWriter{numbers, claims, bufio.NewWriter(numbers), json.NewEncoder(claims)}, nil
}

func (w *listWriter) add(line any, features [][]float32) error {
	err := w.lines.Encode(line)
	for _, f := range features {
		err = errors.Join(err, binary.Write(w.features, binary.LittleEndian, f))
	}
	return err
}

func (w *listWriter) close() error {
	return errors.Join(w.features.Flush(), w.numbers.Close(), w.claims.Close())
}
