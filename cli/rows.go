package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/loader/claims"
)

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
