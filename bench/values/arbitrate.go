package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
	"github.com/bridgehop/bridgehop/verify/values"
)

// pair is a claim beside its evidence with a label, which values speak of.
type pair struct {
	set            string
	claim, premise string
	label          verify.Label
	learn          bool // else it is measured on
	found          []values.Finding
	model          verify.Probabilities
}

// premiseOf writes pages as verify does.
func premiseOf(pages []values.Page) string {
	var out []string
	for _, p := range pages {
		if p.Title != "" {
			out = append(out, "["+p.Title+"]")
		}
		for _, e := range p.Elements {
			out = append(out, e.Text)
		}
	}
	return strings.Join(strings.Fields(strings.Join(out, " ")), " ")
}

// mostPairs of a set are read by the model.
const mostPairs = 600

// collect keeps the pairs of a set that values speak of, drawn by their claims.
func collect(set string, learn bool, all []labelled, label func(*labelled) verify.Label, most int) []pair {
	var out []pair
	for i := range all {
		l := &all[i]
		if len(out) == most {
			break
		}
		if found := values.Judge(l.claim, l.pages); len(found) > 0 {
			out = append(out, pair{set: set, claim: l.claim, premise: premiseOf(l.pages), label: label(l), learn: learn, found: found})
		}
	}
	return out
}

func byTruth(l *labelled) verify.Label {
	if l.holds {
		return verify.Supported
	}
	return verify.Refuted
}

// nliPairs reads a file of shared/nli.
func nliPairs(path string) ([]labelled, []verify.Label, error) {
	text, err := gzipped(path)
	if err != nil {
		return nil, nil, err
	}
	var out []labelled
	var labels []verify.Label
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r struct{ Premise, Hypothesis, Label string }
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, nil, err
		}
		label := map[string]verify.Label{"entailment": verify.Supported, "contradiction": verify.Refuted,
			"neutral": verify.NotEnoughInfo}[r.Label]
		out = append(out, labelled{claim: r.Hypothesis, pages: []values.Page{{Elements: sentences(r.Premise)}}})
		labels = append(labels, label)
	}
	return out, labels, lines.Err()
}

