package onnx

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
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
	return device{}, fmt.Errorf("%w: %w: %q; want auto, cpu, cuda or cuda:N", ErrDevice, ErrDeviceName, s)
}

func (d device) String() string {
	if d.cuda {
		return "cuda:" + strconv.Itoa(d.n)
	}
	return "cpu"
}

// noCUDA says in one line why the device doesn't start, for what ONNX Runtime answered.
func noCUDA(err error, library string) string {
	_, linux := os.Stat("/proc/driver/nvidia/version")
	_, wsl := os.Stat("/dev/dxg") // Windows' driver, within its Linux
	return whyNoCUDA(err, library, linux == nil || wsl == nil)
}

// notFound is what the loader says of the first library that it lacks.
var notFound = regexp.MustCompile(`(lib[\w.+-]+): cannot open shared object`)

func whyNoCUDA(err error, library string, driver bool) string {
	s := err.Error()
	lower := strings.ToLower(s)
	lacks := notFound.FindStringSubmatch(s)
	switch {
	case !driver && runtime.GOOS == "linux": // before the library is told to be fetched
		return "this machine has no NVIDIA driver, which CUDA needs"
	case !slices.Contains(Providers(library), "CUDA"):
		return "the ONNX Runtime library has no CUDA provider (`bridgehop setup --cuda` fetches one that has)"
	case outOfMemory(err):
		return "the GPU is out of memory: " + oneLine(s)
	case lacks != nil:
		return fmt.Sprintf("the CUDA provider needs %s, which is not on the library path (%s)", lacks[1], cudaLibraries)
	case strings.Contains(lower, "no cuda-capable device"), strings.Contains(lower, "invalid device ordinal"):
		return "there is no such GPU: " + oneLine(s)
	case strings.Contains(lower, "driver version is insufficient"):
		return "the NVIDIA driver is too old for CUDA 13: " + oneLine(s)
	}
	return oneLine(s)
}

// cudaLibraries is what to do about a library of CUDA that is missing.
const cudaLibraries = "CUDA 13 and cuDNN 9; docs/gpu.md says how to get them"

// oneLine folds s into a line of readable length.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > 300 {
		s = string(runes[:300]) + " …"
	}
	return s
}
