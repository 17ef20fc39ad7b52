//go:build cgo

package onnx

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

const built = true

// session is a graph loaded on a device. Run may be called by several goroutines.
type session struct {
	s      *ort.DynamicAdvancedSession
	inputs []input
}

// input is one the graph asks for, in its order.
type input struct {
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
func openSession(g *graphFile, d device) (runner, int, error) {
	s := &session{}
	names, err := s.take(g.inputs, d)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %s: %w", ErrModel, g.path, err)
	}
	logits, err := logitsOf(g.outputs)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %s: %w", ErrModel, g.path, err)
	}
	o, err := d.options()
	if err != nil {
		return nil, 0, err
	}
	defer o.Destroy()
	if s.s, err = ort.NewDynamicAdvancedSession(g.path, names, []string{logits.name}, o); err != nil {
		return nil, 0, err
	}
	return s, int(max(logits.dimensions[1], 0)), nil
}

// take sets the inputs, and gives their names. An input whose size the export fixed is refused: texts differ in length,
// and on a GPU rows are read together.
func (s *session) take(in []declaration, d device) (names []string, err error) {
	for _, i := range in {
		fill, ok := inputFills[i.name]
		kind := ort.TensorElementDataType(i.kind)
		switch size := i.dimensions; {
		case !ok:
			return nil, fmt.Errorf("asks for an input %q, not known to text classifiers", i.name)
		case kind != ort.TensorElementDataTypeInt64 && kind != ort.TensorElementDataTypeInt32:
			return nil, fmt.Errorf("input %q takes %s, want int64 or int32: export the model again in fp32 or int8",
				i.name, kind)
		case len(size) == 2 && (size[1] > 0 || size[0] > 1 || size[0] == 1 && d.cuda):
			return nil, fmt.Errorf("input %q takes rows of the size %v only: export the model again with dynamic axes for batch and sequence",
				i.name, size)
		}
		s.inputs = append(s.inputs, input{fill, kind})
		names = append(names, i.name)
	}
	return names, nil
}

// logitsOf picks the output with the verdict: the one named logits, or the only one.
func logitsOf(out []declaration) (logits declaration, err error) {
	i := slices.IndexFunc(out, func(o declaration) bool { return o.name == "logits" || len(out) == 1 })
	if i < 0 {
		return logits, fmt.Errorf("%d outputs, and none is named logits", len(out))
	}
	logits = out[i]
	if kind := ort.TensorElementDataType(logits.kind); kind != ort.TensorElementDataTypeFloat ||
		len(logits.dimensions) != 2 {
		return logits, fmt.Errorf("the logits are %s of %d dimensions, want float of [batch, labels]: export the model again in fp32 or "+
			"int8", kind, len(logits.dimensions))
	}
	return logits, nil
}

// run gives the logits of the rows, row after row.
func (s *session) run(r *rows, stop *stopper) ([]float32, error) {
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
	if err := s.s.RunWithOptions(in, out, stop.options); err != nil {
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

// stopper ends runs that are under way when the context it was made of is done.
type stopper struct {
	options *ort.RunOptions
	stop    func() bool

	mu   sync.Mutex
	done bool
}

func newStopper(ctx context.Context) (*stopper, error) {
	o, err := ort.NewRunOptions()
	if err != nil {
		return nil, err
	}
	s := &stopper{options: o}
	s.stop = context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.done {
			o.Terminate() // fails on freed options only, which done rules out
		}
	})
	return s, nil
}

// release frees the options, which nothing may run with any more.
func (s *stopper) release() {
	s.stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = true
	s.options.Destroy()
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

// options returns the settings of a session on the device; the caller destroys them.
func (d device) options() (*ort.SessionOptions, error) {
	o, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	steps := []func() error{
		func() error { return o.SetInterOpNumThreads(1) },
		func() error { return o.SetLogSeverityLevel(ort.LoggingLevelFatal) },
	}
	if d.cuda {
		steps = append(steps, func() error { return d.addCUDA(o) })
	} else {
		steps = append(steps,
			func() error { return o.SetIntraOpNumThreads(1) }, // the pairs run side by side instead
			func() error { return o.AddSessionConfigEntry(leaveOut, slowFusions) },
			func() error { return o.AddSessionConfigEntry(exactProducts, "1") })
	}
	for _, step := range steps {
		if err := step(); err != nil {
			o.Destroy()
			return nil, err
		}
	}
	return o, nil
}

// slowFusions are what ONNX Runtime's optimiser makes slower on a CPU: with SkipLayerNormalization a pair of 115 tokens
// costs a model of 33 million parameters 8.7 ms of processor time, with the addition and the LayerNormalization it
// stands for 7.7. The two round differently in the last bits, which an int8 model's next layer may round to another
// step.
const (
	leaveOut    = "optimization.disable_specified_optimizers"
	slowFusions = "SkipLayerNormFusion"
)

// exactProducts makes int8 products what they are on every processor: those of unsigned by signed bytes overflow 16
// bits where the processor has AVX2 without VNNI. That moved the probabilities of a model of 33 million parameters by
// .03 on average of 200 pairs and by up to .25. There it costs some 3% of the time; other processors pass it over.
const exactProducts = "session.x64quantprecision"

func (d device) addCUDA(o *ort.SessionOptions) error {
	c, err := ort.NewCUDAProviderOptions()
	if err != nil {
		return err
	}
	defer c.Destroy()
	// Whole floats: TensorFloat-32, on by default since Ampere, is off the CPU's probabilities by about 1e-3 a layer.
	if err := c.Update(map[string]string{"device_id": strconv.Itoa(d.n), "use_tf32": "0"}); err != nil {
		return err
	}
	return o.AppendExecutionProviderCUDA(c)
}
