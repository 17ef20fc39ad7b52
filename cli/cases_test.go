package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

// commandOfCase is a command with what it prints.
type commandOfCase struct {
	line      string
	code      int
	has, none []string // what it must print, and what it must not
}

// Small files that break similar tools, as their bug reports have them, and what bridgehop prints of each. testdata/cases.txt has below
// each case's name its commands ($), their exit code (=) unless it is 0, and lines that must (+) and must not (-) be printed. The claim of
// AD 331 in 16-numbers is not among these: what it expects isn't printed yet.
func TestCases(t *testing.T) {
	root := filepath.Join(dataFolder(repoRoot(t)), "..", "cases")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("%s is missing: set BRIDGEHOP_DATA to the folder of the data sets, beside which the cases are", root)
	}
	for name, commands := range readCases(t) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, name))); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			for _, c := range commands {
				var out bytes.Buffer
				if code := cli.Run(context.Background(), quotedFields(c.line), strings.NewReader(""), &out, &out); code != c.code {
					t.Errorf("bridgehop %s: got exit code %d, want %d", c.line, code, c.code)
				}
				for _, s := range c.has {
					if !strings.Contains(out.String(), s) {
						t.Errorf("bridgehop %s: %q is missing in\n%s", c.line, s, out.String())
					}
				}
				for _, s := range c.none {
					if strings.Contains(out.String(), s) {
						t.Errorf("bridgehop %s: %q is in\n%s", c.line, s, out.String())
					}
				}
			}
		})
	}
}

func readCases(t *testing.T) map[string][]commandOfCase {
	text, err := os.ReadFile(filepath.Join(repoRoot(t), "cli", "testdata", "cases.txt"))
	if err != nil {
		t.Fatal(err)
	}
	out, name := map[string][]commandOfCase{}, ""
	for line := range strings.Lines(string(text)) {
		kind, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		last := len(out[name]) - 1
		switch kind {
		case "#":
			name = rest
		case "$":
			out[name] = append(out[name], commandOfCase{line: rest})
		case "=":
			if out[name][last].code, err = strconv.Atoi(rest); err != nil {
				t.Fatal(err)
			}
		case "+":
			out[name][last].has = append(out[name][last].has, rest)
		case "-":
			out[name][last].none = append(out[name][last].none, rest)
		}
	}
	return out
}

// quotedFields divides a command, whose arguments may stand in single quotes.
func quotedFields(line string) (out []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}
