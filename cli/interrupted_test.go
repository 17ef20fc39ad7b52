package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

// An interrupt that comes before there is anything to tell of the work is told as one.
func TestInterruptedEarly(t *testing.T) {
	dir := t.TempDir()
	store, corpus, claims := filepath.Join(dir, "w"), filepath.Join(dir, "pages.jsonl"), filepath.Join(dir, "claims.txt")
	for name, text := range map[string]string{corpus: `{"title": "Ostby", "text": "Ostby is a town."}`, claims: "Ostby is a town.\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, 0, "load", "--quiet", "--store", store, corpus)
	stopped, stop := context.WithCancel(context.Background())
	stop()
	for _, args := range [][]string{
		{"hop", "--store", store, "Ostby is a town."},
		{"hop", "--store", store, "--claims", claims, "--out", filepath.Join(dir, "out.jsonl")},
		{"paths", "--store", store, "Ostby", "Ostby"},
		{"load", "--store", filepath.Join(dir, "v"), corpus},
		{"demo"},
	} {
		var out, b bytes.Buffer
		code := cli.Run(stopped, args, strings.NewReader(""), &out, &b)
		errs := b.String()
		want := "bridgehop: " + args[0] + ": interrupted\n"
		if args[0] == "load" {
			want = "interrupted; run the same command again to resume\n"
		}
		if code != 130 || !strings.Contains(errs, want) || strings.Contains(errs, "canceled") {
			t.Errorf("%s: exit code %d, %q, want 130 and %q", args[0], code, errs, want)
		}
	}
}
