package onnx

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
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

// shortField is more bytes than a description of a node or a place of weights takes; what is longer is weights.
const shortField = 1 << 16

// readGraphFile reads the file's description and checks that the files its weights lie in are there.
func readGraphFile(path string) (*graphFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	g := &graphFile{path: path, size: info.Size(), elements: map[uint64]int64{}}
	places := map[string]bool{}
	r := &wire{r: bufio.NewReaderSize(f, 1<<16), left: info.Size()}
	err = r.fields(func(field protowire.Number, sub *wire) error {
		if field == modelGraph {
			return g.graph(sub, places)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %s: no ONNX graph: %w", ErrModel, path, err)
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

func (g *graphFile) graph(r *wire, places map[string]bool) error {
	return r.fields(func(field protowire.Number, sub *wire) error {
		switch field {
		case graphInitializer:
			return g.weights(sub, places)
		case graphNode:
			return sub.fields(func(field protowire.Number, sub *wire) error {
				if field != nodeOperator {
					return nil
				}
				operator, err := sub.text()
				g.dynamic = g.dynamic || operator == "DynamicQuantizeLinear" || operator == "DynamicQuantizeMatMul"
				return err
			})
		}
		return nil
	})
}

func (g *graphFile) weights(r *wire, places map[string]bool) error {
	n, kind := int64(1), uint64(0)
	r.number = func(field protowire.Number, v uint64) {
		switch field {
		case tensorDims:
			n *= int64(v)
		case tensorType:
			kind = v
		}
	}
	err := r.fields(func(field protowire.Number, sub *wire) error {
		switch field {
		case tensorDims: // packed
			data, err := sub.text()
			for rest := []byte(data); len(rest) > 0 && err == nil; {
				v, used := protowire.ConsumeVarint(rest)
				if used < 0 {
					return protowire.ParseError(used)
				}
				n, rest = n*int64(v), rest[used:]
			}
			return err
		case tensorExternal:
			return g.place(sub, places)
		}
		return nil
	})
	g.elements[kind] += n
	return err
}

// place notes the file of an external tensor.
func (g *graphFile) place(r *wire, places map[string]bool) error {
	var key, value string
	err := r.fields(func(field protowire.Number, sub *wire) (err error) {
		switch field {
		case entryKey:
			key, err = sub.text()
		case entryValue:
			value, err = sub.text()
		}
		return err
	})
	if err == nil && key == "location" {
		places[value] = true
	}
	return err
}

// wire reads one protocol buffer message from a stream, without holding what isn't asked for.
type wire struct {
	r      *bufio.Reader
	left   int64 // bytes of the message that are still to come
	number func(protowire.Number, uint64)
}

var errWire = errors.New("broken encoding")

// fields gives each field of bytes to f, and skips what f leaves; numbers go to w.number, if there is one.
func (w *wire) fields(f func(protowire.Number, *wire) error) error {
	for w.left > 0 {
		tag, err := w.varint()
		if err != nil {
			return err
		}
		field, kind := protowire.DecodeTag(tag)
		switch kind {
		case protowire.VarintType:
			v, err := w.varint()
			if err != nil {
				return err
			}
			if w.number != nil {
				w.number(field, v)
			}
		case protowire.Fixed32Type, protowire.Fixed64Type:
			if err := w.skip(4 << (kind & 1)); err != nil {
				return err
			}
		case protowire.BytesType:
			n, err := w.varint()
			if err != nil || int64(n) > w.left || int64(n) < 0 {
				return errors.Join(errWire, err)
			}
			w.left -= int64(n)
			sub := &wire{r: w.r, left: int64(n)}
			if err := f(field, sub); err != nil {
				return err
			}
			if err := sub.skip(sub.left); err != nil {
				return err
			}
		default:
			return errWire
		}
	}
	return nil
}

func (w *wire) varint() (uint64, error) {
	var buf [10]byte
	for i := range buf {
		if w.left == 0 {
			return 0, io.ErrUnexpectedEOF
		}
		b, err := w.r.ReadByte()
		if err != nil {
			return 0, err
		}
		w.left--
		if buf[i] = b; b < 0x80 {
			v, n := protowire.ConsumeVarint(buf[:i+1])
			if n < 0 {
				return 0, protowire.ParseError(n)
			}
			return v, nil
		}
	}
	return 0, errWire
}

func (w *wire) skip(n int64) error {
	if n > w.left {
		return io.ErrUnexpectedEOF
	}
	w.left -= n
	_, err := io.CopyN(io.Discard, w.r, n)
	return err
}

// text is the rest of the message.
func (w *wire) text() (string, error) {
	if w.left > shortField {
		return "", w.skip(w.left)
	}
	buf := make([]byte, w.left)
	w.left = 0
	_, err := io.ReadFull(w.r, buf)
	return string(buf), err
}
