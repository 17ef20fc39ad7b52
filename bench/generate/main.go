// Command generate writes a corpus with the statistics of English Wikipedia, of any size, for measuring loads.
//
//	go run ./bench/generate -pages 100000 -out corpus.jsonl
//	go run ./bench/generate -pages 1000000 -most 4 -out introductions.jsonl
//	go run ./bench/generate -pages 100000 -articles -out articles.jsonl
//
// Claims about its pages are made by `bridgehop shapes generate`, of the store that the corpus is loaded into.
// With -most a page is an introduction: that many sentences at most.
//
// The same flags give the same bytes. Page i is made from the seed and i alone, so that memory doesn't grow with
// the size. What is drawn, and from where (see wiki):
//
//   - sentences of a page: log-normal, median 8, mean about 16 (FEVEROUS: 95.6M sentences on 5.4M pages, 17.7)
//   - words of a sentence: log-normal, median 19; words by Zipf's law, exponent 1.07
//   - links: about one a sentence; one in five leads nowhere
//   - in-degree: a power law; 60% of the links go to rank k of all pages with weight k^-1.05 (exponent about 2
//     of the degrees' distribution), the others near the page, with weight distance^-1.2
//   - titles: one word, two, three, with a parenthesis, lists, years
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"

	"github.com/bridgehop/bridgehop/bench/gold"
)

func main() {
	pages := flag.Int("pages", 10_000, "how many pages")
	most := flag.Int("most", 0, "sentences of a page at most; 0 for whole pages")
	median := flag.Float64("median", 8, "sentences of a page, the median; the mean is about twice that. Wikispeedia's articles: 75")
	articles := flag.Bool("articles", false, "as Wikispeedia's: 135 sentences, 26 links, and its share of rare words")
	seed := flag.Uint64("seed", 1, "of all that is drawn")
	out := flag.String("out", "", "file; standard output when empty")
	flag.Parse()
	if *articles {
		*most, *median = 400, 95
	}
	w := &wiki{n: *pages, seed: *seed, most: *most, median: *median, articles: *articles}
	gold.Main("generate", func(context.Context) error { return w.write(*out) })
}

// write writes the pages as JSON lines {title, sentences}, to standard output without a file.
func (w *wiki) write(out string) error {
	f := os.Stdout
	if out != "" {
		var err error
		if f, err = os.Create(out); err != nil {
			return err
		}
	}
	b := bufio.NewWriterSize(f, 1<<20)
	e := json.NewEncoder(b)
	for i := range w.n {
		p := w.page(i)
		if err := e.Encode(map[string]any{"title": p.title, "sentences": p.sentences}); err != nil {
			return err
		}
	}
	return errors.Join(b.Flush(), f.Close())
}
