package cli

import (
	"cmp"
	"context"
	"encoding/json"
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

// pairRow is a line of --pairs.
type pairRow struct {
	ID         claims.ID `json:"id"`
	Premise    *string   `json:"premise"`
	Hypothesis *string   `json:"hypothesis"`
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
	in, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open pairs: %w", err)
	}
	defer in.Close()
	rows := 0
	var first error // why the first row is refused
	for rec, err := range claims.Records(in, name) {
		if bad := (*claims.RecordError)(nil); err != nil && !errors.As(err, &bad) {
			return fmt.Errorf("read pairs: %w", err)
		}
		if _, err = readPair(rec, err); err == nil {
			return nil
		}
		first = cmp.Or(first, err)
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
	waiting []waitingPair
	bytes   int // of the pairs that wait
	pairs   []verify.Pair
	at      []int // the place of each pair in waiting
}

// waitingPair is a line to write, with the place of its row.
type waitingPair struct {
	pairRecord
	place claims.Place
}

// mostWaiting bounds the bytes of text that wait to be judged together.
const mostWaiting = 8 << 20

func (p *pairRun) run(ctx context.Context) error {
	name := p.input
	in, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open pairs: %w", err)
	}
	defer in.Close()
	bar := p.Progress("verify", "pairs")
	defer bar.End()
	bar.From(p.out.Lines)
	for rec, err := range claims.Records(in, name) {
		if ctx.Err() != nil {
			break
		}
		var bad *claims.RecordError
		if err != nil && !errors.As(err, &bad) { // a file that breaks off: what was read before stays
			return errors.Join(p.flush(ctx), fmt.Errorf("read pairs: %w", err))
		}
		if p.rows++; int64(p.rows) <= p.out.Lines {
			continue
		}
		p.take(rec, err)
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
	if err := p.out.Tell(p.Console, "verify", "pair", int64(p.rows), int64(p.refused)); err != nil {
		return err
	}
	return refusedRows("verify", name, p.refused, p.rows)
}

// pairForm is the form of a row of --pairs.
const pairForm = "{id, premise, hypothesis}"

// take reads a row, or notes why it is refused.
func (p *pairRun) take(rec claims.Record, err error) {
	place := rec.Place
	var bad *claims.RecordError
	if errors.As(err, &bad) {
		place, err = bad.Place, bad.Err
	}
	row, err := readPair(rec, err)
	w := waitingPair{pairRecord{ID: row.ID}, place}
	if err != nil {
		p.refuse(&w, err)
		p.waiting = append(p.waiting, w)
		return
	}
	p.at = append(p.at, len(p.waiting))
	p.pairs = append(p.pairs, verify.Pair{Premise: *row.Premise, Hypothesis: *row.Hypothesis})
	p.bytes += len(*row.Premise) + len(*row.Hypothesis)
	p.waiting = append(p.waiting, w)
}

// readPair reads a row that could be cut out of the file, err being why it could not.
func readPair(rec claims.Record, err error) (row pairRow, _ error) {
	if err == nil {
		err = readRow(rec.Raw, &row, pairForm)
	}
	if err == nil && (row.Premise == nil || row.Hypothesis == nil) {
		err = errors.New("a row is " + pairForm)
	}
	return row, err
}

func (p *pairRun) refuse(w *waitingPair, err error) {
	p.Warn("%s: %v", w.place, err)
	w.Error = err.Error()
	p.refused++
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

// flush judges the waiting pairs. If the model refuses a pair, the others are judged again without it.
func (p *pairRun) flush(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx) // an interrupt ends between batches
	for len(p.pairs) > 0 {
		answers, err := p.model.Predict(ctx, p.pairs)
		var bad *verify.PairError
		switch {
		case errors.As(err, &bad):
			p.refuse(&p.waiting[p.at[bad.Index]], bad.Err)
			p.pairs = append(p.pairs[:bad.Index], p.pairs[bad.Index+1:]...)
			p.at = append(p.at[:bad.Index], p.at[bad.Index+1:]...)
			continue
		case err != nil:
			return fmt.Errorf("judge pairs: %w", err)
		}
		for i, a := range answers {
			r := &p.waiting[p.at[i]]
			r.PredictedLabel, r.Probabilities = p.scheme.Name(p.scheme.Decide(a)), record.Probabilities(p.scheme, a)
		}
		break
	}
	for _, w := range p.waiting {
		if err := console.WriteJSON(p.out, w.pairRecord); err != nil {
			return err
		}
	}
	p.waiting, p.pairs, p.at, p.bytes = p.waiting[:0], p.pairs[:0], p.at[:0], 0
	return nil
}
