package text_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// manyPages is a world of several windows. Words are drawn by Zipf's law; the most frequent stand on most pages, one page
// in fifty repeats a word more often than a code can tell, and some titles do.
func manyPages(rng *rand.Rand, n int) *world {
	draw := func() string { return "w" + strconv.Itoa(int(math.Exp(rng.Float64()*math.Log(3000)))) }
	w := &world{}
	for i := range n {
		words := make([]string, 1+rng.IntN(20))
		for j := range words {
			words[j] = draw()
		}
		title := "Page " + strconv.Itoa(i) + " " + draw()
		if rng.IntN(50) == 0 {
			words = append(words, strings.Repeat(draw()+" ", 1+rng.IntN(100)))
			title += strings.Repeat(" "+draw(), 4)
		}
		w.pages = append(w.pages, page(title, strings.Join(words, " ")))
	}
	return w
}

// Blocks and scoring every page give the same hits with the same scores, to the last bit.
func TestBlocksAgreeWithAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	w := manyPages(rng, 2*4096+100)
	ix, twin := build(t, w, text.Options{Batch: 20_000, Workers: 3}), newTwin(w, text.BM25F)
	for i := range 150 {
		query := make([]string, rng.IntN(20))
		for j := range query {
			query[j] = "w" + strconv.Itoa(int(math.Exp(rng.Float64()*math.Log(3100))))
		}
		agree(t, ix, query, []int{1, 5, 20, 200}[i%4])
		weighAlike(t, ix, twin, query, rng)
	}
	agree(t, ix, []string{"w1", "w2", "w3", "page"}, 10_000)
}

// So they do where there are more windows than are taken for their bounds alone.
func TestManyWindowsAgreeWithAll(t *testing.T) {
	if testing.Short() {
		t.Skip("70,000 pages")
	}
	rng := rand.New(rand.NewPCG(8, 12))
	w := &world{}
	draw := func() string { return "w" + strconv.Itoa(int(math.Exp(rng.Float64()*math.Log(3000)))) }
	for i := range 17*4096 + 50 {
		w.pages = append(w.pages, page("Page "+strconv.Itoa(i), strings.Repeat(draw()+" ", 1+rng.IntN(3))+draw()))
	}
	ix := build(t, w, text.Options{Batch: 20_000, Workers: 3})
	for i := range 60 {
		query := make([]string, 1+rng.IntN(8))
		for j := range query {
			query[j] = draw()
		}
		agree(t, ix, query, []int{1, 8, 40}[i%3])
	}
}

func agree(t *testing.T, ix *text.Index, query []string, k int) {
	t.Helper()
	got, err := ix.Seeds(context.Background(), query, k)
	if err != nil {
		t.Fatal(err)
	}
	want, err := ix.AllSeeds(query, k)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("the %d best pages for %q are\n%v, want\n%v", k, query, got, want)
	}
}

// weighAlike compares weights with those of the twin.
func weighAlike(t *testing.T, ix *text.Index, tw *twin, query []string, rng *rand.Rand) {
	t.Helper()
	ids := []graph.PageID{graph.NewPageID("Not there", 0)}
	want := [][]float64{make([]float64, len(query))}
	for range 40 {
		p := tw.pages[rng.IntN(len(tw.pages))]
		ids = append(ids, p.page.ID())
		var row []float64
		for _, w := range tw.match(p, query).Weight {
			row = append(row, float64(w))
		}
		want = append(want, row)
	}
	got, err := ix.Weights(context.Background(), query, ids)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		for j := range want[i] {
			if math.Abs(float64(got[i].Weight[j])-want[i][j]) > 1e-6 {
				t.Fatalf("weight of %q is %v, want %v", query[j], got[i].Weight[j], want[i][j])
			}
		}
	}
}

// An index of an earlier version is told as one, and made anew.
func TestIndexOfAnEarlierVersion(t *testing.T) {
	dir, w := t.TempDir(), manyPages(rand.New(rand.NewPCG(3, 5)), 300)
	mustBuild(t, dir, w)
	want := firstSeeds(t, dir)
	path := filepath.Join(dir, "index.json")
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, []byte(strings.Replace(string(b), `"format": 6`, `"format": 5`, 1)), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := text.Open(dir); !errors.Is(err, graph.ErrFormat) {
		t.Errorf("got %v, want %v", err, graph.ErrFormat)
	}
	mustBuild(t, dir, w)
	if got := firstSeeds(t, dir); !slices.Equal(got, want) {
		t.Errorf("made anew: got %v, want %v", got, want)
	}
}

func firstSeeds(t *testing.T, dir string) []graph.Hit {
	t.Helper()
	ix, err := text.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := ix.Seeds(context.Background(), []string{"w2", "w9", "w30"}, 20)
	if err := errors.Join(err, ix.Close()); err != nil {
		t.Fatal(err)
	}
	return hits
}
