package onnx

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx/internal/token"
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

// config is what is read of a Hugging Face config.json.
type config struct {
	Type      string            `json:"model_type"`
	Labels    map[string]string `json:"id2label"` // by number
	Positions float64           `json:"max_position_embeddings"`
	// Verifier says what the export itself can't: it is our own addition to the file, and wins.
	Verifier struct {
		MaxLength int `json:"max_length"`
		// Temperature divides the logits (Guo et al. 2017, On Calibration of Modern Neural Networks, section 4.2);
		// fitted on claims that the model was not trained on. 0 and 1 leave them as they are.
		Temperature float64 `json:"temperature"`
		// Neutral is what the model's neutral counts for among verdicts, against 1 for the other labels. 0
		// means 1.
		Neutral float64 `json:"neutral"`
		// Weighing has the weights of a verdict on evidence that was found; without it package verify's own
		// weights hold.
		Weighing *verify.Weighing `json:"weighing"`
	} `json:"verifier"`
}

// defaultLength is BERT's, for a config that gives no other.
const defaultLength = 512

// truncation returns how pairs are cut: the premise only, at the length the model was trained
// with (the verifier block), else at what the positions and the tokenizer allow. No length goes beyond the positions.
func (f *folder) truncation() token.Truncation {
	most := f.positions()
	n := most
	if f.length > 0 {
		n = min(n, f.length)
	}
	n = cmp.Or(f.config.Verifier.MaxLength, n)
	return token.Truncation{Strategy: token.OnlyFirst, Max: min(n, most)}
}

// positions returns the length the model's position embeddings allow.
func (f *folder) positions() int {
	n := int(f.config.Positions)
	switch f.config.Type {
	case "roberta", "xlm-roberta", "camembert", "mpnet", "longformer":
		n -= 2 // positions start after the padding id
	}
	if n <= 0 {
		n = defaultLength
	}
	return n
}

// unnamed is what a logit speaks for whose label has no name, as LABEL_0.
const unnamed label.Label = math.MaxUint8

// roleNames are the spellings in use, letters only and in lower case.
var roleNames = func() map[string]label.Label {
	out := map[string]label.Label{}
	for l, names := range map[label.Label]string{
		label.Supported: "entailment entail entailed entails supported supports support true yes consistent factual",
		label.Refuted:   "contradiction contradict contradicts contradictory contradicted refuted refutes refute",
		label.NotEnoughInfo: `neutral notenoughinfo notenoughinformation notenough notenoughevidence
			insufficientevidence nei unknown unverified`,
		label.NotSupported: `notentailment notentailed nonentailment notsupported unsupported false no inconsistent
			notfactual`,
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = l
		}
	}
	return out
}()

func roleOf(name string) (label.Label, bool) {
	letters := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return -1
	}, name)
	if letters == "label" || letters == "" { // LABEL_0, or 0
		return unnamed, true
	}
	if r, ok := roleNames[letters]; ok {
		return r, true
	}
	return unnamed, false
}

// roles gives each logit its role, in the order of the logits, as config.json names them. The order differs between
// training scripts and a wrong guess would turn every verdict, so that labels without names are refused.
func (f *folder) roles() ([]label.Label, error) {
	names, err := f.labels()
	if err != nil {
		return nil, f.labelError(err.Error())
	}
	out := make([]label.Label, len(names))
	seen := map[label.Label]int{}
	for i, name := range names {
		r, ok := roleOf(name)
		if !ok && len(names) > 1 {
			return nil, f.labelError(fmt.Sprintf("label %q is unknown", name))
		}
		out[i] = r
		seen[r]++
	}
	switch {
	case len(out) == 1 && (out[0] == label.Refuted || out[0] == label.NotEnoughInfo): // what is left of 1 is two verdicts
		return nil, f.labelError(fmt.Sprintf("the one score is named %q, and how well a claim is supported doesn't follow from it",
			names[0]))
	case len(out) == 1 && out[0] == label.NotSupported:
		return out, nil
	case len(out) == 1: // one score: how well the claim is supported
		return []label.Label{label.Supported}, nil
	case seen[unnamed] == len(out): // or no labels at all
		return nil, f.labelError("it doesn't say which label is which verdict")
	case len(out) == 2 && seen[label.Supported] == 1 && seen[label.NotSupported]+seen[label.Refuted] == 1:
		return out, nil
	case len(out) == 3 && seen[label.Supported] == 1 && seen[label.Refuted]+seen[label.NotSupported] == 1 && seen[label.NotEnoughInfo] == 1:
		return out, nil
	}
	return nil, f.labelError(fmt.Sprintf("labels %q are no verdicts", names))
}

func (f *folder) labelError(why string) error {
	return fmt.Errorf(`%w: %s: config.json: %s; write its labels in the order of the logits, as "id2label": {"0": "entailment", `+
		`"1": "neutral", "2": "contradiction"}, or two labels, or the one of a score`, ErrModel, f.dir, why)
}

// labels returns the names that the config gives, in the order of the logits; none where it gives none.
func (f *folder) labels() ([]string, error) {
	out := make([]string, len(f.config.Labels))
	for key, name := range f.config.Labels {
		n, err := strconv.Atoi(key)
		if err != nil || n < 0 || n >= len(out) || out[n] != "" {
			return nil, fmt.Errorf("id2label has the key %q, want 0 to %d", key, len(out)-1)
		}
		out[n] = name
	}
	return out, nil
}
