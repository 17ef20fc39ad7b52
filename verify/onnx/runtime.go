package onnx

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/ort"
)

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
