// Command scale measures what a load and a claim cost as a wiki grows, over corpora that bench/generate makes, and prints tables for
// docs/results/scale.md.
//
//	go run ./bench/scale
//	go run ./bench/scale -only articles
//
// Each load is a process of its own: its processor time is user and system time together, its memory the most that was resident, mapped
// files included. Claims are those of `bridgehop shapes generate` over two to four pages, one at a time on one core, each for the first
// time; seeds are the part of a claim's time that finds the first pages by their words.
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
)

// corpus is what one run of bench/generate makes.
type corpus struct {
	name   string
	pages  int
	flags  string
	claims bool
}

var corpora = []corpus{
	{"introductions", 10_000, "-most 4", false},
	{"introductions", 100_000, "-most 4", false},
	{"introductions", 1_000_000, "-most 4", false},
	{"whole pages of Wikipedia's mean length", 100_000, "", false},
	{"articles", 4_598, "-articles", true},
	{"articles", 30_000, "-articles", true},
	{"articles", 100_000, "-articles", true},
}

func main() {
	program := flag.String("program", "bin/bridgehop", "bridgehop's binary")
	only := flag.String("only", "", "only corpora whose name contains this")
	flag.Parse()
	gold.Main("scale", func(ctx context.Context) error { return run(ctx, *program, *only) })
}

func run(ctx context.Context, program, only string) error {
	dir, err := os.MkdirTemp("", "bridgehop-scale-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	generate := filepath.Join(dir, "generate")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", generate, "./bench/generate").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w: %s", err, out)
	}
	fmt.Println("| corpus | pages | input | processor | a page | peak memory | store (of the input) | a claim, p50, p95 | " +
		"of it seeds, p50 |\n|---|---|---|---|---|---|---|---|---|")
	for _, c := range corpora {
		if !strings.Contains(c.name, only) {
			continue
		}
		fmt.Fprintln(os.Stderr, "scale:", time.Now().Format(time.TimeOnly), c.pages, c.name)
		line, err := c.measure(ctx, program, generate, dir)
		if err != nil {
			return fmt.Errorf("%d %s: %w", c.pages, c.name, err)
		}
		fmt.Println(line)
	}
	return nil
}

// measure makes the corpus, loads it and plans its claims; it removes both.
func (c corpus) measure(ctx context.Context, program, generate, dir string) (string, error) {
	input, store := filepath.Join(dir, "pages.jsonl"), filepath.Join(dir, "store")
	defer os.RemoveAll(store)
	defer os.Remove(input)
	args := append(strings.Fields(c.flags), "-pages", strconv.Itoa(c.pages), "-out", input)
	if out, err := exec.CommandContext(ctx, generate, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("generate: %w: %s", err, out)
	}
	load := exec.CommandContext(ctx, program, "load", "--quiet", "--store", store, "--format", "passages", input)
	if out, err := load.CombinedOutput(); err != nil {
		return "", fmt.Errorf("load: %w: %s", err, out)
	}
	spent := load.ProcessState.UserTime() + load.ProcessState.SystemTime()
	memory := load.ProcessState.SysUsage().(*syscall.Rusage).Maxrss // in KiB
	from, to := size(input), size(store)
	line := fmt.Sprintf("| %s | %d | %.1f MB | %.1f s | %.3f ms | %d MB | %.1f MB (%.2f) |", c.name, c.pages, from, spent.Seconds(),
		spent.Seconds()*1000/float64(c.pages), memory>>10, to, to/from)
	if !c.claims {
		return line + " | |", nil
	}
	took, err := plan(ctx, program, store)
	return line + took, err
}

// size returns the size of the files below a path, in MB.
func size(path string) (mb float64) {
	_ = filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error { // what can't be read counts as nothing
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			mb += float64(info.Size()) / 1e6
		}
		return err
	})
	return mb
}

// plan makes claims over a store and plans each of them.
func plan(ctx context.Context, program, store string) (string, error) {
	file := filepath.Join(filepath.Dir(store), "claims.jsonl")
	defer os.Remove(file)
	if out, err := exec.CommandContext(ctx, program, "shapes", "generate", "--quiet", "--store", store, "--shape", "both",
		"--pages", "2-4", "-n", "100", "--seed", "1", "--out", file).CombinedOutput(); err != nil {
		return "", fmt.Errorf("shapes generate: %w: %s", err, out)
	}
	w, err := gold.Open(ctx, store)
	if err != nil {
		return "", err
	}
	defer w.Close()
	claims, err := w.Read(ctx, file)
	if err != nil {
		return "", err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := &hop.Planner{Graph: w.Store, Text: w.Index}
	var all, seeds []time.Duration
	for _, c := range claims {
		start := time.Now()
		res, err := p.Plan(ctx, c.Text)
		if err != nil {
			return "", err
		}
		all, seeds = append(all, time.Since(start)), append(seeds, res.Took.Seed)
	}
	ms := func(of []time.Duration, q float64) float64 { return gold.Quantile(of, q).Seconds() * 1000 }
	return fmt.Sprintf(" %.1f, %.1f ms | %.1f ms |", ms(all, .5), ms(all, .95), ms(seeds, .5)), nil
}
