package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

// tortured is a store that is damaged again and again, with what it answered before.
type tortured struct {
	dir    string // the store
	whole  string // a copy of it
	load   []string
	asked  [][]string
	answer []string
}

// Whatever is done to a file of a store, no command answers otherwise with exit 0: it refuses the store with exit 4 and a remedy. Every
// store is repaired by check --repair, or refused with a remedy; load of the same and index change no answer.
//
// BRIDGEHOP_TORTURE is the number of stores that are damaged, BRIDGEHOP_TORTURE_SEED the first seed.
func TestTorturedStores(t *testing.T) {
	cases, first := 200, rand.Uint64N(1<<40)
	if testing.Short() {
		cases = 20
	}
	for name, to := range map[string]func(uint64){"BRIDGEHOP_TORTURE": func(n uint64) { cases = int(n) }, "BRIDGEHOP_TORTURE_SEED": func(n uint64) { first = n }} {
		if s := os.Getenv(name); s != "" {
			n, err := strconv.ParseUint(s, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			to(n)
		}
	}
	t.Logf("%d cases from BRIDGEHOP_TORTURE_SEED=%d on", cases, first)
	stores := []*tortured{shippedWiki(t), wholeArticles(t)}
	counts := map[string]int{}
	for i := range cases {
		seed := first + uint64(i)
		counts[stores[i%2].torture(t, seed)]++
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Log(counts)
}

// shippedWiki is a store of the shipped wiki.
func shippedWiki(t *testing.T) *tortured {
	t.Helper()
	wiki := filepath.Join("..", "testdata", "wiki")
	return prepared(t, [][]string{{"--redirects", filepath.Join(wiki, "redirects.tsv"), filepath.Join(wiki, "pages.jsonl")}},
		[]string{"The engineer who designed Skarn Point Light was born in Saint-Évrard.", "Vellmark's capital is Port Almeric."},
		[]string{"Skarn Point Light", "Vellmark"})
}

// wholeArticles is a store of long pages, loaded in two steps.
func wholeArticles(t *testing.T) *tortured {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 12))
	var loads [][]string
	for step := range 2 {
		var b strings.Builder
		for i := step * 25; i < (step+1)*25; i++ {
			var text strings.Builder
			for range 60 {
				fmt.Fprintf(&text, "It is said that [[Town %d]] has the w%dx and the w%dx of a [[Town %d|neighbour]]. ", rng.IntN(50), rng.IntN(300), rng.IntN(9000), rng.IntN(60))
			}
			fmt.Fprintf(&b, `{"title":"Town %d","text":"%s"}`+"\n", i, text.String())
		}
		file := filepath.Join(t.TempDir(), fmt.Sprintf("towns%d.jsonl", step))
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		loads = append(loads, []string{file})
	}
	return prepared(t, loads, []string{"Town 3 has the w17x of Town 44.", "The w5x of Town 7 is the w100x."}, []string{"Town 3", "Town 49"})
}

