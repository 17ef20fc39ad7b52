package cli_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every ```sh block of README.md and docs/*.md runs, in order, page by page, in a folder that looks like the
// repository's root with ../shared beside it. What should not run in a test (git clone, make) stands in a
// ```console block.
func TestDocumentationRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every shell example; leave -short out")
	}
	root := repoRoot(t)
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append([]string{filepath.Join(root, "README.md")}, pages...) {
		text, err := os.ReadFile(page)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if blocks := shellBlocks(string(text)); len(blocks) > 0 {
			t.Run(filepath.Base(page), func(t *testing.T) { runBlocks(t, root, blocks) })
		}
	}
}

func runBlocks(t *testing.T, root string, blocks []string) {
	data := os.Getenv("BRIDGEHOP_DATA")
	if data == "" {
		data = filepath.Join(root, "..", "shared", "data")
	}
	if _, err := os.Stat(data); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the shared data is not there: %v", err)
		}
		t.Skip("the shared data is not there: name its folder in BRIDGEHOP_DATA")
	}
	if !hasRuntime(t) {
		t.Skip("ONNX Runtime is missing: run bridgehop setup")
	}
	dir := likeRoot(t, root, filepath.Dir(data))
	for _, block := range blocks {
		cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", block)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "BRIDGEHOP_STORE=")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s\n%s", err, block, out)
		}
	}
}

// likeRoot makes a folder with links to what lies in the repository's root, and ../shared beside it.
func likeRoot(t *testing.T, root, shared string) string {
	parent := t.TempDir()
	dir := filepath.Join(parent, "bridgehop")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"testdata", "docs", "README.md"} {
		if err := os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	shared, err := filepath.Abs(shared)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(shared, filepath.Join(parent, "shared")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// shellBlocks are the contents of the ```sh fences of a page. bin/bridgehop is the one under test.
func shellBlocks(page string) []string {
	var out []string
	var block []string
	inside := false
	for line := range strings.SplitSeq(page, "\n") {
		switch {
		case !inside && strings.TrimSpace(line) == "```sh":
			inside, block = true, nil
		case inside && strings.TrimSpace(line) == "```":
			inside = false
			out = append(out, strings.Join(block, "\n"))
		case inside:
			line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
			block = append(block, strings.ReplaceAll(line, "bin/bridgehop ", "bridgehop "))
		}
	}
	return out
}

// What README.md shows below a claim is what verify prints of it, from its first line on.
func TestReadmePrints(t *testing.T) {
	if testing.Short() || !hasRuntime(t) {
		t.Skip("judges claims with the shipped model")
	}
	root := repoRoot(t)
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	wiki, store := filepath.Join(root, "testdata", "wiki"), filepath.Join(t.TempDir(), "wiki")
	load := exec.CommandContext(t.Context(), "bridgehop", "load", "-q", "--store", store, "--redirects",
		filepath.Join(wiki, "redirects.tsv"), filepath.Join(wiki, "pages.jsonl"))
	if out, err := load.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	shown := regexp.MustCompile("bin/bridgehop verify (?:--store \\S+ )?'(.*)'\n(?:```\n+```\n)?((?s:.*?\n))```").FindAllStringSubmatch(string(text), -1)
	if len(shown) != 3 {
		t.Fatalf("%d claims with what verify prints of them, want 3", len(shown))
	}
	for _, s := range shown {
		out, err := exec.CommandContext(t.Context(), "bridgehop", "verify", "--store", store, s[1]).Output()
		if err != nil || !strings.HasPrefix(string(out), s[2]) {
			t.Errorf("%s: README.md shows\n%s\nverify prints\n%s%v", s[1], s[2], out, err)
		}
	}
}

func TestShellBlocks(t *testing.T) {
	got := shellBlocks("Text\n```console\nmake demo\n```\n```sh\n$ bin/bridgehop version\necho\n```\n")
	if len(got) != 1 || got[0] != "bridgehop version\necho" {
		t.Errorf("got %q, want the sh block alone", got)
	}
}
