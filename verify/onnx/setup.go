package onnx

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/stamp"
)

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

// Setup puts the library into the user's cache, where FindLibrary looks, or the one that runs on NVIDIA GPUs too (PyPI's
// onnxruntime-gpu, 256 MB): with pip into a temporary folder, checked against the pinned hashes, then renamed. When it
// is there already and whole, nothing is fetched and no network or Python is needed; else fetching is called first. It
// returns the library's path and whether it was fetched. Errors are ErrRuntime and say what to install.
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
