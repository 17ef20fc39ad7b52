package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/values"
)

// labelled is a claim beside its gold evidence: it holds, or it is refuted.
type labelled struct {
	claim string
	pages []values.Page
	holds bool
	kept  bool
}

var stop = regexp.MustCompile(`[.!?]["')]*\s+`)

// sentences cuts a premise of several sentences.
func sentences(text string) []values.Element {
	var out []values.Element
	for text != "" {
		end := len(text)
		if at := stop.FindStringIndex(text); at != nil {
			end = at[1]
		}
		out = append(out, values.Element{ID: "sentence_" + itoa(len(out)), Text: strings.TrimSpace(text[:end])})
		text = text[end:]
	}
	return out
}

// feverPairs are FEVER's train claims with gold evidence (shared/nli).
func feverPairs(data string) ([]labelled, error) {
	text, err := gzipped(filepath.Join(filepath.Dir(filepath.Clean(data)), "nli", "train", "fever_full_train.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	var out []labelled
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r struct{ Premise, Hypothesis, Label string }
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, err
		}
		out = append(out, labelled{r.Hypothesis, []values.Page{{Elements: sentences(r.Premise)}}, r.Label == "entailment",
			claims.HeldBack(r.Hypothesis)})
	}
	return out, lines.Err()
}

var link = regexp.MustCompile(`\[\[[^\]|]*\|([^\]]*)\]\]`)

// feverousClaims are FEVEROUS's claims with gold evidence; those of the side that isn't trained on are kept.
func feverousClaims(data string) ([]labelled, []string, error) {
	text, err := os.ReadFile(filepath.Join(data, "feverous", "dev.shared.json"))
	if err != nil {
		return nil, nil, err
	}
	var all []struct{ Claim, Label, Challenge, Evidence string }
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, nil, err
	}
	var out []labelled
	var challenges []string
	for _, c := range all {
		l := labelled{claim: c.Claim, holds: c.Label == "supports"}
		for _, line := range strings.Split(c.Evidence, "\n") {
			title, said, _ := strings.Cut(line, "\t")
			said = link.ReplaceAllString(said, "$1")
			if n := len(l.pages); n == 0 || l.pages[n-1].Title != title {
				l.pages = append(l.pages, values.Page{Title: title})
			}
			p := &l.pages[len(l.pages)-1]
			p.Elements = append(p.Elements, values.Element{ID: "sentence_" + itoa(len(p.Elements)), Text: said})
		}
		l.kept = !claims.Trained(l.pages[0].Title)
		out = append(out, l)
		challenges = append(challenges, c.Challenge)
	}
	return out, challenges, nil
}

// fitWording learns how far an alignment that agrees speaks for a claim, and one that disagrees against it.
func fitWording(all []labelled) {
	for _, agrees := range []bool{false, true} {
		var x [2][][]float64
		var y [2][]float64
		for _, l := range all {
			for _, a := range values.Alignments(l.claim, l.pages) {
				if a.Agrees == agrees {
					k := 0
					if l.kept {
						k = 1
					}
					x[k] = append(x[k], a.Features)
					y[k] = append(y[k], map[bool]float64{true: 1, false: 0}[l.holds == agrees])
				}
			}
		}
		w := logistic(x[0], y[0])
		fmt.Printf("agrees %v: %d\n{", agrees, len(x[0]))
		for _, v := range w {
			fmt.Printf("%.3f, ", v)
		}
		fmt.Println("}")
		var right, of [10]float64
		for i := range x[1] {
			b := int(9.99 * sigmoid(dot(w, x[1][i])))
			of[b]++
			right[b] += y[1][i]
		}
		for b := range of {
			fmt.Printf("  %.1f: %.0f %.3f\n", float64(b)/10, of[b], right[b]/max(of[b], 1))
		}
	}
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// logistic is a logistic regression by gradient steps, the same each time.
func logistic(x [][]float64, y []float64) []float64 {
	if len(x) == 0 {
		return nil
	}
	w := make([]float64, len(x[0]))
	g := make([]float64, len(w))
	for range 60 {
		for i := range x {
			d := y[i] - sigmoid(dot(w, x[i]))
			for k, v := range x[i] {
				s := d*v - 1e-5*w[k]
				g[k] += s * s
				w[k] += .3 * s / math.Sqrt(g[k]+1)
			}
		}
	}
	return w
}
