package onnx

import (
	"encoding/json"
	"fmt"
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

// weightNames are where exporters put the graph, best first. Another one is run where it is named (see openFolder).
var weightNames = []string{"model.onnx", "onnx/model.onnx"}

// folderOf returns the folder of a model that is named by it, or by one of its .onnx files.
func folderOf(path string) string {
	if !strings.HasSuffix(path, ".onnx") {
		return path
	}
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return path
	}
	dir := filepath.Dir(path)
	if filepath.Base(dir) == "onnx" && first(dir, []string{"config.json", "tokenizer.json"}) == "" {
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
		file = first(dir, weightNames)
	}
	if file == "" {
		missing = append(missing, "model.onnx or onnx/model.onnx (name a graph of another name itself)")
	}
	for _, name := range []string{"tokenizer.json", "config.json"} {
		if first(dir, []string{name}) == "" {
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

// files returns the paths of all that the model's answers depend on.
func (f *folder) files() []string {
	out := []string{f.graph.path}
	for _, name := range f.graph.external {
		out = append(out, f.graph.beside(name))
	}
	for _, name := range []string{"config.json", "tokenizer.json", "tokenizer_config.json"} {
		if path := first(f.dir, []string{name}); path != "" {
			out = append(out, path)
		}
	}
	return out
}

func (f *folder) read() error {
	path := filepath.Join(f.dir, "config.json")
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &f.config)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrModel, path, err)
	}
	var t struct {
		Length float64 `json:"model_max_length"` // 1e30 stands for "no limit"
	}
	path = filepath.Join(f.dir, "tokenizer_config.json")
	if data, err = os.ReadFile(path); os.IsNotExist(err) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, &t)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrModel, path, err)
	}
	if t.Length >= 1 && t.Length <= 1<<20 {
		f.length = int(t.Length)
	}
	return nil
}

// first returns the path of the first of names that is a file in dir, empty when there is none.
func first(dir string, names []string) string {
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
