// Package shipped embeds the model that comes with the program, so that the binary alone can judge claims.
//
// The model is nli-base: an int8 NLI cross-encoder of 110 million parameters (nli-base/README.md is its card,
// LICENSES.md says what it was made from). Its 116 MB are embedded and unpacked once into the user's cache, because
// ONNX Runtime reads files. The folder is named by the content, so that another version of the program never uses a
// stale model.
//
//	dir, err := shipped.Dir()            // ~/.cache/bridgehop/models/nli-base-…
//	model, err := onnx.Open(dir, onnx.Options{})
//
// A program that is built without cgo embeds nothing. Only a program that ships the model should import this package;
// verify/onnx itself doesn't.
package shipped
