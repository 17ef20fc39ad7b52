package onnx

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	mmap "github.com/blevesearch/mmap-go"
	"google.golang.org/protobuf/encoding/protowire"
)

// graphFile is what an .onnx file says of itself, read without loading it (ONNX IR, onnx.proto3: ModelProto,
// GraphProto, TensorProto).
type graphFile struct {
	path            string
	bytes           int64         // of the file and of the files that weights lie in
	external        []string      // paths of these; sorted
	dynamic         bool          // activations are quantised by their own range as it runs
	inputs, outputs []declaration // as the graph declares them, weights apart
}

// Fields of the messages, as onnx.proto3 numbers them.
const (
	modelGraph       = 7
	graphNode        = 1
	graphInitializer = 5
	graphInput       = 11
	graphOutput      = 12
	nodeOperator     = 4
	tensorName       = 8
	tensorExternal   = 13
	entryKey         = 1
	entryValue       = 2
	valueName        = 1
	valueType        = 2
	typeTensor       = 1
	elementType      = 1
	tensorShape      = 2
	shapeDim         = 1
	dimValue         = 1
)

// readGraphFile reads the file's description and checks that the files its weights lie in are there.
func readGraphFile(path string) (*graphFile, error) {
	model, release, err := mapped(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	defer release()
	g := &graphFile{path: path, bytes: int64(len(model))}
	places, whole := map[string]bool{}, true
	whole = each(model, func(f field) {
		if f.number == modelGraph {
			whole = g.read(f.content, places) && whole
		}
	}) && whole
	if !whole {
		return nil, fmt.Errorf("%w: %s: no ONNX graph: broken encoding", ErrModel, path)
	}
	var missing []string
	for _, name := range slices.Sorted(maps.Keys(places)) { // from the folder of the graph
		place := filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
		info, err := os.Stat(place)
		if err != nil || !info.Mode().IsRegular() {
			missing = append(missing, name)
			continue
		}
		g.external, g.bytes = append(g.external, place), g.bytes+info.Size()
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%w: %s: its weights are in %q beside it, and that file is missing", ErrModel, path,
			missing)
	}
	return g, nil
}

// read reads nodes, weights, inputs and outputs; false where one of them is broken.
func (g *graphFile) read(graph []byte, places map[string]bool) (whole bool) {
	whole = true
	weights := map[string]bool{}
	whole = each(graph, func(f field) {
		switch f.number {
		case graphInitializer:
			weights[string(only(f.content, tensorName))] = true
			whole = weight(f.content, places) && whole
		case graphNode:
			operator := string(only(f.content, nodeOperator))
			g.dynamic = g.dynamic || operator == "DynamicQuantizeLinear" || operator == "DynamicQuantizeMatMul"
		case graphInput:
			g.inputs = append(g.inputs, declared(f.content))
		case graphOutput:
			g.outputs = append(g.outputs, declared(f.content))
		}
	}) && whole
	g.inputs = slices.DeleteFunc(g.inputs, func(i declaration) bool { return weights[i.name] })
	return whole
}

// weight notes the file that a tensor's numbers lie in.
func weight(tensor []byte, places map[string]bool) (whole bool) {
	return each(tensor, func(f field) {
		if f.number == tensorExternal && string(only(f.content, entryKey)) == "location" {
			places[string(only(f.content, entryValue))] = true
		}
	})
}

// declaration is an input or output of a graph; a dimension that is left open is -1.
type declaration struct {
	name       string
	kind       uint64 // element type
	dimensions []int64
}

func declared(value []byte) declaration {
	i := declaration{name: string(only(value, valueName))}
	each(only(only(value, valueType), typeTensor), func(f field) {
		switch f.number {
		case elementType:
			i.kind = f.value
		case tensorShape:
			each(f.content, func(d field) {
				size := int64(-1)
				each(d.content, func(f field) {
					if f.number == dimValue {
						size = int64(f.value)
					}
				})
				if d.number == shapeDim {
					i.dimensions = append(i.dimensions, size)
				}
			})
		}
	})
	return i
}

// field is a field of a message, with what it holds: bytes or a whole number.
type field struct {
	number  protowire.Number
	content []byte
	value   uint64
}

// each gives the fields of a message to give, one after the other; false where it is none, or goes on as none.
func each(message []byte, give func(field)) (whole bool) {
	for len(message) > 0 {
		number, kind, head := protowire.ConsumeTag(message)
		if head < 0 {
			return false
		}
		f, rest := field{number: number}, message[head:]
		n := protowire.ConsumeFieldValue(number, kind, rest)
		if n < 0 {
			return false
		}
		switch kind {
		case protowire.BytesType:
			f.content, _ = protowire.ConsumeBytes(rest)
		case protowire.VarintType:
			f.value, _ = protowire.ConsumeVarint(rest)
		}
		message = rest[n:]
		give(f)
	}
	return true
}

// only returns what the last field of that number holds, nil where there is none.
func only(message []byte, number protowire.Number) (content []byte) {
	each(message, func(f field) {
		if f.number == number {
			content = f.content
		}
	})
	return content
}

// mapped returns a file's content, as the system reads it when it is asked for, until it is released. Nothing of it may
// be kept.
func mapped(path string) (content []byte, release func(), err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 { // which no system maps
		return nil, func() {}, nil
	}
	m, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return nil, nil, err
	}
	return m, func() { _ = m.Unmap() }, nil // nothing was written
}
