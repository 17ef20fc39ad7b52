package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/blevesearch/bleve/v2"
	_ "github.com/blevesearch/bleve/v2/analysis/lang/en" // registers the analyzer
)

// indexBleve indexes documents {title, text} with bleve in batches, with as little as a search needs: nothing stored, no
// places of words, no columns.
func indexBleve(dir, texts string, batch int) (int, error) {
	m := bleve.NewIndexMapping()
	doc := bleve.NewDocumentStaticMapping()
	for _, name := range []string{"title", "text"} {
		f := bleve.NewTextFieldMapping()
		f.Analyzer, f.Store, f.IncludeTermVectors, f.IncludeInAll, f.DocValues = "en", false, false, false, false
		doc.AddFieldMappingsAt(name, f)
	}
	m.DefaultMapping = doc
	index, err := bleve.New(dir, m)
	if err != nil {
		return 0, err
	}
	n, err := fillBleve(index, texts, batch)
	if err != nil {
		return n, err
	}
	return n, index.Close()
}

func fillBleve(index bleve.Index, texts string, size int) (n int, err error) {
	f, err := os.Open(texts)
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	d := json.NewDecoder(bufio.NewReaderSize(f, 1<<20))
	b := index.NewBatch()
	for d.More() {
		var record struct {
			Title string `json:"title"`
			Text  string `json:"text"`
		}
		if err := d.Decode(&record); err != nil {
			return n, err
		}
		if err := b.Index(fmt.Sprint(n), map[string]any{"title": record.Title, "text": record.Text}); err != nil {
			return n, err
		}
		if n++; b.Size() >= size {
			if err := index.Batch(b); err != nil {
				return n, err
			}
			b.Reset()
		}
	}
	return n, index.Batch(b)
}
