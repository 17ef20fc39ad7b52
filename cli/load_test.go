package cli_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

// damagedWiki is a folder of a compressed file that damage was done to, and of a file with a bad record.
func damagedWiki(t *testing.T, damage func([]byte) []byte) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for i := range 100 {
		fmt.Fprintf(w, `{"title":"Page %d","text":"It lies beside Ostby."}`+"\n", i)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{
		"a.jsonl.gz": damage(b.Bytes()),
		"b.jsonl":    []byte("{\n" + `{"title":"Ostby","text":"A town."}` + "\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Where a file of a folder is damaged, all else is loaded, counted and indexed, the file is named, and nothing of it is stored: its
// checksum is wrong.
func TestLoadDamagedFile(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	dir := damagedWiki(t, func(z []byte) []byte {
		z[len(z)-8] ^= 1 // of the checksum
		return z
	})
	var out, errs bytes.Buffer
	code := cli.Run(t.Context(), []string{"load", "-q", "--json", "--infer-links", "--store", store, dir}, nil, &out, &errs)
	if code != 3 || !strings.Contains(out.String(), `"pages":1,`) {
		t.Errorf("exit code %d, %s; want 3, and the page of the other file", code, out.String())
	}
	for _, want := range []string{"a.jsonl.gz: damaged, and nothing of it is loaded", "checksum", "the records before the damage are in the store"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("no %q in %s", want, errs.String())
		}
	}
	out.Reset()
	if code := cli.Run(t.Context(), []string{"hop", "--store", store, "Ostby"}, nil, &out, &errs); code != 0 || !strings.Contains(out.String(), "Ostby") {
		t.Errorf("hop: exit code %d, %s", code, out.String())
	}
}

// Interrupted behind a file that breaks off, a load says both.
func TestLoadInterruptedBehindBreak(t *testing.T) {
	dir := damagedWiki(t, func(z []byte) []byte { return z[:len(z)*2/3] })
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out bytes.Buffer
	errs := &stopAt{at: "b.jsonl:1", stop: stop}
	code := cli.Run(ctx, []string{"load", "--store", filepath.Join(t.TempDir(), "store"), dir}, nil, &out, errs)
	if code != 130 || out.Len() > 0 {
		t.Errorf("exit code %d, %s; want 130, and no counts", code, out.String())
	}
	for _, want := range []string{"run the same command again to resume", "a.jsonl.gz", "input ends in the middle"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("no %q in %s", want, errs.String())
		}
	}
}

// stopAt keeps what is written, and stops once it holds a text.
type stopAt struct {
	bytes.Buffer
	at   string
	stop func()
}

func (s *stopAt) Write(p []byte) (int, error) {
	n, err := s.Buffer.Write(p)
	if strings.Contains(s.String(), s.at) {
		s.stop()
	}
	return n, err
}
