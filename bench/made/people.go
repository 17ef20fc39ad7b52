package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// people writes the claims by people that may be learned from, in the form of the claims that are made: those of wikispeedia_claims on
// the learning side that have evidence. Of alternative sets of pages it writes the smallest.
func people(out *bufio.Writer, data string) error {
	for _, name := range []string{"fever", "fm2", "exfever"} {
		path := filepath.Join(data, "wikispeedia_claims", name+".jsonl")
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		for rec, err := range claims.Records(f, path) {
			var c struct {
				ID    claims.ID  `json:"id"`
				Row   *int       `json:"row"`
				Claim string     `json:"claim"`
				Label string     `json:"label"`
				Gold  [][]string `json:"gold"`
			}
			if err == nil {
				err = json.Unmarshal(rec.Raw, &c)
			}
			if err != nil {
				return err
			}
			if !claims.Learnable(slices.Concat(c.Gold...)...) || c.Label == "NOT ENOUGH INFO" && name != "exfever" {
				continue
			}
			id := c.ID.Key()
			if c.Row != nil {
				id = fmt.Sprint(*c.Row)
			}
			m := made{ID: name + "-" + id, Claim: c.Claim, Label: c.Label, Hops: len(c.Gold[0]), Shape: "people", Pages: c.Gold[0]}
			if err := encode(out, m); err != nil {
				return err
			}
		}
	}
	return nil
}
