package loader

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// gonePage is a page that an earlier load of a folder stored, and whose file is gone or holds another page now.
type gonePage struct{ Folder, File, Title string }

// fileTitle is a file of a site and the title of its page; Gone says that the page is still in the store, though the
// file is not there.
type fileTitle struct {
	File  string
	Title string
	Gone  bool `json:",omitempty"`
}

// updateFiles changes the list of a folder's files and their titles, which the store keeps in a mark, and removes
// titles from the store. Change returns the new list; nil for no change.
func updateFiles(ctx context.Context, store graph.Writer, folder, load string, removed []string,
	change func([]fileTitle) []fileTitle) error {
	name := "files of " + folder
	mark, err := store.Mark(ctx, name)
	if err != nil {
		return err
	}
	var files []fileTitle
	if mark.Fingerprint != "" {
		if err := json.Unmarshal([]byte(mark.Fingerprint), &files); err != nil {
			return fmt.Errorf("the files of %s in the store: %w", folder, err)
		}
	}
	if files = change(files); files == nil {
		return nil
	}
	kept, err := json.Marshal(files)
	if err != nil {
		return err
	}
	mark = graph.Mark{Load: cmp.Or(load, mark.Load), Fingerprint: string(kept), Done: true}
	_, err = store.Put(ctx, &graph.Batch{Load: mark.Load, Source: name, Mark: mark, Removed: removed})
	return err
}

// compareFiles reports the pages of earlier loads of a folder whose files are gone, and keeps the titles of its files,
// as they were read. Files is nil if nothing has changed since the last load. Other sources have nothing to compare.
func (l *load) compareFiles(ctx context.Context, source Source, files []fileTitle) error {
	s, ok := source.(*siteSource)
	if !ok || !s.folder {
		return nil
	}
	titles, refused := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		titles[f.Title] = true
		refused[f.File] = f.Title == ""
	}
	kept := slices.DeleteFunc(files, func(f fileTitle) bool { return f.Title == "" })
	return updateFiles(ctx, l.store, s.path, l.Load, nil, func(known []fileTitle) []fileTitle {
		for _, f := range known {
			if titles[f.Title] {
				continue
			}
			f.Gone = f.Gone || files != nil && !refused[f.File] // a refused file may be read again
			if kept = append(kept, f); f.Gone {
				l.report.Gone = append(l.report.Gone, gonePage{s.path, s.below(f.File), f.Title})
			}
		}
		if files == nil {
			return nil
		}
		return kept
	})
}

// RemoveGone removes the pages of Gone, and redirects. Then the store has to be finished.
func (r *Report) RemoveGone(ctx context.Context, store graph.Writer, redirects []string) error {
	of := map[string][]string{}
	for _, g := range r.Gone {
		of[g.Folder] = append(of[g.Folder], g.Title)
	}
	for _, folder := range slices.Sorted(maps.Keys(of)) {
		titles := of[folder]
		err := updateFiles(ctx, store, folder, "", append(titles, redirects...), func(known []fileTitle) []fileTitle {
			return slices.DeleteFunc(known, func(f fileTitle) bool { return f.Gone && slices.Contains(titles, f.Title) })
		})
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
func (b *batch) compareTitle(r *record, p *graph.Page) {
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