// prepared loads a store and asks it for the pages of two titles, for the paths between them, and for chains of claims.
func prepared(t *testing.T, loads [][]string, claims, titles []string) *tortured {
	t.Helper()
	tmp := t.TempDir()
	s := &tortured{dir: filepath.Join(tmp, "store"), whole: filepath.Join(tmp, "whole")}
	for _, args := range loads {
		s.load = append([]string{"load", "-q", "--store", s.dir}, args...)
		if out, code := s.run(s.load); code != 0 {
			t.Fatal(out)
		}
	}
	if out, code := s.run([]string{"index", "-q", "--search", "--store", s.dir}); code != 0 {
		t.Fatal(out)
	}
	s.asked = [][]string{{"info", "--digest"}, {"paths", "--json", titles[0], titles[1]}, {"search", "--json", "+" + titles[0] + " har* w17~"}}
	for _, title := range titles {
		s.asked = append(s.asked, []string{"page", "--json", title})
	}
	for _, claim := range claims {
		s.asked = append(s.asked, []string{"hop", "--json", claim})
	}
	for i, args := range s.asked {
		s.asked[i] = append([]string{args[0], "-q", "--store", s.dir}, args[1:]...)
		out, code := s.run(s.asked[i])
		if code != 0 {
			t.Fatal(out)
		}
		s.answer = append(s.answer, out)
	}
	if err := os.CopyFS(s.whole, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	return s
}

// run runs a command line. It returns what it printed, on standard error when it failed.
func (s *tortured) run(args []string) (string, int) {
	var out, errs bytes.Buffer
	if code := cli.Run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 {
		return errs.String(), code
	}
	return withoutTimes(out.String()), 0
}

// withoutTimes is what hop --json prints without how long it took.
func withoutTimes(s string) string {
	if i := strings.Index(s, `"took"`); i >= 0 {
		return s[:i]
	}
	return s
}

// torture damages a file, judges what commands say of it, and has it repaired.
func (s *tortured) torture(t *testing.T, seed uint64) (what string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(s.dir, os.DirFS(s.whole)); err != nil {
		t.Fatal(err)
	}
	did := damage(t, rng, s.dir)
	refused := s.judge(t, did)
	if check, code := s.run([]string{"check", "-q", "--read-data", "--store", s.dir}); refused && code == 0 || code != 0 && !remedied(check, code) {
		t.Errorf("%s: check --read-data ends with %d though commands refuse the store: %v\n%s", did, code, refused, check)
	}
	healer := [][]string{{"check", "-q", "--repair", "--store", s.dir}, {"index", "-q", "--store", s.dir}, s.load}[max(0, rng.IntN(6)-3)]
	out, code := s.run(healer)
	switch {
	case code != 0 && !remedied(out, code):
		t.Errorf("%s: %s ends with %d and\n%s", did, healer[0], code, out)
	case code == 0 && s.judge(t, did+", after "+healer[0]) && healer[0] == "check":
		t.Errorf("%s: %s ends with 0, and the store is still refused", did, healer[0])
	}
	switch {
	case code != 0:
		return healer[0] + ": refused"
	case refused:
		return healer[0] + ": repaired"
	}
	return "no answer changed"
}

// judge asks the store, and tells whether it was refused.
func (s *tortured) judge(t *testing.T, did string) (refused bool) {
	t.Helper()
	for i, args := range s.asked {
		switch out, code := s.run(args); {
		case code == 0 && out != s.answer[i]:
			t.Errorf("%s: %s gives another answer with exit 0: got\n%s\nwant\n%s", did, args[0], out, s.answer[i])
		case code != 0:
			refused = true
			if !remedied(out, code) {
				t.Errorf("%s: %s ends with %d and\n%s", did, args[0], code, out)
			}
		}
	}
	return refused
}

// remedied reports whether a store was refused as it should be.
func remedied(errs string, code int) bool {
	return code == 4 && (strings.Contains(errs, "`bridgehop check --repair --store") || strings.Contains(errs, "`bridgehop load --store NEW") ||
		strings.Contains(errs, "no text index here") && strings.Contains(errs, "`bridgehop index --store") ||
		strings.Contains(errs, "search index is damaged") && strings.Contains(errs, "`bridgehop index --search --store"))
}

// damage does something to one or two files of a store, and says what.
func damage(t *testing.T, rng *rand.Rand, dir string) string {
	t.Helper()
	files := listFiles(t, dir)
	file := files[rng.IntN(len(files))]
	if rng.IntN(3) == 0 { // one of the files without checksums of pebble's
		var ours []string
		for _, f := range files {
			if filepath.Base(filepath.Dir(f)) != "graph" {
				ours = append(ours, f)
			}
		}
		file = ours[rng.IntN(len(ours))]
	}
	name := strings.TrimPrefix(file, dir)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kind := rng.IntN(7)
	if len(b) == 0 && kind < 5 {
		kind = 5 + kind%2
	}
	what := ""
	switch kind {
	case 0, 1, 2:
		at, bit := rng.IntN(len(b)), rng.IntN(8)
		b[at] ^= 1 << bit
		what = fmt.Sprintf("%s: bit %d of byte %d flipped", name, bit, at)
	case 3:
		at := rng.IntN(len(b))
		n := min(len(b)-at, 1+rng.IntN(5000))
		if rng.IntN(2) == 0 {
			clear(b[at : at+n])
			what = fmt.Sprintf("%s: %d bytes from %d on zeroed", name, n, at)
		} else {
			n = min(n, 64)
			for i := range n {
				b[at+i] = byte(rng.Uint32())
			}
			what = fmt.Sprintf("%s: %d bytes from %d on at random", name, n, at)
		}
	case 4:
		n := rng.IntN(len(b))
		b, what = b[:n], fmt.Sprintf("%s: cut to %d bytes of %d", name, n, len(b))
	case 5:
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		return name + ": deleted"
	case 6:
		other := files[rng.IntN(len(files))]
		for _, move := range [][2]string{{file, dir + ".other"}, {other, file}, {dir + ".other", other}} {
			if err := os.Rename(move[0], move[1]); err != nil && file != other {
				t.Fatal(err)
			}
		}
		return fmt.Sprintf("%s and %s: swapped", name, strings.TrimPrefix(other, dir))
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return what
}

func listFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
