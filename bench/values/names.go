package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/verify/values"
)

// triples are what a relation of 2WikiMultihopQA says as a claim.
var triples = map[string]string{
	"director": "was directed by", "performer": "was performed by", "composer": "was composed by", "founded by": "was founded by",
	"place of birth": "was born in", "place of death": "died in", "country of citizenship": "was"}

// nameSwaps are triples of 2WikiMultihopQA's train questions as claims, and the same with the name of another triple of the question, which
// stands elsewhere in the evidence.
func nameSwaps(data string) ([]labelled, error) {
	questions, err := wikiQuestions(data, "train_subset.json.gz")
	if err != nil {
		return nil, err
	}
	var out []labelled
	for i := range questions {
		q := &questions[i]
		for _, a := range q.Evidences {
			verb := triples[a[1]]
			if verb == "" {
				continue
			}
			article := ""
			if verb == "was" {
				article = "a "
			}
			pages := q.gold()
			k := slices.IndexFunc(pages, func(p values.Page) bool { return bare(p.Title) == bare(a[0]) })
			if k < 0 {
				continue
			}
			claim := func(name string) string { return capital(bare(a[0])) + " " + verb + " " + article + name + "." }
			out = append(out, labelled{claim(a[2]), pages, true, false})
			for _, b := range q.Evidences {
				if b[1] == a[1] && b[2] != a[2] && b[0] != a[0] {
					out = append(out, labelled{claim(b[2]), pages, false, false})
				}
			}
		}
	}
	return out, nil
}

// fillTable prints how often the evidence fills a slot of a claim with another name, by what the claim's label is.
func fillTable(set string, all []labelled, show int) {
	type row struct{ s, r int }
	rows := map[string]*row{}
	for _, l := range all {
		for _, f := range values.Judge(l.claim, l.pages) {
			if f.Family != values.OtherName {
				continue
			}
			k := fmt.Sprint(f.Attribute, " ", f.Sure)
			if os.Getenv("ALL") == "" && f.Attribute != "nationality" && f.Attribute != "location" {
				k = fmt.Sprint("* ", f.Attribute[strings.LastIndexByte(f.Attribute, ' ')+1:], " ", f.Sure)
			}
			if rows[k] == nil {
				rows[k] = &row{}
			}
			if l.holds {
				rows[k].s++
				if show > 0 {
					show--
					fmt.Println("  holds:", l.claim, "|", f.String())
				}
			} else {
				rows[k].r++
			}
		}
	}
	fmt.Printf("%s, %d claims\n", set, len(all))
	var keys []string
	for k := range rows {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fmt.Printf("  %-30s refuted %d, supported %d\n", k, rows[k].r, rows[k].s)
	}
}

func (o *options) fills() error {
	fever, err := feverPairs(o.data)
	if err != nil {
		return err
	}
	fillTable("FEVER train", fever, 60)
	feverous, _, err := feverousClaims(o.data)
	if err != nil {
		return err
	}
	fillTable("FEVEROUS trained side", slices.DeleteFunc(slices.Clone(feverous), func(l labelled) bool { return l.kept }), 20)
	fillTable("FEVEROUS kept out", slices.DeleteFunc(slices.Clone(feverous), func(l labelled) bool { return !l.kept }), 0)
	swapped, err := nameSwaps(o.data)
	if err != nil {
		return err
	}
	fillTable("2Wiki train triples", swapped, 20)
	if o.twins != "" {
		all, err := twins(o.twins)
		if err != nil {
			return err
		}
		var some []labelled
		for _, t := range all {
			if t.Kind == "name" {
				some = append(some, labelled{claim: t.Claim, pages: titled(t.Evidence), holds: t.Label == "SUPPORTS"})
			}
		}
		fillTable("name twins", some, 5)
	}
	hover, err := hoverClaims(o.data)
	if err != nil {
		return err
	}
	fillTable("HoVer dev", hover, 5)
	fm2, err := fm2Claims(o.data)
	if err != nil {
		return err
	}
	fillTable("FoolMeTwice dev", fm2, 0)
	return nil
}

// hoverClaims are HoVer's dev claims beside their gold sentences.
func hoverClaims(data string) ([]labelled, error) {
	text, err := os.ReadFile(filepath.Join(data, "hover", "hover_dev_gold_text.shared.jsonl"))
	if err != nil {
		return nil, err
	}
	var out []labelled
	for line := range bytes.Lines(text) {
		var r struct {
			Claim, Label string
			Evidence     [][2]string
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		l := labelled{claim: r.Claim, holds: r.Label == "SUPPORTED"}
		for _, e := range r.Evidence {
			if n := len(l.pages); n == 0 || l.pages[n-1].Title != e[0] {
				l.pages = append(l.pages, values.Page{Title: e[0]})
			}
			p := &l.pages[len(l.pages)-1]
			p.Elements = append(p.Elements, values.Element{ID: "sentence_" + itoa(len(p.Elements)), Text: e[1]})
		}
		out = append(out, l)
	}
	return out, nil
}
