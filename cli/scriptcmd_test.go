package cli_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/bridgehop/bridgehop/verify/onnx"
)

// runtimeHere asks once whether a model can run.
var runtimeHere = sync.OnceValue(func() bool { _, err := onnx.FindLibrary(); return err == nil })

func hasRuntime(t *testing.T) bool {
	if !runtimeHere() && os.Getenv("CI") != "" {
		t.Error("ONNX Runtime is missing; run `make build`, which fetches it")
	}
	return runtimeHere()
}

// exits runs a command that ends with this exit code: exits 2 bridgehop page
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARGUMENT…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// fields pins the fields of a JSON object: fields FILE PATH FIELD… A file is also stdout or stderr; the path goes
// into the last line: "." is the line itself, chains.0.links.0 the first link of the first chain.
func fields(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: fields FILE PATH FIELD…")
	}
	lines := strings.Split(strings.TrimSpace(ts.ReadFile(args[0])), "\n")
	var v any
	ts.Check(json.Unmarshal([]byte(lines[len(lines)-1]), &v))
	for step := range strings.SplitSeq(strings.Trim(args[1], "."), ".") {
		if step == "" {
			continue
		}
		switch at := v.(type) {
		case map[string]any:
			v = at[step]
		case []any:
			i, err := strconv.Atoi(step)
			ts.Check(err)
			if i >= len(at) {
				ts.Fatalf("%s: a list of %d", args[1], len(at))
			}
			v = at[i]
		}
	}
	object, ok := v.(map[string]any)
	if !ok {
		ts.Fatalf("%s is no object: %v", args[1], v)
	}
	got, want := slices.Sorted(maps.Keys(object)), slices.Sorted(slices.Values(args[2:]))
	if !slices.Equal(got, want) {
		ts.Fatalf("%s has the fields %v, want %v", args[1], got, want)
	}
}

// killat kills a command hard once a file has so many lines: killat FILE LINES bridgehop …
// With INT in front of FILE the command is interrupted instead, and its end is waited for.
func killat(ts *testscript.TestScript, neg bool, args []string) {
	signal := syscall.SIGKILL
	if len(args) > 0 && args[0] == "INT" {
		signal, args = syscall.SIGINT, args[1:]
	}
	if neg || len(args) < 3 {
		ts.Fatalf("usage: killat [INT] FILE LINES COMMAND [ARGUMENT…]")
	}
	lines, err := strconv.Atoi(args[1])
	ts.Check(err)
	cmd := exec.CommandContext(context.Background(), filepath.Join(strings.Split(ts.Getenv("PATH"), string(os.PathListSeparator))[0], args[2]), args[3:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "PATH", "XDG_CACHE_HOME", "TMPDIR", "WIKI"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	ts.Check(cmd.Start())
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if b, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && bytes.Count(b, []byte("\n")) >= lines {
			break
		}
	}
	ts.Check(cmd.Process.Signal(signal))
	err = cmd.Wait()
	ts.Logf("%v: %v\n%s", signal, err, errs.String())
	if signal != syscall.SIGINT {
		return
	}
	if want := 130; cmd.ProcessState.ExitCode() != want {
		ts.Fatalf("interrupted: exit code %d, want %d", cmd.ProcessState.ExitCode(), want)
	}
	if said := errs.String(); !strings.Contains(said, "interrupted") || strings.Contains(said, "signal") {
		ts.Fatalf("interrupted: got %q on standard error", said)
	}
}

// gzipFile compresses: gzip FROM TO.
func gzipFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: gzip FROM TO")
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o644))
}

// cut shortens files to two thirds, as a download that broke off: cut FILE…
func cut(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		info, err := os.Stat(ts.MkAbs(name))
		ts.Check(err)
		ts.Check(os.Truncate(ts.MkAbs(name), info.Size()*2/3))
	}
}

// noise writes bytes that are no text: noise FILE…
func noise(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		b := make([]byte, 4096)
		for i := range b {
			b[i] = byte(i * 7)
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), b, 0o644))
	}
}

// longClaim writes a file of two claims, the first of 100,000 characters: longclaim FILE
func longClaim(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: longclaim FILE")
	}
	long := `{"id": 1, "claim": "` + strings.Repeat("The Varn is long. ", 100_000/18+1) + `"}` + "\n"
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(long+`{"id": 2, "claim": "The Varn is a river."}`+"\n"), 0o644))
}

// manyPages writes a corpus that takes a while to load: manypages FILE
func manyPages(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: manypages FILE")
	}
	var b bytes.Buffer
	for i := range 30_000 {
		fmt.Fprintf(&b, `{"title": "Page %d", "text": "Page %d lies beside [[Page %d]]. It was founded in %d."}`+"\n", i, i, i*7%30_000, 1000+i%900)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o644))
}

// sameEnd compares the last lines of two files: sameend A B
func sameEnd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sameend A B")
	}
	last := func(name string) string {
		lines := strings.Split(strings.TrimSpace(ts.ReadFile(name)), "\n")
		return lines[len(lines)-1]
	}
	if a, b := last(args[0]), last(args[1]); a != b {
		ts.Fatalf("%s ends with %q, %s with %q", args[0], a, args[1], b)
	}
}
