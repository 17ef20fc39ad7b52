package loader

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// siteSource is a site: pages in HTML or Markdown that link to each other. A file N.json next to N.html has the page's
// title.
type siteSource struct {
	*file  // its format is formatMarkdown if all files are in Markdown, whatever their names, else formatHTML
	files  []string
	root   string // the folder at which the paths of links begin
	folder bool   // the files are all of a folder
}

// isSiteName reports whether a file name is that of a page in HTML or Markdown, compressed or not.
func isSiteName(name string) bool { return isHTMLName(name) || isMarkdownName(name) }

func isHTMLName(name string) bool {
	_, ok := cutSuffix(uncompressed(name), ".html", ".htm")
	return ok
}

// isAsset reports whether a file name is that of a picture, style sheet or the like, which belongs to a site and is no
// page.
func isAsset(name string) bool { return siteAssets[strings.ToLower(filepath.Ext(name))] }

var siteAssets = english.Set(`.css .js .mjs .map .png .jpg .jpeg .gif .svg .webp .avif .ico .bmp .pdf .woff .woff2 .ttf
	.otf .eot .mp3 .mp4 .webm .ogg .wav .yml .yaml .toml .canvas .base .excalidraw`)

// stem returns the part that the file names of a page and its title share. It may contain dots (St._Lucia).
func stem(name string) string {
	name, _ = cutSuffix(uncompressed(filepath.ToSlash(name)), ".html", ".htm", ".md", ".markdown", ".json")
	return name
}

// uncompressed returns a file name without the suffix of a compression.
func uncompressed(name string) string {
	name, _ = cutSuffix(name, ".gz", ".bz2", ".xz", ".zst")
	return name
}

// cutSuffix removes the first of the suffixes that the name has, in any case.
func cutSuffix(name string, suffixes ...string) (string, bool) {
	for _, s := range suffixes {
		if n := len(name) - len(s); n >= 0 && strings.EqualFold(name[n:], s) {
			return name[:n], true
		}
	}
	return name, false
}

// splitSite splits files into the pages of a site and others, without its assets and the files of the pages' titles. A
// README in Markdown is a page if another page is in Markdown.
func splitSite(files []string) (pages, others []string) {
	isPage := func(f string) bool { return isSiteName(f) && !isStream(f) }
	inMarkdown := slices.ContainsFunc(files, func(f string) bool { return isPage(f) && isMarkdownName(f) && !isNote(f) })
	stems := map[string]bool{}
	for _, f := range files {
		if isPage(f) && (inMarkdown || !isMarkdownName(f)) {
			pages = append(pages, f)
			stems[stem(f)] = true
		}
	}
	if len(pages) == 0 {
		return nil, files
	}
	for _, f := range files {
		if !isAsset(f) && !stems[stem(f)] || isStream(f) {
			others = append(others, f)
		}
	}
	return pages, others
}

// Fingerprint implements Source. It includes names and titles, so that adding the files of the titles makes another
// load.
func (s *siteSource) Fingerprint(ctx context.Context) (string, error) {
	if s.nonce != "" {
		return s.nonce, nil
	}
	h := newPrint(s.format)
	for _, f := range s.files {
		name, err := filepath.Rel(s.root, f)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q\n", filepath.ToSlash(name))
		if err := hashFile(ctx, h, f); err != nil && f == s.path { // a file in a folder becomes a reject later
			return "", err
		}
		_ = hashFile(ctx, h, titleFile(f)) // may be missing
	}
	return printOf(h), nil
}

// Size implements Source.
func (s *siteSource) Size() int64 { return sizeOf(s.files...) }

// Records implements Source. It reads the pages twice: a link may lead to a later page.
func (s *siteSource) Records(ctx context.Context, from int64) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		site := newSiteIndex()
		if s.nonce == "" {
			for p := range s.pages(ctx) {
				if n, err := s.parse(p); err == nil { // one that can't be read is refused later
					site.add(n)
				}
			}
		}
		site.settle()
		n := int64(0)
		for p := range s.pages(ctx) {
			if n++; n > from && !yield(s.record(p, site), nil) {
				return
			}
		}
	}
}

