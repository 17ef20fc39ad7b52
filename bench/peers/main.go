// Command peers measures bridgehop beside what others would use for the same work: tantivy and bm25s for seeds, ladybug
// and networkx for paths, and a script of tantivy and onnxruntime for whole claims. It installs them, runs
// both sides by turns on the same corpora and queries, and writes the table into docs/results/performance.md, between two
// marks.
//
//	make peers                                           everything, about twenty minutes on two cores
//	go run ./bench/peers -only "whole articles" -out ''  some rows, printed
//
// A run of a row is every query once, ours and then theirs; the ratio is theirs to ours, of the medians (p50) and of the
// 95th percentiles of that run, and the spread is the lowest and the highest of the runs. A peer that can't be installed or
// fails prints why, and the table goes on.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

//go:embed requirements.txt
var requirements string

//go:embed peer.py
var script string

// bench is one invocation.
type bench struct {
	data   string // the shared data
	bin    string
	python string // of the peers' environment; empty when there is none
	why    string // why there is none
	dir    string // for stores and indexes, removed at the end
	count  int
	only   string
	rows   []string // of the table, as they come
}

func main() {
	b := &bench{}
	flag.StringVar(&b.bin, "bin", "bin/bridgehop", "the binary")
	flag.IntVar(&b.count, "count", 10, "runs of each row; three where one takes over a minute")
	flag.StringVar(&b.only, "only", "", "only rows whose name contains this")
	out := flag.String("out", "docs/results/performance.md", "file to write the table into; empty prints it only")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := b.run(ctx, *out); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func (b *bench) run(ctx context.Context, out string) error {
	if b.only != "" && out != "" {
		return errors.New("-only makes a part of the table that -out replaces; -out '' prints it")
	}
	if b.data = os.Getenv("BRIDGEHOP_DATA"); b.data == "" {
		b.data = filepath.Join("..", "shared", "data")
	}
	if _, err := os.Stat(b.data); err != nil {
		return fmt.Errorf("the shared data is not there, name its folder in BRIDGEHOP_DATA: %w", err)
	}
	var err error
	if b.dir, err = os.MkdirTemp("", "bridgehop-peers-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if b.python, err = install(ctx, requirements); err != nil {
		b.why = err.Error()
		b.say("no peers: %s", b.why)
	}
	start := time.Now()
	for _, part := range []func(context.Context) error{b.pooled, b.wikispeedia, b.whole} {
		if err := part(ctx); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			b.say("%v", err)
			b.rows = append(b.rows, fmt.Sprintf("| %s | | | | | | | |", oneLine(err)))
		}
	}
	page := b.page(time.Since(start))
	fmt.Println(page)
	if out == "" {
		return nil
	}
	return splice(out, page)
}

func (b *bench) wants(name string) bool { return strings.Contains(name, b.only) }

// wantsAny reports whether one of the rows is asked for.
func (b *bench) wantsAny(names ...string) bool {
	for _, n := range names {
		if b.wants(n) {
			return true
		}
	}
	return false
}

func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "peers: "+format+"\n", args...)
}

func oneLine(err error) string {
	s := strings.Join(strings.Fields(err.Error()), " ")
	return strings.ReplaceAll(s[:min(len(s), 160)], "|", "/")
}