// gather are the pairs to learn from, and those of dev sets to measure on.
func (o *options) gather() ([]pair, error) {
	var out []pair
	for _, part := range []func() ([]pair, error){o.gatherNLI, o.gatherFEVEROUS, o.gatherSwaps, o.gatherSayings, o.gatherTwins,
		o.gatherWiki, o.gatherNames} {
		some, err := part()
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	fm2, err := fm2Claims(o.data)
	return append(out, collect("FoolMeTwice dev", false, fm2, byTruth, 300)...), err
}

func (o *options) gatherNLI() ([]pair, error) {
	nli := filepath.Join(filepath.Dir(filepath.Clean(o.data)), "nli")
	every := func(string) bool { return true }
	var out []pair
	for _, f := range []struct {
		set, file string
		learn     bool
		most      int
		keep      func(string) bool
	}{
		{"FEVER train, held back", "train/fever_full_train.jsonl.gz", true, 500, claims.HeldBack},
		{"FEVER train, not enough", "train/fever_nei_train.jsonl.gz", true, 300, claims.HeldBack},
		{"FEVER slice", "eval/fever_eval.jsonl.gz", false, mostPairs, every},
		{"SNLI", "eval/snli_eval.jsonl.gz", false, 150, every},
	} {
		all, labels, err := nliPairs(filepath.Join(nli, f.file))
		if err != nil {
			return nil, err
		}
		at := map[*values.Page]verify.Label{}
		var some []labelled
		for i, l := range all {
			if f.keep(l.claim) {
				some = append(some, l)
				at[&l.pages[0]] = labels[i]
			}
		}
		out = append(out, collect(f.set, f.learn, some, func(l *labelled) verify.Label { return at[&l.pages[0]] }, f.most)...)
	}
	return out, nil
}

func (o *options) gatherFEVEROUS() ([]pair, error) {
	all, _, err := feverousClaims(o.data)
	var train, read, kept []labelled
	for _, l := range all {
		switch {
		case l.kept:
			kept = append(kept, l)
		case claims.HeldBack(l.claim):
			train = append(train, l)
		default:
			read = append(read, l)
		}
	}
	out := collect("FEVEROUS trained side, held back", true, train, byTruth, mostPairs)
	out = append(out, collect("FEVEROUS trained side, read by the model", false, read, byTruth, 400)...)
	return append(out, collect("FEVEROUS kept out", false, kept, byTruth, mostPairs)...), err
}

func (o *options) gatherSwaps() ([]pair, error) {
	all, err := swaps(o.data)
	return collect("swapped values of 2WikiMultihopQA train", true, all, byTruth, 200), err
}

func (o *options) gatherSayings() ([]pair, error) {
	all, err := sayings(o.data)
	return collect("single dates of 2WikiMultihopQA train", true, all, byTruth, mostPairs), err
}

// gatherNames are pairs where the evidence fills a slot of the claim with another name.
func (o *options) gatherNames() ([]pair, error) {
	nli := filepath.Join(filepath.Dir(filepath.Clean(o.data)), "nli", "train")
	var out []pair
	for _, f := range []string{"fever_full_train.jsonl.gz", "fever_nei_train.jsonl.gz"} {
		all, labels, err := nliPairs(filepath.Join(nli, f))
		if err != nil {
			return nil, err
		}
		for i := range all {
			if claims.HeldBack(all[i].claim) {
				out = append(out, collectFilled("names of FEVER train, held back", all[i:i+1],
					func(*labelled) verify.Label { return labels[i] })...)
			}
		}
	}
	all, err := nameSwaps(o.data)
	return append(out, collectFilled("names of 2WikiMultihopQA train", all, byTruth)...), err
}

func collectFilled(set string, all []labelled, label func(*labelled) verify.Label) []pair {
	return slices.DeleteFunc(collect(set, true, all, label, 400), func(p pair) bool {
		return !slices.ContainsFunc(p.found, func(f values.Finding) bool { return f.Family == values.OtherName })
	})
}

func (o *options) gatherTwins() ([]pair, error) {
	if o.twins == "" {
		return nil, nil
	}
	all, err := twins(o.twins)
	var some []labelled
	for _, t := range all {
		if t.Kind != "name" {
			some = append(some, labelled{claim: t.Claim, pages: titled(t.Evidence), holds: t.Label == "SUPPORTS"})
		}
	}
	return collect("date and number twins", false, some, byTruth, len(some)), err
}

func (o *options) gatherWiki() ([]pair, error) {
	var out []pair
	for _, w := range []struct {
		set, file string
		learn     bool
		most      int
	}{{"2WikiMultihopQA train", "train_subset.json.gz", true, 500}, {"2WikiMultihopQA dev", "dev_subset.json", false, 400}} {
		questions, err := wikiQuestions(o.data, w.file)
		if err != nil {
			return nil, err
		}
		var all []labelled
		for i := range questions {
			for _, c := range questions[i].claimsOf() {
				all = append(all, labelled{claim: c.text, pages: c.pages, holds: c.holds})
			}
		}
		out = append(out, collect(w.set, w.learn, all, byTruth, w.most)...)
	}
	return out, nil
}

// fm2Claims are FoolMeTwice's dev claims beside their gold evidence.
func fm2Claims(data string) ([]labelled, error) {
	text, err := os.ReadFile(filepath.Join(data, "fm2", "dev.jsonl"))
	if err != nil {
		return nil, err
	}
	var out []labelled
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var r struct {
			Text, Label string
			Page        string                  `json:"wikipedia_page"`
			Evidence    []struct{ Text string } `json:"gold_evidence"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		l := labelled{claim: r.Text, holds: r.Label == "SUPPORTS", pages: []values.Page{{Title: strings.ReplaceAll(r.Page, "_", " ")}}}
		for _, e := range r.Evidence {
			id := "sentence_" + itoa(len(l.pages[0].Elements))
			l.pages[0].Elements = append(l.pages[0].Elements, values.Element{ID: id, Text: e.Text})
		}
		out = append(out, l)
	}
	return out, nil
}

// predict reads all pairs with the shipped model; what was read once is kept in a file.
func predict(all []pair, cache string) error {
	known := map[string]verify.Probabilities{}
	if text, err := os.ReadFile(cache); err == nil {
		if err := json.Unmarshal(text, &known); err != nil {
			return err
		}
	}
	folder, err := shipped.Dir()
	if err != nil {
		return err
	}
	model, err := onnx.Open(folder, onnx.Options{MaxTokens: onnx.ChainTokens, Device: "cpu"})
	if err != nil {
		return err
	}
	defer model.Close()
	for lo := 0; lo < len(all); lo += 32 {
		var ask []verify.Pair
		part := all[lo:min(lo+32, len(all))]
		for i := range part {
			if _, ok := known[part[i].premise+"\n"+part[i].claim]; !ok {
				ask = append(ask, verify.Pair{Premise: part[i].premise, Hypothesis: part[i].claim})
			}
		}
		got, err := model.Predict(context.Background(), ask)
		if err != nil {
			return err
		}
		for i, a := range ask {
			known[a.Premise+"\n"+a.Hypothesis] = got[i]
		}
		if len(ask) > 0 {
			fmt.Fprintf(os.Stderr, "\r%d of %d read", lo+len(part), len(all))
		}
	}
	for i := range all {
		all[i].model = known[all[i].premise+"\n"+all[i].claim]
	}
	text, err := json.Marshal(known)
	if err != nil {
		return err
	}
	return os.WriteFile(cache, text, 0o644)
}

func logOf(p float64) float64 { return math.Log(max(p, 1e-3)) }
