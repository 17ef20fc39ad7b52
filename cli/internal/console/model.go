package console

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// Model are the flags that choose a model.
type Model struct {
	Dir     string // empty for the shipped model
	Device  string
	Threads int // no flag of its own; 0 for all
}

// DirFlag returns --model.
func (m *Model) DirFlag() urfave.Flag {
	usage := "`DIR` with model.onnx, tokenizer.json and config.json, or the name mini (the shipped " + shipped.Name +
		", which is the default) or base (the larger model; see setup --base)"
	return &urfave.StringFlag{Name: "model", Usage: usage, Destination: &m.Dir,
		Action: func(_ *urfave.Context, model string) error { return m.Choose(model) }}
}

// Choose sets the folder by what --model is given: a name stands for its model also where a folder is called so.
func (m *Model) Choose(model string) (err error) {
	m.Dir, err = shipped.Find(model)
	return WithCode(err, ExitModel,
		"run `bridgehop setup --base verify/onnx/shipped/nli-base` in a checkout of bridgehop, or run without --model")
}

// DeviceFlag returns --device.
func (m *Model) DeviceFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "device", Value: "auto", Usage: "`DEVICE` the model runs on: auto, cpu, cuda or cuda:N",
		Destination: &m.Device}
}

// Options open the model as chains are read: the shipped one at the length that it was trained for chains with.
func (m *Model) Options() bridgehop.Options {
	return bridgehop.Options{Model: m.Dir, Device: m.Device, Threads: m.Threads}
}

// Configured returns the model with the folder of the shipped one if no folder was given.
func (m Model) Configured() (Model, error) {
	if m.Dir != "" {
		return m, nil
	}
	var err error
	m.Dir, err = shipped.Dir()
	return m, WithCode(err, ExitModel, "")
}

// Name returns the name of the model in the output.
func (m *Model) Name() string {
	if m.Dir != "" {
		return "given"
	}
	return "shipped " + shipped.Name
}

// With opens the model, calls f with it, and closes it.
func (m *Model) With(f func(*onnx.Model) error) error {
	e := bridgehop.Given(m.Options())
	model, err := e.Model()
	if err != nil {
		return err
	}
	return errors.Join(f(model), e.Close())
}

// WithNoted is With, and warns of decisions of the model, such as leaving a GPU.
func (m *Model) WithNoted(c *Console, f func(*onnx.Model) error) error {
	return m.With(func(model *onnx.Model) error {
		c.Note(model)
		defer c.Note(model)
		return f(model)
	})
}

// Note warns of what a model had to decide for itself (a GPU that gave up, labels without names), of each thing once.
func (c *Console) Note(m *onnx.Model) {
	note := m.Warning()
	if fresh := strings.TrimPrefix(strings.TrimPrefix(note, c.noted), "; "); fresh != "" {
		c.Warn("%s", fresh)
	}
	c.noted = note
}

// Fingerprint returns a SHA-256 over the names and contents of the files that the model's answers depend on.
func (m *Model) Fingerprint() (string, error) {
	if m.Dir == "" {
		return shipped.Fingerprint(), nil
	}
	files, err := onnx.Files(m.Dir)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, path := range files {
		fmt.Fprintf(h, "%s\x00", filepath.Base(path))
		if err := HashFile(h, path); err != nil {
			return "", fmt.Errorf("%w: %w", onnx.ErrModel, err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// HashFile writes the content of a file to a hash.
func HashFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
