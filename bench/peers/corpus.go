package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
)

// corpus is a store with its text index.
type corpus struct {
	path  string
	store *pebble.Store
	index *text.Index
	ids   []graph.PageID // of all pages
	place map[graph.PageID]int
}

// command runs a program to its end.
func command(ctx context.Context, name string, args ...string) error {
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args[:min(2, len(args))], " "), err,
			out[max(0, len(out)-300):])
	}
	return nil
}

// withRejects is how load exits when it has refused some records and loaded the rest.
const withRejects = 3

// load loads files into a new store.
func (b *bench) load(ctx context.Context, name string, args ...string) (*corpus, error) {
	path := filepath.Join(b.dir, name)
	b.say("loading %s", name)
	err := command(ctx, b.bin, append([]string{"load", "--quiet", "--store", path}, args...)...)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == withRejects {
		err = nil // Wikispeedia has links that begin at pages without text
	}
	if err != nil {
		return nil, err
	}
	return openCorpus(ctx, path)
}

func openCorpus(ctx context.Context, path string) (*corpus, error) {
	c := &corpus{path: path, place: map[graph.PageID]int{}}
	var err error
	if c.store, err = pebble.OpenReader(path); err != nil {
		return nil, err
	}
	if c.index, err = text.Open(filepath.Join(path, "text")); err != nil {
		return nil, errors.Join(err, c.store.Close())
	}
	c.ids = c.index.First(c.index.NumPages())
	for i, id := range c.ids {
		c.place[id] = i
	}
	return c, ctx.Err()
}

func (c *corpus) close() error { return errors.Join(c.index.Close(), c.store.Close()) }

// words returns all the text of a page that the index holds.
func words(p *graph.Page) string {
	parts := []string{p.Title}
	for _, s := range p.Sections {
		parts = append(parts, s.Text)
	}
	for _, e := range p.Elements() {
		parts = append(parts, e.Text)
	}
	return strings.Join(parts, "\n")
}

// texts writes the pages for the peers: one JSON line each, in the order of ids.
func (c *corpus) texts(ctx context.Context, path string) error {
	return lines(path, func(e *json.Encoder) error {
		for p, err := range c.store.All(ctx) {
			if err != nil {
				return err
			}
			if err := e.Encode(map[string]any{"title": p.Title, "text": words(p)}); err != nil {
				return err
			}
		}
		return nil
	})
}

func lines(path string, write func(*json.Encoder) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	return errors.Join(write(json.NewEncoder(w)), w.Flush(), f.Close())
}

// tables writes pages.csv (number) and links.csv (from, to) into a folder, for graph databases.
func (c *corpus) tables(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var pages, links [][]string
	for i := range c.ids {
		pages = append(pages, []string{strconv.Itoa(i)})
	}
	for i := 0; i < len(c.ids); i += 1000 {
		some, err := c.store.Neighbors(ctx, c.ids[i:min(i+1000, len(c.ids))], graph.Out, 0)
		if err != nil {
			return err
		}
		for _, l := range some {
			links = append(links, []string{strconv.Itoa(c.place[l.From]), strconv.Itoa(c.place[l.To])})
		}
	}
	return errors.Join(writeCSV(filepath.Join(dir, "pages.csv"), pages), writeCSV(filepath.Join(dir, "links.csv"), links))
}

func writeCSV(path string, rows [][]string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(f).WriteAll(rows), f.Close())
}
