package onnx

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	ort "github.com/yalue/onnxruntime_go"
)

// device is where a model runs.
type device struct {
	auto bool // CUDA when it starts, else CPU
	cuda bool
	n    int // number of the GPU
}

// parseDevice reads auto, cpu, cuda or cuda:N.
func parseDevice(s string) (device, error) {
	switch name, n, numbered := strings.Cut(strings.ToLower(s), ":"); {
	case s == "" || name == "auto" && !numbered:
		return device{auto: true, cuda: true}, nil
	case name == "cpu" && !numbered:
		return device{}, nil
	case name == "cuda" && !numbered:
		return device{cuda: true}, nil
	case name == "cuda":
		if i, err := strconv.Atoi(n); err == nil && i >= 0 && i < 1<<10 {
			return device{cuda: true, n: i}, nil
		}
	}
	return device{}, fmt.Errorf("%w: %q; want auto, cpu, cuda or cuda:N", ErrDevice, s)
}

func (d device) String() string {
	if d.cuda {
		return "cuda:" + strconv.Itoa(d.n)
	}
	return "cpu"
}

// options are the settings of a session on the device; the caller destroys them.
func (d device) options(threads int) (*ort.SessionOptions, error) {
	o, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	steps := []func() error{
		func() error { return o.SetIntraOpNumThreads(threads) },
		func() error { return o.SetInterOpNumThreads(1) },
		func() error { return o.SetLogSeverityLevel(ort.LoggingLevelFatal) },
	}
	if d.cuda {
		steps = append(steps, func() error { return d.addCUDA(o) })
	}
	for _, step := range steps {
		if err := step(); err != nil {
			o.Destroy()
			return nil, err
		}
	}
	return o, nil
}

func (d device) addCUDA(o *ort.SessionOptions) error {
	c, err := ort.NewCUDAProviderOptions()
	if err != nil {
		return err
	}
	defer c.Destroy()
	if err := c.Update(map[string]string{"device_id": strconv.Itoa(d.n)}); err != nil {
		return err
	}
	return o.AppendExecutionProviderCUDA(c)
}

// noCUDA says in one line why the device doesn't start, for what ONNX Runtime answered.
func noCUDA(err error, library string) string {
	s := err.Error()
	lower := strings.ToLower(s)
	_, missing := os.Stat(filepath.Join(filepath.Dir(library), "libonnxruntime_providers_cuda.so"))
	switch {
	case missing != nil:
		return "the ONNX Runtime library has no CUDA provider (it is the one of the package onnxruntime, not onnxruntime-gpu)"
	case strings.Contains(lower, "cannot open shared object"), strings.Contains(lower, "failed to load"):
		return "a library that the CUDA provider needs is missing (driver, CUDA or cuDNN): " + oneLine(s)
	case strings.Contains(lower, "out of memory"):
		return "the GPU is out of memory: " + oneLine(s)
	}
	return oneLine(s)
}

// oneLine folds s into a line of readable length.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > 300 {
		s = string(runes[:300]) + " …"
	}
	return s
}
