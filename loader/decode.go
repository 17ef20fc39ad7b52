package loader

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	fast "github.com/segmentio/encoding/json"
)

// maxBrackets bounds how deep the fast decoder, which counts no depth, can be made to recurse.
const maxBrackets = 1 << 16

// decode reads a JSON value as encoding/json does, which takes five times as long: what the fast decoder refuses, may recurse in too
// deeply or reads otherwise (text that is not UTF-8) is left to encoding/json, which also words the errors.
func decode(data []byte, into any) error {
	if bytes.Count(data, []byte("{"))+bytes.Count(data, []byte("[")) <= maxBrackets && utf8.Valid(data) && fast.Unmarshal(data, into) == nil {
		return nil
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%w: %v", errJSON, err)
	}
	return nil
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
