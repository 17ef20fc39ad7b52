// Command verdict measures the verifier end to end, and fits how coverage counts (verify's aggregate).
//
//	bridgehop load --store feverous.bridgehop ../shared/data/feverous/evidence_pool.jsonl
//	go run ./bench/verdict -store feverous.bridgehop -claims ../shared/data/feverous/dev.shared.json
//
// It prints the accuracy of each setting on the training part and on the part kept back (claims.Claim.Trained), of the latter also by
// label and the expected calibration error, and the weights that a logistic regression on the training part gives.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

func main() {
	store := flag.String("store", "", "store of the pages, with its index")
	claimsFile := flag.String("claims", "", "file of claims")
	folder := flag.String("model", "", "folder of a model (default: the shipped one)")
	flag.Parse()
	if err := run(context.Background(), *store, *claimsFile, *folder); err != nil {
		fmt.Fprintln(os.Stderr, "verdict:", err)
		os.Exit(1)
	}
}

// example is a claim with its gold label and what the planner found.
type example struct {
	verify.Question
	label label.Label
	kept  bool
}

func run(ctx context.Context, store, claimsFile, folder string) error {
	w, err := gold.Open(ctx, store)
	if err != nil {
		return err
	}
	defer w.Close()
	begun := time.Now()
	examples, err := read(ctx, claimsFile, &hop.Planner{Graph: w.Store, Text: w.Index})
	if err != nil {
		return err
	}
	fmt.Printf("%d claims planned, %.1f/s\n", len(examples), float64(len(examples))/time.Since(begun).Seconds())
	if folder == "" {
		if folder, err = shipped.Dir(); err != nil {
			return err
		}
	}
	model, err := gold.OpenKnown(folder, "cpu", "")
	if err != nil {
		return err
	}
	defer model.Close()
	v := verify.Verifier{Model: model, Pages: w.Store}
	return report(ctx, examples, v)
}

func read(ctx context.Context, file string, p *hop.Planner) ([]example, error) {
	all, bad, err := claims.ReadAll(file, claims.Auto)
	if err != nil {
		return nil, err
	}
	for _, b := range bad {
		fmt.Fprintln(os.Stderr, "verdict:", b)
	}
	var out []example
	for _, c := range all {
		label, err := label.Parse(c.Label)
		if err != nil {
			return nil, err
		}
		res, err := p.Plan(ctx, c.Text)
		if err != nil {
			return nil, err
		}
		out = append(out, example{Question: verify.Question{Claim: c.Text, Chains: res.Chains}, label: label, kept: !c.Trained()})
	}
	return out, nil
}

func report(ctx context.Context, examples []example, v verify.Verifier) error {
	settings := []struct {
		name string
		set  func(*verify.Verifier)
	}{
		{"as it ships", func(*verify.Verifier) {}},
		{"neutral at its word", func(v *verify.Verifier) { v.Neutral = 1 }},
		{"neutral .2", func(v *verify.Verifier) { v.Neutral = .2 }},
		{"neutral .1", func(v *verify.Verifier) { v.Neutral = .1 }},
		{"neutral .05", func(v *verify.Verifier) { v.Neutral = .05 }},
		{"no neutral", func(v *verify.Verifier) { v.Neutral = 1e-12 }},
		{"no coverage", func(v *verify.Verifier) { v.Plain = true }},
	}
	fmt.Printf("%-20s %8s %8s   of those kept: %8s %8s %8s %8s\n", "", "train", "kept", "supports", "refutes", "NEI", "ECE")
	for i, s := range settings {
		w := v
		s.set(&w)
		begun := time.Now()
		answers, err := judge(ctx, &w, examples)
		if err != nil {
			return err
		}
		if i == 0 {
			fmt.Printf("%.1f claims/s judged\n", float64(len(examples))/time.Since(begun).Seconds())
		}
		printRow(s.name, examples, answers)
	}
	v.Plain, v.Neutral = true, 1e-12
	answers, err := judge(ctx, &v, examples)
	if err != nil {
		return err
	}
	w := fit(examples, answers)
	train, kept := two(w, examples, answers)
	fmt.Printf("fitted on the training part, supported against refuted: "+
		"margin %.3f, coverageWeight %.3f, coverageMiddle %.3f; train %.4f, kept %.4f\n",
		w[0], w[1]/w[0], -w[2]/w[1], train, kept)
	return nil
}

func judge(ctx context.Context, v *verify.Verifier, examples []example) ([]verify.Verdict, error) {
	out := make([]verify.Verdict, 0, len(examples))
	for lo := 0; lo < len(examples); lo += 256 {
		var questions []verify.Question
		for _, e := range examples[lo:min(lo+256, len(examples))] {
			questions = append(questions, e.Question)
		}
		answers, err := v.VerifyAll(ctx, questions)
		if err != nil {
			return nil, err
		}
		for _, a := range answers {
			if a.Err != nil {
				return nil, a.Err
			}
			out = append(out, a.Verdict)
		}
	}
	return out, nil
}

func printRow(name string, examples []example, answers []verify.Verdict) {
	var right, all [2]float64
	var byLabel, ofLabel [4]float64
	var sure [10]float64 // probability less share right, summed by tenths of probability
	for i, e := range examples {
		k := 0
		if e.kept {
			k = 1
			ofLabel[e.label]++
			p := answers[i].Probabilities
			top := max(p.Supported, p.Refuted, p.NotEnough)
			sure[min(int(10*top), 9)] += top
			if answers[i].Label == e.label {
				sure[min(int(10*top), 9)]--
			}
		}
		all[k]++
		if answers[i].Label == e.label {
			right[k]++
			if e.kept {
				byLabel[e.label]++
			}
		}
	}
	ece := 0.0
	for _, s := range sure {
		ece += math.Abs(s) / all[1]
	}
	fmt.Printf("%-20s %8.4f %8.4f   %15s %8.4f %8.4f %8.4f %8.4f\n", name, right[0]/all[0], right[1]/all[1], "",
		byLabel[label.Supported]/ofLabel[label.Supported], byLabel[label.Refuted]/ofLabel[label.Refuted],
		byLabel[label.NotEnoughInfo]/ofLabel[label.NotEnoughInfo], ece)
}
