//go:build cgo

package onnx

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
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
	// The library reports to nobody: as it comes, version 1.31 for Linux keeps a device id and a database of events in
	// the user's cache (Microsoft/DeveloperTools). It reads the variable as it starts; switching it off in the library
	// comes too late.
	if err := os.Setenv("ORT_DISABLE_TELEMETRY", "1"); err != nil {
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

// startError says in plain words what the binding found.
func startError(err error) string {
	switch s := err.Error(); {
	case strings.Contains(s, "Error setting ORT API base"):
		return "the library is too old; version " + oldestVersion + " or newer is needed (`bridgehop setup` fetches " +
			Version + ")"
	case strings.Contains(s, "OrtGetApiBase"):
		return "a library, but not ONNX Runtime (`bridgehop setup` fetches the right one)"
	default:
		s = strings.TrimPrefix(s, "Platform-specific initialization failed: ")
		return strings.TrimPrefix(s, "Error loading ONNX shared library ") +
			" (`bridgehop setup` fetches the right one)"
	}
}

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
