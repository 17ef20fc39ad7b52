package cli_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/cli"
)

var update = flag.Bool("update", false, "write golden files anew")

// docs/cli.md says what the commands say.
func TestReference(t *testing.T) {
	name := filepath.Join(repoRoot(t), "docs", "cli.md")
	got := cli.Reference()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("docs/cli.md is out of date; run go test ./cli -run TestReference -update\n%s", d)
	}
}
