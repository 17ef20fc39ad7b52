package onnx

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Further fields of the messages, for graphs that are rewritten.
const (
	graphOutput     = 12
	nodeInput       = 1
	nodeOutput      = 2
	nodeAttribute   = 5
	attributeName   = 1
	attributeInt    = 3
	attributeTensor = 5
	attributeFloat  = 2
	attributeGraph  = 6
	attributeInts   = 8
	attributeGraphs = 11
	attributeKind   = 20
	tensorFloats    = 4
	tensorInts      = 7
	tensorName      = 8
	tensorRaw       = 9
	valueName       = 1

	protoInt64 = 7
	kindFloat  = 1
	kindInt    = 2
)

// sketch is who makes and who takes what in a graph.
type sketch struct {
	fields     []protoField // of the graph, as they come
	operations []*operation
	makers     map[string]*operation
	users      map[string][]use
	constants  map[string][]byte // their tensors
	results    map[string]bool   // what the graph gives
	nested     bool              // there are graphs in it
}

// operation is a node of a graph.
type operation struct {
	at      int // place among the graph's fields
	kind    string
	in, out []string
	axis    int64
	order   []uint64 // of axes
	value   []byte   // the tensor of a constant
	nested  bool     // it holds graphs
}

// takes is the name of an input, "" where there is none.
func (o *operation) takes(place int) string {
	if place >= len(o.in) {
		return ""
	}
	return o.in[place]
}

// makes is the name of the first that comes out, "" where nothing does.
func (o *operation) makes() string {
	if len(o.out) == 0 {
		return ""
	}
	return o.out[0]
}

// use is one of the inputs of an operation.
type use struct {
	*operation
	place int
}

// newSketch is nil for what is no graph.
func newSketch(graph []byte) *sketch {
	s := &sketch{makers: map[string]*operation{}, users: map[string][]use{}, constants: map[string][]byte{}, results: map[string]bool{}}
	var ok bool
	if s.fields, ok = fieldsOf(graph); !ok || len(s.fields) == 0 {
		return nil
	}
	for i, f := range s.fields {
		switch f.number {
		case graphNode:
			s.add(readOperation(i, f.content))
		case graphInitializer:
			s.constants[string(only(f.content, tensorName))] = f.content
		case graphOutput:
			s.results[string(only(f.content, valueName))] = true
		}
	}
	return s
}

func (s *sketch) add(o *operation) {
	s.nested = s.nested || o.nested
	s.operations = append(s.operations, o)
	for i, name := range o.in {
		s.users[name] = append(s.users[name], use{o, i})
	}
	for _, name := range o.out {
		s.makers[name] = o
		if o.value != nil {
			s.constants[name] = o.value
		}
	}
}

// from is the operation that makes name, nil where it is of another kind.
func (s *sketch) from(name, kind string) *operation {
	if o := s.makers[name]; o != nil && o.kind == kind {
		return o
	}
	return nil
}

// only is the operation of a kind that takes name, nil where there are none or several.
func (s *sketch) only(name, kind string) (found *operation) {
	for _, u := range s.users[name] {
		if u.kind != kind {
			continue
		}
		if found != nil {
			return nil
		}
		found = u.operation
	}
	return found
}

func readOperation(at int, node []byte) *operation {
	o := &operation{at: at}
	each(node, func(f protoField) {
		switch f.number {
		case nodeInput:
			o.in = append(o.in, string(f.content))
		case nodeOutput:
			o.out = append(o.out, string(f.content))
		case nodeOperator:
			o.kind = string(f.content)
		case nodeAttribute:
			o.read(f.content)
		}
	})
	return o
}

// read takes over an attribute that matters here.
func (o *operation) read(attribute []byte) {
	switch string(only(attribute, attributeName)) {
	case "axis":
		o.axis = number(attribute, attributeInt)
	case "perm":
		each(attribute, func(f protoField) {
			if f.number == attributeInts {
				o.order = append(o.order, f.numbers()...)
			}
		})
	case "value":
		o.value = only(attribute, attributeTensor)
	}
	o.nested = o.nested || only(attribute, attributeGraph) != nil || only(attribute, attributeGraphs) != nil
}

// mostNumbers is more than any constant has that matters here.
const mostNumbers = 8

// numbers are those of a small constant, whole or not; nil for what is none.
func (s *sketch) numbers(name string) (out []float64) {
	tensor := s.constants[name]
	kind := number(tensor, tensorType)
	raw, data := only(tensor, tensorRaw), protowire.Number(tensorInts)
	if kind == protoFloat {
		data = tensorFloats
	}
	switch {
	case len(raw) > 8*mostNumbers || kind != protoInt64 && kind != protoFloat:
	case kind == protoInt64:
		for ; len(raw) >= 8; raw = raw[8:] {
			out = append(out, float64(int64(binary.LittleEndian.Uint64(raw))))
		}
	default:
		for ; len(raw) >= 4; raw = raw[4:] {
			out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))))
		}
	}
	each(tensor, func(f protoField) {
		switch {
		case f.number != data || len(out) > mostNumbers || len(f.content) > 8*mostNumbers:
		case kind == protoInt64:
			for _, v := range f.numbers() {
				out = append(out, float64(int64(v)))
			}
		case f.content == nil:
			out = append(out, float64(math.Float32frombits(uint32(f.value))))
		default:
			for rest := f.content; len(rest) >= 4; rest = rest[4:] {
				out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(rest))))
			}
		}
	})
	return out
}

// number is a constant of one number.
func (s *sketch) number(name string) (v float64, ok bool) {
	if n := s.numbers(name); len(n) == 1 {
		return n[0], true
	}
	return 0, false
}
