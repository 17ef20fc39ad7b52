package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
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

// pairRow is a line of --pairs.
type pairRow struct {
	ID         claims.ID `json:"id"`
	Premise    *string   `json:"premise"`
	Hypothesis *string   `json:"hypothesis"`

	place claims.Place
	bad   error // why the row is refused
}

// pairForm is the form of a row of --pairs.
const pairForm = "{id, premise, hypothesis}"

// pairRows yields the rows of a file; an error is the file's, and ends it.
func pairRows(name string) iter.Seq2[*pairRow, error] {
	return func(yield func(*pairRow, error) bool) {
		in, err := os.Open(name)
		if err != nil {
			yield(nil, fmt.Errorf("open pairs: %w", err))
			return
		}
		defer in.Close()
		for rec, err := range claims.Records(in, name) {
			row := &pairRow{place: rec.Place, bad: err}
			var bad *claims.RecordError
			switch {
			case errors.As(err, &bad):
				row.place = bad.Place
			case err != nil:
				yield(nil, fmt.Errorf("read pairs: %w", err))
				return
			default:
				row.bad = readRow(rec.Raw, row, pairForm)
			}
			if row.bad == nil && (row.Premise == nil || row.Hypothesis == nil) {
				row.bad = errors.New("a row is " + pairForm)
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

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
	if err := somePairs(o.pairs); err != nil {
		return err
	}
	if f.Model, err = modelFingerprint(o.model); err != nil {
		return err
	}
	if err := batch.KeepInput(o.pairs, o.out); err != nil {
		return err
	}
	model, err := configured(o.model)
	if err != nil {
		return err
	}
	return model.With(func(m *onnx.Model) error {
		out, err := batch.OpenOutput(o.out, c.Out, f, "", o.restart)
		if err != nil {
			return err
		}
		p := &pairRun{Console: c, input: o.pairs, model: m, scheme: scheme, out: out, refused: int(out.Refused)}
		return errors.Join(p.run(ctx), out.Close())
	})
}

// allRefused is the number of rows after which a file is taken for one of another kind if all of them were refused.
const allRefused = 100

// somePairs reads up to the first row that is a pair: until it is known that there is one, the answers that are there stay.
func somePairs(name string) error {
	rows := 0
	var first error // why the first row is refused
	for row, err := range pairRows(name) {
		if err != nil || row.bad == nil {
			return err
		}
		first = cmp.Or(first, row.bad)
		if rows++; rows == allRefused {
			return console.WithCode(fmt.Errorf("verify: %s is no file of pairs: the first %d rows were refused, and the rest was not "+
				"read; %w", name, rows, first), console.ExitRejects, "")
		}
	}
	if rows > 0 { // each is named
		return nil
	}
	return refusedRows("verify", name, 0, 0)
}

// pairRun judges rows in batches, and writes a line a row in their order.
type pairRun struct {
	*console.Console
	input   string
	model   verify.Model
	scheme  label.Scheme
	out     *batch.Output
	rows    int // of the input, so far
	refused int
	waiting []*pairRow
	bytes   int // of the rows that wait
}

// mostWaiting bounds the bytes of text that wait to be judged together.
const mostWaiting = 8 << 20

func (p *pairRun) run(ctx context.Context) error {
	bar := p.Progress("verify", "pairs")
	defer bar.End()
	bar.From(p.out.Lines)
	for row, err := range pairRows(p.input) {
		if ctx.Err() != nil {
			break
		}
		if err != nil { // the file breaks off: what was read before stays
			return errors.Join(p.flush(ctx), err)
		}
		if p.rows++; int64(p.rows) <= p.out.Lines {
			continue
		}
		if p.waiting = append(p.waiting, row); row.bad != nil {
			p.refuse(row)
		} else {
			p.bytes += len(*row.Premise) + len(*row.Hypothesis)
		}
		if len(p.waiting) == 32*runtime.GOMAXPROCS(0) || p.bytes >= mostWaiting {
			if err := p.flush(ctx); err != nil {
				return err
			}
			bar.At(int64(p.rows), 0)
		}
	}
	if err := p.flush(ctx); err != nil {
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
	return refusedRows("verify", p.input, p.refused, p.rows)
}

// refuse warns of a bad row.
func (p *pairRun) refuse(row *pairRow) {
	var placed *claims.RecordError
	if errors.As(row.bad, &placed) {
		row.bad = placed.Err
	}
	p.Warn("%s: %v", row.place, row.bad)
	p.refused++
}

// flush judges the waiting rows, and writes their lines. If the model refuses a pair, the others are judged again without it.
func (p *pairRun) flush(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx) // an interrupt ends between batches
	var answers []label.Probabilities
	for {
		var good []*pairRow
		var pairs []verify.Pair
		for _, row := range p.waiting {
			if row.bad == nil {
				good, pairs = append(good, row), append(pairs, verify.Pair{Premise: *row.Premise, Hypothesis: *row.Hypothesis})
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
		r := pairRecord{ID: row.ID}
		if row.bad != nil {
			r.Error = row.bad.Error()
		} else {
			r.PredictedLabel, r.Probabilities = p.scheme.Name(p.scheme.Decide(answers[0])), record.Probabilities(p.scheme, answers[0])
			answers = answers[1:]
		}
		if err := console.WriteJSON(p.out, r); err != nil {
			return err
		}
	}
	p.waiting, p.bytes = nil, 0
	return nil
}

// readRow decodes a row. Its errors name the form of a row and JSON's types, not Go's.
func readRow(raw []byte, row any, form string) error {
	err := json.Unmarshal(raw, row)
	var broken *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &broken):
		return fmt.Errorf("broken JSON: %w", err)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("a row is %s, got %s", form, kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("%q is a %s, want a %s", kind.Field, kind.Value, kind.Type)
	}
	return err
}
