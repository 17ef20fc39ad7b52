package onnx

import (
	"maps"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// What attention asks of a model: the version of the operations that first has Attention, that from which on the meaning of the
// others stayed, and where a model says its own.
const (
	attentionVersion = 23
	leastVersion     = 13
	maskInput        = "attention_mask"
	modelOpsets      = 8
	opsetDomain      = 1
	opsetVersion     = 2
)

// attention puts one operation, Attention of ONNX 1.18, where exporters write it out (Vaswani et al. 2017, section 3.2.2):
//
//	query -- Reshape -- Transpose --+
//	                                MatMul -- Div -- Add -- Softmax --+
//	key ---- Reshape -- Transpose --+                 |               MatMul -- Transpose -- Reshape -- context
//	                                                 mask             |
//	value -- Reshape -- Transpose ------------------------------------+
//
// It reads the heads where they lie, so that nothing is cut and turned. This is for runs of one pair: without padding the mask
// adds 0 everywhere, and is left out. It returns nil where nothing in the graph looks like this.
//
// ONNX Runtime's own operations do more at once and cost more: QAttention, which makes query, key and value too, does so head by
// head with narrow products, and its MultiHeadAttention turns the heads first (and is FlashAttention, Dao et al. 2022, without
// a mask, which rounds otherwise, so that an int8 model answers otherwise by up to .09).
func attention(model []byte) []byte {
	model = raised(model)
	s := newSketch(only(model, modelGraph))
	if s == nil || s.nested {
		return nil
	}
	instead := map[int][]byte{}
	for _, o := range s.operations {
		if o.kind != "Softmax" {
			continue
		}
		if h := s.heads(o); h != nil {
			instead[h.last.at] = h.node()
		}
	}
	if len(instead) == 0 {
		return nil
	}
	var graph []byte
	idle := s.idle(instead)
	for i, f := range s.fields {
		switch n, ok := instead[i]; {
		case ok:
			graph = appendBytes(graph, graphNode, n)
		case !idle[i]:
			graph = append(graph, f.raw...)
		}
	}
	return replaced(model, modelGraph, graph)
}

// heads is attention written out.
type heads struct {
	query, key, value string // before they are cut into heads
	count             uint64
	scale             float64    // what the scores are multiplied with
	last              *operation // it makes the context
}

// heads finds the attention around a softmax, nil where it is written otherwise.
func (s *sketch) heads(softmax *operation) *heads {
	scores := s.unmasked(softmax.takes(0))
	product, scale := s.scaled(scores)
	if product == nil {
		return nil
	}
	mixed := s.taker(softmax, "MatMul")
	if mixed == nil || mixed.takes(0) != softmax.makes() {
		return nil
	}
	joined := s.taker(mixed, "Transpose")
	if joined == nil || !slices.Equal(joined.order, []uint64{0, 2, 1, 3}) {
		return nil
	}
	h := &heads{scale: scale, last: s.taker(joined, "Reshape")}
	var cut [3]cutting
	for i, c := range []struct {
		name  string
		order []uint64
	}{{product.takes(0), []uint64{0, 2, 1, 3}}, {product.takes(1), []uint64{0, 2, 3, 1}}, {mixed.takes(1), []uint64{0, 2, 1, 3}}} {
		cut[i] = s.cutting(c.name, c.order)
	}
	if h.last == nil || cut[0].count < 1 || cut[0].size < 1 || cut[1].headShape != cut[0].headShape || cut[2].headShape != cut[0].headShape {
		return nil
	}
	if joint := s.lastSize(h.last.takes(1)); joint != cut[0].count*cut[0].size {
		return nil
	}
	h.query, h.key, h.value = cut[0].from, cut[1].from, cut[2].from
	h.count = uint64(cut[0].count)
	return h
}

// taker is the one operation that goes on with what o makes, asking for its shape apart; nil where that is of another kind.
func (s *sketch) taker(o *operation, kind string) (taker *operation) {
	for _, u := range s.users[o.makes()] {
		switch {
		case u.kind == "Shape":
		case u.kind != kind || taker != nil:
			return nil
		default:
			taker = u.operation
		}
	}
	return taker
}

// unmasked are the scores that a mask was added to, "" where what was added isn't known to be 0 without padding:
// (1 - attention_mask) * c.
func (s *sketch) unmasked(name string) string {
	sum := s.from(name, "Add")
	if sum == nil || len(sum.in) != 2 {
		return ""
	}
	for i, in := range sum.in {
		product := s.from(in, "Mul")
		if product == nil || len(product.in) != 2 {
			continue
		}
		for j, hidden := range product.in {
			least, ok := s.number(product.in[1-j])
			if ok && !math.IsInf(least, 0) && !math.IsNaN(least) && s.isHidden(hidden) {
				return sum.in[1-i]
			}
		}
	}
	return ""
}

// isHidden tells whether name is 1 - attention_mask.
func (s *sketch) isHidden(name string) bool {
	o := s.from(name, "Sub")
	if o == nil {
		return false
	}
	if one, ok := s.number(o.takes(0)); !ok || one != 1 {
		return false
	}
	mask := o.takes(1)
	for range 8 {
		o := s.makers[mask]
		if o == nil || o.kind != "Cast" && o.kind != "Unsqueeze" {
			break
		}
		mask = o.takes(0)
	}
	return mask == maskInput && s.makers[mask] == nil
}

// scaled is the product of two states that was divided by or multiplied with a number, and by what it was multiplied in all.
func (s *sketch) scaled(name string) (product *operation, scale float64) {
	o := s.makers[name]
	if o == nil {
		return nil, 0
	}
	v, ok := s.number(o.takes(1))
	switch {
	case !ok || v <= 0:
		return nil, 0
	case o.kind == "Div":
		v = 1 / v
	case o.kind != "Mul":
		return nil, 0
	}
	return s.from(o.takes(0), "MatMul"), v
}

// cutting is a state cut into heads.
type cutting struct {
	from string
	headShape
}

// headShape is that of heads: how many, and how many numbers each.
type headShape struct{ count, size float64 }

// cutting is what a state in the order given was cut from: a Reshape to [.., .., count, size] and a Transpose.
func (s *sketch) cutting(name string, order []uint64) (c cutting) {
	t := s.from(name, "Transpose")
	if t == nil || !slices.Equal(t.order, order) {
		return c
	}
	r := s.from(t.takes(0), "Reshape")
	if r == nil {
		return c
	}
	c.from = r.takes(0)
	if sizes := s.sizes(r.takes(1)); len(sizes) == 4 {
		c.count, c.size = sizes[2], sizes[3]
	}
	return c
}

// lastSize is the third of three sizes, 0 where there aren't three.
func (s *sketch) lastSize(name string) float64 {
	if sizes := s.sizes(name); len(sizes) == 3 {
		return sizes[2]
	}
	return 0
}

// sizes are those that a Reshape asks for, 0 for one that is reckoned as the graph runs.
func (s *sketch) sizes(name string) (out []float64) {
	o := s.from(name, "Concat")
	if o == nil {
		return s.numbers(name)
	}
	for _, in := range o.in {
		v, _ := s.number(in)
		out = append(out, v)
	}
	return out
}

// node is the operation that stands for it.
func (h *heads) node() (n []byte) {
	for _, in := range []string{h.query, h.key, h.value} {
		n = appendBytes(n, nodeInput, in)
	}
	n = appendBytes(appendBytes(n, nodeOutput, h.last.makes()), nodeOperator, "Attention")
	n = appendBytes(n, nodeAttribute, wholeAttribute("q_num_heads", h.count))
	n = appendBytes(n, nodeAttribute, wholeAttribute("kv_num_heads", h.count))
	scale := protowire.AppendTag(appendBytes(nil, attributeName, "scale"), attributeFloat, protowire.Fixed32Type)
	scale = protowire.AppendFixed32(scale, math.Float32bits(float32(h.scale)))
	return appendBytes(n, nodeAttribute, protowire.AppendVarint(protowire.AppendTag(scale, attributeKind, protowire.VarintType), kindFloat))
}

// idle are the places of the operations that nothing comes from once others stand instead of some.
func (s *sketch) idle(instead map[int][]byte) map[int]bool {
	reached := map[string]bool{}
	for next := slices.Collect(maps.Keys(s.results)); len(next) > 0; {
		name := next[len(next)-1]
		next = next[:len(next)-1]
		if o := s.makers[name]; o != nil && !reached[name] {
			in := o.in
			if node, ok := instead[o.at]; ok {
				in = readOperation(o.at, node).in
			}
			next = append(next, in...)
		}
		reached[name] = true
	}
	idle := map[int]bool{}
	for _, o := range s.operations {
		idle[o.at] = !slices.ContainsFunc(o.out, func(name string) bool { return reached[name] })
	}
	return idle
}

// raised is a model whose operations are of a version that has Attention; nil for one so old that some would mean something else.
func raised(model []byte) (out []byte) {
	old := true
	each(model, func(f protoField) {
		domain := string(only(f.content, opsetDomain))
		if version := number(f.content, opsetVersion); f.number == modelOpsets && (domain == "" || domain == "ai.onnx") && version >= leastVersion {
			old = false
			opset := protowire.AppendTag(appendBytes(nil, opsetDomain, domain), opsetVersion, protowire.VarintType)
			out = appendBytes(out, modelOpsets, protowire.AppendVarint(opset, uint64(max(version, attentionVersion))))
			return
		}
		out = append(out, f.raw...)
	})
	if old {
		return nil
	}
	return out
}
