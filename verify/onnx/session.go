package onnx

import (
	"context"
	"fmt"
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
type opener func(g *graphFile, w way) (runner, shape, error)

// session is a graph loaded on a device. Run may be called by several goroutines.
type session struct {
	s      *ort.DynamicAdvancedSession
	inputs []input
}

// input is one the graph asks for, in its order.
type input struct {
	name string
	fill func(*rows) []int64
	kind ort.TensorElementDataType
}

// inputFills tells what to give for an input's name.
var inputFills = map[string]func(*rows) []int64{
	"input_ids":      func(r *rows) []int64 { return r.ids },
	"attention_mask": func(r *rows) []int64 { return r.mask },
	"token_type_ids": func(r *rows) []int64 { return r.kinds },
}

// openSession loads a graph. The binding wants names before it loads: they are read from the file.
func openSession(g *graphFile, w way) (runner, shape, error) {
	s := &session{}
	names, err := s.take(g.inputs, w)
	if err != nil {
		return nil, shape{}, fmt.Errorf("%w: %s: %w", ErrModel, g.path, err)
	}
	logits, err := logitsOf(g.outputs)
	if err != nil {
		return nil, shape{}, fmt.Errorf("%w: %s: %w", ErrModel, g.path, err)
	}
	o, err := w.options(w.threads)
	if err != nil {
		return nil, shape{}, err
	}
	defer o.Destroy()
	if s.s, err = ort.NewDynamicAdvancedSession(g.path, names, []string{logits.Name}, o); err != nil {
		return nil, shape{}, err
	}
	return s, shape{names, int(max(logits.Dimensions[1], 0))}, nil
}

// take sets the inputs, and gives their names.
func (s *session) take(in []ort.InputOutputInfo, w way) (names []string, err error) {
	for _, i := range in {
		fill, ok := inputFills[i.Name]
		if !ok {
			return nil, fmt.Errorf("asks for an input %q, not known to text classifiers", i.Name)
		}
		if i.DataType != ort.TensorElementDataTypeInt64 && i.DataType != ort.TensorElementDataTypeInt32 {
			return nil, fmt.Errorf("input %q takes %s, want int64 or int32: export the model again in fp32 or int8", i.Name, i.DataType)
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

// logitsOf picks the output with the verdict: the one named logits, or the only one.
func logitsOf(out []ort.InputOutputInfo) (logits ort.InputOutputInfo, err error) {
	i := slices.IndexFunc(out, func(o ort.InputOutputInfo) bool { return o.Name == "logits" || len(out) == 1 })
	if i < 0 {
		return logits, fmt.Errorf("%d outputs, and none is named logits", len(out))
	}
	if logits = out[i]; logits.DataType != ort.TensorElementDataTypeFloat || len(logits.Dimensions) != 2 {
		return logits, fmt.Errorf("the logits are %s of %d dimensions, want float of [batch, labels]: export the model again in fp32 or "+
			"int8", logits.DataType, len(logits.Dimensions))
	}
	return logits, nil
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
	out := make([]ort.Value, 1)
	if err := s.s.RunWithOptions(in, out, o); err != nil {
		return nil, err // the binding may have left a typed nil in out
	}
	defer destroy(out)
	logits, ok := out[0].(*ort.Tensor[float32])
	if !ok {
		return nil, fmt.Errorf("%w: the logits are no 32-bit floating-point numbers", ErrModel)
	}
	return slices.Clone(logits.GetData()), nil
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
	if p.kind != ort.TensorElementDataTypeInt32 {
		return ort.NewTensor(shape, data)
	}
	small := make([]int32, len(data))
	for i, v := range data {
		small[i] = int32(v)
	}
	return ort.NewTensor(shape, small)
}

func destroy(values []ort.Value) {
	for _, v := range values {
		if v != nil {
			v.Destroy()
		}
	}
}
