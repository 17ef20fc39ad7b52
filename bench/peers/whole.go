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

// whole measures verify --claims over whole articles against scripts that do the same with tantivy and onnxruntime.
func (b *bench) whole(ctx context.Context, c *corpus) error {
	if !b.wants(articleVerify) {
		return nil
	}
	texts := filepath.Join(b.dir, "articles.jsonl")
	if err := c.texts(ctx, texts); err != nil {
		return err
	}
	file := filepath.Join(b.data, "wikispeedia_claims", "fever.jsonl")
	all, err := gold.Records[struct{ Claim, Label string }](file)
	if err != nil {
		return err
	}
	var claims, labels []string
	for _, r := range all {
		claims, labels = append(claims, r.Claim), append(labels, r.Label)
	}
	dir, err := shipped.Dir()
	if err != nil {
		return err
	}
	ours := once(b.verifies(c.path, file))
	right := func(ours, theirs []string) string {
		return fmt.Sprintf("right: ours %.3f, theirs %.3f", accuracy(ours, labels), accuracy(theirs, labels))
	}
	for _, way := range []struct{ way, peer string }{
		{"batches", "Python: tantivy, best sentences of 3 pages as one premise, onnxruntime in batches of 32 as they come"},
		{"joined", "Python: the same, one pair a run, a claim a thread"},
		{"pages", "Python: tantivy, each of 5 pages as a premise, the surest verdict, one pair a run, a claim a thread"},
	} {
		r := row{work: articleVerify, peer: way.peer, items: len(claims), unit: "claims", answers: right}
		args := map[string]any{"texts": texts, "index": filepath.Join(b.dir, "articles-tantivy"), "claims": claims, "model": dir,
			"way": way.way}
		p, err := b.start(ctx, "build", args)
		if err == nil {
			err = p.close()
		}
		if err != nil {
			b.failed(r, err)
			continue
		}
		b.compare(ctx, r, ours(), func(ctx context.Context) (round, error) { // a process of its own, as ours
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

// once returns sides that share their rounds: round i is run when it is first asked for.
func once(s side) func() side {
	var rounds []round
	return func() side {
		next := 0
		return func(ctx context.Context) (round, error) {
			if next++; next <= len(rounds) {
				return rounds[next-1], nil
			}
			r, err := s(ctx)
			rounds = append(rounds, r)
			return r, err
		}
	}
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
