package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/bridgehop/bridgehop/internal/values"
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

func reportTwins(all []twin) {
	right, none, of := map[string]int{}, map[string]int{}, map[string]int{}
	for i := 0; i+1 < len(all); i += 2 {
		a, b := values.Judge(all[i].Claim, titled(all[i].Evidence)), values.Judge(all[i+1].Claim, titled(all[i+1].Evidence))
		k := all[i].Kind
		of[k]++
		if len(a) == 0 && len(b) == 0 {
			none[k]++
		}
		if show := os.Getenv("SHOW") != "" && k != "name"; show && !(len(a) > 0 && !refuted(a) && refuted(b)) {
			fmt.Println("==", all[i].Evidence)
			fmt.Println("  T", all[i].Claim, refuted(a))
			for _, f := range a {
				fmt.Println("      ", f.Family, f.String(), f.Agrees, f.Sure)
			}
			fmt.Println("  F", all[i+1].Claim, refuted(b))
			for _, f := range b {
				fmt.Println("      ", f.Family, f.String(), f.Agrees, f.Sure)
			}
		}
		if len(a) > 0 && !refuted(a) && refuted(b) {
			right[k]++
		}
	}
	for _, k := range []string{"date", "number"} {
		fmt.Printf("twins %s: both right %d of %d, nothing aligned %d\n", k, right[k], of[k], none[k])
	}
}
