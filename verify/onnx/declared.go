package onnx

import (
	"slices"

	ort "github.com/yalue/onnxruntime_go"
	"google.golang.org/protobuf/encoding/protowire"
)

// Fields of ValueInfoProto, TypeProto and TensorShapeProto.
const (
	graphInput  = 11
	valueType   = 2
	typeTensor  = 1
	elementType = 1
	tensorShape = 2
	shapeDim    = 1
	dimValue    = 1
)

// declared are the inputs and outputs that a model's graph declares, weights apart. Asking ONNX Runtime for them takes a session
// of its own, which costs as much as the one that runs.
func declared(model []byte) (in, out []ort.InputOutputInfo) {
	fields, _ := fieldsOf(only(model, modelGraph))
	weights := map[string]bool{}
	for _, f := range fields {
		if f.number == graphInitializer {
			weights[string(only(f.content, tensorName))] = true
		}
	}
	for _, f := range fields {
		switch {
		case f.number == graphInput && !weights[string(only(f.content, valueName))]:
			in = append(in, declaration(f.content))
		case f.number == graphOutput:
			out = append(out, declaration(f.content))
		}
	}
	return in, out
}

// whole tells whether types and shapes were declared, which a graph may leave to be found out.
func whole(declared []ort.InputOutputInfo) bool {
	return len(declared) > 0 && !slices.ContainsFunc(declared, func(i ort.InputOutputInfo) bool {
		return i.Name == "" || i.DataType == ort.TensorElementDataTypeUndefined || len(i.Dimensions) == 0
	})
}

// declaration is one input or output; a dimension that is left open is -1.
func declaration(value []byte) ort.InputOutputInfo {
	tensor := only(only(value, valueType), typeTensor)
	i := ort.InputOutputInfo{Name: string(only(value, valueName)), DataType: ort.TensorElementDataType(number(tensor, elementType))}
	dims, _ := fieldsOf(only(tensor, tensorShape))
	for _, d := range dims {
		if d.number != shapeDim {
			continue
		}
		size := int64(-1)
		if sizes, _ := fieldsOf(d.content); len(sizes) > 0 && sizes[0].number == protowire.Number(dimValue) {
			size = int64(sizes[0].value)
		}
		i.Dimensions = append(i.Dimensions, size)
	}
	return i
}
