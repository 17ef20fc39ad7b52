// Command generate writes a corpus with the statistics of English Wikipedia, of any size, for measuring loads.
//
//	go run ./bench/generate -pages 100000 -out corpus.jsonl
//	go run ./bench/generate -pages 1000000 -most 4 -format passages -out introductions.jsonl
//	go run ./bench/generate -pages 100000 -articles -format passages -out articles.jsonl
//
// Claims about its pages are made by `bridgehop shapes generate`, of the store that the corpus is loaded into.
// With -most a page is an introduction: that many sentences at most, and no tables.
//
// The same flags give the same bytes. Page i is made from the seed and i alone, so that memory doesn't grow with
// the size. What is drawn, and from where (see wiki):
//
//   - sentences of a page: log-normal, median 8, mean about 16 (FEVEROUS: 95.6M sentences on 5.4M pages, 17.7)
//   - words of a sentence: log-normal, median 19; words by Zipf's law, exponent 1.07
//   - tables: on 30% of the pages, about 7 on each (2.2 a page, as 11.8M on 5.4M); 4 to 90 cells
//   - links: about one a sentence, and one in a quarter of the cells; one in five leads nowhere
//   - in-degree: a power law; 60% of the links go to rank k of all pages with weight k^-1.05 (exponent about 2
//     of the degrees' distribution), the others near the page, with weight distance^-1.2
//   - titles: one word, two, three, with a parenthesis, lists, years
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	pages := flag.Int("pages", 10_000, "how many pages")
	most := flag.Int("most", 0, "sentences of a page at most, without tables; 0 for whole pages")
	median := flag.Float64("median", 8, "sentences of a page, the median; the mean is about twice that. Wikispeedia's articles: 75")
	articles := flag.Bool("articles", false, "as Wikispeedia's: 135 sentences, 26 links, and its share of rare words")
	seed := flag.Uint64("seed", 1, "of all that is drawn")
	format := flag.String("format", "feverous", "feverous (sections, sentences, tables) or passages (sentences)")
	out := flag.String("out", "", "file; standard output when empty")
	flag.Parse()
	if *articles {
		*most, *median = 400, 95
	}
	if err := write(&wiki{n: *pages, seed: *seed, most: *most, median: *median, articles: *articles}, *format, *out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write(w *wiki, format, out string) error {
	switch format {
	case "feverous":
		return writeJSON(w.n, out, func(i int) any { return w.page(i).feverous() })
	case "passages":
		return writeJSON(w.n, out, func(i int) any {
			p := w.page(i)
			return map[string]any{"title": p.title, "sentences": p.sentences}
		})
	}
	return fmt.Errorf("-format %s: want feverous or passages", format)
}

func writeJSON(n int, out string, record func(int) any) error {
	f := os.Stdout
	if out != "" {
		var err error
		if f, err = os.Create(out); err != nil {
			return err
		}
	}
	b := bufio.NewWriterSize(f, 1<<20)
	e := json.NewEncoder(b)
	for i := range n {
		if err := e.Encode(record(i)); err != nil {
			return err
		}
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return f.Close()
}
