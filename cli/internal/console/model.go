package console

import (
	"errors"
	"io"
	"os"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// Model are the flags that choose a model.
type Model struct {
	Dir    string // empty for the shipped model
	Device string
}

// DirFlag returns --model.
func (m *Model) DirFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "model", Usage: "`DIR` with model.onnx, tokenizer.json and config.json; without " +
		"it, or for the name base, the shipped model", Destination: &m.Dir,
		Action: func(_ *urfave.Context, model string) error { return m.Choose(model) }}
}

// Choose sets the folder by what --model is given. The names base and mini stand for models also where a folder is
// called so.
func (m *Model) Choose(model string) error {
	switch m.Dir = model; model {
	case "base":
		m.Dir = ""
	case "mini":
		return WithCode(Usagef("--model mini: nli-mini is gone"), ExitUsage,
			"run without --model: the shipped model is a larger one, which is right more often; ./mini is a folder")
	}
	return nil
}

// DeviceFlag returns --device.
func (m *Model) DeviceFlag() urfave.Flag {
	m.Device = "auto"
	return StringFlag(&m.Device, "device", "`DEVICE` the model runs on: auto, cpu, cuda or cuda:N")
}

// Options open the model.
func (m *Model) Options() bridgehop.Options {
	return bridgehop.Options{Model: m.Dir, Device: m.Device}
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
