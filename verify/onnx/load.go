package onnx

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/ort"
)

// load starts the session: on the device asked for, or on the CPU when that was left to us.
func (m *Model) load(d device, o Options) error {
	if m.threads = o.Threads; m.threads <= 0 {
		m.threads = runtime.GOMAXPROCS(0)
	}
	if d.cuda {
		if err := m.loadCUDA(d); err != nil {
			return err
		}
	}
	m.batchTokens = o.BatchTokens
	if m.running == nil {
		w := way{threads: m.threads, alone: m.batchTokens <= 0 || m.folder.graph.dynamic}
		if m.batchTokens <= 0 {
			w.threads = 1 // the rows run side by side instead
		}
		if err := m.loadCPU(w); err != nil {
			return err
		}
	}
	m.schedule()
	return nil
}

// loadCUDA starts the session on the GPU. Where the CPU may be taken instead, it leaves why as a note.
func (m *Model) loadCUDA(d device) error {
	s, graph, err := m.open(m.folder.graph, way{device: d, threads: m.threads})
	switch {
	case err == nil:
		m.running, m.device, m.auto = s, d, d.auto
		return m.fits(graph)
	case errors.Is(err, ErrModel):
		return err
	case !d.auto:
		return fmt.Errorf("%w: %s: %s", ErrDevice, d, noCUDA(err, m.library))
	}
	m.whyCPU = "running on the CPU: " + noCUDA(err, m.library)
	return nil
}

func (m *Model) loadCPU(w way) error {
	s, graph, err := m.open(m.folder.graph, w)
	if err != nil {
		if !errors.Is(err, ErrModel) {
			err = fmt.Errorf("%w: %s: %s", ErrModel, m.folder.graph.path, oneLine(err.Error()))
		}
		return err
	}
	m.running, m.device = s, device{}
	return m.fits(graph)
}

// fits compares the logits with the labels. A graph may leave open how many it gives; then the first run tells.
func (m *Model) fits(g shape) error {
	m.inputs = g.inputs
	if g.width > 0 && g.width != len(m.roles) {
		err := fmt.Errorf("%w: %s gives %d logits, but config.json names %d labels in id2label", ErrModel, m.folder.graph.path, g.width,
			len(m.roles))
		return errors.Join(err, m.running.close())
	}
	return nil
}

// schedule decides what is run together.
func (m *Model) schedule() {
	if m.batchTokens <= 0 && m.device.cuda {
		m.batchTokens = gpuTokens
	}
	if m.folder.graph.dynamic {
		m.batchTokens = 0
	}
	m.window, m.workers = 64, m.threads
	if m.batchTokens > 0 {
		m.window, m.workers = 2048, 2 // one runs, one is made ready
	}
	m.slots = make(chan struct{}, m.workers)
}

// environment is the one ONNX Runtime of the process. It is started by the first model and then kept: unloading the
// library while its threads wind down is what crashes, and a second library in one process is not possible anyway.
var environment struct {
	sync.Mutex
	library string // path it was started from; empty before
}

// start loads the library at path, unless it is loaded.
func start(path string) error {
	path, err := realPath(path)
	if err != nil {
		return fmt.Errorf("%w: %w (`bridgehop setup` fetches it)", ErrRuntime, err)
	}
	environment.Lock()
	defer environment.Unlock()
	if environment.library == path {
		return nil
	}
	if err := checkLibrary(path); err != nil {
		return fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	if environment.library != "" {
		return fmt.Errorf("%w: %s: this process runs %s already", ErrRuntime, path, environment.library)
	}
	if err := keepToItself(); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrRuntime, path, err)
	}
	ort.SetSharedLibraryPath(path)
	// The library writes to stderr by itself when it may; errors come back as errors all the same.
	if err := ort.InitializeEnvironment(ort.WithLogLevelFatal()); err != nil {
		return fmt.Errorf("%w: %s: %s", ErrRuntime, path, startError(err))
	}
	environment.library = path
	return nil
}

// keepToItself makes the library report to nobody. As it comes, version 1.31 for Linux keeps a device id and a database of
// events in the user's cache (Microsoft/DeveloperTools) and holds the address they would go to. It reads the variable as it starts;
// switching telemetry off in the library is possible only after it has begun.
func keepToItself() error {
	return os.Setenv("ORT_DISABLE_TELEMETRY", "1")
}

// startError says in plain words what the binding found.
func startError(err error) string {
	switch s := err.Error(); {
	case strings.Contains(s, "Error setting ORT API base"):
		return "the library is too old; version " + oldestVersion + " or newer is needed (`bridgehop setup` fetches " + Version + ")"
	case strings.Contains(s, "OrtGetApiBase"):
		return "a library, but not ONNX Runtime (`bridgehop setup` fetches the right one)"
	default:
		s = strings.TrimPrefix(s, "Platform-specific initialization failed: ")
		return strings.TrimPrefix(s, "Error loading ONNX shared library ") + " (`bridgehop setup` fetches the right one)"
	}
}

// oldestVersion is the first with the interface the binding asks for.
const oldestVersion = "1.24"

func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a file", path)
	}
	return path, err
}
