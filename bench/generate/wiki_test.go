package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\[\[([^|]*)\|`)

// The statistics are near those the command promises, and titles differ.
func TestWiki(t *testing.T) {
	const n = 3000
	w := &wiki{n: n, seed: 1}
	titles, degree := map[string]bool{}, map[string]int{}
	var sentences, links, within int
	for i := range n {
		titles[w.title(i)] = true
	}
	for i := range n {
		p := w.page(i)
		sentences += len(p.sentences)
		for _, l := range link.FindAllStringSubmatch(strings.Join(p.sentences, " "), -1) {
			links++
			if target := strings.ReplaceAll(l[1], "_", " "); titles[target] {
				within++
				degree[target]++
			}
		}
	}
	if len(titles) != n {
		t.Errorf("%d titles, want %d", len(titles), n)
	}
	var degrees []int
	for _, d := range degree {
		degrees = append(degrees, d)
	}
	slices.Sort(degrees)
	perPage := func(c int) float64 { return float64(c) / n }
	median, most := degrees[len(degrees)/2], degrees[len(degrees)-1]
	t.Logf("a page: %.1f sentences, %.1f links, %.0f%% of them within; in-degree median %d, most %d", perPage(sentences), perPage(links), 100*float64(within)/float64(links), median, most)
	for _, c := range []struct {
		what           string
		got, low, high float64
	}{
		{"sentences a page", perPage(sentences), 13, 19}, {"links a page", perPage(links), 10, 60},
		{"share of links within", float64(within) / float64(links), 0.75, 0.85}, {"most links to a page, over the median", float64(most) / float64(median), 50, 1e9},
	} {
		if c.got < c.low || c.got > c.high {
			t.Errorf("%s: %.2f, want %.2f to %.2f", c.what, c.got, c.low, c.high)
		}
	}
	if a, b := w.page(17), (&wiki{n: n, seed: 1}).page(17); !slices.Equal(a.sentences, b.sentences) {
		t.Errorf("page 17 is not the same twice")
	}
}

// With -most a page is an introduction.
func TestIntroductions(t *testing.T) {
	w := &wiki{n: 500, seed: 3, most: 4}
	for i := range w.n {
		if p := w.page(i); len(p.sentences) > w.most {
			t.Errorf("page %d has %d sentences, want at most %d", i, len(p.sentences), w.most)
		}
	}
}
