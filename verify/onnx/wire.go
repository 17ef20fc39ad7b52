package onnx

import "google.golang.org/protobuf/encoding/protowire"

// protoField is a field of a message: with its tag, and what it holds, bytes or a number.
type protoField struct {
	number  protowire.Number
	raw     []byte
	content []byte
	value   uint64
}

// numbers are the whole numbers of a repeated field: one, or several that were packed.
func (f *protoField) numbers() []uint64 {
	if f.content == nil {
		return []uint64{f.value}
	}
	var out []uint64
	for rest := f.content; len(rest) > 0; {
		v, n := protowire.ConsumeVarint(rest)
		if n < 0 {
			break
		}
		out, rest = append(out, v), rest[n:]
	}
	return out
}

// fieldsOf takes a message apart; false where it is none.
func fieldsOf(message []byte) (out []protoField, ok bool) {
	if !each(message, func(f protoField) { out = append(out, f) }) {
		return nil, false
	}
	return out, true
}

// each gives the fields of a message to f, one after the other; false where it is none, or goes on as none.
func each(message []byte, give func(protoField)) (ok bool) {
	for len(message) > 0 {
		number, kind, head := protowire.ConsumeTag(message)
		if head < 0 {
			return false
		}
		f := protoField{number: number}
		n := protowire.ConsumeFieldValue(number, kind, message[head:])
		if n < 0 {
			return false
		}
		switch kind {
		case protowire.BytesType:
			f.content, _ = protowire.ConsumeBytes(message[head:])
		case protowire.VarintType:
			f.value, _ = protowire.ConsumeVarint(message[head:])
		case protowire.Fixed32Type:
			v, _ := protowire.ConsumeFixed32(message[head:])
			f.value = uint64(v)
		}
		f.raw, message = message[:head+n], message[head+n:]
		give(f)
	}
	return true
}

// only is what the last field of that number holds, nil where there is none.
func only(message []byte, number protowire.Number) (content []byte) {
	each(message, func(f protoField) {
		if f.number == number {
			content = f.content
		}
	})
	return content
}

// number is the number in the last field of that number, 0 where there is none.
func number(message []byte, of protowire.Number) (v int64) {
	each(message, func(f protoField) {
		if f.number == of {
			v = int64(f.value)
		}
	})
	return v
}

func appendBytes[T string | []byte](b []byte, number protowire.Number, content T) []byte {
	return append(protowire.AppendVarint(protowire.AppendTag(b, number, protowire.BytesType), uint64(len(content))), content...)
}

// wholeAttribute is a node's attribute that is a whole number.
func wholeAttribute(name string, v uint64) []byte {
	a := protowire.AppendVarint(protowire.AppendTag(appendBytes(nil, attributeName, name), attributeInt, protowire.VarintType), v)
	return protowire.AppendVarint(protowire.AppendTag(a, attributeKind, protowire.VarintType), kindInt)
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

// replaced is a message with other content in a field, given in pieces.
func replaced(message []byte, number protowire.Number, pieces ...[]byte) []byte {
	size := 0
	for _, p := range pieces {
		size += len(p)
	}
	out := make([]byte, 0, len(message)-len(only(message, number))+size+1024) // what else is added takes less
	each(message, func(f protoField) {
		if f.number != number {
			out = append(out, f.raw...)
			return
		}
		out = protowire.AppendVarint(protowire.AppendTag(out, number, protowire.BytesType), uint64(size))
		for _, p := range pieces {
			out = append(out, p...)
		}
	})
	return out
}
