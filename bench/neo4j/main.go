// Command neo4j measures the Neo4j backend beside the embedded store, in one run, and prints a table for
// docs/results/performance-neo4j.md.
//
//	go run ./bench/neo4j
//	go run ./bench/neo4j -only HotpotQA
//
// It starts servers of its own in a temporary folder (Java 17; Maven the first time).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/cli"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
)

// bench is one run of the program.
type bench struct {
	dir    string // temporary
	claims int
}

func main() {
	b := &bench{}
	only := flag.String("only", "", "only corpora whose name contains this: FEVEROUS, HotpotQA, Wikispeedia, generated")
	flag.IntVar(&b.claims, "claims", 200, "claims of each corpus, after the warm-up")
	flag.Parse()
	gold.Main("neo4j", func(ctx context.Context) error { return b.run(ctx, *only) })
}

// corpus is a wiki and the claims that are asked of it.
type corpus struct {
	name   string
	load   []string
	claims string
	made   bool // by bench/generate, its claims by `bridgehop shapes generate`
}

// generated is how many whole articles are made as the largest corpus.
const generated = 30_000

func (b *bench) run(ctx context.Context, only string) (err error) {
	if b.dir, err = os.MkdirTemp("", "bridgehop-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	at := func(parts ...string) string { return filepath.Join(append([]string{gold.Data()}, parts...)...) }
	articles := filepath.Join(b.dir, "articles.jsonl")
	fmt.Printf("Neo4j %s, community, %s, %d cores.\n\n", server.Version, runtime.GOARCH, runtime.NumCPU())
	fmt.Println("| corpus | claims | planner | Neo4j p50 (p10-p90) | embedded p50 (p10-p90) | times | round trips a claim | " +
		"load, Neo4j and embedded |\n|---|---|---|---|---|---|---|---|")
	for _, c := range []corpus{
		{"FEVEROUS", []string{at("feverous", "evidence_pool.jsonl")}, at("feverous", "dev.shared.json"), false},
		{"HotpotQA", []string{"--infer-links", at("hotpotqa", "hotpot_context_corpus.jsonl.bz2")},
			at("hotpotqa", "hotpot_dev_distractor_subset.json"), false},
		{"Wikispeedia", []string{"--format", "wikispeedia", at("wikispeedia")}, at("wikispeedia_claims", "fever.jsonl"), false},
		{fmt.Sprint(generated, " generated articles"), []string{"--format", "passages", articles}, articles + ".claims", true},
	} {
		if !strings.Contains(c.name, only) {
			continue
		}
		if err := b.corpus(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// corpus measures one corpus on a server of its own.
func (b *bench) corpus(ctx context.Context, c corpus) (err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	ctl := &server.Control{Dir: filepath.Join(b.dir, c.name+"-server"), Lib: filepath.Join(cache, "bridgehop", "neo4j",
		"lib-"+server.Version),
		Heap: "1g", PageCache: "1g", Bolt: -1, HTTP: -1, Say: say}
	if err := os.MkdirAll(ctl.Dir, 0o700); err != nil {
		return err
	}
	password, err := ctl.Password()
	if err != nil {
		return err
	}
	state, err := ctl.Up(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ctl.Down(ctx)) }()
	if err := os.Setenv("BRIDGEHOP_NEO4J_PASSWORD", password); err != nil {
		return err
	}
	dir := filepath.Join(b.dir, c.name)
	var took [2]time.Duration
	if c.made {
		cmd := exec.CommandContext(ctx, "go", "run", "./bench/generate", "-pages", fmt.Sprint(generated), "-articles",
			"-out", c.load[2])
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("generate: %w: %s", err, out)
		}
	}
	for i, store := range []string{state.URL(), dir} {
		start := time.Now()
		say("loading " + c.name + " into " + store)
		if err := bridgehop(ctx, append([]string{"load", "--quiet", "--store", store}, c.load...)...); err != nil {
			return err
		}
		took[i] = time.Since(start)
	}
	if c.made {
		if err := bridgehop(ctx, "shapes", "generate", "--quiet", "--store", dir, "--shape", "both", "--pages", "2-4",
			"-n", fmt.Sprint((warmUp+b.claims)/4), "--out", c.claims); err != nil {
			return err
		}
	}
	store, err := neo4j.Open(ctx, state.URL(), neo4j.Options{Password: password})
	if err != nil {
		return err
	}
	defer store.Close()
	return b.hop(ctx, c, dir, store, fmt.Sprintf("%.1f and %.1f s", took[0].Seconds(), took[1].Seconds()))
}

// bridgehop runs a command of the program. Wikispeedia has three files without text, which load refuses.
func bridgehop(ctx context.Context, args ...string) error {
	const withRejects = 3
	if code := cli.Run(ctx, args, strings.NewReader(""), io.Discard, os.Stderr); code != 0 && code != withRejects {
		return fmt.Errorf("bridgehop %s: exit code %d", args[0], code)
	}
	return nil
}

// say tells on standard error how far the run is.
func say(line string) { fmt.Fprintln(os.Stderr, time.Now().Format(time.TimeOnly), line) }
