// Command study runs the study of chain against star on the shared data and writes its two pages.
//
//	go run ./bench/study -out OUT
//
// Every step is a few bridgehop commands; its figures go to a folder of OUT, and a step that is done isn't run again, so that an
// interrupted study goes on. Then docs/results/chain-vs-star.md and docs/results/chain-vs-star-generated.md are made of the templates
// beside this file, in which every figure names the step, table and row it comes from: one that isn't there is an error.
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
	docs := flag.String("docs", "docs", "folder of the pages")
	flag.IntVar(&s.scale, "scale", 1, "divide the numbers of queries by this, to try the study")
	flag.Parse()
	gold.Main("study", func(ctx context.Context) error { return s.run(ctx, *docs) })
}

func (s *study) run(ctx context.Context, docs string) error {
	if s.out == "" {
		return errors.New("-out FOLDER is needed")
	}
	if err := os.MkdirAll(s.out, 0o755); err != nil {
		return err
	}
	for _, step := range s.steps() {
		if err := s.do(ctx, step); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return writePages(s.out, docs)
}

// study is where things are.
type study struct {
	bin, data, out string
	scale          int
}

// at returns a file of the shared data, in a file of the study.
func (s *study) at(name string) string { return filepath.Join(s.data, name) }
func (s *study) in(name string) string { return filepath.Join(s.out, name) }

// n returns a number of queries.
func (s *study) n(of int) string { return fmt.Sprint(max(2, of/s.scale)) }

// step is commands that make one folder or file of the study, named as the step is. The last writes it.
type step struct {
	name     string
	commands [][]string
}

// refused is the exit code of a command that did its work but for records it told of: Wikispeedia's site pages have no text.
const refused = 3

// do runs a step's commands, unless they were run.
func (s *study) do(ctx context.Context, one step) error {
	done := s.in(one.name + ".done")
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	begun := time.Now()
	for _, args := range one.commands {
		c := exec.CommandContext(ctx, s.bin, args...)
		c.Stderr = os.Stderr
		err := c.Run()
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == refused {
			err = nil
		}
		if err != nil {
			return fmt.Errorf("bridgehop %s: %w", args[0], err)
		}
	}
	fmt.Fprintf(os.Stderr, "study: %s in %.0f s\n", one.name, time.Since(begun).Seconds())
	return os.WriteFile(done, nil, 0o644)
}
