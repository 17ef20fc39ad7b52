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
	dir     string
	weights string // path of the .onnx file
	config  config
	length  int // what tokenizer_config.json allows; 0 when it doesn't say
}

// weightNames are where exporters put the graph, best first. The plain file comes before the smaller ones, so that what a
// folder is known by is what is run; a quantised file is taken when it is the only one.
var weightNames = []string{
	"model.onnx", "onnx/model.onnx",
	"model_quantized.onnx", "onnx/model_quantized.onnx",
	"model_int8.onnx", "onnx/model_int8.onnx", "model_uint8.onnx", "onnx/model_uint8.onnx",
	"model_fp16.onnx", "onnx/model_fp16.onnx",
}

// halfNames are tried first on a GPU, where half precision is the quicker one.
var halfNames = []string{"model_fp16.onnx", "onnx/model_fp16.onnx"}

// openFolder finds the parts of a model and names all that are missing in one error.
func openFolder(dir string, gpu bool) (*folder, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%w: %s: not a folder; want one with model.onnx, tokenizer.json and config.json", ErrModel, dir)
	}
	f := &folder{dir: dir}
	names := weightNames
	if gpu {
		names = append(halfNames[:len(halfNames):len(halfNames)], weightNames...)
	}
	var missing []string
	if f.weights = first(dir, names); f.weights == "" {
		missing = append(missing, "model.onnx (or onnx/model.onnx, model_quantized.onnx, model_fp16.onnx)")
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
	return f, nil
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

// first is the path of the first of names that is a file in dir, empty when there is none.
func first(dir string, names []string) string {
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
