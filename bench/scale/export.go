package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// export writes what all programs read, from a store that was loaded with the corpus: pages.tsv and links.tsv with the
// links that lead to a page, as ladybug wants them, and texts.jsonl with every word of a page.
func export(ctx context.Context, store, dir string) (err error) {
	s, err := pebble.OpenReader(store, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	pages, donePages, err := create(dir, "pages.tsv")
	if err != nil {
		return err
	}
	links, doneLinks, err := create(dir, "links.tsv")
	if err != nil {
		return err
	}
	texts, doneTexts, err := create(dir, "texts.jsonl")
	if err != nil {
		return err
	}
	t := json.NewEncoder(texts)
	for page, err := range s.All(ctx) {
		if err == nil {
			_, err = fmt.Fprintf(pages, "%s\t\n", page.Title)
		}
		if err == nil {
			err = t.Encode(map[string]string{"title": page.Title, "text": words(page)})
		}
		if err == nil {
			err = exportLinks(ctx, s, page, links)
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(donePages(), doneLinks(), doneTexts())
}

func exportLinks(ctx context.Context, s *pebble.Store, page *graph.Page, to io.Writer) error {
	out, err := s.Neighbors(ctx, []graph.PageID{page.ID()}, graph.Out, 0)
	if err != nil {
		return err
	}
	ids := make([]graph.PageID, len(out))
	for i := range out {
		ids[i] = out[i].To
	}
	heads, err := s.Heads(ctx, ids)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if _, err := fmt.Fprintf(to, "%s\t%s\n", page.Title, h.Title); err != nil {
			return err
		}
	}
	return nil
}

// words is all that can be read on a page.
func words(p *graph.Page) string {
	var b strings.Builder
	for _, e := range p.Elements() {
		b.WriteString(e.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// create opens a file for buffered writing; done flushes and closes it.
func create(dir, name string) (w *bufio.Writer, done func() error, err error) {
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return nil, nil, err
	}
	w = bufio.NewWriterSize(f, 1<<20)
	return w, func() error { return errors.Join(w.Flush(), f.Close()) }, nil
}
