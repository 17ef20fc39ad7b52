package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/bench/python"
)

// row is one program's work on one file.
type row struct {
	Work    string  `json:"work"`
	Program string  `json:"program"`
	Wall    float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds"`
	Units   float64 `json:"units"` // pages, or MB of XML
	Unit    string  `json:"unit"`
	Note    string  `json:"note,omitempty"`
}

// comparison runs every program in a process of its own, one after the other.
type comparison struct {
	dir, self, python string
	pages, texts      int
	rows              []row
}

// compare makes the corpora, then loads them with every program, and returns the table; of one work alone if only names it.
func compare(ctx context.Context, dir string, pages, texts int, only string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	interpreter, err := python.Install(ctx, "scale", requirements)
	if err != nil {
		return "", err
	}
	c := &comparison{dir: dir, self: self, python: interpreter, pages: pages, texts: texts}
	for _, w := range [...]struct {
		name string
		do   func(ctx context.Context, work string) error
	}{
		{"graph alone", c.graphAlone},
		{"whole pages, index included", func(ctx context.Context, work string) error { return c.withText(ctx, work, "feverous", texts) }},
		{"introductions, index included", func(ctx context.Context, work string) error {
			return c.withText(ctx, work, "passages", pages, "-most", "4")
		}},
		{"MediaWiki XML, parsed", c.xml},
	} {
		if !strings.HasPrefix(w.name, only) {
			continue
		}
		if err := w.do(ctx, w.name); err != nil {
			return "", err
		}
	}
	if len(c.rows) == 0 {
		return "", fmt.Errorf("no work begins with %q", only)
	}
	return markdown(c.rows), nil
}

// graphAlone: pages and links, no text, no index.
func (c *comparison) graphAlone(ctx context.Context, work string) error {
	made, first, tables := filepath.Join(c.dir, "made"), filepath.Join(c.dir, "first"), filepath.Join(c.dir, "tables")
	for _, args := range [][]string{
		{"go", "run", "./bench/generate", "-format", "tsv", "-pages", fmt.Sprint(c.pages), "-out", made},
		{c.self, "load", "-store", first, "-format", "tsv", "-index=false", made},
		{c.self, "export", "-store", first, "-to", tables},
	} {
		if _, err := c.run(ctx, args...); err != nil {
			return err
		}
	}
	if err := os.Remove(filepath.Join(tables, "texts.jsonl")); err != nil {
		return err
	}
	if err := c.ours(ctx, work, tables, "tsv", false); err != nil {
		return err
	}
	return c.peer(ctx, row{Work: work, Program: "ladybug 0.22.0, COPY", Units: float64(c.pages), Unit: "pages"}, "ladybug", map[string]any{"tables": tables})
}

// withText: pages with text and links, loaded and indexed; the peers index their words.
func (c *comparison) withText(ctx context.Context, work, format string, pages int, more ...string) error {
	made, tables, n := filepath.Join(c.dir, "made.jsonl"), filepath.Join(c.dir, "texts"), float64(pages)
	if _, err := c.run(ctx, append([]string{"go", "run", "./bench/generate", "-format", format, "-pages", fmt.Sprint(pages), "-out", made}, more...)...); err != nil {
		return err
	}
	if err := c.ours(ctx, work, made, format, true); err != nil {
		return err
	}
	if _, err := c.run(ctx, c.self, "export", "-store", filepath.Join(c.dir, "store"), "-to", tables); err != nil {
		return err
	}
	texts, index := filepath.Join(tables, "texts.jsonl"), filepath.Join(c.dir, "bleve")
	if err := os.RemoveAll(index); err != nil {
		return err
	}
	r, err := c.run(ctx, c.self, "bleve", "-store", index, texts)
	if err != nil {
		return err
	}
	r.Work, r.Program, r.Units, r.Unit, r.Note = work, "bleve 2.6.1, batches of 1,000", n, "pages", "index alone"
	c.rows = append(c.rows, r)
	return c.peer(ctx, row{Work: work, Program: "tantivy 0.27.0", Units: n, Unit: "pages", Note: "index alone"}, "tantivy", map[string]any{"texts": texts})
}

// xml: MediaWiki's XML to pages, links and tables, without storing them. Programs that start slowly read the sample ten
// times in one file.
func (c *comparison) xml(ctx context.Context, work string) error {
	const times = 10
	data := os.Getenv("BRIDGEHOP_DATA")
	if data == "" {
		data = "../shared/data"
	}
	packed := filepath.Join(data, "wikipedia_xml", "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2")
	once, long := filepath.Join(c.dir, "wiki.xml"), filepath.Join(c.dir, "wiki10.xml")
	size, err := unpack(packed, once)
	if os.IsNotExist(err) {
		fmt.Fprintf(os.Stderr, "scale: no %s: set BRIDGEHOP_DATA; its rows are left out\n", packed)
		return nil
	}
	if err == nil {
		err = repeat(once, long, times)
	}
	if err != nil {
		return err
	}
	mb := float64(size) / 1e6
	r, err := c.run(ctx, c.self, "xml", long)
	if err != nil {
		return err
	}
	r.Work, r.Program, r.Units, r.Unit, r.Note = work, "bridgehop", mb*times, "MB", "its start included"
	c.rows = append(c.rows, r)
	for _, p := range []struct {
		name, task, file, note string
		times                  float64
	}{
		{"wikiextractor 3.1.0", "wikiextractor", long, "text alone, its start included", times},
		{"mwparserfromhell 0.7.2", "mwparserfromhell", once, "links and text, no tables", 1},
	} {
		err := c.peer(ctx, row{Work: work, Program: p.name, Units: mb * p.times, Unit: "MB", Note: p.note}, p.task, map[string]any{"xml": p.file, "times": 1})
		if err != nil {
			return err
		}
	}
	return nil
}

// ours loads a corpus into a new store.
func (c *comparison) ours(ctx context.Context, work, path, format string, index bool) error {
	store := filepath.Join(c.dir, "store")
	if err := os.RemoveAll(store); err != nil {
		return err
	}
	out, err := c.output(ctx, c.self, "load", "-store", store, "-format", format, fmt.Sprintf("-index=%v", index), path)
	if err != nil {
		return err
	}
	var l loaded
	if err := json.Unmarshal(out, &l); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	c.rows = append(c.rows, row{Work: work, Program: "bridgehop", Wall: l.Sum.Wall, CPU: l.Sum.CPU, Units: float64(l.Pages), Unit: "pages",
		Note: fmt.Sprintf("work for all processors in %.0f%% of the time", 100*l.Sum.Work)})
	return nil
}

// peer runs a task of peer.py, which measures itself.
func (c *comparison) peer(ctx context.Context, r row, task string, args map[string]any) error {
	args["dir"] = c.dir
	j, err := json.Marshal(args)
	if err != nil {
		return err
	}
	out, err := c.output(ctx, c.python, "-c", script, task, string(j))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(out, &r); err != nil {
		return fmt.Errorf("%s: %w", task, err)
	}
	c.rows = append(c.rows, r)
	return nil
}

// run runs a command and tells what time it took, its start included.
func (c *comparison) run(ctx context.Context, args ...string) (row, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return row{}, fmt.Errorf("%s: %w: %s", args[:2], err, out[max(0, len(out)-500):])
	}
	return row{Wall: time.Since(start).Seconds(), CPU: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}, nil
}

// output runs a command and returns what it prints.
func (c *comparison) output(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(args[0]), err, errs.Bytes()[max(0, errs.Len()-500):])
	}
	return out.Bytes(), nil
}
