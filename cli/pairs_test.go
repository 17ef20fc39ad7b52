package cli_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

// judgePairs runs verify --pairs on a file of this content, and returns the exit code, the answers and what was said.
func judgePairs(t *testing.T, name string, content []byte) (code int, answers, said string) {
	t.Helper()
	if !hasRuntime(t) {
		t.Skip("ONNX Runtime is missing: run bridgehop setup")
	}
	in := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(in, content, 0o600); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	code = cli.Run(t.Context(), []string{"verify", "--device", "cpu", "--pairs", in, "--out", in + ".out"}, strings.NewReader(""), io.Discard, &errs)
	out, err := os.ReadFile(in + ".out")
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	return code, string(out), errs.String()
}

// Of a download that broke off, the rows that were read before are judged.
func TestPairsThatBreakOff(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for i := range 12 {
		fmt.Fprintf(w, `{"id": %d, "premise": "The Varn is %d km long.", "hypothesis": "The Varn is a river of %d km."}`+"\n", i, i*i*7919, i*i*i)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	code, answers, said := judgePairs(t, "pairs.jsonl.gz", b.Bytes()[:b.Len()-40])
	if code != 1 || !strings.Contains(said, "read pairs: ") || !strings.Contains(said, "unexpected EOF") {
		t.Errorf("got exit code %d and %q, want 1 and what broke off", code, said)
	}
	if !strings.Contains(answers, `{"id":0,"predicted_label":"`) || !strings.Contains(answers, `{"id":3,"predicted_label":"`) {
		t.Errorf("got %q, want the answers to the rows before", answers)
	}
}

// A pair that the model refuses is told with its place, and the others are judged.
func TestRefusedPairHasAPlace(t *testing.T) {
	row := `{"id": "%s", "premise": "The Varn is long.", "hypothesis": "%s"}` + "\n"
	content := fmt.Sprintf(row, "a", "The Varn is long.") + "\n" + fmt.Sprintf(row, "b", strings.Repeat("The Varn is long. ", 500))
	code, answers, said := judgePairs(t, "pairs.jsonl", []byte(content))
	if code != 3 || !strings.Contains(said, "pairs.jsonl:3: claim is too long") {
		t.Errorf("got exit code %d and %q, want 3 and the place of the pair", code, said)
	}
	if !strings.Contains(answers, `{"id":"a","predicted_label":"SUPPORTS"`) || strings.Count(answers, "\n") != 2 {
		t.Errorf("got %q, want both answered", answers)
	}
}
