package loader

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"github.com/bridgehop/bridgehop/graph"
)

// known is what an earlier InferLinks looked at: a file with 16 bytes for each page, its id and a fingerprint
// of its text, of its authors' links and of how many inferred links it was left with, in the order of ids, which is that of
// graph.Reader.All. It is read beside the pages, so that it takes no memory.
type known struct {
	r    *bufio.Reader
	f    *os.File
	id   graph.PageID // of the next entry; 0 behind the last
	hash uint64
	// gone says that an entry's page is no longer in the store.
	gone bool
}

// openKnown opens the file; without one, nothing is known.
func openKnown(path string) (*known, error) {
	k := &known{}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.Size()%16 != 0 { // damaged: all pages are looked at
		return k, errors.Join(err, f.Close())
	}
	k.f, k.r = f, bufio.NewReaderSize(f, 1<<16)
	return k, k.advance()
}

func (k *known) advance() error {
	var b [16]byte
	_, err := io.ReadFull(k.r, b[:])
	k.id = 0
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", k.f.Name(), err)
	}
	k.id, k.hash = graph.PageID(binary.BigEndian.Uint64(b[:])), binary.BigEndian.Uint64(b[8:])
	return nil
}

// has says that the next page of the store is one that was looked at, and has not changed since.
func (k *known) has(p *graph.Page) (bool, error) {
	id := p.ID()
	for k.id != 0 && k.id < id {
		k.gone = true
		if err := k.advance(); err != nil {
			return false, err
		}
	}
	if k.id != id {
		return false, nil
	}
	same := k.hash == lookOf(p)
	return same, k.advance()
}

// end is called behind the last page.
func (k *known) end() {
	k.gone = k.gone || k.id != 0
	k.close()
}

func (k *known) close() {
	if k.f != nil {
		_ = k.f.Close()
		k.f = nil
	}
}

// lookOf is the fingerprint of a page as InferLinks sees it.
func lookOf(p *graph.Page) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, p.Passage()) // a hash takes everything
	n := uint64(0)
	for _, e := range p.Elements() {
		for _, l := range e.Links {
			if l.Inferred {
				n++
				continue
			}
			fmt.Fprintf(h, "%v %q %q\n", e.Element, l.Anchor, l.Target)
		}
	}
	return h.Sum64() ^ n*0x9e3779b97f4a7c15
}

// writeKnown notes all pages of the store, in one step.
func writeKnown(ctx context.Context, path string, store graph.Reader) error {
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	for p, perr := range store.All(ctx) {
		if err = perr; err != nil {
			break
		}
		_, err = w.Write(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(p.ID())), lookOf(p)))
		if err != nil {
			break
		}
	}
	if err = errors.Join(err, w.Flush(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(path+".new"))
	}
	return os.Rename(path+".new", path)
}

// news says which pages an InferLinks need look at: those that are new or changed, and those that have a word
// that a new title begins with.
type news struct {
	all   bool // every page
	first map[string]bool
}

// findNews goes through the store once. When pages are gone, names may mean other pages than before, and every
// page is looked at.
func findNews(ctx context.Context, path string, store graph.Reader) (*news, error) {
	n := &news{first: map[string]bool{}}
	if path == "" {
		n.all = true
		return n, nil
	}
	k, err := openKnown(path)
	if err != nil {
		return nil, err
	}
	defer k.close()
	if k.id == 0 {
		n.all = true
		return n, nil
	}
	for p, err := range store.All(ctx) {
		if err != nil {
			return nil, err
		}
		has, err := k.has(p)
		if err != nil {
			return nil, err
		}
		if has {
			continue
		}
		if words := wordsOf(p.Title); len(words) > 0 {
			n.first[words[0]] = true
		} else {
			n.all = true
		}
	}
	k.end()
	n.all = n.all || k.gone
	return n, nil
}

// concern says that a page that was looked at before may mention a new title.
func (n *news) concern(p *graph.Page) bool {
	for _, e := range p.Elements() {
		for _, w := range wordsOf(e.Text) {
			if n.first[w] {
				return true
			}
		}
	}
	return false
}
