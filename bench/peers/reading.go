package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// reading measures what the model costs: tokenising, and judging pairs.
func (b *bench) reading(ctx context.Context) error {
	const tokenising = "tokenising, HotpotQA paragraphs, one thread"
	judging := func(threads int) string { return fmt.Sprintf("NLI pairs, %d threads", threads) }
	if !b.wantsAny(tokenising, judging(1), judging(2)) {
		return nil
	}
	dir, err := shipped.Dir()
	if err != nil {
		return err
	}
	c, err := b.load(ctx, "paragraphs", filepath.Join(b.data, "hotpotqa", "hotpot_context_corpus.jsonl.bz2"))
	if err != nil {
		return err
	}
	defer c.close()
	if b.wants(tokenising) {
		if err := b.tokenise(ctx, c, tokenising, dir); err != nil {
			return err
		}
	}
	pairs, err := b.pairs(ctx, c)
	if err != nil {
		return err
	}
	for _, threads := range []int{1, 2} {
		if b.wants(judging(threads)) {
			if err := b.judge(ctx, judging(threads), dir, pairs, threads); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) tokenise(ctx context.Context, c *corpus, name, dir string) error {
	tok, err := onnx.OpenTokenizer(dir)
	if err != nil {
		return err
	}
	var texts []string
	for p, err := range c.store.All(ctx) {
		if err != nil {
			return err
		}
		texts = append(texts, p.PlainText())
	}
	size := 0
	for _, t := range texts {
		size += len(t)
	}
	var ids, kinds []int64
	ours := func(context.Context) (round, error) {
		return timed(1, func(int) (string, error) {
			n, sum := 0, int64(0)
			for _, t := range texts {
				var err error
				if ids, kinds, err = tok.AppendText(ids[:0], kinds[:0], t, onnx.Truncation{}); err != nil {
					return "", err
				}
				n += len(ids)
				for i, id := range ids {
					sum += id * int64(i+1)
				}
			}
			return fmt.Sprint(n, sum), nil
		})
	}
	b.against(ctx, row{work: name, peer: "HF tokenizers", items: size, unit: "B", answers: same}, ours, "tokenizers",
		map[string]any{"tokenizer": filepath.Join(dir, "tokenizer.json"), "texts": texts})
	return nil
}

// pairs are claims with the first sentences of the page that answers their words best.
func (b *bench) pairs(ctx context.Context, c *corpus) ([]verify.Pair, error) {
	claims, err := questions(filepath.Join(b.data, "hotpotqa", "hotpot_dev_distractor_subset.json"))
	if err != nil {
		return nil, err
	}
	var out []verify.Pair
	for _, claim := range claims[:min(len(claims), 200)] {
		var terms []string
		for _, t := range c.index.Analyze(claim) {
			terms = append(terms, t.Text)
		}
		hits, err := c.index.Seeds(ctx, terms, 1)
		if err != nil {
			return nil, err
		}
		if len(hits) == 0 {
			continue
		}
		pages, err := c.store.Pages(ctx, []graph.PageID{hits[0].Page})
		if err != nil {
			return nil, err
		}
		text := strings.Join(strings.Fields(pages[0].PlainText()), " ")
		out = append(out, verify.Pair{Premise: "[" + pages[0].Title + "] " + text, Hypothesis: claim})
	}
	return out, nil
}

func (b *bench) judge(ctx context.Context, name, dir string, pairs []verify.Pair, threads int) error {
	m, err := onnx.Open(dir, onnx.Options{Device: "cpu", Threads: threads})
	if err != nil {
		return err
	}
	ours := func(ctx context.Context) (round, error) {
		var got []verify.Probabilities
		r, err := timed(1, func(int) (string, error) {
			var err error
			got, err = m.Predict(ctx, pairs)
			return "", err
		})
		r.Answers = r.Answers[:0]
		for _, p := range got {
			r.Answers = append(r.Answers, largest(p))
		}
		return r, err
	}
	var texts [][2]string
	for _, p := range pairs {
		texts = append(texts, [2]string{p.Premise, p.Hypothesis})
	}
	b.against(ctx, row{work: name, peer: "onnxruntime and tokenizers in Python", items: len(pairs), unit: "pairs", answers: same}, ours,
		"nli",
		map[string]any{"model": dir, "pairs": texts, "threads": threads, "max": m.MaxTokens()})
	return errors.Join(m.Close(), ctx.Err())
}

// largest is the label a model's probabilities speak for.
func largest(p verify.Probabilities) string {
	switch {
	case p.Supported >= p.Refuted && p.Supported >= p.NotEnough:
		return "entailment"
	case p.Refuted >= p.NotEnough:
		return "contradiction"
	}
	return "neutral"
}
