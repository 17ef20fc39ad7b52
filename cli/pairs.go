package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/claims"
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

// verifyPairs runs the model alone.
func verifyPairs(c *urfave.Context) error {
	scheme, err := labelScheme(c, claims.None)
	if err != nil {
		return err
	}
	f := fingerprints{Command: "verify --pairs", Version: Version, Settings: "labels=" + scheme.String()}
	if f.Input, err = fileFingerprint(c.String("pairs")); err != nil {
		return err
	}
	if f.Model, err = modelFingerprint(c); err != nil {
		return err
	}
	if err := keepInput(c.String("pairs"), c.String("out")); err != nil {
		return err
	}
	return withModel(c, func(m *onnx.Model) error {
		out, err := openOutput(c.String("out"), c.App.Writer, f, "", c.Bool("restart"))
		if err != nil {
			return err
		}
		p := &pairRun{c: c, model: m, scheme: scheme, out: out, refused: int(out.refused)}
		return errors.Join(p.run(), out.Close())
	})
}

// pairRun judges rows in batches, and writes a line a row in their order.
type pairRun struct {
	c       *urfave.Context
	model   verify.Model
	scheme  verify.Scheme
	out     *output
	rows    int // of the input, so far
	refused int
	waiting []pairRecord
	pairs   []verify.Pair
	at      []int // the place of each pair in waiting
}

func (p *pairRun) run() error {
	name := p.c.String("pairs")
	in, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open pairs: %w", err)
	}
	defer in.Close()
	bar := newProgress(p.c, "verify", "pairs")
	defer bar.end()
	for rec, err := range claims.Records(in, name) {
		if p.c.Context.Err() != nil {
			break
		}
		var bad *claims.RecordError
		if err != nil && !errors.As(err, &bad) {
			return err
		}
		if p.rows++; int64(p.rows) <= p.out.lines {
			continue
		}
		p.take(rec, err)
		if len(p.waiting) == 32*runtime.GOMAXPROCS(0) {
			if err := p.flush(); err != nil {
				return err
			}
			bar.at(int64(p.rows), 0)
		}
	}
	if err := p.flush(); err != nil {
		return err
	}
	bar.end()
	if p.c.Context.Err() != nil {
		return withCode(errors.New("verify: interrupted"), exitInterrupted,
			fmt.Sprintf("%d pairs are in %s; the same command goes on from there", p.rows, p.out.name))
	}
	if err := p.out.tell(p.c, "verify", "pairs", int64(p.rows), int64(p.refused)); err != nil {
		return err
	}
	return refusedRows("verify", name, p.refused, p.rows)
}

// take reads a row, or notes why it is refused.
func (p *pairRun) take(rec claims.Record, err error) {
	var row pairRow
	place := rec.Place
	var bad *claims.RecordError
	if errors.As(err, &bad) {
		place, err = bad.Place, bad.Err
	}
	if err == nil {
		err = json.Unmarshal(rec.Raw, &row)
	}
	if err == nil && (row.Premise == nil || row.Hypothesis == nil) {
		err = errors.New("a row is {id, premise, hypothesis}")
	}
	if err != nil {
		p.refuse(pairRecord{ID: row.ID}, place.String(), err)
		return
	}
	p.at = append(p.at, len(p.waiting))
	p.pairs = append(p.pairs, verify.Pair{Premise: *row.Premise, Hypothesis: *row.Hypothesis})
	p.waiting = append(p.waiting, pairRecord{ID: row.ID})
}

func (p *pairRun) refuse(r pairRecord, place string, err error) {
	warn(p.c, "%s: %v", place, err)
	r.Error = err.Error()
	p.waiting = append(p.waiting, r)
	p.refused++
}

// flush judges what waits. A pair the model refuses is taken out and the others are judged again.
func (p *pairRun) flush() error {
	ctx := context.WithoutCancel(p.c.Context) // an interrupt ends between batches
	for len(p.pairs) > 0 {
		answers, err := p.model.Predict(ctx, p.pairs)
		var bad *verify.PairError
		switch {
		case errors.As(err, &bad):
			r := &p.waiting[p.at[bad.Index]]
			r.Error = bad.Err.Error()
			p.refused++
			warn(p.c, "pair %s: %v", r.ID, bad.Err)
			p.pairs = append(p.pairs[:bad.Index], p.pairs[bad.Index+1:]...)
			p.at = append(p.at[:bad.Index], p.at[bad.Index+1:]...)
			continue
		case err != nil:
			return fmt.Errorf("judge pairs: %w", err)
		}
		for i, a := range answers {
			r := &p.waiting[p.at[i]]
			r.PredictedLabel, r.Probabilities = p.scheme.Name(p.scheme.Decide(a)), probabilities(p.scheme, a)
		}
		break
	}
	for _, r := range p.waiting {
		if err := printJSON(p.out, r); err != nil {
			return err
		}
	}
	p.waiting, p.pairs, p.at = p.waiting[:0], p.pairs[:0], p.at[:0]
	return nil
}
