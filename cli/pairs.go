package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// pair is a line of --pairs.
type pair struct {
	ID         claims.ID `json:"id"`
	Premise    *string   `json:"premise"`
	Hypothesis *string   `json:"hypothesis"`
}

// pairForm is the form of a row of --pairs.
const pairForm = "{id, premise, hypothesis}"

// pairRecord is a line of verify --pairs --out; a refused pair has an error and no label.
type pairRecord struct {
	ID             claims.ID          `json:"id"`
	PredictedLabel string             `json:"predicted_label,omitempty"`
	Probabilities  map[string]float64 `json:"probabilities,omitempty"`
	Error          string             `json:"error,omitempty"`
}

// verifyPairs runs only the model, on pairs of premise and hypothesis.
func (o *verifyOptions) verifyPairs(ctx context.Context, c *console.Console) error {
	scheme, err := record.Scheme(o.labels, label.FEVER)
	if err != nil {
		return err
	}
	f := batch.Fingerprints{Command: "verify --pairs", Version: c.Version, Settings: "labels=" + scheme.String()}
	if f.Input, err = batch.FileFingerprint("pairs", o.pairs); err != nil {
		return err
	}
	if f.Model, err = modelFingerprint(o.model); err != nil {
		return err
	}
	if err := batch.KeepInput(o.pairs, o.out); err != nil {
		return err
	}
	in, err := os.Open(o.pairs)
	if err != nil {
		return fmt.Errorf("open pairs: %w", err)
	}
	defer in.Close()
	return o.model.With(func(m *onnx.Model) error {
		out, err := batch.OpenOutput(o.out, c.Out, f, "", o.restart)
		if err != nil {
			return err
		}
		p := &pairRun{Console: c, in: in, model: m, scheme: scheme, out: out, refused: int(out.Refused)}
		return errors.Join(p.run(ctx), out.Close())
	})
}

// pairRun judges rows in batches, and writes a line a row in their order.
type pairRun struct {
	*console.Console
	in      *os.File
	model   verify.Model
	scheme  label.Scheme
	out     *batch.Output
	rows    int // of the input, so far
	refused int
	waiting []*row[pair]
	bytes   int // of the rows that wait
}

// mostWaiting bounds the bytes of text that wait to be judged together.
const mostWaiting = 8 << 20

func (p *pairRun) run(ctx context.Context) error {
	bar := p.Progress("verify", "pairs")
	defer bar.End()
	bar.From(p.out.Lines)
	var broken error // the file breaks off: what was read before stays
	for row, err := range rowsOf[pair](p.in, p.in.Name(), pairForm) {
		if err != nil {
			broken = fmt.Errorf("read pairs: %w", err)
		}
		if err != nil || ctx.Err() != nil {
			break
		}
		if p.rows++; int64(p.rows) <= p.out.Lines {
			continue
		}
		p.waiting = append(p.waiting, row)
		if row.bad == nil && (row.value.Premise == nil || row.value.Hypothesis == nil) {
			row.bad = errors.New("a row is " + pairForm)
		}
		if row.bad != nil {
			p.refuse(row)
		} else {
			p.bytes += len(*row.value.Premise) + len(*row.value.Hypothesis)
		}
		if len(p.waiting) == 32*runtime.GOMAXPROCS(0) || p.bytes >= mostWaiting {
			if err := p.flush(ctx); err != nil {
				return err
			}
			bar.At(int64(p.rows), 0)
		}
	}
	if err := errors.Join(p.flush(ctx), broken); err != nil {
		return err
	}
	bar.End()
	if ctx.Err() != nil {
		return console.WithCode(errors.New("verify: interrupted"), console.ExitInterrupted,
			fmt.Sprintf("%s %s in %s; run the same command again to resume", console.Count(p.rows, "pair"),
				console.Agree(p.rows, "is", "are"), p.out.Name))
	}
	if err := p.out.Tell(p.Console, "pair", int64(p.rows), int64(p.refused)); err != nil {
		return err
	}
	return refusedRows("verify", p.in.Name(), p.refused, p.rows)
}

// refuse warns of a bad row.
func (p *pairRun) refuse(row *row[pair]) {
	p.Warn("%s: %v", row.place, row.bad)
	p.refused++
}

// flush judges the waiting rows, and writes their lines. If the model refuses a pair, the others are judged again
// without it.
func (p *pairRun) flush(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx) // an interrupt ends between batches
	var answers []label.Probabilities
	for {
		var good []*row[pair]
		var pairs []verify.Pair
		for _, row := range p.waiting {
			if row.bad == nil {
				good, pairs = append(good, row), append(pairs, verify.Pair{Premise: *row.value.Premise,
					Hypothesis: *row.value.Hypothesis})
			}
		}
		if len(pairs) == 0 {
			break
		}
		var err error
		var bad *verify.PairError
		if answers, err = p.model.Predict(ctx, pairs); err == nil {
			break
		} else if !errors.As(err, &bad) {
			return fmt.Errorf("judge pairs: %w", err)
		}
		good[bad.Index].bad = bad.Err
		p.refuse(good[bad.Index])
	}
	for _, row := range p.waiting {
		r := pairRecord{ID: row.value.ID}
		if row.bad != nil {
			r.Error = row.bad.Error()
		} else {
			r.PredictedLabel, r.Probabilities = p.scheme.Name(p.scheme.Decide(answers[0])),
				record.Probabilities(p.scheme, answers[0])
			answers = answers[1:]
		}
		if err := console.WriteJSON(p.out, r); err != nil {
			return err
		}
	}
	p.waiting, p.bytes = nil, 0
	return nil
}
