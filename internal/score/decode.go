package score

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"github.com/bridgehop/bridgehop/internal/claims"
)

var nonFinite = regexp.MustCompile(`(^|[\[:,\s])-?(NaN|Infinity)\b`)

// unmarshal reads a record, and says where and what when it can't.
func unmarshal(rec claims.Record, into any) error {
	err := json.Unmarshal(rec.Raw, into)
	if err == nil {
		return nil
	}
	return &claims.RecordError{Place: rec.Place, Err: explain(rec.Raw, err)}
}

func explain(raw []byte, err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("want a JSON object, got %s", kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("field %q: got %s", kind.Field, kind.Value)
	case errors.As(err, &syntax):
		if m := nonFinite.Find(raw); m != nil {
			return errors.New("a number is NaN or infinite, which JSON does not have")
		}
	}
	return fmt.Errorf("not JSON: %w", err)
}
