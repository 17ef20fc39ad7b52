package onnx

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
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

	"github.com/bridgehop/bridgehop/verify/onnx/internal/stamp"
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

// wheel is a package file of one platform, and the libraries in it.
type wheel struct {
	name      string // of the package
	platform  string // pip's tag
	sha256    string // of the wheel
	libraries []pinned
}

// pinned is a file by its content.
type pinned struct{ name, sha256 string }

// wheels are pinned by content: another file under the same name is refused, by pip and again by us. The interpreter's
// own version doesn't matter, since only the library is taken out: the wheel is always the one for pythonTag.
var wheels = map[string]wheel{
	"linux/amd64": {"onnxruntime", "manylinux_2_28_x86_64",
		"1f3dea47f2f0e5117c2404cea7d21fd253ae7836a3bf167a501cdfbb2600d536", []pinned{
			{"libonnxruntime.so." + Version, "fc44112fbe06d7d689c57e11d3862031f64711007e4ee020f8eed5185fd2c1d3"}}},
	"linux/arm64": {"onnxruntime", "manylinux_2_28_aarch64",
		"0b9a492176886992e0e875f06bc0367e333f5fff11711a2d642e18b02f3009cc", []pinned{
			{"libonnxruntime.so." + Version, "8aa3b76b28c778a2b1dd660d34161adb1d508c9ccd04ff9dc80e26eca5df8467"}}},
	"darwin/arm64": {"onnxruntime", "macosx_14_0_arm64",
		"96dd2564b10ea7153ad9c207e7cd8e5917cb3ba521e0e0a62ac03486fdc8d56c", []pinned{
			{"libonnxruntime." + Version + ".dylib", "d586cbe89effc085a09d3341b3cfbd5c322517f9d397aeb20814af21433f2b36"}}},
}

// cudaWheels are those with the CUDA provider, which is loaded from beside the library. The last file named is the
// library, so that FindLibrary finds it once the others are there.
var cudaWheels = map[string]wheel{
	"linux/amd64": {"onnxruntime-gpu", "manylinux_2_28_x86_64",
		"05d548956197b9d01f59b625de740e0d6be3593f874e241a12dc0362650ecdf7", []pinned{
			{"libonnxruntime_providers_shared.so", "086ec1d5388f64153d9c63470d126693db9a182c8ce236d3a1119068471b8a0d"},
			{"libonnxruntime_providers_cuda.so", "8387867e857499e045caff5d13ac6a5de29571c801562fa2dde0e45f1f31de52"},
			{"libonnxruntime.so." + Version, "5104254339ecadae808da771bd0b63b240f0dbd466514234905e54372435c303"}}},
}

const pythonVersion, pythonTag = "3.12", "cp312"

// Setup puts the library into the user's cache, where FindLibrary looks, or the one that runs on NVIDIA GPUs too
// (PyPI's onnxruntime-gpu, 256 MB): with pip into a temporary folder, checked against the pinned hashes, then renamed.
// When it is there already and whole, nothing is fetched and no network or Python is needed; else fetching is called
// first. It returns the library's path and whether it was fetched. Errors are ErrRuntime and say what to install.
func Setup(ctx context.Context, cuda bool, fetching func()) (path string, fetched bool, err error) {
	w, ok := wheelHere(cuda)
	switch platform := runtime.GOOS + "/" + runtime.GOARCH; {
	case !ok && cuda:
		return "", false, fmt.Errorf("%w: no library with the CUDA provider is pinned for %s: name one in %s",
			ErrRuntime, platform, LibraryVariable)
	case !ok:
		return "", false, fmt.Errorf("%w: no library is pinned for %s: install ONNX Runtime %s or newer, and name it in %s",
			ErrRuntime, platform, oldestVersion, LibraryVariable)
	}
	dir, err := libraryDir(cuda)
	if err != nil {
		return "", false, fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	path = filepath.Join(dir, libraryName())
	if w.damaged(dir, false) == "" {
		return path, false, nil
	}
	fetching()
	if err = w.fetch(ctx, dir); err != nil {
		if ctx.Err() != nil {
			return "", false, ctx.Err()
		}
		return "", false, fmt.Errorf("%w: fetch version %s: %w", ErrRuntime, Version, err)
	}
	return path, true, nil
}

// wheelHere returns the one for this platform.
func wheelHere(cuda bool) (wheel, bool) {
	all := wheels
	if cuda {
		all = cudaWheels
	}
	w, ok := all[runtime.GOOS+"/"+runtime.GOARCH]
	return w, ok
}

// damaged returns the path of the first library that is missing in dir or isn't as pinned, empty for none. Trusting,
// one that was compared before is not read again as long as its stamp holds.
func (w wheel) damaged(dir string, trusting bool) string {
	for _, p := range w.libraries {
		path := filepath.Join(dir, p.name)
		if trusting && stamp.Holds(path, p.sha256) {
			continue
		}
		if hashOf(path) != p.sha256 {
			return path
		}
		stamp.Put(path, p.sha256)
	}
	return ""
}

func (w wheel) fetch(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(dir, ".fetch-") // beside the library, so that the rename is one
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := w.download(ctx, work); err != nil {
		return err
	}
	found, err := filepath.Glob(filepath.Join(work, "*.whl"))
	if err != nil || len(found) != 1 {
		return fmt.Errorf("pip left %d wheels, want 1", len(found))
	}
	for _, p := range w.libraries {
		fresh := filepath.Join(work, p.name)
		if err := extract(found[0], "onnxruntime/capi/"+p.name, fresh); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(found[0]), err)
		}
		if got := hashOf(fresh); got != p.sha256 {
			return fmt.Errorf("%s has SHA-256 %s, want %s", p.name, got, p.sha256)
		}
	}
	for _, p := range w.libraries {
		if err := os.Rename(filepath.Join(work, p.name), filepath.Join(dir, p.name)); err != nil {
			return err
		}
	}
	return nil
}

// extract writes one file of a zip archive.
func extract(archive, name, to string) error {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer z.Close()
	in, err := z.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// hashOf returns the SHA-256 of a file in hex, empty when it can't be read.
func hashOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// lastError returns what pip said last, in one line.
func lastError(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if text, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "ERROR: "); ok {
			return oneLine(text)
		}
	}
	return oneLine(lines[len(lines)-1])
}
