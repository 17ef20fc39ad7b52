package text

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// dictionary finds the names of pages in texts.
type dictionary struct {
	pages   pages
	names   automaton
	entries *mapped.File
	lacks   func(term string) (bool, error) // reports that no page has a term
}

// entry returns the spellings of the name that w has reached, nil if it is no name.
func (d *dictionary) entry(w walk) []spelling {
	v, ok := d.names.value(w)
	if !ok || v >= uint64(d.entries.Len()) {
		return nil
	}
	size, n := binary.Uvarint(d.entries.Bytes(int(v), min(binary.MaxVarintLen32, d.entries.Len()-int(v))))
	if n <= 0 || size > uint64(d.entries.Len()) {
		return nil
	}
	r := entryReader{b: d.entries.Bytes(int(v)+n, int(size))}
	out := make([]spelling, 0, 4)
	for n := r.number(); n > 0 && !r.bad; n-- {
		sp := spelling{kind: graph.NameKind(r.byte())}
		if size := r.number(); size > 0 {
			sp.text = string(r.bytes(size))
		} else if len(out) > 0 {
			sp.text = out[len(out)-1].text
		}
		for m := r.number(); m > 0 && !r.bad; m-- {
			sp.pages = append(sp.pages, meaning{uint32(r.number()), r.number()})
		}
		out = append(out, sp)
	}
	if r.bad {
		return nil
	}
	return out
}

// entryReader reads numbers and strings. Bad is set if it ran past the end.
type entryReader struct {
	b   []byte
	bad bool
}

func (r *entryReader) number() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *entryReader) signed() int {
	v := r.number()
	return int(v>>1) ^ -int(v&1)
}

func (r *entryReader) byte() byte {
	if b := r.bytes(1); len(b) > 0 {
		return b[0]
	}
	return 0
}

func (r *entryReader) bytes(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// automaton is a finite-state transducer from words to numbers, in a mapped file.
type automaton struct {
	fst  *vellum.FST
	file *mapped.File
}

const (
	// stateBytes is more than the size of a state's record, which has up to 256 transitions of 17 bytes. The record
	// ends at the state's address.
	stateBytes = 4400
	fstEnds    = 16 // bytes of the header and of the footer
)

func openAutomaton(file *mapped.File) (automaton, error) {
	file.Bytes(0, fstEnds)
	last := file.Bytes(file.Len()-fstEnds, fstEnds)
	if last == nil {
		return automaton{}, fmt.Errorf("automaton of %d bytes: %w", file.Len(), graph.ErrDamaged)
	}
	fst, err := vellum.Load(file.Data())
	if err != nil {
		return automaton{}, fmt.Errorf("automaton: %w: %w", graph.ErrDamaged, err)
	}
	return automaton{fst, file}, nil
}

// walk is a place in an automaton.
type walk struct {
	state int
	value uint64
}

func (a *automaton) start() walk { return walk{state: a.fst.Start()} }

// touch verifies the checksums of a state's record.
func (a *automaton) touch(state int) {
	from := max(0, state-stateBytes)
	a.file.Bytes(from, state+1-from)
}

// step follows the bytes of s. It returns false if no word continues with s.
func (a *automaton) step(w walk, s string) (walk, bool) {
	for i := 0; i < len(s); i++ {
		a.touch(w.state)
		next, v := a.fst.AcceptWithVal(w.state, s[i])
		if !a.fst.CanMatch(next) {
			return walk{}, false
		}
		w = walk{next, w.value + v}
	}
	return w, true
}

// value returns the number of the word that w has reached, and false if it is no word.
func (a *automaton) value(w walk) (uint64, bool) {
	a.touch(w.state)
	ok, v := a.fst.IsMatchWithVal(w.state)
	return w.value + v, ok
}

// writeAutomaton writes an automaton from keys to the places of their values in the file of this name. Sorted records
// begin with a key and a NUL. What follows in the records of a key is added, and then value returns its value; a key
// without one is left out.
func writeAutomaton(ctx context.Context, folder, automaton, name string, records *extsort.Sorter, add func(rest []byte),
	value func(key []byte) []byte) error {
	return writeFile(filepath.Join(folder, automaton), func(keys *bufio.Writer) error {
		return writeFile(filepath.Join(folder, name), func(values *bufio.Writer) error {
			fst, err := vellum.New(keys, nil)
			if err != nil {
				return err
			}
			var key []byte
			at := uint64(0)
			end := func() error {
				out := value(key)
				if len(out) == 0 {
					return ctx.Err()
				}
				if err := fst.Insert(key, at); err != nil {
					return err
				}
				at += uint64(len(out))
				_, err := values.Write(out)
				return err
			}
			for rec, err := range records.All() {
				if err != nil {
					return err
				}
				next, rest, _ := bytes.Cut(rec, []byte{0})
				if !bytes.Equal(next, key) {
					if err := end(); err != nil {
						return err
					}
					key = append(key[:0], next...)
				}
				add(rest)
			}
			return errors.Join(end(), fst.Close())
		})
	})
}