// siteFile is a file of a site.
type siteFile struct {
	path string
	text []byte
	err  error // the reason why there is no text
	read int64 // bytes of the site read so far
}

// pages yields the files in order, until ctx ends.
func (s *siteSource) pages(ctx context.Context) iter.Seq[siteFile] {
	return func(yield func(siteFile) bool) {
		read := int64(0)
		for _, f := range s.files {
			text, err := readFile(ctx, f, s.max)
			read += sizeOf(f)
			if !yield(siteFile{f, text, err, read}) || ctx.Err() != nil {
				return
			}
		}
	}
}

// titleFile returns the name of the file with a page's title.
func titleFile(file string) string { return filepath.FromSlash(stem(file)) + ".json" }

// readTitle returns the title that N.json has for N.html; empty if there is none.
func readTitle(file string) string {
	if isStream(file) {
		return ""
	}
	var r struct {
		Title string `json:"title"`
	}
	data, err := os.ReadFile(titleFile(file))
	if err != nil || json.Unmarshal(data, &r) != nil {
		return ""
	}
	return r.Title
}

// below returns the path of a file below the root.
func (s *siteSource) below(file string) string {
	if rel, err := filepath.Rel(s.root, file); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.Base(file)
}

// parse returns the page of a file as HTML.
func (s *siteSource) parse(f siteFile) (*sitePage, error) {
	text, err := f.text, f.err
	inMarkdown := s.format == formatMarkdown || isMarkdownName(f.path)
	if err == nil && !inMarkdown {
		text, err = htmlText(text)
	}
	if err == nil {
		err = unreadable(text)
	}
	p := &sitePage{html: text}
	if err == nil && inMarkdown {
		p, err = readMarkdown(f.path, text)
	}
	if err != nil {
		return nil, err
	}
	p.file = s.below(f.path)
	p.front = cmp.Or(readTitle(f.path), p.front)
	return p, nil
}

func (s *siteSource) record(f siteFile, site *siteIndex) record {
	return record{File: f.path, Read: f.read, Size: len(f.text), Parse: func() (content, error) {
		p, err := s.parse(f)
		if err != nil {
			return content{}, err
		}
		title, names := site.namesOf(p)
		c, err := onePage(parseHTML(title, p.html, func(href string) string { return site.target(p.file, href) }))
		c.Warning = p.warning
		for _, a := range names {
			if err == nil && a != c.Pages[0].Title {
				c.Redirects = append(c.Redirects, graph.Redirect{From: a, To: c.Pages[0].Title})
			}
		}
		return c, err
	}}
}

// newSite returns the source of a set of files, which f names.
func newSite(f *file, files []string) *siteSource {
	s := &siteSource{file: f}
	for _, path := range files {
		s.files = append(s.files, absolute(path))
	}
	if s.folder = isFolder(f.path); s.folder {
		s.root = f.path
	} else {
		s.setRoot()
	}
	return s
}

// setRoot sets the root to the innermost folder that has all files.
func (s *siteSource) setRoot() {
	s.root = filepath.Dir(s.path)
	for _, f := range s.files {
		for !within(f, s.root) && s.root != filepath.Dir(s.root) {
			s.root = filepath.Dir(s.root)
		}
	}
}

// within reports whether a file is in a folder or its subfolders.
func within(file, folder string) bool {
	rel, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(rel)
}

// joinSites makes one site of the pages that were named one by one, in place of the first.
func joinSites(sources []Source) (out []Source) {
	var all *siteSource
	inFolder := map[string]bool{}
	for _, s := range sources {
		if site, ok := s.(*siteSource); ok && site.folder {
			for _, f := range site.files {
				inFolder[f] = true
			}
		}
	}
	for _, s := range sources {
		one, ok := s.(*siteSource)
		switch {
		case !ok || one.nonce != "" || one.folder:
			out = append(out, s)
		case inFolder[one.path]: // read there
		case all == nil:
			all = one
			out = append(out, s)
		default:
			all.files = append(all.files, one.path)
			all.setRoot()
			if one.format != all.format {
				all.format = formatHTML
			}
		}
	}
	return out
}
