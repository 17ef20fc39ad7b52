package score

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// Errors of prediction files.
var (
	// ErrPredictions: not one record of the prediction file is in the task's format.
	ErrPredictions = errors.New("no prediction in the task's format")
	// ErrEmpty: the prediction file is empty.
	ErrEmpty = errors.New("the file is empty: no predictions")
	// ErrStrangers: not one prediction is of a claim of the gold file.
	ErrStrangers = errors.New("no prediction is for a claim of the gold file")
	// ErrNoGold: the gold file has no claim that can be scored.
	ErrNoGold = errors.New("no gold claim to score against")
)

// File is a stream with the name that places in it carry.
type File struct {
	Name string
	io.Reader
}

// record is a record of a file with its id.
type record[T any] struct {
	key   string
	value T
	apart bool  // a header, neither claim nor prediction: only official scorers count it
	err   error // why it can't be read
}

// recordsOf returns the function that reads every record of a file with read.
func recordsOf[T any](read func(claims.Record) (record[T], error)) func(context.Context, File) ([]record[T], error) {
	return func(ctx context.Context, f File) ([]record[T], error) {
		return collect(ctx, claims.Records(f.Reader, f.Name), read)
	}
}

// collect keeps the records that can't be read in their places; any other error ends it.
func collect[R, T any](ctx context.Context, all iter.Seq2[R, error],
	read func(R) (record[T], error)) ([]record[T], error) {
	var out []record[T]
	for raw, err := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r := record[T]{}
		if err == nil {
			r, err = read(raw)
		}
		var bad *claims.RecordError
		if err != nil && !errors.As(err, &bad) {
			return nil, err
		}
		r.err = err
		out = append(out, r)
	}
	return out, nil
}

// rowsOf returns records without those that stand apart.
func rowsOf[T any](all []record[T]) []record[T] {
	return slices.DeleteFunc(slices.Clone(all), func(r record[T]) bool { return r.apart })
}

// goldClaims reads the claims of a gold file of any form.
func goldClaims(ctx context.Context, f File) ([]record[*gold], error) {
	r, err := claims.NewReader(f.Reader, f.Name)
	if err != nil {
		return nil, err
	}
	return collect(ctx, r.All(), func(c *claims.Claim) (record[*gold], error) {
		return record[*gold]{key: c.ID.Key(), value: &gold{claim: c, label: &c.Label}}, nil
	})
}

// bad returns an error in a record.
func bad(rec claims.Record, err error) error { return &claims.RecordError{Place: rec.Place, Err: err} }

var nonFinite = regexp.MustCompile(`(^|[\[:,\s])-?(NaN|Infinity)\b`)

// unmarshal reads a record, and says where and what when it can't.
func unmarshal(rec claims.Record, into any) error {
	err := json.Unmarshal(rec.Raw, into)
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind) && kind.Field == "":
		err = fmt.Errorf("want a JSON object, got %s", kind.Value)
	case errors.As(err, &kind):
		err = fmt.Errorf("field %q: got %s", kind.Field, kind.Value)
	case errors.As(err, &syntax) && nonFinite.Match(rec.Raw):
		err = errors.New("a number is NaN or infinite, which JSON does not have")
	default:
		err = fmt.Errorf("not JSON: %w", err)
	}
	return bad(rec, err)
}

// firstGood returns the first of the first 20 records that can be read, or nil.
func firstGood[T any](all []record[T]) *record[T] {
	for i := range min(len(all), 20) {
		if all[i].err == nil && !all[i].apart {
			return &all[i]
		}
	}
	return nil
}

// byPlace replaces the ids of both files by positions where the predictions have none, and tells whether it did.
func byPlace(gold []record[*gold], pred []record[*prediction]) bool {
	first := firstGood(pred)
	if first == nil || first.key != "" {
		return false
	}
	number(gold)
	number(pred)
	return true
}

func number[T any](all []record[T]) {
	n := 0
	for i := range all {
		if !all[i].apart {
			n++
			all[i].key = strconv.Itoa(n)
		}
	}
}
