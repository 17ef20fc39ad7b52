package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

func modelTokensCommand() *urfave.Command {
	model := &console.Model{}
	return console.Command("model tokens", console.Flags(model.DirFlag()),
		console.Action(func(ctx context.Context, c *console.Console) error { return printTokens(ctx, c, model) }))
}

// tokenRow is a line of input; which fields it has says whether it is one text or a pair.
type tokenRow struct {
	Text       *string `json:"text"`
	Premise    *string `json:"premise"`
	Hypothesis *string `json:"hypothesis"`
	Truncation string  `json:"truncation"`
}

// tokenForm is what a row is; truncation may stand in both.
const tokenForm = "{text} or {premise, hypothesis}"

// tokenRecord is a line of output; type ids are not left out when there are none.
type tokenRecord struct {
	IDs     []int64 `json:"ids"`
	TypeIDs []int64 `json:"type_ids"`
}

// errorRecord stands for a row that was refused.
type errorRecord struct {
	Error string `json:"error"`
}

func printTokens(ctx context.Context, c *console.Console, model *console.Model) error {
	name, err := c.OneArg("file")
	if err != nil {
		return err
	}
	folder, err := configured(*model)
	if err != nil {
		return err
	}
	t, err := onnx.OpenTokenizer(folder.Dir)
	if err != nil {
		return err
	}
	in := c.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("open rows: %w", err)
		}
		defer f.Close()
		in = f
	}
	rows, refused := 0, 0
	for rec, err := range claims.Records(in, name) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if rows++; err == nil {
			err = printRow(c.Out, t, rec.Raw)
		}
		if err == nil {
			continue
		}
		var bad *claims.RecordError
		var row *rowError
		if !errors.As(err, &bad) && !errors.As(err, &row) {
			return err
		}
		refused++
		if row != nil {
			c.Warn("%s: %v", rec.Place, err)
		} else {
			c.Warn("%v", err)
		}
		if err := console.WriteJSON(c.Out, errorRecord{err.Error()}); err != nil {
			return err
		}
	}
	return refusedRows("model tokens", name, refused, rows)
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

// rowError refuses one row; the rows after it go on.
type rowError struct{ error }

func (e *rowError) Unwrap() error { return e.error }

func printRow(w io.Writer, t *onnx.Tokenizer, raw []byte) error {
	var row tokenRow
	if err := readRow(raw, &row, tokenForm); err != nil {
		return &rowError{err}
	}
	out, err := row.encode(t)
	if err != nil {
		return &rowError{err}
	}
	return console.WriteJSON(w, out)
}

func (r *tokenRow) encode(t *onnx.Tokenizer) (out tokenRecord, err error) {
	cut, err := t.Truncation(cmp.Or(r.Truncation, "none"))
	if err != nil {
		return out, err
	}
	ids, types := []int64{}, []int64{}
	switch {
	case r.Text != nil && (r.Premise != nil || r.Hypothesis != nil):
		return out, errors.New("a row is " + tokenForm + ", not both")
	case r.Premise != nil && r.Hypothesis != nil:
		out.IDs, out.TypeIDs, err = t.AppendPair(ids, types, *r.Premise, *r.Hypothesis, cut)
		return out, err
	case r.Text != nil:
		out.IDs, out.TypeIDs, err = t.AppendText(ids, types, *r.Text, cut)
		return out, err
	}
	return out, errors.New("a row is " + tokenForm)
}
