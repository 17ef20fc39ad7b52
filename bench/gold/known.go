package gold

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// Known is a model that reads each pair once. With a file it keeps there what it predicted, for the next run: reading takes far longer than
// learning.
type Known struct {
	*onnx.Model
	file  *os.File
	pairs map[verify.Pair]label.Probabilities
}

type knownLine struct {
	Pair verify.Pair
	Is   label.Probabilities
}

// OpenKnown opens the model of a folder for a device (see onnx.Options); file may be empty.
func OpenKnown(dir, device, file string) (*Known, error) {
	m, err := onnx.Open(dir, onnx.Options{Device: device})
	if err != nil {
		return nil, err
	}
	k := &Known{Model: m, pairs: map[verify.Pair]label.Probabilities{}}
	if file == "" {
		return k, nil
	}
	if k.file, err = os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(k.file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l knownLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, err
		}
		k.pairs[l.Pair] = l.Is
	}
	return k, lines.Err()
}

// Predict predicts the pairs that aren't known yet.
func (k *Known) Predict(ctx context.Context, pairs []verify.Pair) ([]label.Probabilities, error) {
	var missing []verify.Pair
	for _, p := range pairs {
		if _, ok := k.pairs[p]; !ok {
			missing = append(missing, p)
		}
	}
	found, err := k.Model.Predict(ctx, missing)
	if err != nil {
		return nil, err
	}
	for i, p := range missing {
		k.pairs[p] = found[i]
		if k.file != nil {
			line, err := json.Marshal(knownLine{p, found[i]})
			_, failed := k.file.Write(append(line, '\n'))
			if err = errors.Join(err, failed); err != nil {
				return nil, err
			}
		}
	}
	out := make([]label.Probabilities, len(pairs))
	for i, p := range pairs {
		out[i] = k.pairs[p]
	}
	return out, nil
}
