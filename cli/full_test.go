package cli_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

// fullDisk takes some bytes and then no more.
type fullDisk struct{ free int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if len(p) > d.free {
		return 0, syscall.ENOSPC
	}
	d.free -= len(p)
	return len(p), nil
}

// Answers that no longer fit end the run with a failure that says so, and never with part of a line.
func TestFullDisk(t *testing.T) {
	wiki := filepath.Join(repoRoot(t), "testdata", "wiki")
	store := filepath.Join(t.TempDir(), "wiki.bridgehop")
	var out, errs bytes.Buffer
	ctx := context.Background()
	if code := cli.Run(ctx, []string{"load", "--quiet", "--store", store, filepath.Join(wiki, "pages.jsonl")}, nil, &out, &errs); code != 0 {
		t.Fatalf("load: exit code %d: %s", code, &errs)
	}
	hop := []string{"hop", "--quiet", "--store", store, "--claims", filepath.Join(wiki, "claims.jsonl"), "--out", "-"}
	for _, free := range []int{0, 10_000} {
		errs.Reset()
		if code := cli.Run(ctx, hop, nil, &fullDisk{free}, &errs); code != 1 {
			t.Errorf("room for %d bytes: exit code %d, want 1", free, code)
		}
		if !strings.Contains(errs.String(), "no space left on device") {
			t.Errorf("room for %d bytes: got %q, want what is wrong with the disk", free, &errs)
		}
	}
}
