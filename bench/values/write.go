package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/bridgehop/bridgehop/verify/values"
)

// write makes verify/values/weights.go of a ranker.
func write(w values.Ranker, path string) error {
	step, text := w.Encode()
	var out strings.Builder
	out.WriteString("package values\n\n// What the programs over a table are weighed by: for each feature a number of steps, in base64.\n//\n//\tgo run ./bench/values -train\n")
	fmt.Fprintf(&out, "const rankerStep = %g\n\nconst rankerWeights = `\n", step)
	const line = 148
	for len(text) > line {
		out.WriteString(text[:line] + "\n")
		text = text[line:]
	}
	out.WriteString(text + "`\n")
	return os.WriteFile(path, []byte(out.String()), 0o644)
}
