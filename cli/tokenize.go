package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/token"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

func tokenizeCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "tokenize",
		Usage:     "what the model sees of a text: token ids",
		ArgsUsage: "FILE",
		Description: examples("Reads JSON lines {text} or {premise, hypothesis, truncation}, plain, .gz or .bz2, and writes a line {ids, type_ids}\nfor each; {error} for a row that is refused. truncation is none, or a strategy with its length: only_first:192.\nOnly tokenizer.json is read, and the truncation and padding it asks for are not obeyed. - reads standard input.",
			"bridgehop tokenize pairs.jsonl.gz",
			"bridgehop tokenize --model ./my-model rows.jsonl",
			`echo '{"text": "Étienne Carvel"}' | bridgehop tokenize -`),
		Flags: append([]urfave.Flag{modelFlag()}, outputFlags()...),
		Action: func(c *urfave.Context) error {
			name, err := oneArg(c, "file")
			if err != nil {
				return err
			}
			return tokenize(c, name)
		},
	}
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

func tokenize(c *urfave.Context, name string) error {
	t, err := openTokenizer(c)
	if err != nil {
		return err
	}
	in, closeIn, err := openRows(c, name)
	if err != nil {
		return err
	}
	defer closeIn()
	rows, refused := 0, 0
	for rec, err := range claims.Records(in, name) {
		if err := c.Context.Err(); err != nil {
			return err
		}
		if rows++; err == nil {
			err = tokenizeRow(c.App.Writer, t, rec.Raw)
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
			warn(c, "%s: %v", rec.Place, err)
		} else {
			warn(c, "%v", err)
		}
		if err := printJSON(c.App.Writer, errorRecord{err.Error()}); err != nil {
			return err
		}
	}
	return refusedRows("tokenize", name, refused, rows)
}

// refusedRows says how a run over rows ended.
func refusedRows(what, name string, refused, rows int) error {
	switch {
	case rows == 0:
		return withCode(fmt.Errorf("%s: %s holds no rows", what, name), exitRejects, "")
	case refused > 0:
		return withCode(fmt.Errorf("%s: %d of %d rows were refused", what, refused, rows), exitRejects, "")
	}
	return nil
}

// rowError refuses one row; the rows after it go on.
type rowError struct{ error }

func (e *rowError) Unwrap() error { return e.error }

func tokenizeRow(w io.Writer, t *token.Tokenizer, raw []byte) error {
	var row tokenRow
	if err := readRow(raw, &row, tokenForm); err != nil {
		return &rowError{err}
	}
	out, err := row.encode(t)
	if err != nil {
		return &rowError{err}
	}
	return printJSON(w, out)
}

func (r *tokenRow) encode(t *token.Tokenizer) (out tokenRecord, err error) {
	cut := token.Truncation{}
	if r.Truncation != "" {
		if cut, err = token.ParseTruncation(r.Truncation); err != nil {
			return out, err
		}
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

func openTokenizer(c *urfave.Context) (*token.Tokenizer, error) {
	dir, err := modelDir(c)
	if err != nil {
		return nil, err
	}
	t, err := token.Open(filepath.Join(onnx.FolderOf(dir), "tokenizer.json"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", onnx.ErrModel, err)
	}
	return t, nil
}

// openRows opens a file of rows, or standard input for "-".
func openRows(c *urfave.Context, name string) (io.Reader, func(), error) {
	if name == "-" {
		return c.App.Reader, func() {}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("open rows: %w", err)
	}
	return f, func() { _ = f.Close() }, nil
}
