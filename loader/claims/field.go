package claims

import (
	"encoding/json"
	"errors"
	"fmt"
)

// field is a field of a record: its value, or the error of decoding it. Different formats use the same names, so the error of a field that
// the format doesn't need is ignored.
type field[T any] struct {
	value T
	err   error
}

// UnmarshalJSON reads the field, and keeps the error for those who need it.
func (f *field[T]) UnmarshalJSON(b []byte) error {
	var v T
	if f.err = json.Unmarshal(b, &v); f.err == nil {
		f.value = v
	}
	return nil
}

// need returns the value of a field that the record is not whole without.
func (f *field[T]) need(name string) (T, error) {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(f.err, &kind) && kind.Field != "":
		return f.value, fmt.Errorf("field %q: got %s", name+"."+kind.Field, kind.Value)
	case kind != nil:
		return f.value, fmt.Errorf("field %q: got %s", name, kind.Value)
	}
	return f.value, f.err
}
