package shipped

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/internal/stamp"
)

// Name is the model's name, as outputs give it.
const Name = "nli-base"

// Fingerprint is the SHA-256 over the names and contents of the embedded files, in hex. Outputs made with the model
// keep it, and the unpacked folder is named by its first 12 digits. A test checks it, so that no process has to hash
// 116 MB.
const Fingerprint = "c13442e8f775933773ea8b9f3cd116d611d1188d74083e0601ef524fba5b33b1"

// Dir returns a folder that holds the shipped model, for onnx.Open. The first call on a machine unpacks it below the
// user's cache folder, whole or not at all; later calls find it there. Where a file was cut short or changed, all are
// written again. A large file is read for that only if its size, time or inode is not as it was when it was last found
// right.
func Dir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("unpack the shipped model: %w (set XDG_CACHE_HOME)", err)
	}
	parent := filepath.Join(cache, "bridgehop", "models")
	dir := folderIn(parent)
	if len(entries()) > 0 && whole(dir, true) {
		return dir, nil
	}
	if dir, err = Unpack(parent); err != nil && !errors.Is(err, onnx.ErrNoCgo) {
		err = fmt.Errorf("%w (set XDG_CACHE_HOME to a folder that can be written)", err)
	}
	return dir, err
}

func folderIn(parent string) string { return filepath.Join(parent, Name+"-"+Fingerprint[:12]) }

// Unpack writes the model below parent and returns its folder, unless it is there: every byte is compared.
func Unpack(parent string) (string, error) {
	if len(entries()) == 0 {
		return "", onnx.ErrNoCgo
	}
	dir := folderIn(parent)
	if whole(dir, false) {
		return dir, nil
	}
	if err := unpack(parent, dir); err != nil {
		return "", fmt.Errorf("unpack the shipped model: %w", err)
	}
	return dir, nil
}

// small is the size up to which files are compared by content at each start: all but the weights.
const small = 1 << 20

// whole says whether every file is in dir as it is embedded. Trusting, a large one that was found so before is not read
// again as long as its stamp holds.
func whole(dir string, trusting bool) bool {
	for _, e := range entries() {
		name := filepath.Join(dir, e.Name())
		if trusting && e.Size() > small && stamp.Holds(name, Fingerprint) {
			continue
		}
		if !same(name, e.Name()) {
			return false
		}
		if e.Size() > small {
			stamp.Put(name, Fingerprint)
		}
	}
	return true
}

// same says whether a file holds what the embedded one of that name does.
func same(file, name string) bool {
	got, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	want, err := files.ReadFile(path.Join(Name, name))
	return err == nil && bytes.Equal(got, want)
}

// unpack writes the files into a fresh folder beside dir and renames it, so that two programs that start together, or
// one that is stopped half-way, leave nothing broken.
func unpack(parent, dir string) error {
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(parent, ".unpack-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	model, err := fs.Sub(files, Name)
	if err != nil {
		return err
	}
	if err := os.CopyFS(fresh, model); err != nil {
		return err
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	if err := os.Rename(fresh, dir); err == nil || whole(dir, false) {
		return nil // the second case: another program was quicker
	}
	if err := os.RemoveAll(dir); err != nil { // a damaged folder stands in the way
		return err
	}
	if err := os.Rename(fresh, dir); err != nil && !(errors.Is(err, fs.ErrExist) && whole(dir, false)) {
		return err
	}
	return nil
}

// RemoveOthers removes the models that other versions of the program left below parent, and returns their folders'
// names in order. What another process may be unpacking stays.
func RemoveOthers(parent string) ([]string, error) {
	list, err := os.ReadDir(parent)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var removed []string
	for _, e := range list {
		dir := filepath.Join(parent, e.Name())
		if !e.IsDir() || dir == folderIn(parent) || !left(e) {
			continue
		}
		if rerr := os.RemoveAll(dir); rerr != nil {
			err = errors.Join(err, rerr)
			continue
		}
		removed = append(removed, e.Name())
	}
	return removed, err
}

// left reports whether a folder is a model of another version, or was left by a process that was killed as it unpacked
// one.
func left(e fs.DirEntry) bool {
	name := e.Name()
	if strings.HasPrefix(name, ".unpack-") || strings.HasPrefix(name, ".place-") {
		info, err := e.Info()
		return err == nil && time.Since(info.ModTime()) > time.Hour
	}
	return strings.HasPrefix(name, "nli-")
}

// entries returns the model's files in alphabetical order; none where none is embedded.
func entries() []fs.FileInfo {
	list, err := files.ReadDir(Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	out := make([]fs.FileInfo, len(list))
	for i, e := range list {
		out[i], err = e.Info()
	}
	if err != nil {
		panic("shipped: embedded folder: " + err.Error()) // the binary itself is broken
	}
	return out
}
