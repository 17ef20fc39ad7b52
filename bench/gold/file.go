package gold

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// Records reads a JSON list or JSON lines, compressed or not. A file that holds anything else is an error.
func Records[T any](path string) (out []T, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for rec, err := range claims.Records(f, path) {
		var v T
		if err == nil {
			err = json.Unmarshal(rec.Raw, &v)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, v)
	}
	return out, nil
}

// Question is a question of 2WikiMultihopQA.
type Question struct {
	Type       string      `json:"type"`
	Context    [][2]any    `json:"context"`
	Supporting [][2]any    `json:"supporting_facts"`
	Evidences  [][3]string `json:"evidences"`
}
