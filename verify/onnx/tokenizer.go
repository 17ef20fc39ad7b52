package onnx

import (
	"fmt"
	"path/filepath"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/ort"
	"github.com/bridgehop/bridgehop/verify/onnx/internal/token"
)

// Tokenizer turns texts into the ids that a model reads, as Hugging Face's tokenizers does.
type Tokenizer = token.Tokenizer

// Truncation says how a text or a pair that is too long is cut. The zero value cuts nothing.
type Truncation = token.Truncation

// ErrNoCgo is the error of a program that was built without cgo.
var ErrNoCgo = ort.ErrNoCgo

// OpenTokenizer reads the tokenizer.json of a model folder. The error wraps ErrModel.
func OpenTokenizer(dir string) (*Tokenizer, error) {
	t, err := token.Open(filepath.Join(folderOf(dir), "tokenizer.json"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	return t, nil
}

// ParseTruncation reads "strategy:max", as in "only_first:512", or "none".
func ParseTruncation(s string) (Truncation, error) { return token.ParseTruncation(s) }
