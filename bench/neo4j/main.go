// Command neo4j measures the Neo4j backend beside what it is to be compared with, in one run, and prints a page for
// docs/results/performance-neo4j.md.
//
//	go run ./bench/neo4j > docs/results/performance-neo4j.md
//
// It starts a server of its own in a temporary folder (Java 17; Maven the first time) and needs 15 GB of disk for the
// bulk route. The parts, each of which -only runs alone:
//
//	bulk   export and neo4j-admin's import, against its import of hand-made CSV of the same graph
//	bolt   loading over the network, against a plain UNWIND loop with the same driver
//	hop    planning claims, against the embedded store with the same index
//
// What is compared takes turns, so that a machine that others use slows both.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
)

// bench is one run of the program.
type bench struct {
	ctx  context.Context
	out  io.Writer
	dir  string // temporary
	data string // the shared data
	runs int

	pages, links int // of the bulk route
	rows         int // pages of the Bolt route
	claims       int

	ctl      *server.Control
	password string
}

func main() {
	b := &bench{ctx: context.Background(), out: os.Stdout}
	only := flag.String("only", "", "bulk, bolt or hop alone")
	flag.IntVar(&b.runs, "runs", 3, "runs of each thing that is compared")
	flag.IntVar(&b.pages, "pages", 500_000, "pages of the bulk route")
	flag.IntVar(&b.links, "links", 10, "links of a page there")
	flag.IntVar(&b.rows, "rows", 4_000, "pages of the Bolt route, 25 links each")
	flag.IntVar(&b.claims, "claims", 400, "claims of the hop route")
	flag.Parse()
	if err := b.run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "neo4j:", err)
		os.Exit(1)
	}
}

func (b *bench) run(only string) (err error) {
	if b.dir, err = os.MkdirTemp("", "bridgehop-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	if b.data = os.Getenv("BRIDGEHOP_DATA"); b.data == "" {
		b.data = filepath.Join("..", "shared", "data")
	}
	if err := b.server(); err != nil {
		return err
	}
	defer func() {
		if derr := b.ctl.Down(b.ctx); !errors.Is(derr, server.ErrDown) {
			err = errors.Join(err, derr)
		}
	}()
	fmt.Fprintf(b.out, head, server.Version, runtime.GOARCH, runtime.NumCPU(), cpuModel(), time.Now().Format(time.DateOnly), loadAverage())
	for _, part := range []struct {
		name string
		run  func() error
	}{{"hop", b.hop}, {"bolt", b.bolt}, {"bulk", b.bulk}} {
		if only != "" && only != part.name {
			continue
		}
		if err := part.run(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}

const head = `# How fast on Neo4j

Written by ` + "`go run ./bench/neo4j > docs/results/performance-neo4j.md`" + `. Both sides of every comparison ran in one process, in turns, on the
same machine and against the same server: Neo4j %s, community, on loopback, heap and page cache 1 GB each. Median (fastest
to slowest).

%s, %d cores, %s, %s, load average at the start %s
`

// server prepares the server, without starting it.
func (b *bench) server() error {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	lib := filepath.Join(cache, "bridgehop", "neo4j", "lib-"+server.Version)
	b.ctl = &server.Control{Dir: filepath.Join(b.dir, "server"), Lib: lib, Heap: "1g", PageCache: "1g", FreePorts: true, Say: b.say}
	if err := os.MkdirAll(b.ctl.Dir, 0o700); err != nil {
		return err
	}
	b.password, err = b.ctl.Password()
	return err
}

// say tells on standard error how far the run is.
func (b *bench) say(line string) {
	fmt.Fprintln(os.Stderr, time.Now().Format(time.TimeOnly), line)
}

// up starts the server and returns a store's address on it.
func (b *bench) up() (string, error) {
	s, err := b.ctl.Up(b.ctx)
	return s.URL(), err
}

func (b *bench) options() *neo4j.Options { return &neo4j.Options{Password: b.password} }

// imports brings exported files into the database, with the command that Export gave, and starts the server.
func (b *bench) imports(dir, command string) (time.Duration, error) {
	if err := b.ctl.Down(b.ctx); err != nil && !errors.Is(err, server.ErrDown) {
		return 0, err
	}
	start := time.Now()
	printed, err := b.ctl.Admin(b.ctx, dir, strings.Fields(command)[1:]...)
	if err != nil {
		return 0, fmt.Errorf("%w:\n%s", err, printed)
	}
	return time.Since(start), nil
}

func cpuModel() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "processor unknown"
	}
	for line := range strings.Lines(string(b)) {
		if name, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(v)
		}
	}
	return "processor unknown"
}

func loadAverage() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil || len(strings.Fields(string(b))) == 0 {
		return "unknown"
	}
	return strings.Fields(string(b))[0]
}
