// Command peers measures bridgehop beside what others would use for the same work: tantivy and bm25s for seeds, ladybug
// and networkx for paths, and a script of tantivy and onnxruntime for whole claims. It installs them, runs
// both sides by turns on the same corpora and queries, and prints a table for docs/results/performance.md.
//
//	make peers                                  everything, about twenty minutes on two cores
//	go run ./bench/peers -only "whole articles" some rows
//
// A run of a row is every query once, ours and then theirs; the ratio is theirs to ours, of the medians (p50) and of the
// 95th percentiles of that run, and the spread is the lowest and the highest of the runs. A peer that can't be installed or
// fails prints why, and the table goes on.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
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
	flag.Parse()
	gold.Main("peers", b.run)
}

func (b *bench) run(ctx context.Context) error {
	b.data = gold.Data()
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
	for _, part := range []func(context.Context) error{b.pooled, b.wikispeedia} {
		if err := part(ctx); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			b.say("%v", err)
			b.rows = append(b.rows, fmt.Sprintf("| %s | | | | | | | |", oneLine(err)))
		}
	}
	fmt.Print(b.page())
	return nil
}

// page returns the table.
func (b *bench) page() string {
	var w strings.Builder
	fmt.Fprintf(&w, "%s, %d cores; p50 / p95 of a query within a run, or the rate; medians over the runs. The ratio is theirs to ours,\n"+
		"so above 1 ours is faster; in parentheses the lowest and highest of the runs.\n\n", runtime.GOARCH, runtime.NumCPU())
	w.WriteString("| work | peer | ours | theirs | ratio, p50 | ratio, p95 | runs | answers |\n|---|---|---|---|---|---|---|---|\n")
	for _, r := range b.rows {
		w.WriteString(r + "\n")
	}
	return w.String()
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
