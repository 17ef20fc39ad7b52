package token_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/token"
)

// fixtures returns the folder of the reference rows, and skips where it is not there.
func fixtures(tb testing.TB) string {
	tb.Helper()
	data := os.Getenv("BRIDGEHOP_DATA")
	if data == "" {
		data = filepath.Join(root(tb), "..", "shared", "data")
	}
	dir := filepath.Join(data, "..", "fixtures", "tokenizer")
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			tb.Fatalf("no tokenizer fixtures: %v", err)
		}
		tb.Skipf("no tokenizer fixtures: point BRIDGEHOP_DATA at the data folder that has ../fixtures/tokenizer beside it (%v)", err)
	}
	return dir
}

// root walks up to the folder of go.mod.
func root(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	tb.Fatalf("no go.mod above the test: %v", err)
	return ""
}

func open(tb testing.TB, path string) *token.Tokenizer {
	tb.Helper()
	t, err := token.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

type row struct {
	Text, Premise, Hypothesis string
	Truncation                string
	IDs                       []int64 `json:"ids"`
	TypeIDs                   []int64 `json:"type_ids"`
	Error                     string
	Src                       string
}

func rows(tb testing.TB, path string) []row {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	var all []row
	for s := json.NewDecoder(bufio.NewReader(z)); s.More(); {
		var r row
		if err := s.Decode(&r); err != nil {
			tb.Fatalf("%s: row %d: %v", path, len(all)+1, err)
		}
		all = append(all, r)
	}
	return all
}

// reference lists the tokenizers with their rows' numbers, as the fixtures' README gives them.
var reference = []struct {
	dir                    string
	singles, pairs, errors int
}{
	{"", 2018, 1526, 0},
	{"bpe", 450, 248, 1},
	{"unigram", 450, 248, 3},
}

func TestSinglesEqualReference(t *testing.T) {
	dir := fixtures(t)
	for _, ref := range reference {
		t.Run("tokenizer/"+ref.dir, func(t *testing.T) {
			tok := open(t, filepath.Join(dir, ref.dir, "tokenizer.json"))
			all := rows(t, filepath.Join(dir, ref.dir, "singles.jsonl.gz"))
			if len(all) != ref.singles {
				t.Errorf("got %d rows, want %d", len(all), ref.singles)
			}
			for i, r := range all {
				e, err := tok.Encode(r.Text)
				if err != nil {
					t.Fatalf("row %d: %v", i+1, err)
				}
				compare(t, i, r, e)
				if got, want := tok.Count(r.Text), len(r.IDs)-tok.Added(false); got != want {
					t.Errorf("row %d: got count %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

func TestPairsEqualReference(t *testing.T) {
	dir := fixtures(t)
	for _, ref := range reference {
		t.Run("tokenizer/"+ref.dir, func(t *testing.T) {
			tok := open(t, filepath.Join(dir, ref.dir, "tokenizer.json"))
			all := rows(t, filepath.Join(dir, ref.dir, "pairs.jsonl.gz"))
			refused := 0
			for i, r := range all {
				tr, err := token.ParseTruncation(r.Truncation)
				if err != nil {
					t.Fatal(err)
				}
				ids, types, err := tok.AppendPair(nil, nil, r.Premise, r.Hypothesis, tr)
				if r.Error != "" {
					refused++
				}
				if (err != nil) != (r.Error != "") {
					t.Fatalf("row %d: got error %v, want %q", i+1, err, r.Error)
				}
				compare(t, i, r, token.Encoding{IDs: ids, TypeIDs: types})
			}
			if len(all) != ref.pairs || refused != ref.errors {
				t.Errorf("got %d rows with %d refused, want %d with %d", len(all), refused, ref.pairs, ref.errors)
			}
		})
	}
}

func compare(t *testing.T, i int, r row, e token.Encoding) {
	t.Helper()
	if !slices.Equal(e.IDs, r.IDs) {
		t.Fatalf("row %d (%s) %q %q %q %s:\ngot ids  %v\nwant ids %v", i+1, r.Src, r.Text, r.Premise, r.Hypothesis, r.Truncation, e.IDs, r.IDs)
	}
	if !slices.Equal(e.TypeIDs, r.TypeIDs) {
		t.Fatalf("row %d (%s): got type ids %v, want %v", i+1, r.Src, e.TypeIDs, r.TypeIDs)
	}
}
