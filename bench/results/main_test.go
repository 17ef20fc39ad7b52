package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A block gets what its command prints, once for each commit; a command that fails leaves its block as it was, and the others are run.
func TestBlocks(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll(pages, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(pages, "README.md"), []byte("```sh\necho stores >> ran\n```\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(pages, "speed.md")
	const before = `# Speed
<!-- run: echo one >> ran; echo "| a |"; echo "|---|" -->
old
<!-- end -->
Between.
<!-- run: false -->
kept
<!-- end -->
<!-- run: echo two >> ran; echo $STORES -->
<!-- end -->
Behind.
`
	if err := os.WriteFile(name, []byte(before), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(commit string) (text, ran string) {
		r := results{commit: commit, dir: "stores", env: append(os.Environ(), "STORES=/some/stores"),
			paths: strings.NewReplacer("/some/stores", "$STORES")}
		if err := r.page(name); err == nil || !strings.Contains(err.Error(), "false") {
			t.Errorf("got %v, want the failure of false", err)
		}
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		log, err := os.ReadFile("ran")
		if err != nil {
			t.Fatal(err)
		}
		return string(page), strings.Join(strings.Fields(string(log)), " ")
	}
	text, ran := run("abc")
	for _, want := range []string{"-->\n\n| a |\n|---|\n\n`echo one", "commit abc,", "Between.\n<!-- run: false -->\nkept\n<!-- end -->", "```\n$STORES\n```",
		"<!-- end -->\nBehind.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "old") {
		t.Errorf("the page has still what stood there before:\n%s", text)
	}
	if _, again := run("abc"); again != ran || ran != "one stores two" {
		t.Errorf("ran %q, at the same commit again %q; want one stores two", ran, again)
	}
	if _, again := run("def"); again != "one stores two one stores two" {
		t.Errorf("at another commit ran %q, want all blocks again", again)
	}
}
