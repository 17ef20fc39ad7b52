package main

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"

	"github.com/bridgehop/bridgehop/verify/values"
)

// twin is a claim of verify/train/twins.py.
type twin struct{ ID, Kind, Evidence, Claim, Label string }

// twins reads the file that twins.py writes: pairs of lines.
func twins(path string) ([]twin, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []twin
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var t twin
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// titled cuts "[Title] sentences [Title] sentences" into pages.
func titled(text string) []values.Page {
	var out []values.Page
	for _, part := range strings.Split(text, "[")[1:] {
		title, said, _ := strings.Cut(part, "]")
		out = append(out, values.Page{Title: title, Elements: sentences(strings.TrimSpace(said))})
	}
	return out
}

// refuted tells whether values refute a claim: a finding that disagrees is likelier right than wrong.
func refuted(found []values.Finding) bool {
	for _, f := range found {
		if !f.Agrees && f.Sure > .5 {
			return true
		}
	}
	return false
}
