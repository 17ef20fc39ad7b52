package onnx

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// folder is a model's folder with its parts found.
type folder struct {
	dir    string
	graph  *graphFile
	config config
	length int // what tokenizer_config.json allows; 0 when it doesn't say
}

// folderOf returns the folder of a model that is named by it, or by one of its .onnx files.
func folderOf(path string) string {
	if !strings.HasSuffix(path, ".onnx") {
		return path
	}
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return path
	}
	dir := filepath.Dir(path)
	if filepath.Base(dir) == "onnx" && first(dir, "config.json", "tokenizer.json") == "" {
		return filepath.Dir(dir)
	}
	return dir
}

// openFolder finds the parts of a model and names all that are missing in one error. Instead of the folder, one of its
// .onnx files may be named.
func openFolder(dir string) (*folder, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	file := ""
	if !info.IsDir() && strings.HasSuffix(dir, ".onnx") {
		dir, file = folderOf(dir), dir
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%w: %s: not a folder; want one with model.onnx, tokenizer.json and config.json",
			ErrModel, dir)
	}
	f := &folder{dir: dir}
	var missing []string
	if file == "" {
		file = first(dir, "model.onnx", "onnx/model.onnx") // where exporters put it
	}
	if file == "" {
		missing = append(missing, "model.onnx or onnx/model.onnx (name a graph of another name itself)")
	}
	for _, name := range []string{"tokenizer.json", "config.json"} {
		if first(dir, name) == "" {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%w: %s: no %s", ErrModel, dir, strings.Join(missing, ", no "))
	}
	if err := f.read(); err != nil {
		return nil, err
	}
	if f.graph, err = readGraphFile(file); err != nil {
		return nil, err
	}
	return f, nil
}

// Files returns the paths of all that a model's answers depend on: graph, weights, configuration and tokenizer. Errors
// are ErrModel.
func Files(dir string) ([]string, error) {
	f, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	out := append([]string{f.graph.path}, f.graph.external...)
	for _, name := range []string{"config.json", "tokenizer.json", "tokenizer_config.json"} {
		if path := first(f.dir, name); path != "" {
			out = append(out, path)
		}
	}
	return out, nil
}

// read reads config.json, and the length in tokenizer_config.json if there is one.
func (f *folder) read() error {
	var t struct {
		Length float64 `json:"model_max_length"` // 1e30 stands for "no limit"
	}
	if err := f.decode("config.json", &f.config); err != nil {
		return err
	}
	if err := f.decode("tokenizer_config.json", &t); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if t.Length >= 1 && t.Length <= 1<<20 {
		f.length = int(t.Length)
	}
	return nil
}

func (f *folder) decode(name string, into any) error {
	path := filepath.Join(f.dir, name)
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrModel, path, err)
	}
	return nil
}

// first returns the path of the first of names that is a file in dir, empty when there is none.
func first(dir string, names ...string) string {
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
