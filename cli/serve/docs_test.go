package serve_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/serve"
)

var update = flag.Bool("update", false, "write what the examples of docs/api.md print into it")

// example is a block of docs/api.md, with the block of its output if it is a program.
var example = regexp.MustCompile("(?s)```(?:console\n(\\$ curl .*?)|(python|go)\n(.*?)```\n\n```text\n.*?)```\n")

// The examples of docs/api.md print what they are said to.
func TestVerifyExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs curl, Python and Go; leave -short out")
	}
	page := filepath.Join("..", "..", "docs", "api.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	root := start(t, serve.Config{}).URL
	got := example.ReplaceAllStringFunc(string(text), func(block string) string {
		m := example.FindStringSubmatch(block)
		if m[1] != "" {
			return "```console\n" + console(t, m[1], root) + "```\n"
		}
		return "```" + m[2] + "\n" + m[3] + "```\n\n```text\n" + program(t, m[2], strings.ReplaceAll(m[3], "http://127.0.0.1:8080", root)) + "```\n"
	})
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if got != string(text) {
		t.Errorf("the examples of docs/api.md print something else; if that is right, run this test with -update:\n%s", got)
	}
}

// console runs the lines that begin with $, and returns them with what they print.
func console(t *testing.T, block, root string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(block) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			b.WriteString(line)
			b.WriteString(output(t, exec.Command("bash", "-c", strings.ReplaceAll(command, "http://127.0.0.1:8080", root))))
		}
	}
	return b.String()
}

func program(t *testing.T, language, text string) string {
	t.Helper()
	if language == "python" {
		python := filepath.Join("..", "..", ".tools", "schemathesis", "bin", "python") // CI makes it
		if _, err := os.Stat(python); err != nil {
			python = "python3"
		}
		if err := exec.Command(python, "-c", "import requests").Run(); err != nil && os.Getenv("CI") == "" {
			t.Skip("no Python with requests: pip install requests")
		}
		return output(t, exec.Command(python, "-c", text))
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return output(t, exec.Command("go", "run", file))
}

// output ends with a new line.
func output(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	c.Stderr = t.Output()
	b, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	return strings.TrimSuffix(string(b), "\n") + "\n"
}
