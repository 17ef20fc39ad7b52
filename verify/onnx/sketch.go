package onnx

import (
	"slices"

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
	attributeKind   = 20
	tensorInts      = 7
	tensorName      = 8
	tensorRaw       = 9
	valueName       = 1

	protoInt64 = 7
)

// sketch is who makes and who takes what in a graph.
type sketch struct {
	fields     []protoField // of the graph, as they come
	operations []*operation
	makers     map[string]*operation
	users      map[string][]use
	zeros      map[string]bool // constants that are one whole number, 0
	results    map[string]bool // what the graph gives
}

// operation is a node of a graph.
type operation struct {
	at      int // place among the graph's fields
	kind    string
	in, out []string
	axis    int64
	zero    bool // it is a constant, 0
}

// use is one of the inputs of an operation.
type use struct {
	*operation
	place int
}

// newSketch is nil for what is no graph, for one that has weights in other files, and for one that was rewritten.
func newSketch(graph []byte) *sketch {
	s := &sketch{makers: map[string]*operation{}, users: map[string][]use{}, zeros: map[string]bool{}, results: map[string]bool{}}
	var ok bool
	if s.fields, ok = fieldsOf(graph); !ok || len(s.fields) == 0 {
		return nil
	}
	for i, f := range s.fields {
		switch f.number {
		case graphNode:
			s.add(readOperation(i, f.content))
		case graphInitializer:
			if only(f.content, tensorExternal) != nil {
				return nil
			}
			if isZero(f.content) {
				s.zeros[string(only(f.content, tensorName))] = true
			}
		case graphOutput:
			s.results[string(only(f.content, valueName))] = true
		}
	}
	if s.makers[firstState] != nil {
		return nil
	}
	return s
}

func (s *sketch) add(o *operation) {
	s.operations = append(s.operations, o)
	for i, name := range o.in {
		s.users[name] = append(s.users[name], use{o, i})
	}
	for _, name := range o.out {
		s.makers[name] = o
		s.zeros[name] = o.zero
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
	fields, _ := fieldsOf(node)
	for _, f := range fields {
		switch f.number {
		case nodeInput:
			o.in = append(o.in, string(f.content))
		case nodeOutput:
			o.out = append(o.out, string(f.content))
		case nodeOperator:
			o.kind = string(f.content)
		case nodeAttribute:
			if string(only(f.content, attributeName)) == "axis" {
				o.axis = number(f.content, attributeInt)
			}
			o.zero = o.zero || isZero(only(f.content, attributeTensor))
		}
	}
	o.zero = o.zero && o.kind == "Constant"
	return o
}

// isZero tells whether a tensor is one whole number, 0.
func isZero(tensor []byte) bool {
	if len(tensor) == 0 || number(tensor, tensorType) != protoInt64 {
		return false
	}
	fields, _ := fieldsOf(tensor)
	for _, f := range fields {
		if f.number == tensorDims && (f.value != 1 || len(f.content) > 0) || f.number == tensorInts && len(f.content) > 1 {
			return false
		}
	}
	raw := only(tensor, tensorRaw)
	packed := only(tensor, tensorInts)
	return len(raw) <= 8 && !slices.ContainsFunc(raw, nonzero) && !slices.ContainsFunc(packed, nonzero) && number(tensor, tensorInts) == 0
}

func nonzero(b byte) bool { return b != 0 }

// protoField is a field of a message: with its tag, and what it holds, bytes or a number.
type protoField struct {
	number  protowire.Number
	raw     []byte
	content []byte
	value   uint64
}

// fieldsOf takes a message apart; false where it is none.
func fieldsOf(message []byte) (out []protoField, ok bool) {
	for len(message) > 0 {
		number, kind, head := protowire.ConsumeTag(message)
		if head < 0 {
			return nil, false
		}
		f := protoField{number: number}
		n := protowire.ConsumeFieldValue(number, kind, message[head:])
		if n < 0 {
			return nil, false
		}
		switch kind {
		case protowire.BytesType:
			f.content, _ = protowire.ConsumeBytes(message[head:])
		case protowire.VarintType:
			f.value, _ = protowire.ConsumeVarint(message[head:])
		}
		f.raw, message = message[:head+n], message[head+n:]
		out = append(out, f)
	}
	return out, true
}

// only is what the last field of that number holds, nil where there is none.
func only(message []byte, number protowire.Number) (content []byte) {
	fields, _ := fieldsOf(message)
	for _, f := range fields {
		if f.number == number {
			content = f.content
		}
	}
	return content
}

// number is the number in the last field of that number, 0 where there is none.
func number(message []byte, of protowire.Number) (v int64) {
	fields, _ := fieldsOf(message)
	for _, f := range fields {
		if f.number == of {
			v = int64(f.value)
		}
	}
	return v
}

func appendBytes(b []byte, number protowire.Number, content string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, number, protowire.BytesType), content)
}

// renamed is a node that takes one input by another name.
func renamed(node []byte, from, to string) (out []byte) {
	fields, _ := fieldsOf(node)
	for _, f := range fields {
		if f.number == nodeInput && string(f.content) == from {
			out = appendBytes(out, nodeInput, to)
			continue
		}
		out = append(out, f.raw...)
	}
	return out
}

// replaced is a message with other content in a field.
func replaced(message []byte, number protowire.Number, content []byte) []byte {
	out := make([]byte, 0, len(message)+len(content)/8+1024)
	fields, _ := fieldsOf(message)
	for _, f := range fields {
		if f.number == number {
			out = protowire.AppendBytes(protowire.AppendTag(out, number, protowire.BytesType), content)
			continue
		}
		out = append(out, f.raw...)
	}
	return out
}
