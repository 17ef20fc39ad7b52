package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

func modelCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "model",
		Usage:     "say whether a model fits, and how fast it is",
		ArgsUsage: "check [DIR]",
		Description: examples("A model is what verify judges pairs of a premise and a claim with; bridgehop ships one, and takes others by --model.",
			"bridgehop model check",
			"bridgehop model check ./my-model",
			"bridgehop help model check"),
		Subcommands: []*urfave.Command{modelCheckCommand()},
		Action:      parts,
	}
}

func modelCheckCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "check",
		Usage:     "open a model as verify would, and say what was found and how fast it is",
		ArgsUsage: "[DIR]",
		Description: examples("Says what was found: the graph and its precision, what each label is taken for,\nthe tokenizer, the device and the providers of the runtime, one judged pair, and pairs a second. A folder that\ndoesn't fit says what is missing and exits with 6. DIR is a folder exported from Hugging Face to ONNX, or one of its\n.onnx files; without it the shipped model is checked.",
			"bridgehop model check ./my-model",
			"bridgehop model check ./my-model/onnx/model_fp16.onnx --device cuda",
			"bridgehop model check --json"),
		Flags: append([]urfave.Flag{deviceFlag(), modelFlag(),
			&urfave.IntFlag{Name: "pairs", Value: 256, Usage: "measure speed on `N` pairs; 0 doesn't"}}, outputFlags()...),
		Action: func(c *urfave.Context) error {
			if c.NArg() > 1 {
				return usagef("model check takes at most one folder, got %q", strings.Join(c.Args().Slice(), " "))
			}
			if err := atLeast(c, "pairs", 0); err != nil {
				return err
			}
			return checkModel(c, c.Args().First())
		},
	}
}

// modelRecord is what model check --json prints.
type modelRecord struct {
	Weights     string       `json:"weights"`
	External    []string     `json:"external,omitempty"`
	Bytes       int64        `json:"bytes"`
	Precision   string       `json:"precision"`
	Parameters  int64        `json:"parameters"`
	Labels      []modelLabel `json:"labels"`
	Temperature float64      `json:"temperature"`
	Tokenizer   string       `json:"tokenizer"`
	Vocabulary  int          `json:"vocabulary"`
	MaxTokens   int          `json:"max_tokens"`
	Inputs      []string     `json:"inputs"`
	Device      string       `json:"device"`
	Note        string       `json:"note,omitempty"`
	Providers   []string     `json:"providers"`
	Runtime     string       `json:"runtime"`
	Test        modelTest    `json:"test"`
	Speed       *speedRecord `json:"speed,omitempty"`
}

// modelLabel is a label of config.json and the verdict it is taken for.
type modelLabel struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
}

type modelTest struct {
	Premise       string             `json:"premise"`
	Hypothesis    string             `json:"hypothesis"`
	Predicted     string             `json:"predicted_label"`
	Probabilities map[string]float64 `json:"probabilities"`
}

type speedRecord struct {
	Pairs          int     `json:"pairs"`
	Tokens         int     `json:"tokens"`
	Seconds        float64 `json:"seconds"`
	PairsPerSecond float64 `json:"pairs_per_second"`
}

func checkModel(c *urfave.Context, dir string) error {
	if dir != "" {
		if c.IsSet("model") {
			return usagef("model check takes one folder: %q as an argument or --model %q", dir, c.String("model"))
		}
		if err := c.Set("model", dir); err != nil { // --model of other commands
			return err
		}
	}
	return withModel(c, func(m *onnx.Model) error {
		r := newModelRecord(m.Info())
		if err := r.try(c.Context, m); err != nil {
			return err
		}
		if n := c.Int("pairs"); n > 0 {
			s, err := measure(c.Context, m, n)
			if err != nil {
				return err
			}
			r.Speed = s
		}
		r.Note = m.Note() // which a GPU that gave up adds to
		if r.Test.Predicted != verify.FEVER.Name(verify.Supported) {
			r.Note = strings.TrimPrefix(r.Note+"; "+wrongTrial, "; ")
		}
		if c.Bool("json") {
			return printJSON(c.App.Writer, r)
		}
		if c.Bool("quiet") {
			return nil
		}
		return r.print(c)
	})
}

