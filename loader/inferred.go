package loader

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"sort"

	"github.com/bridgehop/bridgehop/graph"
)

// known lists the pages that an earlier InferLinks searched, in the order of ids. A page takes 16 bytes: its id and a fingerprint of its
// text, its authors' links and the number of its inferred links.
type known []byte

// readKnown reads the file. If it is missing or damaged, known is empty, and all pages are searched.
func readKnown(path string) (known, error) {
	k, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(k)%16 != 0 {
		return nil, nil
	}
	return k, err
}

// fingerprint returns the fingerprint that a page had.
func (k known) fingerprint(id graph.PageID) (print uint64, ok bool) {
	at := func(i int) uint64 { return binary.BigEndian.Uint64(k[8*i:]) }
	i, ok := sort.Find(len(k)/16, func(i int) int { return cmp.Compare(uint64(id), at(2*i)) })
	if !ok {
		return 0, false
	}
	return at(2*i + 1), true
}

// pageFingerprint returns the fingerprint of a page as it is now.
func pageFingerprint(p *graph.Page) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, p.Passage()) // a hash returns no error
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

// writeKnown replaces the file by one of all pages of the store, which yields them in the order of ids.
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
		_, err = w.Write(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(p.ID())), pageFingerprint(p)))
		if err != nil {
			break
		}
	}
	if err = errors.Join(err, w.Flush(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(path+".new"))
	}
	return os.Rename(path+".new", path)
}

// changes decides which pages InferLinks must search: those that are new or changed, and those that have the first word of a new or
// changed title.
type changes struct {
	all   bool // every page
	known known
	first map[string]bool
}

// findChanges compares the store with the file. If pages were removed, names may mean other pages than before, and all pages are searched.
func findChanges(ctx context.Context, path string, store graph.Reader) (*changes, error) {
	k, err := readKnown(path)
	n := &changes{all: len(k) == 0, known: k, first: map[string]bool{}}
	if n.all || err != nil {
		return n, err
	}
	still := 0
	for p, err := range store.All(ctx) {
		if err != nil {
			return nil, err
		}
		print, ok := k.fingerprint(p.ID())
		if ok {
			still++
		}
		if ok && print == pageFingerprint(p) {
			continue
		}
		if words := wordsOf(p.Title); len(words) > 0 {
			n.first[words[0]] = true
		} else {
			n.all = true
		}
	}
	n.all = n.all || still < len(k)/16
	return n, nil
}

// affect reports whether a page is new, has changed, or may mention a new title.
func (n *changes) affect(p *graph.Page) bool {
	if print, ok := n.known.fingerprint(p.ID()); n.all || !ok || print != pageFingerprint(p) {
		return true
	}
	for _, e := range p.Elements() {
		if slices.ContainsFunc(wordsOf(e.Text), func(w string) bool { return n.first[w] }) {
			return true
		}
	}
	return false
}
