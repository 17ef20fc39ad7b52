package onnx

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// folder is a model's folder with its parts found.
type folder struct {
	dir       string
	weights   string     // path of the .onnx file
	half      string     // path of the half-precision file beside it, for a GPU; empty when there is none
	halfGraph *graphFile // what is read of that; nil where there is none of its own
	graph     *graphFile // of weights
	config    config
	length    int // what tokenizer_config.json allows; 0 when it doesn't say
}

// weightNames are where exporters put the graph, best first. The plain file comes before the smaller ones, so that what a
// folder is known by is what is run; a quantised file is taken when it is the only one. After these come all others of the
// form model*.onnx (see otherWeights).
var weightNames = []string{
	"model.onnx", "onnx/model.onnx",
	"model_quantized.onnx", "onnx/model_quantized.onnx",
	"model_int8.onnx", "onnx/model_int8.onnx", "model_uint8.onnx", "onnx/model_uint8.onnx",
	"model_fp16.onnx", "onnx/model_fp16.onnx",
}

// halfNames are tried first on a GPU, where half precision is the quicker one.
var halfNames = []string{"model_fp16.onnx", "onnx/model_fp16.onnx"}

// otherWeights returns the graphs under names of less use: optimised ones (model_O2.onnx), then those quantised for a processor
// (model_qint8_avx512_vnni.onnx), those for this one first. All of them run anywhere, some slowly.
func otherWeights(dir string) []string {
	mine := map[string]string{"amd64": "avx", "arm64": "arm64"}[runtime.GOARCH]
	var plain, own, rest []string
	for _, pattern := range []string{"model*.onnx", "onnx/model*.onnx"} {
		found, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern))) // the pattern is sound
		for _, path := range found {
			name, err := filepath.Rel(dir, path)
			switch {
			case err != nil:
			case !strings.Contains(name, "_q"):
				plain = append(plain, name)
			case mine != "" && strings.Contains(name, mine):
				own = append(own, name)
			default:
				rest = append(rest, name)
			}
		}
	}
	return slices.Concat(plain, own, rest)
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
	if filepath.Base(dir) == "onnx" && first(dir, []string{"config.json", "tokenizer.json"}) == "" {
		return filepath.Dir(dir)
	}
	return dir
}

// openFolder finds the parts of a model and names all that are missing in one error. Instead of the folder, one of its .onnx
// files may be named.
func openFolder(dir string) (*folder, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	file := ""
	if !info.IsDir() && strings.HasSuffix(dir, ".onnx") {
		dir, file = folderOf(dir), dir
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%w: %s: not a folder; want one with model.onnx, tokenizer.json and config.json", ErrModel, dir)
	}
	f := &folder{dir: dir, weights: file}
	var missing []string
	if file == "" {
		f.weights = first(dir, slices.Concat(weightNames, otherWeights(dir)))
		f.half = first(dir, halfNames)
	}
	if f.weights == "" {
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
	if f.graph, err = readGraphFile(f.weights); err != nil {
		return nil, err
	}
	if f.half != "" && f.half != f.weights {
		f.halfGraph, _ = readGraphFile(f.half) // what is wrong with it matters on a GPU only, and is told there
	}
	return f, nil
}

// files returns the paths of all that the model's answers depend on.
func (f *folder) files() []string {
	out := []string{f.weights}
	for _, name := range f.graph.external {
		out = append(out, f.graph.beside(name))
	}
	if g := f.halfGraph; g != nil { // what answers on a GPU
		out = append(out, f.half)
		for _, name := range g.external {
			out = append(out, g.beside(name))
		}
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