func newModelRecord(i onnx.Info) *modelRecord {
	r := &modelRecord{Weights: i.Weights, External: i.External, Bytes: i.Bytes, Precision: i.Precision, Parameters: i.Parameters,
		Temperature: i.Temperature, Tokenizer: i.Tokenizer, Vocabulary: i.Vocabulary, MaxTokens: i.MaxTokens, Inputs: i.Inputs,
		Device: i.Device, Providers: i.Providers, Runtime: i.Library}
	for n, v := range i.Verdicts {
		name := "(no name)"
		if n < len(i.Labels) {
			name = i.Labels[n]
		}
		r.Labels = append(r.Labels, modelLabel{name, v})
	}
	return r
}

// wrongTrial is said of a model that doesn't support what leaves no doubt.
const wrongTrial = "the test pair is supported, and the model says otherwise: see that config.json names the labels in the order of the logits"

// try judges a pair that leaves no doubt.
func (r *modelRecord) try(ctx context.Context, m verify.Model) error {
	pair := onnx.Trial()
	p, err := m.Predict(ctx, []verify.Pair{pair})
	if err != nil {
		return err
	}
	r.Test = modelTest{Premise: pair.Premise, Hypothesis: pair.Hypothesis, Predicted: verify.FEVER.Name(verify.FEVER.Decide(p[0])),
		Probabilities: probabilities(verify.FEVER, p[0])}
	return nil
}

// measure times made-up pairs of the lengths that chains have: 20 to 150 words. The first few runs are not counted.
func measure(ctx context.Context, m *onnx.Model, n int) (*speedRecord, error) {
	const sentence = "The old bridge over the river near the harbour was opened in 1931 by an engineer from the north."
	pairs, s := make([]verify.Pair, n), &speedRecord{Pairs: n}
	for i := range pairs {
		pairs[i] = verify.Pair{Premise: strings.Repeat(sentence+" ", 1+i%8), Hypothesis: fmt.Sprintf("The bridge was opened in %d.", 1800+i%200)}
		s.Tokens += min(m.Tokens(pairs[i].Premise)+m.Tokens(pairs[i].Hypothesis)+3, m.MaxTokens())
	}
	if _, err := m.Predict(ctx, pairs[:min(n, 8)]); err != nil {
		return nil, err
	}
	start := time.Now()
	if _, err := m.Predict(ctx, pairs); err != nil {
		return nil, err
	}
	took := time.Since(start).Seconds()
	s.Seconds, s.PairsPerSecond = round3(took), round3(float64(n)/took)
	return s, nil
}

func (r *modelRecord) print(c *urfave.Context) error {
	out := &show{w: c.App.Writer}
	out.f("graph      %s\n           %s, %.1f million weights, %.1f MB\n", r.Weights, r.Precision, float64(r.Parameters)/1e6, float64(r.Bytes)/1e6)
	for _, path := range r.External {
		out.f("           with %s\n", filepath.Base(path))
	}
	for i, l := range r.Labels {
		head := ""
		if i == 0 {
			head = "labels"
		}
		out.f("%-10s %d %s is %s\n", head, i, l.Name, l.Verdict)
	}
	if r.Temperature != 1 {
		out.f("           temperature %g\n", r.Temperature)
	}
	out.f("tokenizer  %s, %d tokens; pairs of up to %d, only the premise is cut\n", r.Tokenizer, r.Vocabulary, r.MaxTokens)
	out.f("inputs     %s\n", strings.Join(r.Inputs, ", "))
	out.f("device     %s\n", r.Device)
	if r.Note != "" {
		out.f("           %s\n", r.Note)
	}
	out.f("providers  %s (%s)\n", strings.Join(r.Providers, ", "), r.Runtime)
	out.f("test       %q\n           %q: %s %.2f\n", r.Test.Premise, r.Test.Hypothesis, r.Test.Predicted, r.Test.Probabilities[r.Test.Predicted])
	if s := r.Speed; s != nil {
		out.f("speed      %.0f pairs/s (%d pairs of %d tokens in the mean)\n", s.PairsPerSecond, s.Pairs, s.Tokens/s.Pairs)
	}
	return out.err
}
