package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// someClaims is how many of FEVEROUS's claims the whole line is measured on.
const someClaims = 300

// whole measures verify --claims against a script that does the same with tantivy and onnxruntime.
func (b *bench) whole(ctx context.Context) error {
	const name = "verify --claims, FEVEROUS, start to end"
	if !b.wants(name) {
		return nil
	}
	c, err := b.load(ctx, "feverous", filepath.Join(b.data, "feverous", "evidence_pool.jsonl"))
	if err != nil {
		return err
	}
	texts := filepath.Join(b.dir, "feverous.jsonl")
	if err := errors.Join(c.texts(ctx, texts), c.close()); err != nil {
		return err
	}
	claims, labels, file, err := b.sample(filepath.Join(b.data, "feverous", "dev.shared.json"))
	if err != nil {
		return err
	}
	dir, err := shipped.Dir()
	if err != nil {
		return err
	}
	ours := b.verifies(c.path, file)
	right := func(ours, theirs []string) string {
		return fmt.Sprintf("right: ours %.3f, theirs %.3f", accuracy(ours, labels), accuracy(theirs, labels))
	}
	for _, way := range []struct{ way, peer string }{
		{"batches", "Python: tantivy, best sentences of 3 pages as one premise, onnxruntime in batches of 32 as they come"},
		{"joined", "Python: the same, one pair a run, a claim a thread"},
		{"pages", "Python: tantivy, each of 5 pages as a premise, the surest verdict, one pair a run, a claim a thread"},
	} {
		r := row{work: name, peer: way.peer, items: len(claims), unit: "claims", answers: right}
		args := map[string]any{"texts": texts, "index": filepath.Join(b.dir, "feverous-tantivy"), "claims": claims, "model": dir,
			"way": way.way}
		p, err := b.start(ctx, "build", args)
		if err == nil {
			err = p.close()
		}
		if err != nil {
			b.failed(r, err)
			continue
		}
		b.compare(ctx, r, ours, func(ctx context.Context) (round, error) { // a process of its own, as ours
			start := time.Now()
			p, err := b.start(ctx, "whole", args)
			if err != nil {
				return round{}, err
			}
			got, err := p.round(ctx)
			got.Nanos = []int64{time.Since(start).Nanoseconds()}
			return got, errors.Join(err, p.close())
		})
	}
	return nil
}

// sample writes the first claims of a FEVEROUS file into one of its own.
func (b *bench) sample(path string) (claims, labels []string, file string, err error) {
	all, err := gold.Records[json.RawMessage](path)
	if err != nil {
		return nil, nil, "", err
	}
	all = all[:min(len(all), someClaims)]
	for _, r := range all {
		var c struct{ Claim, Label string }
		if err := json.Unmarshal(r, &c); err != nil {
			return nil, nil, "", fmt.Errorf("%s: %w", path, err)
		}
		claims, labels = append(claims, c.Claim), append(labels, c.Label)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return nil, nil, "", err
	}
	file = filepath.Join(b.dir, "claims.json")
	return claims, labels, file, os.WriteFile(file, raw, 0o644)
}

// verifies runs the command, from its start to its end.
func (b *bench) verifies(store, claims string) side {
	return func(ctx context.Context) (round, error) {
		out := filepath.Join(b.dir, "verdicts.jsonl")
		start := time.Now()
		if err := command(ctx, b.bin, "verify", "--quiet", "--restart", "--store", store, "--claims", claims, "--out", out); err != nil {
			return round{}, err
		}
		r := round{Nanos: []int64{time.Since(start).Nanoseconds()}}
		f, err := os.Open(out)
		if err != nil {
			return r, err
		}
		defer f.Close()
		for d := json.NewDecoder(f); d.More(); {
			var v struct {
				Label string `json:"predicted_label"`
			}
			if err := d.Decode(&v); err != nil {
				return r, err
			}
			r.Answers = append(r.Answers, v.Label)
		}
		return r, nil
	}
}

func accuracy(got, want []string) float64 {
	n := 0
	for i := range want {
		if i < len(got) && strings.EqualFold(got[i], want[i]) {
			n++
		}
	}
	return float64(n) / float64(len(want))
}
