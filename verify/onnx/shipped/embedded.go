//go:build cgo

package shipped

import "embed"

//go:embed nli-base/LICENSES.md nli-base/config.json nli-base/model.onnx nli-base/model.onnx.0 nli-base/model.onnx.1 nli-base/tokenizer.json
var files embed.FS
