package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A limit on a number or date is computed from whole pages, and a place that lies in the claim's place agrees: a pair counts if both of its
// claims, one true and one false, are right.
func TestPairsOfAWiki(t *testing.T) {
	if !runtimeHere() && os.Getenv("CI") != "true" {
		t.Log("no ONNX Runtime, so no verdicts: `bridgehop setup` fetches it")
		return
	}
	store, wiki := filepath.Join(t.TempDir(), "wiki"), filepath.Join("..", "testdata", "wiki")
	strangerRun(t, "load", "-q", "--store", store, "--redirects", filepath.Join(wiki, "redirects.tsv"), filepath.Join(wiki, "pages.jsonl"))
	is := func(claim, label string) bool {
		var v strangerVerdict
		if err := json.Unmarshal([]byte(strangerRun(t, "verify", "-q", "--json", "--store", store, claim)), &v); err != nil {
			t.Fatal(err)
		}
		if v.Label != label {
			t.Logf("%s: %s, want %s %s", claim, v.Label, label, v)
		}
		return v.Label == label
	}
	for file, want := range map[string]int{"limits.txt": 28} {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		right, pairs := 0, 0
		for line := range strings.Lines(string(text)) {
			if yes, no, ok := strings.Cut(strings.TrimSpace(line), " | "); ok {
				pairs++
				if is(yes, "SUPPORTS") && is(no, "REFUTES") {
					right++
				}
			}
		}
		if right < want {
			t.Errorf("%s: both right for %d of %d pairs, want %d", file, right, pairs, want)
		}
	}
}
