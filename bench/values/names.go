package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/verify/values"
)

// fills prints how often the evidence fills a slot of a claim with another name, by what the claim's label is.
func (o *options) fills() error {
	feverous := func(kept bool) func() ([]labelled, error) {
		return func() ([]labelled, error) {
			all, _, err := feverousClaims(o.data)
			return slices.DeleteFunc(all, func(l labelled) bool { return l.kept != kept }), err
		}
	}
	for _, s := range []struct {
		name string
		read func() ([]labelled, error)
		show int // claims that hold where the rule fires
	}{
		{"FEVER train", func() ([]labelled, error) { return nli(o.data, "train/fever_full_train.jsonl.gz") }, 60},
		{"FEVEROUS trained side", feverous(false), 20},
		{"FEVEROUS kept out", feverous(true), 0},
		{"2Wiki train triples", func() ([]labelled, error) { return nameSwaps(o.data) }, 20},
		{"name twins", func() ([]labelled, error) { return twins(o.twins, true) }, 5},
		{"FoolMeTwice dev", func() ([]labelled, error) { return fm2Claims(o.data) }, 0},
	} {
		all, err := s.read()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		rows := map[string]*[2]int{} // refuted, supported
		for _, l := range all {
			for _, f := range values.Judge(l.claim, l.pages) {
				if f.Family != values.OtherName {
					continue
				}
				attribute := f.Attribute
				if attribute != "nationality" && attribute != "location" {
					attribute = "* " + attribute[strings.LastIndexByte(attribute, ' ')+1:]
				}
				k := fmt.Sprint(attribute, " ", f.Sure)
				if rows[k] == nil {
					rows[k] = new([2]int)
				}
				rows[k][one(l.holds())]++
				if l.holds() && s.show > 0 {
					s.show--
					fmt.Println("  holds:", l.claim, "|", f.String())
				}
			}
		}
		fmt.Printf("%s, %d claims\n", s.name, len(all))
		for _, k := range slices.Sorted(maps.Keys(rows)) {
			fmt.Printf("  %-30s refuted %d, supported %d\n", k, rows[k][0], rows[k][1])
		}
	}
	return nil
}
