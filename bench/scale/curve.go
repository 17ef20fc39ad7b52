package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// kinds are the corpora of the curve. Whole pages go up to a tenth of the others: they are ten times as long.
var kinds = []struct {
	name, format string
	index        bool
	whole        bool
	flags        []string
}{
	{name: "introductions", format: "passages", index: true, flags: []string{"-most", "4"}},
	{name: "whole pages", format: "feverous", index: true, whole: true},
	{name: "graph alone", format: "tsv"},
}

// curve loads corpora of growing size and returns the table of what each load took.
func curve(ctx context.Context, dir string, most int) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	c := &comparison{dir: dir, self: self}
	var b strings.Builder
	b.WriteString("| corpus | pages | input | processor | a page | over the smallest | work for all processors: parse and store, finish, index | peak memory, with mapped files | store (of the input) |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, k := range kinds {
		smallest := 0.0
		for pages := min(10_000, most); pages <= most; pages *= 10 {
			if k.whole && pages > 10_000 && 10*pages > most {
				break
			}
			l, err := c.load(ctx, k.format, pages, k.index, k.flags)
			if err != nil {
				return "", fmt.Errorf("%s, %d: %w", k.name, pages, err)
			}
			each := l.Sum.CPU / float64(l.Pages)
			if smallest == 0 {
				smallest = each
			}
			fmt.Fprintf(&b, "| %s | %d | %.1f MB | %.1f s | %.3f ms | %.2f | %s | %.0f MB, %.0f MB | %s |\n", k.name, l.Pages, float64(l.Input)/1e6, l.Sum.CPU, 1e3*each, each/smallest,
				busy(l.Stages), l.Sum.AnonMax, l.Sum.AllMax, disk(l, k.index))
		}
	}
	return b.String(), nil
}

// load makes a corpus, loads it in a process of its own, and removes both.
func (c *comparison) load(ctx context.Context, format string, pages int, index bool, flags []string) (l loaded, err error) {
	made, store := filepath.Join(c.dir, "made."+format), filepath.Join(c.dir, "store")
	if _, err := c.run(ctx, append([]string{"go", "run", "./bench/generate", "-format", format, "-pages", fmt.Sprint(pages), "-out", made}, flags...)...); err != nil {
		return l, err
	}
	if err := os.RemoveAll(store); err != nil {
		return l, err
	}
	out, err := c.output(ctx, c.self, "load", "-store", store, "-format", format, fmt.Sprintf("-index=%v", index), made)
	if err == nil {
		err = json.Unmarshal(out, &l)
	}
	if err != nil {
		return l, err
	}
	if err := os.RemoveAll(store); err != nil {
		return l, err
	}
	return l, os.RemoveAll(made)
}

// busy lists the stages' shares.
func busy(stages []stage) string {
	var all []string
	for _, s := range stages {
		all = append(all, fmt.Sprintf("%.0f%%", 100*s.Work))
	}
	return strings.Join(all, ", ")
}

// disk is what the store takes, and how many times its input where that is one file with the text.
func disk(l loaded, text bool) string {
	out := fmt.Sprintf("%.1f MB", float64(l.Disk)/1e6)
	if text {
		out += fmt.Sprintf(" (%.2f)", float64(l.Disk)/float64(l.Input))
	}
	return out
}
