package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

var (
	benchRun   = regexp.MustCompile("(?:go run \\./|`)(bench/\\w+)([^`\n|>]*)")
	benchFlag  = regexp.MustCompile(`(?:^| )-([a-z]+)`)
	makeRun    = regexp.MustCompile("`make ([a-z-]+)")
	productRun = regexp.MustCompile("(?m)(?:`|^ {4}|run: |; )bridgehop ([a-z0-9]+)([^`\n|>]*)")
	longFlag   = regexp.MustCompile(`--[a-z-]+`)
)

// TestResultsCommands checks that the commands beside the figures of docs/results, and those that other pages name, still exist: each
// program of bench and command of bridgehop, with the flags that are named, and each target of make.
func TestResultsCommands(t *testing.T) {
	root := repoRoot(t)
	read := func(name string) string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	matches := func(pattern ...string) []string {
		names, err := filepath.Glob(filepath.Join(append([]string{root}, pattern...)...))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	makefile, seen := "\n"+read(filepath.Join(root, "Makefile")), 0
	commands := append(strings.Split(cli.Reference(), "\n## "), "help\n")
	for _, page := range slices.Concat(matches("README.md"), matches("CONTRIBUTING.md"), matches("docs", "*.md"), matches("docs", "results", "*.md"),
		matches("bench", "*", "*.md")) {
		text := read(page)
		for _, m := range makeRun.FindAllStringSubmatch(text, -1) {
			if seen++; !strings.Contains(makefile, "\n"+m[1]+":") {
				t.Errorf("%s: the Makefile has no target for `make %s`", page, m[1])
			}
		}
		for _, m := range productRun.FindAllStringSubmatch(text, -1) {
			seen++
			about := "--help"
			for _, c := range commands {
				if strings.HasPrefix(c, m[1]+"\n") || strings.HasPrefix(c, m[1]+" ") { // with its subcommands
					about += c
				}
			}
			for _, f := range append(longFlag.FindAllString(m[2], -1), "\n") {
				if !strings.Contains(about, f) {
					t.Errorf("%s: there is no bridgehop %s %s", page, m[1], f)
				}
			}
		}
		for _, m := range benchRun.FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(m[2], "/") { // a file
				continue
			}
			seen++
			source := ""
			for _, name := range matches(filepath.FromSlash(m[1]), "*.go") {
				source += read(name)
			}
			if !strings.Contains(source, "func main()") {
				t.Errorf("%s: there is no program ./%s", page, m[1])
			}
			for _, f := range benchFlag.FindAllStringSubmatch(m[2], -1) {
				if !strings.Contains(source, `"`+f[1]+`",`) {
					t.Errorf("%s: ./%s has no flag -%s", page, m[1], f[1])
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no command was found")
	}
}
