package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

func modelFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "model", Usage: "`DIR` with model.onnx, tokenizer.json and config.json (default: the shipped " + shipped.Name + ")"}
}

func deviceFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "device", Value: "auto", Usage: "`DEVICE` the model runs on: auto, cpu, cuda or cuda:N"}
}

// modelDir is the folder of --model, or of the shipped model.
func modelDir(c *urfave.Context) (string, error) {
	if dir := c.String("model"); dir != "" {
		return dir, nil
	}
	dir, err := shipped.Dir()
	return dir, withCode(err, exitModel, "")
}

// modelAhead begins what opening the model will ask for, where the store is opened first: the runtime, and the folder's name, which takes a
// hash over the shipped model.
func modelAhead(c *urfave.Context) {
	onnx.Ahead()
	if c.String("model") == "" {
		go shipped.Fingerprint()
	}
}

// withModel opens the model, gives it to f, and closes it.
func withModel(c *urfave.Context, f func(*onnx.Model) error) error {
	dir, err := modelDir(c)
	if err != nil {
		return err
	}
	m, err := onnx.Open(dir, onnx.Options{Device: c.String("device"), Threads: c.Int("threads"), MaxTokens: chainTokens(c)})
	if err != nil {
		return err
	}
	defer m.Close()
	switch c.Command.Name {
	case "demo": // shows what is asked for, and no more
	case "setup", "check": // print the note as a result
	default:
		before := tellNote(c, m, "")
		defer tellNote(c, m, before) // a GPU may give up on the way
	}
	return f(m)
}

// chainTokens is the length of pairs that the shipped model reads chains with. Pairs that are given, and models that are
// brought, are read at the length that the configuration says.
func chainTokens(c *urfave.Context) int {
	if c.String("model") != "" || c.String("pairs") != "" || c.Command.Name == "check" || c.Command.Name == "setup" {
		return 0
	}
	return onnx.ChainTokens
}

// tellNote tells what the model has had to decide since before, and returns all of it.
func tellNote(c *urfave.Context, m *onnx.Model, before string) string {
	note := m.Note()
	tellOnce(c, strings.TrimPrefix(strings.TrimPrefix(note, before), "; "))
	return note
}

// tellOnce tells what the model had to decide for itself (no GPU, labels without names), once a process.
func tellOnce(c *urfave.Context, note string) {
	if _, told := c.App.Metadata[note]; note == "" || told {
		return
	}
	c.App.Metadata[note] = true
	warn(c, "%s", note)
}

// modelFingerprint is a SHA-256 over the names and contents of the files that a model's answers depend on.
func modelFingerprint(c *urfave.Context) (string, error) {
	dir := c.String("model")
	if dir == "" {
		return shipped.Fingerprint(), nil
	}
	files, err := onnx.Files(dir)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, path := range files {
		fmt.Fprintf(h, "%s\x00", filepath.Base(path))
		if err := hashFile(h, path); err != nil {
			return "", fmt.Errorf("%w: %w", onnx.ErrModel, err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func hashFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
