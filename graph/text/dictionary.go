package text

import (
	"encoding/binary"

	"github.com/bridgehop/bridgehop/graph"
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
