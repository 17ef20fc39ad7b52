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

// known is what an earlier InferLinks looked at: 16 bytes for each page, its id and a fingerprint of its text, of its authors' links
// and of how many inferred links it was left with, in the order of ids.
type known []byte

// readKnown reads the file. Without one, or when it is damaged, nothing is known, and all pages are looked at.
func readKnown(path string) (known, error) {
	k, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(k)%16 != 0 {
		return nil, nil
	}
	return k, err
}

// look is the fingerprint that a page had.
func (k known) look(id graph.PageID) (look uint64, ok bool) {
	at := func(i int) uint64 { return binary.BigEndian.Uint64(k[8*i:]) }
	i, ok := sort.Find(len(k)/16, func(i int) int { return cmp.Compare(uint64(id), at(2*i)) })
	if !ok {
		return 0, false
	}
	return at(2*i + 1), true
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

// writeKnown notes all pages of the store, which yields them in the order of ids, in one step.
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
	known known
	first map[string]bool
}

// findNews goes through the store once. When pages are gone, names may mean other pages than before, and every
// page is looked at.
func findNews(ctx context.Context, path string, store graph.Reader) (*news, error) {
	k, err := readKnown(path)
	n := &news{all: len(k) == 0, known: k, first: map[string]bool{}}
	if n.all || err != nil {
		return n, err
	}
	met := 0
	for p, err := range store.All(ctx) {
		if err != nil {
			return nil, err
		}
		look, ok := k.look(p.ID())
		if ok {
			met++
		}
		if ok && look == lookOf(p) {
			continue
		}
		if words := wordsOf(p.Title); len(words) > 0 {
			n.first[words[0]] = true
		} else {
			n.all = true
		}
	}
	n.all = n.all || met < len(k)/16
	return n, nil
}

// concern says that a page is new, was changed, or may mention a new title.
func (n *news) concern(p *graph.Page) bool {
	if look, ok := n.known.look(p.ID()); n.all || !ok || look != lookOf(p) {
		return true
	}
	for _, e := range p.Elements() {
		if slices.ContainsFunc(wordsOf(e.Text), func(w string) bool { return n.first[w] }) {
			return true
		}
	}
	return false
}
