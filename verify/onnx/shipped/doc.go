// Package shipped carries the model that comes with the program, so that a binary copied alone can judge claims.
//
// The model is nli-mini: an int8 NLI cross-encoder of 33.4 million parameters (nli-mini/README.md is its card, LICENSES.md
// says what it was made from). It is embedded, 34 MB, and unpacked once into the user's cache, since ONNX Runtime reads
// files; the folder is named by the content, so that another version of the program never meets a stale one.
//
//	dir, err := shipped.Dir()            // ~/.cache/bridgehop/models/nli-mini-…
//	model, err := onnx.Open(dir, onnx.Options{})
//
// Only a program that ships the model should import this package; verify/onnx itself doesn't.
package shipped
