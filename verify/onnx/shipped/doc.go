// Package shipped embeds the model that comes with the program, so that the binary alone can judge claims.
//
// The model is nli-mini: an int8 NLI cross-encoder of 33.4 million parameters (nli-mini/README.md is its card, LICENSES.md
// says what it was made from). Its 34 MB are embedded and unpacked once into the user's cache, because ONNX Runtime reads
// files. The folder is named by the content, so that another version of the program never uses a stale model.
//
//	dir, err := shipped.Dir()            // ~/.cache/bridgehop/models/nli-mini-…
//	model, err := onnx.Open(dir, onnx.Options{})
//
// The larger model, nli-base (110 million parameters, 113 MB), lies beside it in the repository and isn't embedded. Place copies it to
// where Find looks for it.
//
// Only a program that ships the model should import this package; verify/onnx itself doesn't.
package shipped
