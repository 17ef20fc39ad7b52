package loader

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	fast "github.com/segmentio/encoding/json"
)

// maxBrackets bounds the recursion of the fast decoder, which has no limit of its own.
const maxBrackets = 1 << 16

// decode parses JSON with the same result as encoding/json, but faster. It uses encoding/json for input that the fast decoder refuses,
// may recurse in too deeply, or decodes differently (invalid UTF-8).
func decode(data []byte, into any) error {
	if bytes.Count(data, []byte("{"))+bytes.Count(data, []byte("[")) <= maxBrackets && utf8.Valid(data) &&
		fast.Unmarshal(data, into) == nil {
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
