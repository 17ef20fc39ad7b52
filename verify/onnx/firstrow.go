package onnx

import "google.golang.org/protobuf/encoding/protowire"

// Names of what firstRow adds to a graph.
const (
	firstIndex   = "bridgehop/first"
	firstState   = "bridgehop/first/state"
	firstNumbers = "bridgehop/first/quantized"
)

// firstRow leaves out what nobody asks for: a classifier like BERT (Devlin et al. 2019, section 3.2) judges by the state of the
// first token, yet its graph computes the last layer for all of them. Only that layer's keys and values need the others.
//
//	state of layer n-1 --+-- query -- attention -- dense -- (+) -- dense -- first token
//	                     +-- key, value --^                  |
//	                     +-----------------------------------+
//
// So the first row is taken where the query and the sum (+) take the state, and all that follows is of one row. It returns
// nil where the graph isn't one with normal forms after each sum, as BERT's is.
func firstRow(model []byte) []byte {
	graph := only(model, modelGraph)
	s := newSketch(graph)
	if s == nil || s.makers[firstState] != nil { // it was rewritten before
		return nil
	}
	c := s.cut()
	if c == nil {
		return nil
	}
	gather := func(from, to string) []byte {
		n := appendBytes(appendBytes(appendBytes(nil, nodeInput, from), nodeInput, firstIndex), nodeOutput, to)
		return appendBytes(appendBytes(n, nodeOperator, "Gather"), nodeAttribute, wholeAttribute("axis", 1))
	}
	out := make([]byte, 0, len(graph)+1024) // what is added takes less
	for i, f := range s.fields {
		switch i {
		case c.query.at:
			to := firstState
			if c.source != c.state {
				to = firstNumbers
				out = appendBytes(out, graphNode, gather(c.source, to))
			}
			out = appendBytes(out, graphNode, gather(c.state, firstState))
			out = appendBytes(out, graphNode, renamed(f.content, c.source, to))
		case c.sum.at:
			out = appendBytes(out, graphNode, renamed(f.content, c.state, firstState))
		default:
			out = append(out, f.raw...)
		}
	}
	return replaced(model, modelGraph, out, initializer(firstIndex, protoInt64, 8, 1), make([]byte, 8))
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

// cut is where a graph is cut.
type cut struct {
	state      string // of the tokens after the last layer but one
	source     string // what the query is made from: the state, or the state quantised
	query, sum *operation
}

// cut finds the last layer, going back from the one place that takes the first token; nil where it looks otherwise.
func (s *sketch) cut() *cut {
	var first *operation
	for _, o := range s.operations {
		if o.kind == "Gather" && o.axis == 1 && len(o.in) == 2 && s.isZero(o.in[1]) && s.from(o.in[0], "LayerNormalization") != nil {
			if first != nil {
				return nil
			}
			first = o
		}
	}
	if first == nil || len(s.users[first.in[0]]) != 1 || s.results[first.in[0]] {
		return nil
	}
	inner, _ := s.beforeSum(s.from(first.in[0], "LayerNormalization"))
	if inner == "" {
		return nil
	}
	c := &cut{}
	c.state, c.sum = s.beforeSum(s.from(inner, "LayerNormalization"))
	if c.state == "" {
		return nil
	}
	c.source = c.state
	product := "MatMul"
	if q := s.only(c.state, "DynamicQuantizeLinear"); q != nil && len(q.out) > 0 {
		c.source, product = q.out[0], "MatMulInteger"
	}
	c.query = s.queryOf(c.source, product)
	if c.query == nil || c.sum.at < c.query.at {
		return nil
	}
	return c
}

func (s *sketch) isZero(name string) bool {
	v, ok := s.number(name)
	return ok && v == 0
}

// beforeSum is the state that a normal form's sum takes over unchanged, itself a normal form, and the sum.
func (s *sketch) beforeSum(norm *operation) (state string, sum *operation) {
	if norm == nil || len(norm.in) == 0 {
		return "", nil
	}
	if sum = s.from(norm.in[0], "Add"); sum == nil {
		return "", nil
	}
	for _, in := range sum.in {
		if s.from(in, "LayerNormalization") != nil {
			if state != "" {
				return "", nil
			}
			state = in
		}
	}
	return state, sum
}

// queryOf is, of the three products of a source, the one that comes first where two of them are multiplied.
func (s *sketch) queryOf(source, product string) *operation {
	var query, key *operation
	var asked, met *operation
	n := 0
	for _, u := range s.users[source] {
		if u.kind != product || u.place != 0 {
			continue
		}
		n++
		switch at, place := s.follow(u.operation); {
		case at == nil:
			return nil
		case place == 0 && query == nil:
			query, asked = u.operation, at
		case place == 0:
			return nil
		case key == nil || at == asked:
			key, met = u.operation, at
		}
	}
	if n != 3 || query == nil || met == nil {
		return nil
	}
	return query
}

// follow goes on from an operation to the product of two states that its outcome is for, and tells in which place.
func (s *sketch) follow(o *operation) (product *operation, place int) {
	for range 32 {
		if len(o.out) == 0 {
			return nil, 0
		}
		var next *use
		for i, u := range s.users[o.out[0]] {
			if u.kind == "Shape" {
				continue
			}
			if next != nil {
				return nil, 0
			}
			next = &s.users[o.out[0]][i]
		}
		if next == nil {
			return nil, 0
		}
		if next.kind == "MatMul" {
			return next.operation, next.place
		}
		o = next.operation
	}
	return nil, 0
}
