// Command study runs the study of chain against star on the shared data and writes its two pages.
//
//	make study
//	go run ./bench/study -out OUT
//
// Every step is a bridgehop command that writes into OUT. A step that is done isn't run again, so that an interrupted
// study goes on. The pages are the reports that `bridgehop shapes report` writes, and the digests of what they were
// made with.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
)

func main() {
	s := &study{data: gold.Data()}
	flag.StringVar(&s.out, "out", "", "folder for stores, queries and figures")
	flag.StringVar(&s.bin, "bridgehop", "bin/bridgehop", "the program")
	docs := flag.String("docs", "docs/results", "folder of the pages")
	flag.IntVar(&s.scale, "scale", 1, "divide the numbers of queries by this, to try the study")
	flag.Parse()
	gold.Main("study", func(ctx context.Context) error { return s.run(ctx, *docs) })
}

func (s *study) run(ctx context.Context, docs string) error {
	if s.out == "" {
		return errors.New("-out FOLDER is needed")
	}
	made, err := digests(ctx)
	if err == nil {
		err = os.MkdirAll(s.out, 0o755)
	}
	if err != nil {
		return err
	}
	if old, err := os.ReadFile(s.in("digests")); err == nil && string(old) != made {
		return fmt.Errorf("%s has figures of another planner or reader: remove it", s.out)
	}
	if err := os.WriteFile(s.in("digests"), []byte(made), 0o644); err != nil {
		return err
	}
	for _, step := range s.steps() {
		if err := s.do(ctx, step); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	for _, p := range pages {
		if err := s.write(p, docs, made); err != nil {
			return err
		}
	}
	return nil
}

// study is where things are.
type study struct {
	bin, data, out string
	scale          int
}

// at returns a file of the shared data, in a file of the study.
func (s *study) at(name string) string { return filepath.Join(s.data, name) }
func (s *study) in(name string) string { return filepath.Join(s.out, name) }

// step is a command that makes one thing of the study.
type step struct {
	name string
	args []string
}

// do runs a step, unless it was run. A command that did its work but for refused records (exit code 3) is done:
// Wikispeedia's site pages have no text.
func (s *study) do(ctx context.Context, one step) error {
	done := s.in(one.name + ".done")
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	begun := time.Now()
	c := exec.CommandContext(ctx, s.bin, one.args...)
	c.Stderr = os.Stderr
	err := c.Run()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 3) {
		return fmt.Errorf("bridgehop %s: %w", one.args[0], err)
	}
	fmt.Fprintf(os.Stderr, "study: %s in %.0f s\n", one.name, time.Since(begun).Seconds())
	return os.WriteFile(done, nil, 0o644)
}

// steps returns the study: stores, generated queries, reports.
func (s *study) steps() []step {
	var steps []step
	load := func(name string, args ...string) {
		steps = append(steps, step{name, append([]string{"load", "--quiet", "--store", s.in(name)}, args...)})
	}
	load("intro", "--infer-links", s.at("hotpotqa/hotpot_context_corpus.jsonl.bz2"), s.at("2wikimultihopqa/context_corpus.jsonl"),
		s.at("hotpotqa_first500/pooled_corpus_validation_500_title_text.jsonl"), s.at("2wikimultihopqa/2wikimultihopqa_corpus.json"))
	load("musique", "--infer-links", s.at("musique/context_corpus.jsonl.gz"))
	load("feverous", "--format", "passages", s.at("feverous/evidence_pool.jsonl"))
	load("wikispeedia", s.at("wikispeedia"))

	generate := func(store, name, pages string, n int, more ...string) {
		args := append([]string{"shapes", "generate", "--quiet", "--store", s.in(store), "--shape", "both", "--pages", pages,
			"--n", fmt.Sprint(max(2, n/s.scale)), "--seed", "1", "--out", s.in(name + ".jsonl")}, more...)
		steps = append(steps, step{name, args})
	}
	generate("intro", "grown", "2-4", 200)
	generate("intro", "two-named", "4", 1000, "--named", "2")
	generate("intro", "three-named", "4", 1000, "--named", "3")
	generate("wikispeedia", "articles", "4", 500, "--named", "2")

	report := func(name string, args ...string) {
		args = append([]string{"shapes", "report", "--quiet", "--seed", "1", "--out", s.in(name)}, args...)
		steps = append(steps, step{name, args})
	}
	set := func(name, file, store string) string { return "--set=" + name + "=" + file + "," + s.in(store) }
	report("human", "--verdicts", "--judged", "cli/study/testdata/judged.jsonl",
		set("hover", s.at("hover/hover_dev_release_v1.1.shared.json"), "intro"),
		set("musique", s.at("musique/musique_ans_dev_subset.jsonl.gz"), "musique"),
		set("feverous", s.at("feverous/dev.shared.json"), "feverous"))
	report("generated", set("grown", s.in("grown.jsonl"), "intro"), set("two-named", s.in("two-named.jsonl"), "intro"),
		set("three-named", s.in("three-named.jsonl"), "intro"),
		set("articles", s.in("articles.jsonl"), "wikispeedia"))
	return steps
}
