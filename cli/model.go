package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// configured returns the model with the folder of the shipped one if no folder was given.
func configured(m console.Model) (console.Model, error) {
	if m.Dir != "" {
		return m, nil
	}
	var err error
	m.Dir, err = shipped.Dir()
	return m, console.WithCode(err, console.ExitModel, "")
}

// modelFingerprint returns a SHA-256 over the names and contents of the files that the model's answers depend on.
func modelFingerprint(m console.Model) (string, error) {
	if m.Dir == "" {
		return shipped.Fingerprint, nil
	}
	files, err := onnx.Files(m.Dir)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, path := range files {
		fmt.Fprintf(h, "%s\x00", filepath.Base(path))
		if err := console.HashFile(h, path); err != nil {
			return "", fmt.Errorf("%w: %w", onnx.ErrModel, err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// modelCheckOptions are the flags of model check.
type modelCheckOptions struct{ console.Model }

// modelRecord is the output of model check --json.
type modelRecord struct {
	onnx.Info
	Test modelTest `json:"test"`
}

type modelTest struct {
	Premise       string             `json:"premise"`
	Hypothesis    string             `json:"hypothesis"`
	Predicted     string             `json:"predicted_label"`
	Probabilities map[string]float64 `json:"probabilities"`
}

// Run opens a model, and prints what it is.
func (o *modelCheckOptions) Run(ctx context.Context, c *console.Console) error {
	if len(c.Args) > 1 {
		return console.Usagef("model check takes at most one folder, got %q", strings.Join(c.Args, " "))
	}
	if len(c.Args) == 1 {
		if c.IsSet("model") {
			return console.Usagef("model check takes one folder: %q as an argument or --model %q", c.Args[0], o.Dir)
		}
		if err := o.Choose(c.Args[0]); err != nil {
			return err
		}
	}
	return o.With(func(m *onnx.Model) error {
		p, err := m.Predict(ctx, []verify.Pair{trial})
		if err != nil {
			return err
		}
		r := &modelRecord{m.Info(), modelTest{trial.Premise, trial.Hypothesis,
			label.FEVER.Name(label.FEVER.Decide(p[0])), record.Probabilities(label.FEVER, p[0])}}
		if r.Test.Predicted != label.FEVER.Name(label.Supported) {
			r.Note = strings.TrimPrefix(r.Note+"; "+wrongTrial, "; ")
		}
		if c.Quiet && !c.JSON {
			return nil
		}
		return c.Print(r, r.print)
	})
}

// wrongTrial is the warning for a model that doesn't support an obvious pair.
const wrongTrial = "the test pair is supported, and the model says otherwise: see that config.json names the labels " +
	"in the order of the logits"

// trial is a pair that no model of inference in English gets wrong.
var trial = verify.Pair{Premise: "The bridge was built in 1931 and is made of steel.",
	Hypothesis: "The bridge is made of steel."}

func (r *modelRecord) print(out *console.Text) {
	out.Printf("graph      %s\n           %.1f MB\n", r.Weights, float64(r.Bytes)/1e6)
	for _, path := range r.External {
		out.Printf("           with %s\n", filepath.Base(path))
	}
	for i, l := range r.Labels {
		head := ""
		if i == 0 {
			head = "labels"
		}
		out.Printf("%-10s %d %s is %s\n", head, i, l.Name, l.Verdict)
	}
	if r.Temperature != 1 {
		out.Printf("           temperature %g\n", r.Temperature)
	}
	out.Printf("tokenizer  %s, %d tokens; pairs of up to %d, only the premise is truncated\n", r.Tokenizer,
		r.Vocabulary, r.MaxTokens)
	out.Printf("device     %s\n", r.Device)
	if r.Note != "" {
		out.Printf("           %s\n", r.Note)
	}
	out.Printf("providers  %s (%s)\n", strings.Join(r.Providers, ", "), r.Library)
	out.Printf("test       %q\n           %q: %s %.2f\n", r.Test.Premise, r.Test.Hypothesis, r.Test.Predicted,
		r.Test.Probabilities[r.Test.Predicted])
}
