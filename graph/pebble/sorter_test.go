package pebble

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// However little memory it has, the sorter yields what slices.Sort does.
func TestSorter(t *testing.T) {
	for _, limit := range []int{1, 100, 2000, 1 << 20} {
		dir := t.TempDir()
		r := rand.New(rand.NewPCG(1, uint64(limit)))
		s := &sorter{dir: dir, limit: limit}
		var want [][]byte
		for n := range 300 {
			rec := make([]byte, 1+r.IntN(20))
			if n%30 == 0 {
				rec = make([]byte, 30_000) // more than a run's reader holds
			}
			for i := range rec {
				rec[i] = byte(r.IntN(3))
			}
			want = append(want, rec)
			if err := s.add(rec); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortFunc(want, bytes.Compare)
		var got [][]byte
		if err := s.each(func(rec []byte) error { got = append(got, bytes.Clone(rec)); return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("limit %d: got %d records in another order, want %d", limit, len(got), len(want))
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("limit %d: files left: got %v, %v", limit, left, err)
		}
	}
}

// Sorted as bytes, records stand in the order of their values, and can be read back.
func TestRecordOrder(t *testing.T) {
	ints := []int{-1 << 62, -7, -1, 0, 1, 2, 255, 256, 1 << 20, 1 << 62}
	for i := range ints {
		if got, rest := cutInt(orderedInt(nil, ints[i])); got != ints[i] || len(rest) > 0 {
			t.Errorf("int %d: got %d", ints[i], got)
		}
		if i > 0 && bytes.Compare(orderedInt(nil, ints[i-1]), orderedInt(nil, ints[i])) >= 0 {
			t.Errorf("%d doesn't stand before %d", ints[i-1], ints[i])
		}
	}
	words := []string{"", "\x00", "\x00\x00", "\x00a", "\x01", "a", "a\x00", "a\x00b", "ab", "é", "\xff"}
	for i := range words {
		if got, rest := cutOrdered(append(ordered(nil, words[i]), "rest"...)); got != words[i] || string(rest) != "rest" {
			t.Errorf("string %q: got %q and %q", words[i], got, rest)
		}
		if i > 0 && bytes.Compare(append(ordered(nil, words[i-1]), 0xff), append(ordered(nil, words[i]), 0)) >= 0 {
			t.Errorf("%q doesn't stand before %q", words[i-1], words[i])
		}
	}
}

// Damaged records are errors, whole ones come back as they went in.
func FuzzDecodePage(f *testing.F) {
	p := &graph.Page{Title: "Ola", Sentences: []graph.Sentence{{N: -3, Text: "x", Links: []graph.Hyperlink{{Anchor: "a", Target: "b", Inferred: true}}}},
		Tables: []graph.Table{{Rows: [][]graph.Cell{{}, {{Row: 1, Text: "c"}}}}}, Lists: []graph.List{{Items: []graph.Item{{}}}}, Order: []graph.Element{{Kind: graph.KindCell, A: 1, B: 2, C: 3}}}
	f.Add(encodePage(nil, p))
	f.Add([]byte{pageVersion, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := decodePage(b)
		if err == nil {
			again, err := decodePage(encodePage(nil, p))
			if err != nil || !bytes.Equal(encodePage(nil, again), encodePage(nil, p)) {
				t.Errorf("got %+v, %v, want %+v", again, err, p)
			}
		}
		_, _ = decodeTitle(b)
		_, _ = decodeCurrent(b)
		_, _ = decodeHead(1, b)
		_, _ = decodeNames(b)
		_, _ = decodeAliases(b)
		_, _, _ = readChunk(nil, b, 1, graph.In, 0)
	})
}
