// Command line measures the whole line on real data: loading, hopping and verifying, each in a process of its own,
// and prints a table for docs/results/performance.md.
//
//	make build && go run ./bench/line -count 10
//
// A job that takes more than a minute runs three times. Times are wall clock, of an otherwise idle machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// job is one thing to measure: a command, and how many things it deals with.
type job struct {
	name   string
	args   []string
	before func() error // not measured
	n      int
	unit   string
}

// sample is one run of a job.
type sample struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

func main() {
	bin := flag.String("bin", "bin/bridgehop", "the binary")
	count := flag.Int("count", 10, "runs of each job")
	only := flag.String("only", "", "jobs whose name contains this")
	flag.Parse()
	if err := run(context.Background(), *bin, *count, *only); err != nil {
		fmt.Fprintln(os.Stderr, "line:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, bin string, count int, only string) error {
	data := os.Getenv("BRIDGEHOP_DATA")
	if data == "" {
		data = filepath.Join("..", "shared", "data")
	}
	if _, err := os.Stat(data); err != nil {
		return fmt.Errorf("the shared data is not there, name its folder in BRIDGEHOP_DATA: %w", err)
	}
	dir, err := os.MkdirTemp("", "bridgehop-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	fmt.Printf("%s, %d cores, %s\n\n", runtime.GOARCH, runtime.NumCPU(), time.Now().Format(time.DateOnly))
	fmt.Println("| job | runs | seconds, median (spread) | rate | CPU s | peak MB |")
	fmt.Println("|---|---|---|---|---|---|")
	for _, j := range jobs(data, dir) {
		if !strings.Contains(j.name, only) {
			if j.before == nil { // later jobs read what this one makes
				continue
			}
		}
		samples, err := measure(ctx, bin, j, count)
		if err != nil {
			return fmt.Errorf("%s: %w", j.name, err)
		}
		fmt.Println(row(j, samples))
	}
	return nil
}

func jobs(data, dir string) []job {
	at := func(parts ...string) string { return filepath.Join(append([]string{data}, parts...)...) }
	store := func(name string) string { return filepath.Join(dir, name) }
	fresh := func(name string) func() error { return func() error { return os.RemoveAll(store(name)) } }
	claims := at("feverous", "dev.shared.json")
	return []job{
		{"load FEVEROUS pages", []string{"load", "--quiet", "--store", store("fev"), at("feverous", "evidence_pool.jsonl")}, fresh("fev"), 1957, "pages"},
		{"load HotpotQA paragraphs, links inferred", []string{"load", "--quiet", "--infer-links", "--store", store("hot"), at("hotpotqa", "hotpot_context_corpus.jsonl.bz2")}, fresh("hot"), 16356, "pages"},
		{"hop, FEVEROUS claims", []string{"hop", "--quiet", "--restart", "--store", store("fev"), "--claims", claims, "--out", store("hops.jsonl")}, nil, 2065, "claims"},
		{"hop, HotpotQA questions", []string{"hop", "--quiet", "--restart", "--store", store("hot"), "--claims", at("hotpotqa", "hotpot_dev_distractor_subset.json"), "--out", store("hops.jsonl")}, nil, 434, "claims"},
		{"verify, FEVEROUS claims", []string{"verify", "--quiet", "--restart", "--store", store("fev"), "--claims", claims, "--out", store("verdicts.jsonl")}, nil, 2065, "claims"},
	}
}

func measure(ctx context.Context, bin string, j job, count int) ([]sample, error) {
	var out []sample
	for len(out) < count {
		if j.before != nil {
			if err := j.before(); err != nil {
				return nil, err
			}
		}
		cmd := exec.CommandContext(ctx, bin, j.args...)
		cmd.Stderr = os.Stderr
		start := time.Now()
		if err := cmd.Run(); err != nil {
			return nil, err
		}
		s := sample{wall: time.Since(start), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
		if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			s.peak = u.Maxrss * 1024
		}
		out = append(out, s)
		if s.wall > time.Minute {
			count = min(count, 3)
		}
	}
	return out, nil
}

func row(j job, s []sample) string {
	slices.SortFunc(s, func(a, b sample) int { return int(a.wall - b.wall) })
	mid := s[len(s)/2]
	peak := int64(0)
	for _, x := range s {
		peak = max(peak, x.peak)
	}
	sec := mid.wall.Seconds()
	return fmt.Sprintf("| %s | %d | %.2f (%.2f-%.2f) | %.0f %s/s | %.1f | %d |", j.name, len(s), sec,
		s[0].wall.Seconds(), s[len(s)-1].wall.Seconds(), math.Round(float64(j.n)/sec), j.unit, mid.cpu.Seconds(), peak>>20)
}
