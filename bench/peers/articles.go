package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/bridgehop/bridgehop/hop"
)

// articles measures what a claim costs over whole articles, on one core: seeds and whole chains, each against one search of tantivy,
// called from Python on one thread, for the claim's words over windows of three sentences, every second sentence beginning one.
func (b *bench) articles(ctx context.Context) error {
	const seeds, chains = "20 seeds, claim of people, whole articles", "chains, claim of people, whole articles"
	if !b.wantsAny(seeds, chains) {
		return nil
	}
	c, err := b.load(ctx, "articles", "--format", "wikispeedia", filepath.Join(b.data, "wikispeedia"))
	if err != nil {
		return err
	}
	defer c.close()
	claims, err := people(filepath.Join(b.data, "wikispeedia_claims", "fever.jsonl"), 200)
	if err != nil {
		return err
	}
	file := filepath.Join(b.dir, "windows.jsonl")
	if err := c.windows(ctx, file); err != nil {
		return err
	}
	args := map[string]any{"texts": file, "claims": claims, "dir": b.dir}
	windows := func([]string, []string) string { return "pages against windows" }
	b.against(ctx, row{work: seeds, peer: "tantivy over windows", answers: windows}, c.seeds(claims), "tantivy", args)
	b.against(ctx, row{work: chains, peer: "tantivy over windows, one search", answers: windows}, c.chains(claims), "tantivy", args)
	return os.Remove(file)
}

// chains is what Plan does for each claim, on one core.
func (c *corpus) chains(claims []string) side {
	p := &hop.Planner{Graph: c.store, Text: c.index}
	return func(ctx context.Context) (round, error) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		return timed(len(claims), func(i int) (string, error) {
			res, err := p.Plan(ctx, claims[i])
			if err != nil {
				return "", err
			}
			return fmt.Sprint(len(res.Chains)), nil
		})
	}
}

// people are the first n claims of a file of wikispeedia_claims.
func people(path string, n int) ([]string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []string
	for d := json.NewDecoder(strings.NewReader(string(raw))); len(out) < n && d.More(); {
		var c struct{ Claim string }
		if err := d.Decode(&c); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: claim %d", path, len(out)+1), err)
		}
		out = append(out, c.Claim)
	}
	return out, nil
}

// windows writes three sentences of a page at a time for the peers, every second sentence beginning a window, behind the page's title.
func (c *corpus) windows(ctx context.Context, path string) error {
	return lines(path, func(e *json.Encoder) error {
		for p, err := range c.store.All(ctx) {
			if err != nil {
				return err
			}
			for i := 0; i == 0 || i+1 < len(p.Sentences); i += 2 {
				text := []string{p.Title}
				for _, s := range p.Sentences[i:min(i+3, len(p.Sentences))] {
					text = append(text, s.Text)
				}
				if err := e.Encode(map[string]any{"title": p.Title, "text": strings.Join(text, "\n")}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
