package loader

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// decode parses JSON.
func decode(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		return fmt.Errorf("%w: %s", errJSON, mismatch(kind))
	case err != nil:
		return fmt.Errorf("%w: %s", errJSON, strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// mismatch says in which field a value has another kind than is wanted, without the names of types in Go.
func mismatch(e *json.UnmarshalTypeError) string {
	want := map[reflect.Kind]string{reflect.String: "text", reflect.Bool: "true or false", reflect.Slice: "a list",
		reflect.Array: "a list", reflect.Struct: "an object", reflect.Map: "an object", reflect.Pointer: "an object"}
	got := map[string]string{"string": "text", "array": "a list", "object": "an object", "bool": "true or false",
		"number": "a number"}
	kind, _, _ := strings.Cut(e.Value, " ")
	where := "the record"
	if e.Field != "" {
		where = fmt.Sprintf("field %q", e.Field)
	}
	return fmt.Sprintf("%s: want %s, got %s", where, cmp.Or(want[e.Type.Kind()], "a number"), got[kind])
}

// isAbsent reports whether a field is missing or null.
func isAbsent(field json.RawMessage) bool { return len(field) == 0 || string(field) == "null" }

// field returns the field of an object with this name, in which dots lead into objects; nil if there is none.
func field(data []byte, name string) (json.RawMessage, error) {
	var object map[string]json.RawMessage
	if err := decode(data, &object); err != nil {
		return nil, err
	}
	if v, ok := object[name]; ok {
		return v, nil
	}
	outer, inner, nested := strings.Cut(name, ".")
	if v := object[outer]; nested && !isAbsent(v) && v[0] == '{' {
		return field(v, inner)
	}
	return nil, nil
}

// textOf returns a value of JSON as text: a string, or a number or truth value as it is written. Name is its field.
func textOf(name string, data json.RawMessage) (string, error) {
	switch {
	case isAbsent(data):
		return "", nil
	case data[0] == '"':
		var s string
		err := decode(data, &s)
		return s, err
	case data[0] == '[':
		return "", fmt.Errorf("%w: %s: want text, got a list", errJSON, name)
	case data[0] == '{':
		return "", fmt.Errorf("%w: %s: want text, got an object", errJSON, name)
	}
	return string(data), nil
}

// flatten parses a string, a list of strings, or a list of such lists.
func flatten(data json.RawMessage) ([]string, error) {
	if len(data) > 0 && data[0] == '[' {
		var parts []json.RawMessage
		if err := decode(data, &parts); err != nil {
			return nil, err
		}
		out := make([]string, 0, len(parts))
		for _, p := range parts {
			more, err := flatten(p)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		}
		return out, nil
	}
	var s string
	err := decode(data, &s)
	return []string{s}, err
}

// number is an integer that some releases write as a string; anything else is 0.
type number int

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(b []byte) error {
	v, err := strconv.Atoi(string(bytes.Trim(b, `" `)))
	if err != nil {
		v = 0
	}
	*n = number(v)
	return nil
}
