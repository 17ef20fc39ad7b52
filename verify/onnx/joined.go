package onnx

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// product is a state times an int8 matrix, as ONNX Runtime's quantiser writes it:
//
//	quantised -- MatMulInteger -- Cast -- Mul -- Add -- name
//	matrix ------------+                   |      |
//	scale * scales of the columns ---------+      bias
type product struct {
	quantised, scale, zero string // of the state
	matrix                 []byte // rows*columns, row after row
	rows, columns          uint64
	zeros, scales, bias    []byte // of the columns
}

// joined is attention together with the products that make query, key and value, where these are int8 and of one state: the node,
// and in pieces the fields with the weights it takes. QAttention scales scores by the root of a head's size, and no otherwise.
func (s *sketch) joined(h *heads, weights func(tensor []byte) []byte) (tensors [][]byte, node []byte) {
	if math.Abs(h.scale*math.Sqrt(h.size)-1) > 1e-6 {
		return nil, nil
	}
	var parts [3]*product
	for i, name := range []string{h.query, h.key, h.value} {
		p := s.product(name, weights)
		if p == nil {
			return nil, nil
		}
		parts[i] = p
		if f := parts[0]; p.quantised != f.quantised || p.rows != f.rows || p.columns != f.columns {
			return nil, nil
		}
	}
	p := parts[0]
	if float64(p.columns) != float64(h.count)*h.size {
		return nil, nil
	}
	matrix := make([]byte, 0, 3*p.rows*p.columns)
	var zeros, scales, bias []byte
	for row := range p.rows {
		for _, p := range parts {
			matrix = append(matrix, p.matrix[row*p.columns:(row+1)*p.columns]...)
		}
	}
	for _, p := range parts {
		zeros, scales, bias = append(zeros, p.zeros...), append(scales, p.scales...), append(bias, p.bias...)
	}
	name := func(what string) string { return "bridgehop/" + h.last.makes() + "/" + what }
	for _, t := range []struct {
		name string
		kind uint64
		dims []uint64
		raw  []byte
	}{
		{name("matrix"), protoInt8, []uint64{p.rows, 3 * p.columns}, matrix}, {name("zeros"), protoInt8, []uint64{3 * p.columns}, zeros},
		{name("scales"), protoFloat, []uint64{3 * p.columns}, scales}, {name("bias"), protoFloat, []uint64{3 * p.columns}, bias},
	} {
		tensors = append(tensors, initializer(t.name, t.kind, len(t.raw), t.dims...), t.raw)
	}
	for _, in := range []string{p.quantised, name("matrix"), name("bias"), p.scale, name("scales"), "", p.zero, name("zeros")} {
		node = appendBytes(node, nodeInput, in)
	}
	node = appendBytes(appendBytes(node, nodeOutput, h.last.makes()), nodeOperator, "QAttention")
	node = appendBytes(node, nodeAttribute, wholeAttribute("num_heads", h.count))
	return tensors, appendBytes(node, nodeDomain, contribDomain)
}

// product is what makes name, nil where that is no int8 product with a scale, a zero and a bias for each column.
func (s *sketch) product(name string, weights func(tensor []byte) []byte) *product {
	sum := s.from(name, "Add")
	scaled, bias := s.oneOf(sum, "Mul")
	cast, factor := s.oneOf(scaled, "Cast")
	factors, _ := s.oneOf(scaled, "Mul")
	if cast == nil || factors == nil || factor != factors.makes() {
		return nil
	}
	o := s.from(cast.takes(0), "MatMulInteger")
	if o == nil {
		return nil
	}
	state := s.from(o.takes(0), "DynamicQuantizeLinear")
	if state == nil || len(state.out) != 3 || state.out[0] != o.takes(0) || state.out[2] != o.takes(2) || factors.takes(0) != state.out[1] {
		return nil
	}
	p := &product{quantised: state.out[0], scale: state.out[1], zero: state.out[2]}
	dims := s.dims(o.takes(1))
	if len(dims) != 2 || dims[0] > mostSize || dims[1] > mostSize {
		return nil
	}
	p.rows, p.columns = dims[0], dims[1]
	p.matrix = s.weightsOf(o.takes(1), protoInt8, p.rows*p.columns, weights)
	p.zeros = s.weightsOf(o.takes(3), protoInt8, p.columns, weights)
	p.scales = s.weightsOf(factors.takes(1), protoFloat, 4*p.columns, weights)
	p.bias = s.weightsOf(bias, protoFloat, 4*p.columns, weights)
	if p.matrix == nil || p.zeros == nil || p.scales == nil || p.bias == nil {
		return nil
	}
	return p
}

// mostSize is more rows or columns than a matrix has.
const mostSize = 1 << 20

// oneOf is the operation of a kind that makes one of o's two inputs, and the name of the other input; nil where none or both are.
func (s *sketch) oneOf(o *operation, kind string) (found *operation, other string) {
	if o == nil || len(o.in) != 2 {
		return nil, ""
	}
	a, b := s.from(o.in[0], kind), s.from(o.in[1], kind)
	switch {
	case a != nil && b == nil:
		return a, o.in[1]
	case b != nil && a == nil:
		return b, o.in[0]
	}
	return nil, ""
}

// dims are the sizes of a constant.
func (s *sketch) dims(name string) (out []uint64) {
	each(s.constants[name], func(f protoField) {
		if f.number == tensorDims {
			out = append(out, f.numbers()...)
		}
	})
	return out
}

// weightsOf are the bytes of a constant of that type and size, nil where it is another. Short ones are written in fields of their
// type.
func (s *sketch) weightsOf(name string, kind int64, size uint64, weights func(tensor []byte) []byte) []byte {
	tensor := s.constants[name]
	if tensor == nil || number(tensor, tensorType) != kind {
		return nil
	}
	raw := weights(tensor)
	if raw == nil {
		each(tensor, func(f protoField) {
			switch {
			case kind == protoFloat && f.number == tensorFloats && f.content == nil:
				raw = binary.LittleEndian.AppendUint32(raw, uint32(f.value))
			case kind == protoFloat && f.number == tensorFloats:
				raw = append(raw, f.content...)
			case kind == protoInt8 && f.number == tensorInt32s:
				for _, v := range f.numbers() {
					raw = append(raw, byte(v))
				}
			}
		})
	}
	if uint64(len(raw)) != size {
		return nil
	}
	return raw
}

// initializer is a graph's field with a tensor of weights, but for the weights, which come behind it.
func initializer(name string, kind uint64, size int, dims ...uint64) []byte {
	var t []byte
	for _, d := range dims {
		t = protowire.AppendVarint(protowire.AppendTag(t, tensorDims, protowire.VarintType), d)
	}
	t = protowire.AppendVarint(protowire.AppendTag(t, tensorType, protowire.VarintType), kind)
	t = appendBytes(t, tensorName, name)
	t = protowire.AppendVarint(protowire.AppendTag(t, tensorRaw, protowire.BytesType), uint64(size))
	field := protowire.AppendTag(nil, graphInitializer, protowire.BytesType)
	return append(protowire.AppendVarint(field, uint64(len(t)+size)), t...)
}
