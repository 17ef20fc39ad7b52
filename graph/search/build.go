package search

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
	"github.com/bridgehop/bridgehop/graph/text"
)

// format is changed when an index of an earlier version would be read differently.
const format = "3-"

// sortMemory is the number of bytes of postings that are sorted in memory at once.
const sortMemory = 64 << 20

// The files of an index.
//
// A key of the terms is the letter of a field and a term; its value is the offset of a list in the postings. A list is its length in
// bytes and its number of pages, 4 bytes each, and for each page as varints: the distance from the page before, the number of
// occurrences, and the position of each, as a distance from the one before. Pages are numbered in the order of their ids. The
// file of pages has for each the id, 8 bytes, and the number of terms in each field, 4 bytes; then the sum of these
// numbers for each field, 8 bytes.
const (
	termsFile    = "terms.fst"
	postingsFile = "postings.bin"
	pagesFile    = "pages.bin"
)

type field struct {
	name   string
	letter byte    // stands for it in keys
	boost  float64 // its weight in queries without a field
}

var fields = []field{{"title", 't', 1.5}, {"section", 's', 1}, {"text", 'x', 1}, {"table", 'c', 1}}

// pageBytes is the size of a page's record.
var pageBytes = 8 + 4*len(fields)

// elements returns a page's texts by field, with their addresses.
func elements(p *graph.Page) map[string][]graph.Text {
	out := map[string][]graph.Text{"title": {{Text: p.Title}}}
	for _, s := range p.Sections {
		out["section"] = append(out["section"], graph.Text{Element: graph.Element{Kind: graph.KindSection, A: s.N}, Text: s.Text})
	}
	for _, e := range p.Elements() {
		field := "table"
		if e.Element.Kind == graph.KindSentence || e.Element.Kind == graph.KindItem {
			field = "text"
		}
		out[field] = append(out[field], e)
	}
	return out
}

// Build builds the index of a store in dir and replaces an older one. Progress is called with the number of pages done; it may be nil.
func Build(ctx context.Context, dir string, store graph.Store, progress func(done, total int64)) error {
	identity, err := store.Identity(ctx)
	if err != nil {
		return err
	}
	stats, err := store.Stats(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	part, err := os.MkdirTemp(dir, "part-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part) // of a build that failed; else it is renamed
	runs, err := os.MkdirTemp(dir, "runs-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(runs)
	sorted := extsort.New(runs, sortMemory)
	err = writeFile(filepath.Join(part, pagesFile), func(w *bufio.Writer) error {
		g := &gatherer{to: sorted, totals: make([]uint64, len(fields))}
		for p, err := range store.All(ctx) {
			if err == nil {
				err = g.page(p, w)
			}
			if err != nil {
				return fmt.Errorf("page %d: %w", g.n+1, err)
			}
			if g.n++; progress != nil {
				progress(int64(g.n), stats.Pages)
			}
		}
		return binary.Write(w, binary.LittleEndian, g.totals)
	})
	if err == nil {
		err = writePostings(part, sorted)
	}
	if err = errors.Join(err, sorted.Close()); err != nil {
		return err
	}
	return replace(dir, part, folder(identity))
}

// gatherer gathers the postings of pages.
type gatherer struct {
	to     *extsort.Sorter
	n      uint32 // pages before this one
	totals []uint64
	rec    []byte
}

// apart is the distance of positions between two elements of a page, so that no phrase reaches from one to the next.
const apart = 2

// page adds a record for each field and term of a page: key, 0, number of the page, list of positions. It writes the page's own record.
func (g *gatherer) page(p *graph.Page, w *bufio.Writer) error {
	own := binary.LittleEndian.AppendUint64(nil, uint64(p.ID()))
	all := elements(p)
	for i, f := range fields {
		at, n := 0, 0
		places := map[string][]int{}
		for _, e := range all[f.name] {
			for _, t := range text.Analyze(e.Text) {
				places[t.Text] = append(places[t.Text], at)
				at++
				n++
			}
			at += apart
		}
		own = binary.LittleEndian.AppendUint32(own, uint32(n))
		g.totals[i] += uint64(n)
		for term, list := range places {
			g.rec = append(append(append(g.rec[:0], f.letter), term...), 0)
			g.rec = binary.BigEndian.AppendUint32(g.rec, g.n)
			g.rec = binary.AppendUvarint(g.rec, uint64(len(list)))
			last := 0
			for _, at := range list {
				g.rec = binary.AppendUvarint(g.rec, uint64(at-last))
				last = at
			}
			if err := g.to.Add(g.rec); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(own)
	return err
}

// writePostings writes the terms and their lists from the sorted records.
func writePostings(dir string, sorted *extsort.Sorter) error {
	return writeFile(filepath.Join(dir, termsFile), func(terms *bufio.Writer) error {
		return writeFile(filepath.Join(dir, postingsFile), func(to *bufio.Writer) error {
			fst, err := vellum.New(terms, nil)
			if err != nil {
				return err
			}
			l := &listWriter{to: to, fst: fst}
			for rec, err := range sorted.All() {
				if err != nil {
					return err
				}
				key, rest, _ := bytes.Cut(rec, []byte{0})
				if !bytes.Equal(key, l.key) {
					if err := l.write(); err != nil {
						return err
					}
					l.key = append(l.key[:0], key...)
				}
				page := binary.BigEndian.Uint32(rest)
				l.list = append(binary.AppendUvarint(l.list, uint64(page-l.last)), rest[4:]...)
				l.last = page
				l.n++
			}
			return errors.Join(l.write(), fst.Close())
		})
	})
}

// listWriter writes the list of one key after the other.
type listWriter struct {
	to      *bufio.Writer
	fst     *vellum.Builder
	offset  uint64
	key     []byte
	list    []byte
	last, n uint32
}

// write writes the list of the current key, if there is one.
func (l *listWriter) write() error {
	if l.n == 0 {
		return nil
	}
	if err := l.fst.Insert(l.key, l.offset); err != nil {
		return err
	}
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(l.list)))
	head = binary.LittleEndian.AppendUint32(head, l.n)
	l.offset += uint64(len(head) + len(l.list))
	_, err := l.to.Write(append(head, l.list...))
	l.list, l.last, l.n = l.list[:0], 0, 0
	return err
}

// writeFile writes a file with the checksums of its blocks.
func writeFile(path string, write func(w *bufio.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	sums := mapped.NewWriter(f)
	w := bufio.NewWriterSize(sums, 1<<16)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	if err == nil {
		_, err = sums.Finish()
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// folder is the name of the index of a store with this identity.
func folder(identity string) string { return format + identity }

// replace replaces all other indexes by the new one. Processes that have one of them open can still read it.
func replace(dir, part, name string) error {
	if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
		return err
	}
	if err := os.Rename(part, filepath.Join(dir, name)); err != nil {
		return err
	}
	old, err := os.ReadDir(dir)
	for _, o := range old {
		if o.Name() != name {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, o.Name())))
		}
	}
	return err
}
