package loader

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Gone is a page that an earlier load of a folder stored, and whose file is gone or holds another page now.
type Gone struct{ Folder, File, Title string }

// fileTitle is a file of a site and the title of its page; Gone says that the page is still in the store, though the file is not there.
type fileTitle struct {
	File  string
	Title string
	Gone  bool `json:",omitempty"`
}

// filesMark returns the name of the mark in which the files of a folder are kept.
func filesMark(folder string) string { return "files of " + folder }

// knownFiles returns what the last load of a folder kept.
func knownFiles(ctx context.Context, store graph.Writer, folder string) (mark graph.Mark, files []fileTitle, err error) {
	if mark, err = store.Mark(ctx, filesMark(folder)); err != nil || mark.Fingerprint == "" {
		return mark, nil, err
	}
	if err := json.Unmarshal([]byte(mark.Fingerprint), &files); err != nil {
		return mark, nil, fmt.Errorf("the files of %s in the store: %w", folder, err)
	}
	return mark, files, nil
}

// putFiles keeps the files of a folder, and removes titles from the store.
func putFiles(ctx context.Context, store graph.Writer, folder string, mark graph.Mark, files []fileTitle, removed []string) error {
	kept, err := json.Marshal(files)
	if err != nil {
		return err
	}
	mark.Fingerprint, mark.Done = string(kept), true
	_, err = store.Put(ctx, &graph.Batch{Load: mark.Load, Source: filesMark(folder), Mark: mark, Removed: removed})
	return err
}

// keepFiles keeps the titles of a folder's files for the next load, and reports the pages of the last one that are in none of them.
func (l *load) keepFiles(ctx context.Context, s *siteSource, files []fileTitle) error {
	mark, known, err := knownFiles(ctx, l.store, s.name)
	if err != nil {
		return err
	}
	titles, refused := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		titles[f.Title] = true
		refused[f.File] = f.Title == ""
	}
	files = slices.DeleteFunc(files, func(f fileTitle) bool { return f.Title == "" })
	for _, f := range known {
		if titles[f.Title] {
			continue
		}
		if refused[f.File] { // it may be read again
			files = append(files, f)
		} else {
			f.Gone = true
			files = append(files, f)
			l.report.Gone = append(l.report.Gone, Gone{s.name, s.below(f.File), f.Title})
		}
	}
	mark.Load = l.Load
	return putFiles(ctx, l.store, s.name, mark, files, nil)
}

// stillGone reports the pages of a folder that has not changed since they were reported.
func (l *load) stillGone(ctx context.Context, s Source) error {
	site, ok := s.(*siteSource)
	if !ok {
		return nil
	}
	_, known, err := knownFiles(ctx, l.store, site.name)
	for _, f := range known {
		if f.Gone {
			l.report.Gone = append(l.report.Gone, Gone{site.name, site.below(f.File), f.Title})
		}
	}
	return err
}

// RemoveGone removes pages that Load reported, and redirects. Then the store has to be finished.
func RemoveGone(ctx context.Context, store graph.Writer, gone []Gone, redirects []string) error {
	of := map[string][]string{}
	for _, g := range gone {
		of[g.Folder] = append(of[g.Folder], g.Title)
	}
	for _, g := range gone {
		titles := of[g.Folder]
		if titles == nil {
			continue
		}
		of[g.Folder] = nil
		mark, known, err := knownFiles(ctx, store, g.Folder)
		if err == nil {
			known = slices.DeleteFunc(known, func(f fileTitle) bool { return f.Gone && slices.Contains(titles, f.Title) })
			err = putFiles(ctx, store, g.Folder, mark, known, append(titles, redirects...))
		}
		if err != nil {
			return fmt.Errorf("remove pages whose files are gone: %w", err)
		}
		redirects = nil
	}
	return nil
}

// SameTitle is a page whose title an earlier page has, too.
type SameTitle struct {
	Title string `json:"title"`
	File  string `json:"file"`
	Line  int    `json:"line,omitempty"`
}

// Bounds of comparing titles: how many are kept, and how many pages are named.
const (
	maxTitles    = 1 << 20
	maxSameTitle = 100
)

var titleSeed = maphash.MakeSeed()

// compareTitle counts a page whose title an earlier page with another text has. The same page again is a duplicate.
func (b *batch) compareTitle(r *Record, p *graph.Page) {
	var h maphash.Hash
	h.SetSeed(titleSeed)
	for i := range p.Sentences {
		_, _ = h.WriteString(p.Sentences[i].Text)
	}
	title := maphash.String(titleSeed, p.Title)
	text, known := b.titles[title]
	switch {
	case known && text != h.Sum64():
		if b.report.Same++; len(b.report.SameAt) < maxSameTitle {
			b.report.SameAt = append(b.report.SameAt, SameTitle{p.Title, r.File, r.Line})
		}
	case !known && len(b.titles) < maxTitles:
		b.titles[title] = h.Sum64()
	}
}
