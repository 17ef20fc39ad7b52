package onnx

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Version is the ONNX Runtime that Setup fetches and the tests run with.
const Version = "1.31.1"

// oldestVersion is the first with the interface the binding asks for.
const oldestVersion = "1.24"

// LibraryVariable is the environment variable that names another library, or the folder it lies in.
const LibraryVariable = "BRIDGEHOP_ORT"

// FindLibrary returns the path of the ONNX Runtime library: what the environment variable BRIDGEHOP_ORT names (a file,
// or a folder with the library), else what Setup left in the user's cache: the one for GPUs when it is there, which
// runs on CPUs just as well. It fails with ErrRuntime and the next step.
func FindLibrary() (string, error) {
	if named := os.Getenv(LibraryVariable); named != "" {
		path, err := libraryAt(named)
		if err != nil {
			return "", fmt.Errorf("%w: %s names %s: %w", ErrRuntime, LibraryVariable, named, err)
		}
		return path, nil
	}
	path := ""
	for _, cuda := range []bool{true, false} {
		dir, err := libraryDir(cuda)
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrRuntime, err)
		}
		path = filepath.Join(dir, libraryName())
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: no library at %s; run `bridgehop setup`, or name one in %s", ErrRuntime, path,
		LibraryVariable)
}

// libraryAt finds the library that a file or folder stands for.
func libraryAt(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", errors.Unwrap(err)
	}
	if !info.IsDir() {
		return path, nil
	}
	for _, pattern := range []string{libraryName(), "libonnxruntime.so", "libonnxruntime.so.*",
		"libonnxruntime*.dylib"} {
		found, err := filepath.Glob(filepath.Join(path, pattern))
		if err == nil && len(found) > 0 {
			return slices.Max(found), nil
		}
	}
	return "", errors.New("no libonnxruntime in this folder")
}

// libraryDir returns where Setup keeps the library: outside every repository, one folder a version and kind.
func libraryDir(cuda bool) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w (set XDG_CACHE_HOME, or %s)", err, LibraryVariable)
	}
	name := Version
	if cuda {
		name += "-cuda"
	}
	return filepath.Join(cache, "bridgehop", "onnxruntime", name), nil
}

func libraryName() string {
	if runtime.GOOS == "darwin" {
		return "libonnxruntime." + Version + ".dylib"
	}
	return "libonnxruntime.so." + Version
}

// checkLibrary refuses a damaged library before it is mapped, where a missing page would end the process: one that
// Setup fetched by its hash, another one that was cut short.
func checkLibrary(path string) error {
	for _, cuda := range []bool{false, true} {
		own, err := libraryDir(cuda)
		if err == nil {
			own, err = filepath.EvalSymlinks(own)
		}
		w, ok := wheelHere(cuda)
		if err != nil || !ok || own != filepath.Dir(path) {
			continue
		}
		if bad := w.damaged(own, true); bad != "" {
			return fmt.Errorf("%s is missing or damaged: its SHA-256 is not the one of ONNX Runtime %s; `bridgehop setup` "+
				"fetches it again", bad, Version)
		}
		return nil
	}
	return checkELF(path)
}

// checkELF refuses an ELF library that is shorter than its tables say. What is no ELF is left to the system.
func checkELF(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	magic := make([]byte, len(elf.ELFMAG))
	if _, err := io.ReadFull(file, magic); err != nil || string(magic) != elf.ELFMAG {
		return nil
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	e, err := elf.NewFile(file)
	short := func(p *elf.Prog) bool { return p.Off+p.Filesz > uint64(size) }
	if err != nil || slices.ContainsFunc(e.Progs, short) {
		return fmt.Errorf("%s is damaged: it is cut short (`bridgehop setup` fetches one)", path)
	}
	return nil
}

// download runs pip, which knows the user's index, proxy and certificates. Hashes are required, so that what comes is
// what was tested, wherever it comes from.
func (w wheel) download(ctx context.Context, dir string) error {
	python, err := findPython()
	if err != nil {
		return err
	}
	list := filepath.Join(dir, "requirements.txt")
	line := fmt.Sprintf("%s==%s --hash=sha256:%s\n", w.name, Version, w.sha256)
	if err := os.WriteFile(list, []byte(line), 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, python, "-m", "pip", "--disable-pip-version-check", "--no-input", "download",
		"--quiet",
		"--no-deps", "--only-binary=:all:", "--require-hashes",
		"--implementation", "cp", "--python-version", pythonVersion, "--abi", pythonTag, "--platform", w.platform,
		"--dest", dir, "-r", list)
	cmd.WaitDelay = 5 * time.Second
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Run(); err != nil {
		return pipError(python, err, output.String())
	}
	return nil
}

func findPython() (string, error) {
	for _, name := range []string{"python3", "python"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no python3 on the path: install Python 3 with pip, or name a library in %s", LibraryVariable)
}

// pipError turns pip's words into what to do.
func pipError(python string, err error, output string) error {
	var exit *exec.ExitError
	said := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(output, w) })
	}
	switch {
	case !errors.As(err, &exit):
		return fmt.Errorf("%s: %w", python, err)
	case said("No module named pip"):
		return fmt.Errorf("%s has no pip: install it (python3-pip, or python3 -m ensurepip)", python)
	case said("DO NOT MATCH THE HASHES"):
		return errors.New("pip got another file than the pinned one (hash mismatch); don't trust the package index or the cache in " +
			"front of it")
	case said("No space left"):
		return errors.New("no space left on the disk")
	case said("NewConnectionError", "Failed to establish", "Temporary failure in name resolution",
		"Network is unreachable",
		"Max retries exceeded", "ProxyError", "timed out", "Connection refused"):
		return fmt.Errorf("pip reached no package index (the first set-up needs a network): %s", lastError(output))
	}
	return fmt.Errorf("pip failed: %s", lastError(output))
}
