package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// killable makes the binary of this test a bridgehop of its own (testscript goes by its name).
func killable(t *testing.T, dir string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "bridgehop")
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	return name
}

// killWiki writes a folder of pages that link to one another, some broken, some twice, and a table of redirects.
func killWiki(t *testing.T, dir string) (pages, redirects string) {
	t.Helper()
	pages, redirects = filepath.Join(dir, "pages"), filepath.Join(dir, "redirects.tsv")
	if err := os.Mkdir(pages, 0o700); err != nil {
		t.Fatal(err)
	}
	var aliases strings.Builder
	for part := range 4 {
		var b strings.Builder
		for i := part * 1000; i < part*1000+1300; i++ { // the last 300 are in the next part, too
			if i%97 == 3 {
				b.WriteString("{broken\n")
			}
			fmt.Fprintf(&b, `{"title":"Page %d","text":"It is by [[Page_%d|that]] and [[Alias %d]]. %s"}`+"\n", i, i*7%4000, i%500, strings.Repeat("More of it. ", 20))
			fmt.Fprintf(&aliases, "Alias %d\tPage %d\n", i, i/2)
		}
		if err := os.WriteFile(filepath.Join(pages, fmt.Sprintf("part%d.jsonl", part)), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(redirects, []byte(aliases.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return pages, redirects
}

// A load that is killed at random moments, and each time taken up, gives the very store of one that ran through.
func TestKilledLoad(t *testing.T) {
	dir := t.TempDir()
	bridgehop := killable(t, dir)
	pages, redirects := killWiki(t, dir)
	command := func(args ...string) (*exec.Cmd, *bytes.Buffer) {
		c, errs := exec.Command(bridgehop, args...), &bytes.Buffer{}
		c.Stderr = errs
		return c, errs
	}
	load := func(store string) (*exec.Cmd, *bytes.Buffer) {
		return command("load", "-q", "--store", filepath.Join(dir, store), "--redirects", redirects, pages)
	}
	finish := func(c *exec.Cmd, errs *bytes.Buffer) {
		t.Helper()
		var exit *exec.ExitError
		if err := c.Run(); !errors.As(err, &exit) || exit.ExitCode() != 3 { // there are rejects
			t.Fatalf("load: %v\n%s", err, errs)
		}
	}
	digest := func(store string) string {
		t.Helper()
		c, errs := command("info", "--json", "--digest", "--store", filepath.Join(dir, store))
		out, err := c.Output()
		if err != nil {
			t.Fatalf("info: %v\n%s", err, errs)
		}
		return strings.Replace(string(out), filepath.Join(dir, store), "STORE", 1)
	}
	begin := time.Now()
	finish(load("whole"))
	whole := time.Since(begin)
	want := digest("whole")

	r := rand.New(rand.NewPCG(5, 1))
	left, inTime, rounds := 25, 0, 0
	if testing.Short() {
		left = 5
	}
	for left > 0 {
		store := fmt.Sprintf("killed%d", rounds)
		if rounds++; rounds > 200 {
			t.Fatalf("%d kills are left after %d loads: they end too soon", left, rounds)
		}
		for range 5 { // of one store
			c, errs := load(store)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(r.Float64() * 0.9 * float64(whole)))
			_ = c.Process.Kill()
			err := c.Wait()
			if c.ProcessState.Exited() { // it was done before
				if c.ProcessState.ExitCode() != 3 {
					t.Fatalf("load: %v\n%s", err, errs)
				}
				break
			}
			inTime++
			if left--; left == 0 {
				break
			}
		}
		finish(load(store))
		if got := digest(store); got != want {
			t.Errorf("store %s: %s, want %s", store, got, want)
		}
	}
	t.Logf("%d kills in %d loads; one load takes %v", inTime, rounds, whole)
}
