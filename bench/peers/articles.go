package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

const (
	articleSeeds  = "20 seeds, claim of people, whole articles"
	articleChains = "chains, claim of people, whole articles"
	articleHops   = "chains, claim of two to four pages, whole articles"
	articleLoad   = "loading whole articles, processor time"
	articleVerify = "verify --claims, FEVER's 556 claims, whole articles"
)

// articles measures what a claim costs over whole articles, on one core: seeds and whole chains, each against one search of tantivy,
// called from Python on one thread, for the claim's words over windows of three sentences, every second sentence beginning one.
func (b *bench) articles(ctx context.Context, c *corpus) error {
	if !b.wantsAny(articleSeeds, articleChains, articleHops, articleLoad) {
		return nil
	}
	said, err := b.claims("wikispeedia_claims", "fever.jsonl")
	if err != nil {
		return err
	}
	hops, err := b.claims("multihop", "claims.jsonl")
	if err != nil {
		return err
	}
	file := filepath.Join(b.dir, "windows.jsonl")
	if err := c.windows(ctx, file); err != nil {
		return err
	}
	against := func(r row, ours side, task string, said []string) {
		if b.wants(r.work) {
			b.against(ctx, r, ours, task, map[string]any{"texts": file, "claims": said, "dir": b.dir})
		}
	}
	against(row{work: articleLoad, peer: "tantivy indexing windows"}, b.loads("--format", "wikispeedia",
		filepath.Join(b.data, "wikispeedia")), "tantivy-load", said)
	windows := func([]string, []string) string { return "pages against windows" }
	against(row{work: articleSeeds, peer: "tantivy over windows", answers: windows}, c.seeds(said), "tantivy", said)
	search := "tantivy over windows, one search"
	against(row{work: articleChains, peer: search, answers: windows}, c.chains(said), "tantivy", said)
	against(row{work: articleHops, peer: search, answers: windows}, c.chains(hops), "tantivy", hops)
	return os.Remove(file)
}

// claims returns the first 200 claims of a file of the shared data.
func (b *bench) claims(path ...string) (texts []string, err error) {
	all, _, err := claims.ReadAll(filepath.Join(b.data, filepath.Join(path...)))
	for _, c := range all[:min(len(all), 200)] {
		texts = append(texts, c.Text)
	}
	return texts, err
}

// loads returns the processor time of `load` into a new store: pages, links, names and the text index.
func (b *bench) loads(args ...string) side {
	return func(ctx context.Context) (round, error) {
		path := filepath.Join(b.dir, "loaded")
		cmd := exec.CommandContext(ctx, b.bin, append([]string{"load", "--quiet", "--store", path}, args...)...)
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != withRejects {
			return round{}, err
		}
		spent := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		return round{Nanos: []int64{spent.Nanoseconds()}}, os.RemoveAll(path)
	}
}

// chains returns what Plan does for each claim, on one core.
func (c *corpus) chains(said []string) side {
	p := &hop.Planner{Graph: c.store, Text: c.index}
	return func(ctx context.Context) (round, error) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		return timed(len(said), func(i int) (string, error) {
			res, err := p.Plan(ctx, said[i])
			if err != nil {
				return "", err
			}
			return fmt.Sprint(len(res.Chains)), nil
		})
	}
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
