package onnx

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// graphFile is what an .onnx file says of itself, read without loading it (ONNX IR, onnx.proto3: ModelProto, GraphProto,
// TensorProto).
type graphFile struct {
	path     string
	size     int64            // bytes of the file
	elements map[uint64]int64 // numbers of the weights, by element type
	external []string         // files that weights lie in, beside the graph; sorted
	dynamic  bool             // activations are quantised by their own range as it runs
}

// Element types of TensorProto.DataType that weights come in.
const (
	protoFloat    = 1
	protoUint8    = 2
	protoInt8     = 3
	protoFloat16  = 10
	protoBfloat16 = 16
	protoUint4    = 21
	protoInt4     = 22
)

// Fields of the messages, as onnx.proto3 numbers them.
const (
	modelGraph       = 7
	graphNode        = 1
	graphInitializer = 5
	nodeOperator     = 4
	tensorDims       = 1
	tensorType       = 2
	tensorExternal   = 13
	entryKey         = 1
	entryValue       = 2
)

// readGraphFile reads the file's description and checks that the files its weights lie in are there.
func readGraphFile(path string) (*graphFile, error) {
	model, release, err := mapped(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	defer release()
	g := &graphFile{path: path, size: int64(len(model)), elements: map[uint64]int64{}}
	places, ok := map[string]bool{}, true
	ok = each(model, func(f protoField) {
		if f.number == modelGraph {
			ok = g.graph(f.content, places) && ok
		}
	}) && ok
	if !ok {
		return nil, fmt.Errorf("%w: %s: no ONNX graph: %w", ErrModel, path, errWire)
	}
	g.external = slices.Sorted(maps.Keys(places))
	var missing []string
	for _, name := range g.external {
		if info, err := os.Stat(g.beside(name)); err != nil || !info.Mode().IsRegular() {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%w: %s: its weights lie in %q beside it, and that is missing", ErrModel, path, missing)
	}
	return g, nil
}

// beside is the path of an external file, which is named from the folder of the graph.
func (g *graphFile) beside(name string) string {
	return filepath.Join(filepath.Dir(g.path), filepath.FromSlash(name))
}

// bytes is the size of the graph and the files of its weights.
func (g *graphFile) bytes() int64 {
	n := g.size
	for _, name := range g.external {
		if info, err := os.Stat(g.beside(name)); err == nil {
			n += info.Size()
		}
	}
	return n
}

// precision is the type that most of the weights have, and their number.
func (g *graphFile) precision() (string, int64) {
	names := map[uint64]string{protoFloat: "fp32", protoUint8: "int8", protoInt8: "int8", protoFloat16: "fp16",
		protoBfloat16: "bf16", protoUint4: "int4", protoInt4: "int4"}
	by, total := map[string]int64{}, int64(0)
	for kind, n := range g.elements {
		if name, ok := names[kind]; ok {
			by[name] += n
			total += n
		}
	}
	best := "no weights"
	for _, name := range slices.Sorted(maps.Keys(by)) {
		if by[name] > by[best] {
			best = name
		}
	}
	return best, total
}

// graph reads nodes and weights; false where one of them is none.
func (g *graphFile) graph(graph []byte, places map[string]bool) (ok bool) {
	ok = true
	return each(graph, func(f protoField) {
		switch f.number {
		case graphInitializer:
			ok = g.weights(f.content, places) && ok
		case graphNode:
			operator := string(only(f.content, nodeOperator))
			g.dynamic = g.dynamic || operator == "DynamicQuantizeLinear" || operator == "DynamicQuantizeMatMul"
		}
	}) && ok
}

func (g *graphFile) weights(tensor []byte, places map[string]bool) (ok bool) {
	n, kind := int64(1), uint64(0)
	ok = each(tensor, func(f protoField) {
		switch f.number {
		case tensorDims:
			for _, d := range f.numbers() {
				n *= int64(d)
			}
		case tensorType:
			kind = f.value
		case tensorExternal:
			if string(only(f.content, entryKey)) == placeFile {
				places[string(only(f.content, entryValue))] = true
			}
		}
	})
	g.elements[kind] += n
	return ok
}

var errWire = errors.New("broken encoding")
