package shipped_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

func ExampleUnpack() {
	parent, err := os.MkdirTemp("", "models-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(parent)
	dir, err := shipped.Unpack(parent)
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		fmt.Println(filepath.Base(f))
	}
	// Output:
	// config.json
	// tokenizer.json
}
