package onnx

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/ort"
)

// tensor gives the data in the type that the graph asks for.
func (p input) tensor(shape ort.Shape, data []int64) (ort.Value, error) {
	switch p.kind {
	case ort.TensorElementDataTypeInt32:
		return ort.NewTensor(shape, converted[int32](data))
	case ort.TensorElementDataTypeFloat:
		return ort.NewTensor(shape, converted[float32](data))
	case ort.TensorElementDataTypeFloat16:
		return ort.NewCustomDataTensor(shape, halves(data), p.kind)
	}
	return ort.NewTensor(shape, data)
}

func converted[T int32 | float32](data []int64) []T {
	out := make([]T, len(data))
	for i, v := range data {
		out[i] = T(v)
	}
	return out
}

func destroy(values []ort.Value) {
	for _, v := range values {
		if v != nil {
			v.Destroy()
		}
	}
}

// numbers reads a tensor of any float type.
func numbers(v ort.Value) ([]float32, error) {
	switch t := v.(type) {
	case *ort.Tensor[float32]:
		return t.GetData(), nil
	case *ort.Tensor[float64]:
		out := make([]float32, len(t.GetData()))
		for i, x := range t.GetData() {
			out[i] = float32(x)
		}
		return out, nil
	case *ort.CustomDataTensor:
		if t.DataType() == ort.TensorElementDataTypeFloat16 {
			data := t.GetData()
			out := make([]float32, len(data)/2)
			for i := range out {
				out[i] = half(binary.LittleEndian.Uint16(data[2*i:]))
			}
			return out, nil
		}
	}
	return nil, fmt.Errorf("%w: the logits are not floating-point numbers", ErrModel)
}

// half widens an IEEE 754 half-precision number.
func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15), uint32(h>>10&0x1f), uint32(h&0x3ff)
	switch exponent {
	case 0: // zero and subnormal
		v := float32(fraction) / (1 << 24)
		if sign == 1 {
			v = -v
		}
		return v
	case 0x1f:
		return math.Float32frombits(sign<<31 | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign<<31 | (exponent+112)<<23 | fraction<<13)
}

// halves narrows whole numbers to half precision, which holds them up to 2048; a mask has 0 and 1.
func halves(data []int64) []byte {
	out := make([]byte, 0, 2*len(data))
	for _, v := range data {
		bits := math.Float32bits(float32(v))
		h := uint16(0)
		if v > 0 {
			h = uint16(bits>>23-112)<<10 | uint16(bits>>13&0x3ff)
		}
		out = binary.LittleEndian.AppendUint16(out, h)
	}
	return out
}
