package loader

import (
	"context"
	"encoding/json"
	"io"
)

// Members cuts a JSON object apart.
func Members(data []byte) (map[string]json.RawMessage, error) { return members(data) }

// Texts reads a JSON list of strings.
func Texts(data []byte) ([]string, error) { return texts(data) }

// Bunzip is what bzip2 holds.
func Bunzip(ctx context.Context, r io.Reader) (string, error) {
	z, stop := bunzip(ctx, r)
	defer stop()
	text, err := io.ReadAll(z)
	return string(text), err
}
