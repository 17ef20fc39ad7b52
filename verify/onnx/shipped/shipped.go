package shipped

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/stamp"
)

// Name is the model's name, as outputs give it.
const Name = "nli-mini"

//go:embed nli-mini
var files embed.FS

// Fingerprint is the SHA-256 over the names and contents of the model's files, in hex. Outputs made with the model keep
// it, and the unpacked folder is named by its first 12 digits.
var Fingerprint = sync.OnceValue(func() string {
	h := sha256.New()
	for _, e := range entries() {
		fmt.Fprintf(h, "%s\x00%d\x00", e.Name(), e.Size())
		f, err := files.Open(path.Join(Name, e.Name()))
		if err == nil {
			_, err = io.Copy(h, f)
		}
		if err != nil {
			panic("shipped: embedded file: " + err.Error()) // the binary itself is broken
		}
	}
	return hex.EncodeToString(h.Sum(nil))
})

// Dir returns a folder that holds the shipped model, for onnx.Open. The first call on a machine unpacks it below the user's
// cache folder, whole or not at all; later calls find it there. Where a file was cut short or changed, all are written again; model.onnx
// is read for that only if its size, time or inode is not as it was when it was last found right.
func Dir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("unpack the shipped model: %w (set XDG_CACHE_HOME)", err)
	}
	parent := filepath.Join(cache, "bridgehop", "models")
	dir := folderIn(parent)
	if whole(dir, true) {
		return dir, nil
	}
	if dir, err = Unpack(parent); err != nil {
		err = fmt.Errorf("%w (set XDG_CACHE_HOME to a folder that can be written)", err)
	}
	return dir, err
}

func folderIn(parent string) string { return filepath.Join(parent, Name+"-"+Fingerprint()[:12]) }

// Unpack writes the model below parent and returns its folder, unless it is there: every byte is compared.
func Unpack(parent string) (string, error) {
	dir := folderIn(parent)
	if whole(dir, false) {
		return dir, nil
	}
	if err := unpack(parent, dir); err != nil {
		return "", fmt.Errorf("unpack the shipped model: %w", err)
	}
	return dir, nil
}

// small is the size up to which files are compared by content at each start: all but model.onnx.
const small = 1 << 20

// whole says whether every file is in dir as it is embedded. Trusting, a large one that was found so before is not read again as long
// as its stamp holds.
func whole(dir string, trusting bool) bool {
	for _, e := range entries() {
		name := filepath.Join(dir, e.Name())
		if trusting && e.Size() > small && stamp.Holds(name, Fingerprint()) {
			continue
		}
		if !same(name, e.Name()) {
			return false
		}
		if e.Size() > small {
			stamp.Put(name, Fingerprint())
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
	for _, e := range entries() {
		data, err := files.ReadFile(path.Join(Name, e.Name()))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(fresh, e.Name()), data, 0o644); err != nil {
			return err
		}
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

// entries returns the model's files in alphabetical order.
func entries() []fs.FileInfo {
	list, err := files.ReadDir(Name)
	out := make([]fs.FileInfo, len(list))
	for i, e := range list {
		out[i], err = e.Info()
	}
	if err != nil {
		panic("shipped: embedded folder: " + err.Error()) // the binary itself is broken
	}
	return out
}
