package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// tokensOptions are the flags of model tokens.
type tokensOptions struct{ console.Model }

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

// Run prints the token ids of rows.
func (o *tokensOptions) Run(ctx context.Context, c *console.Console) error {
	name, err := c.OneArg("file")
	if err != nil {
		return err
	}
	folder, err := configured(o.Model)
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
	for row, err := range rowsOf[tokenRow](in, name, tokenForm) {
		if err := cmp.Or(ctx.Err(), err); err != nil {
			return err
		}
		rows++
		var out any
		if row.bad == nil {
			out, row.bad = row.value.encode(t)
		}
		if row.bad != nil {
			refused++
			c.Warn("%s: %v", row.place, row.bad)
			out = errorRecord{row.bad.Error()}
		}
		if err := console.WriteJSON(c.Out, out); err != nil {
			return err
		}
	}
	return refusedRows("model tokens", name, refused, rows)
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
