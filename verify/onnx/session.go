package onnx

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/ort"
)

// runner gives the logits of rows: a session, or what a test puts in its place.
type runner interface {
	run(r *rows, o *ort.RunOptions) ([]float32, error)
	close() error
}

// shape is what a graph takes and gives.
type shape struct {
	inputs []string
	width  int // logits a row; 0 when the graph leaves it open
}

// way is how a graph is run.
type way struct {
	device
	threads int
	alone   bool // every run is of one row, which has no padding
}

// opener loads a graph.
type opener func(path string, w way, labels int) (runner, shape, error)

// session is a graph loaded on a device. Run may be called by several goroutines.
type session struct {
	s      *ort.DynamicAdvancedSession
	inputs []input
	width  int  // logits a row
	half   bool // float16 logits
	flat   bool // logits without a second dimension
}

// input is one the graph asks for, in its order.
type input struct {
	name string
	fill func(*rows) []int64
	kind ort.TensorElementDataType
}

// inputKinds are the types an input may have; masks are numbers to some exporters.
var inputKinds = []ort.TensorElementDataType{ort.TensorElementDataTypeInt64, ort.TensorElementDataTypeInt32,
	ort.TensorElementDataTypeFloat, ort.TensorElementDataTypeFloat16}

// inputFills tells what to give for an input's name.
var inputFills = map[string]func(*rows) []int64{
	"input_ids":      func(r *rows) []int64 { return r.ids },
	"attention_mask": func(r *rows) []int64 { return r.mask },
	"token_type_ids": func(r *rows) []int64 { return r.kinds },
	"position_ids":   (*rows).positions,
}

// openSession loads the graph at path. The binding wants names before it loads: they are read from the file, and of one that leaves
// them open by a session with optimisation off, which is thrown away.
func openSession(path string, w way, labels int) (runner, shape, error) {
	g, err := readGraphFile(path)
	if err != nil {
		return nil, shape{}, err
	}
	in, out := g.inputs, g.outputs
	if !declared(in) || !declared(out) {
		if in, out, err = askGraph(path); err != nil {
			return nil, shape{}, fmt.Errorf("%w: %s: %s", ErrModel, path, oneLine(err.Error()))
		}
	}
	s := &session{}
	names, err := s.take(in, w)
	if err != nil {
		return nil, shape{}, fmt.Errorf("%w: %s: %w", ErrModel, path, err)
	}
	logits, err := logitsOf(out)
	if err != nil {
		return nil, shape{}, fmt.Errorf("%w: %s: %w", ErrModel, path, err)
	}
	switch d := logits.Dimensions; len(d) {
	case 1:
		s.width, s.flat = 1, true
	case 2:
		s.width = int(max(d[1], 0))
	default:
		return nil, shape{}, fmt.Errorf("%w: %s: the logits have %d dimensions, want [batch, labels]", ErrModel, path, len(d))
	}
	found := shape{names, s.width}
	if s.width == 0 {
		s.width = labels
	}
	s.half = logits.DataType == ort.TensorElementDataTypeFloat16
	o, err := w.options(w.threads)
	if err != nil {
		return nil, shape{}, err
	}
	defer o.Destroy()
	if s.s, err = ort.NewDynamicAdvancedSession(path, names, []string{logits.Name}, o); err != nil {
		return nil, shape{}, err
	}
	return s, found, nil
}

// declared reports whether types and shapes were declared, which a graph may leave to be found out.
func declared(values []ort.InputOutputInfo) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(i ort.InputOutputInfo) bool {
		return i.Name == "" || i.DataType == ort.TensorElementDataTypeUndefined || len(i.Dimensions) == 0
	})
}

// take sets the inputs, and gives their names.
func (s *session) take(in []ort.InputOutputInfo, w way) (names []string, err error) {
	for _, i := range in {
		fill, ok := inputFills[i.Name]
		if !ok {
			return nil, fmt.Errorf("asks for an input %q, not known to text classifiers", i.Name)
		}
		if !slices.Contains(inputKinds, i.DataType) {
			return nil, fmt.Errorf("input %q takes %s, want int64, int32, float or float16", i.Name, i.DataType)
		}
		if err := w.takes(i); err != nil {
			return nil, err
		}
		s.inputs = append(s.inputs, input{i.Name, fill, i.DataType})
		names = append(names, i.Name)
	}
	return names, nil
}

// takes refuses an input whose size the export fixed: texts differ in length, and rows in number where they are read together.
func (w way) takes(i ort.InputOutputInfo) error {
	d := i.Dimensions
	if len(d) == 2 && (d[1] > 0 || d[0] > 1 || d[0] == 1 && !w.alone) {
		return fmt.Errorf("input %q takes rows of the size %v only: export the model again with dynamic axes for batch and sequence",
			i.Name, d)
	}
	return nil
}

// askGraph has the runtime find out what a graph takes and gives.
func askGraph(path string) (in, out []ort.InputOutputInfo, err error) {
	o, err := device{}.options(1)
	if err != nil {
		return nil, nil, err
	}
	defer o.Destroy()
	if err := o.SetGraphOptimizationLevel(ort.GraphOptimizationLevelDisableAll); err != nil {
		return nil, nil, err
	}
	return ort.GetInputOutputInfoWithOptions(path, o)
}

// logitsOf picks the output with the verdict: the one named logits, or the only one.
func logitsOf(out []ort.InputOutputInfo) (ort.InputOutputInfo, error) {
	for _, o := range out {
		if o.Name == "logits" || len(out) == 1 {
			return o, nil
		}
	}
	return ort.InputOutputInfo{}, fmt.Errorf("%d outputs, and none is named logits", len(out))
}

// run gives the logits of the rows, row after row.
func (s *session) run(r *rows, o *ort.RunOptions) ([]float32, error) {
	shape := ort.NewShape(int64(r.count), int64(r.length))
	in := make([]ort.Value, len(s.inputs))
	defer destroy(in)
	for i, p := range s.inputs {
		var err error
		if in[i], err = p.tensor(shape, p.fill(r)); err != nil {
			return nil, err
		}
	}
	out, err := s.output(r.count)
	if err != nil {
		return nil, err
	}
	if err := s.s.RunWithOptions(in, out, o); err != nil {
		return nil, err // the binding may have left a typed nil in out
	}
	defer destroy(out)
	return numbers(out[0])
}

// output makes room for half-precision logits, which the binding can't do by itself; others come in room of their own.
func (s *session) output(count int) ([]ort.Value, error) {
	out := make([]ort.Value, 1)
	if !s.half {
		return out, nil
	}
	shape := ort.NewShape(int64(count), int64(s.width))
	if s.flat {
		shape = shape[:1]
	}
	v, err := ort.NewCustomDataTensor(shape, make([]byte, 2*count*s.width), ort.TensorElementDataTypeFloat16)
	if err != nil {
		return nil, err
	}
	out[0] = v
	return out, nil
}

// close frees the session, which nothing may run any more.
func (s *session) close() error { return s.s.Destroy() }

// stopper ends runs that are under way when ctx is done.
type stopper struct {
	options *ort.RunOptions
	release func()
}

func newStopper(ctx context.Context) (*stopper, error) {
	o, err := ort.NewRunOptions()
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	done := false
	stop := context.AfterFunc(ctx, func() {
		mu.Lock()
		defer mu.Unlock()
		if !done {
			o.Terminate() // fails on freed options only, which done rules out
		}
	})
	return &stopper{o, func() {
		stop()
		mu.Lock()
		defer mu.Unlock()
		done = true
		o.Destroy()
	}}, nil
}

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
