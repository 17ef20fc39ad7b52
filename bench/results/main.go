// Command results writes the figures of docs/results: it runs the commands that stand in the pages and puts what they print below them.
//
//	make results                                      everything that is older than the commit
//	go run ./bench/results -only performance.md       one page
//	go run ./bench/results -only 'bench/serve' -again the blocks of one command, whatever their commit
//
// A block of a page is
//
//	<!-- run: go run ./bench/hops "$STORES/musique=$DATA/musique/dev.jsonl" -->
//	what the command printed, and a line that names the command, the commit, the day and the seconds it took
//	<!-- end -->
//
// The command is one for bash in the root of the repository, with bin on the path; $DATA is the folder of the shared data, $STORES has
// the stores that the first block of README.md makes. A page is written after each of its blocks, and a block that was
// measured at this commit is not run again: what was interrupted goes on where it stopped. A command that fails leaves its block as it was.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
)

const pages = "docs/results"

// block matches a block: its command, and what stands below it.
var block = regexp.MustCompile(`(?s)<!-- run: ([^\n]*) -->\n(.*?)<!-- end -->`)

type results struct {
	only   string
	again  bool
	commit string
	dir    string // for the stores
	made   bool   // the stores are of the commit
	env    []string
	paths  *strings.Replacer // names of folders of this machine, and the variables that have them
}

func main() {
	var r results
	flag.StringVar(&r.only, "only", "", "only blocks whose page or command contains this")
	flag.BoolVar(&r.again, "again", false, "also blocks that were measured at this commit")
	stores := flag.String("stores", "bin/stores", "folder of the stores; they are made again for another commit")
	flag.Parse()
	gold.Main("results", func(context.Context) error { return r.run(*stores) })
}

func (r *results) run(stores string) error {
	data, err := filepath.Abs(gold.Data())
	if err != nil {
		return err
	}
	if _, err := os.Stat(data); err != nil {
		return fmt.Errorf("the shared data is not there, name its folder in BRIDGEHOP_DATA: %w", err)
	}
	if stores, err = filepath.Abs(stores); err != nil {
		return err
	}
	bin, err := filepath.Abs("bin")
	if err != nil {
		return err
	}
	r.env = append(os.Environ(), "DATA="+data, "BRIDGEHOP_DATA="+data, "STORES="+stores, "PATH="+bin+":"+os.Getenv("PATH"))
	r.paths = strings.NewReplacer(stores, "$STORES", data, "$DATA")
	if r.commit, err = commit(); err != nil {
		return err
	}
	r.dir = stores
	names, err := filepath.Glob(filepath.Join(pages, "*.md"))
	if err != nil {
		return err
	}
	var failed error
	for _, name := range names {
		failed = errors.Join(failed, r.page(name))
	}
	return failed
}

// commit returns the commit at hand, followed by a plus if other files than the pages differ from it.
func commit() (string, error) {
	id, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "", fmt.Errorf("git rev-parse: %w", err)
	}
	changed, err := exec.Command("git", "status", "--porcelain", "--", ".", ":!"+pages).Output()
	if err != nil {
		return "", fmt.Errorf("git status: %w", err)
	}
	if len(changed) > 0 {
		return strings.TrimSpace(string(id)) + "+", nil
	}
	return strings.TrimSpace(string(id)), nil
}

// changed reports whether files differ from the commit.
func (r *results) changed() bool { return strings.HasSuffix(r.commit, "+") }

// stores makes the stores by the first block of commands in README.md, once, unless they are there and of the commit.
func (r *results) stores() error {
	mark := filepath.Join(r.dir, "commit")
	if of, err := os.ReadFile(mark); r.made || err == nil && string(of) == r.commit && !r.changed() {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(pages, "README.md"))
	if err != nil {
		return err
	}
	_, script, _ := strings.Cut(string(text), "```sh\n")
	script, _, ok := strings.Cut(script, "```")
	if !ok {
		return fmt.Errorf("%s/README.md: no block of commands makes the stores", pages)
	}
	if err := errors.Join(os.RemoveAll(r.dir), os.MkdirAll(r.dir, 0o755)); err != nil {
		return err
	}
	if _, _, err := r.bash(script); err != nil {
		return err
	}
	r.made = true
	return os.WriteFile(mark, []byte(r.commit), 0o644)
}

// page runs the blocks of a page.
func (r *results) page(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var failed error
	for _, m := range block.FindAllSubmatch(text, -1) {
		command := string(m[1])
		measured := !r.changed() && bytes.Contains(m[2], []byte("commit "+r.commit+","))
		if measured && !r.again || !strings.Contains(name, r.only) && !strings.Contains(command, r.only) {
			continue
		}
		if strings.Contains(command, "$STORES") {
			if err := r.stores(); err != nil {
				return fmt.Errorf("make the stores: %w", err)
			}
		}
		out, took, err := r.bash(command)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %s: %w", name, command, err))
			continue
		}
		text = bytes.Replace(text, m[0], []byte("<!-- run: "+command+" -->\n"+r.show(command, out, took)+"<!-- end -->"), 1)
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return failed
}

// bash runs a command; what it says on standard error is passed on.
func (r *results) bash(command string) (out string, took time.Duration, err error) {
	fmt.Fprintln(os.Stderr, "results:", time.Now().Format(time.TimeOnly), command)
	c := exec.Command("bash", "-euo", "pipefail", "-c", command)
	c.Env, c.Stderr = r.env, os.Stderr
	start := time.Now()
	b, err := c.Output()
	return r.paths.Replace(string(b)), time.Since(start), err
}

// show returns what stands in a block: tables as they are, other lines as they were printed.
func (r *results) show(command, out string, took time.Duration) string {
	out = strings.TrimRight(out, "\n")
	if !strings.Contains(out, "|---|") {
		out = "```\n" + out + "\n```"
	}
	return fmt.Sprintf("\n%s\n\n`%s`, commit %s, %s, %.2f s\n", out, command, r.commit, time.Now().Format(time.DateOnly), took.Seconds())
}
