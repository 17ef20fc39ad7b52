package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
func (o *verifyOptions) verifyPairs(ctx context.Context) error {
	scheme, err := record.Scheme(o.Labels, label.FEVER)
	if err != nil {
		return err
	}
	f := batch.Fingerprints{Command: "verify --pairs", Version: o.Version, Settings: "labels=" + scheme.String()}
	if f.Input, err = batch.FileFingerprint("pairs", o.Pairs); err == nil {
		f.Model, err = modelFingerprint(o.Model)
	}
	if err = cmp.Or(err, batch.KeepInput(o.Pairs, o.OutFile)); err != nil {
		return err
	}
	in, err := os.Open(o.Pairs)
	if err != nil {
		return fmt.Errorf("open pairs: %w", err)
	}
	defer in.Close()
	return o.Model.With(func(m *onnx.Model) error {
		out, err := batch.OpenOutput(o.OutFile, o.Out, f, "", o.Restart)
		if err != nil {
			return err
		}
		p := &pairRun{Console: o.Console, model: m, scheme: scheme, out: out, refused: int(out.Refused)}
		return errors.Join(p.run(ctx, in), out.Close())
	})
}

// pairRun judges rows in batches, and writes a line a row in their order.
type pairRun struct {
	*console.Console
	model   verify.Model
	scheme  label.Scheme
	out     *batch.Output
	rows    int // of the input, so far
	refused int
	waiting []*row[pair]
}

func (p *pairRun) run(ctx context.Context, in *os.File) error {
	bar := p.Progress("verify", "pairs")
	defer bar.End()
	bar.From(p.out.Lines)
	var broken error // the file breaks off: what was read before stays
	for row, err := range rowsOf[pair](in, in.Name(), pairForm) {
		if err != nil {
			broken = fmt.Errorf("read pairs: %w", err)
		}
		if err != nil || ctx.Err() != nil {
			break
		}
		if p.rows++; int64(p.rows) <= p.out.Lines {
			continue
		}
		if row.bad == nil && (row.value.Premise == nil || row.value.Hypothesis == nil) {
			row.bad = errors.New("a row is " + pairForm)
		}
		if row.bad != nil {
			p.refuse(row)
		}
		if p.waiting = append(p.waiting, row); len(p.waiting) == 32*runtime.GOMAXPROCS(0) {
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
	return refusedRows("verify", in.Name(), p.refused, p.rows)
}

// refuse warns of a bad row.
func (p *pairRun) refuse(row *row[pair]) {
	p.Warn("%s: %v", row.place, row.bad)
	p.refused++
}

// flush judges the waiting rows, and writes their lines. If the model refuses a pair, the others are judged again
// without it.
func (p *pairRun) flush(ctx context.Context) error {
	var good []*row[pair]
	var pairs []verify.Pair
	for _, row := range p.waiting {
		if row.bad == nil {
			good = append(good, row)
			pairs = append(pairs, verify.Pair{Premise: *row.value.Premise, Hypothesis: *row.value.Hypothesis})
		}
	}
	answers, err := p.model.Predict(context.WithoutCancel(ctx), pairs) // an interrupt ends between batches
	var bad *verify.PairError
	if errors.As(err, &bad) {
		good[bad.Index].bad = bad.Err
		p.refuse(good[bad.Index])
		return p.flush(ctx)
	}
	if err != nil {
		return fmt.Errorf("judge pairs: %w", err)
	}
	for _, row := range p.waiting {
		r := pairRecord{ID: row.value.ID}
		if row.bad != nil {
			r.Error = row.bad.Error()
		} else {
			r.PredictedLabel = p.scheme.Name(p.scheme.Decide(answers[0]))
			r.Probabilities = record.Probabilities(p.scheme, answers[0])
			answers = answers[1:]
		}
		if err := console.WriteJSON(p.out, r); err != nil {
			return err
		}
	}
	p.waiting = nil
	return nil
}

// row is a row of JSON lines or of a JSON list that a command reads.
type row[T any] struct {
	value T
	place claims.Place
	bad   error // why the row is refused
}

// rowsOf yields the rows of a file, whose form errors name; an error is the file's, and ends it.
func rowsOf[T any](in io.Reader, name, form string) iter.Seq2[*row[T], error] {
	return func(yield func(*row[T], error) bool) {
		for rec, err := range claims.Records(in, name) {
			r := &row[T]{place: rec.Place}
			var bad *claims.RecordError
			switch {
			case errors.As(err, &bad):
				r.place, r.bad = bad.Place, bad.Err
			case err != nil:
				yield(nil, err)
				return
			default:
				r.bad = decodeRow(rec.Raw, &r.value, form)
			}
			if !yield(r, nil) {
				return
			}
		}
	}
}

// decodeRow decodes a row. Its errors name the form of a row and JSON's types, not Go's.
func decodeRow(raw []byte, into any, form string) error {
	err := json.Unmarshal(raw, into)
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

// refusedRows says how a run over rows ended.
func refusedRows(what, name string, refused, rows int) error {
	switch {
	case rows == 0:
		return console.WithCode(fmt.Errorf("%s: %s holds no rows", what, name), console.ExitRejects, "")
	case refused > 0:
		return console.WithCode(fmt.Errorf("%s: %d of %s %s refused", what, refused, console.Count(rows, "row"),
			console.Agree(refused, "was", "were")), console.ExitRejects, "")
	}
	return nil
}
