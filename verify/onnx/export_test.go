package onnx

import (
	"bytes"
	"strconv"

	ort "github.com/yalue/onnxruntime_go"
)

// Fault is asked before a graph is loaded (tokens is 0) and before each run of so many padded tokens on a device; what it
// returns is what ONNX Runtime would have answered. It may be asked by several goroutines.
type Fault func(device string, tokens int) error

// OpenFaulty opens a model whose GPU is this machine's CPU, but for the faults: what a GPU does when it fails can be tested
// without one.
func OpenFaulty(dir string, o Options, fault Fault) (*Model, error) {
	return open(dir, o, func(path string, w way, labels int) (runner, shape, error) {
		if err := fault(w.device.String(), 0); err != nil {
			return nil, shape{}, err
		}
		s, g, err := openSession(path, way{threads: w.threads, alone: w.alone}, labels)
		return &faulty{s, w.device, fault}, g, err
	})
}

type faulty struct {
	runner
	device device
	fault  Fault
}

func (f *faulty) run(r *rows, o *ort.RunOptions) ([]float32, error) {
	if err := f.fault(f.device.String(), r.count*r.length); err != nil {
		return nil, err
	}
	return f.runner.run(r, o)
}

// NoCUDA is what is said of an error of ONNX Runtime, for a library, and a machine with or without NVIDIA's driver.
func NoCUDA(err error, library string, driver bool) string { return whyNoCUDA(err, library, driver) }

// FirstRow rewrites a graph; nil where it leaves it as it is.
func FirstRow(model []byte) []byte { return firstRow(model) }

// best is the first of some models, nil where there is none.
func best(models [][]byte) []byte {
	if len(models) == 0 {
		return nil
	}
	return models[0]
}

// Attention rewrites the graph of a file, after FirstRow where that does; nil where both leave it as it is.
func Attention(path string) []byte {
	f := openModelFile(path)
	defer f.release()
	return best(way{alone: true}.rewritten(f.outline()))
}

// AttentionOf rewrites a graph that lies in no file.
func AttentionOf(model []byte) []byte { return attention(model) }

// Outline is the outline of a file, and the bytes of all weights that it tells the place of.
func Outline(path string) (outline []byte, left map[string][]byte) {
	f := openModelFile(path)
	defer f.release()
	outline, left = f.outline(), map[string][]byte{}
	each(only(outline, modelGraph), func(t protoField) {
		if t.number != graphInitializer || only(t.content, tensorExternal) == nil {
			return
		}
		place := map[string]int{}
		each(t.content, func(e protoField) {
			if e.number == tensorExternal {
				place[string(only(e.content, entryKey))], _ = strconv.Atoi(string(only(e.content, entryValue)))
			}
		})
		at := place[placeOffset]
		left[string(only(t.content, tensorName))] = bytes.Clone(f.content[at : at+place[placeLength]])
	})
	return outline, left
}

// OpenFirstRow opens a model with its last layer cut, but attention as it is in the file.
func OpenFirstRow(dir string, o Options) (*Model, error) {
	return open(dir, o, func(path string, w way, labels int) (runner, shape, error) {
		return openRewritten(path, w, labels, way{}.rewritten)
	})
}

// OpenPlain opens a model with its graph as it is in the file.
func OpenPlain(dir string, o Options) (*Model, error) {
	return open(dir, o, func(path string, w way, labels int) (runner, shape, error) {
		return openRewritten(path, w, labels, func([]byte) [][]byte { return nil })
	})
}
