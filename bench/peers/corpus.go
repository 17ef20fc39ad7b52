package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
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

// generate loads n generated pages, introductions of about 75 words.
func (b *bench) generate(ctx context.Context, n int) (*corpus, error) {
	file := filepath.Join(b.dir, "generated.jsonl")
	b.say("generating %d introductions", n)
	if err := command(ctx, "go", "run", "./bench/generate", "-format", "passages", "-most", "4", "-pages", strconv.Itoa(n), "-out",
		file); err != nil {
		return nil, err
	}
	c, err := b.load(ctx, "generated"+strconv.Itoa(n), "--format", "passages", file)
	return c, errors.Join(err, os.Remove(file))
}

func openCorpus(ctx context.Context, path string) (*corpus, error) {
	c := &corpus{path: path, place: map[graph.PageID]int{}}
	var err error
	if c.store, err = pebble.OpenReader(path, nil); err != nil {
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

// words is all the text of a page that the index holds.
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

// table writes pages.csv (number, degree) and links.csv (from, to, anchor) into a folder, for graph databases.
func (c *corpus) tables(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	pages, err := os.Create(filepath.Join(dir, "pages.csv"))
	if err != nil {
		return err
	}
	links, err := os.Create(filepath.Join(dir, "links.csv"))
	if err != nil {
		return errors.Join(err, pages.Close())
	}
	p, l := csv.NewWriter(pages), csv.NewWriter(links)
	for i := 0; i < len(c.ids) && err == nil; i += 1000 {
		err = c.rows(ctx, c.ids[i:min(i+1000, len(c.ids))], p, l)
	}
	p.Flush()
	l.Flush()
	return errors.Join(err, p.Error(), l.Error(), pages.Close(), links.Close())
}

func (c *corpus) rows(ctx context.Context, ids []graph.PageID, pages, links *csv.Writer) error {
	heads, err := c.store.Heads(ctx, ids)
	if err != nil {
		return err
	}
	for i, h := range heads {
		if err := pages.Write([]string{strconv.Itoa(c.place[ids[i]]), strconv.Itoa(h.Out + h.In)}); err != nil {
			return err
		}
	}
	all, err := c.store.Neighbors(ctx, ids, graph.Out, 0)
	if err != nil {
		return err
	}
	for _, k := range all {
		if err := links.Write([]string{strconv.Itoa(c.place[k.From]), strconv.Itoa(c.place[k.To]), k.Anchor}); err != nil {
			return err
		}
	}
	return nil
}

// claims makes n claims of 18 terms: twelve of one page's words in a row, and six of a page it links to.
func (c *corpus) claims(ctx context.Context, n int) ([]string, error) {
	rng := rand.New(rand.NewPCG(1, 18))
	var out []string
	for len(out) < n {
		id := c.ids[rng.IntN(len(c.ids))]
		links, err := c.store.Neighbors(ctx, []graph.PageID{id}, graph.Out, 0)
		if err != nil {
			return nil, err
		}
		if len(links) == 0 {
			continue
		}
		both, err := c.store.Pages(ctx, []graph.PageID{id, links[rng.IntN(len(links))].To})
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		claim := append(terms(rng, both[0], 12, seen), terms(rng, both[1], 6, seen)...)
		if len(claim) == 18 {
			out = append(out, strings.Join(claim, " "))
		}
	}
	return out, nil
}

// terms are n words in a row of a page, each term once.
func terms(rng *rand.Rand, p *graph.Page, n int, seen map[string]bool) (out []string) {
	s := words(p)
	all := text.Analyze(s)
	for _, t := range all[rng.IntN(max(1, len(all)-2*n)):] {
		if len(out) < n && !seen[t.Text] {
			seen[t.Text] = true
			out = append(out, s[t.Start:t.End])
		}
	}
	return out
}
