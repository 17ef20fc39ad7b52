package pebble

import (
	"encoding/binary"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// errRecord: a record isn't what this package wrote.
var errRecord = fmt.Errorf("record is %w", graph.ErrDamaged)

// encoder appends values to a record: integers as varints, strings behind their length.
type encoder struct{ b []byte }

func (e *encoder) uint(v uint64)  { e.b = binary.AppendUvarint(e.b, v) }
func (e *encoder) int(v int)      { e.b = binary.AppendVarint(e.b, int64(v)) }
func (e *encoder) len(n int)      { e.uint(uint64(n)) }
func (e *encoder) byte(b byte)    { e.b = append(e.b, b) }
func (e *encoder) str(s string)   { e.len(len(s)); e.b = append(e.b, s...) }
func (e *encoder) raw(b []byte)   { e.b = append(e.b, b...) }
func (e *encoder) fixed(v uint64) { e.b = binary.BigEndian.AppendUint64(e.b, v) }
func (e *encoder) flag(v bool) {
	if v {
		e.byte(1)
	} else {
		e.byte(0)
	}
}

// decoder takes a record apart. After the first error it yields zero values; strings share the record's
// memory, of which it makes one copy.
type decoder struct {
	s   string
	bad bool
}

func newDecoder(b []byte) *decoder { return &decoder{s: string(b)} }

func (d *decoder) fail() { d.s, d.bad = "", true }

func (d *decoder) err() error {
	if d.bad {
		return errRecord
	}
	return nil
}

// end is err, or that something is left over.
func (d *decoder) end() error {
	if d.s != "" {
		d.fail()
	}
	return d.err()
}

func (d *decoder) uint() uint64 {
	var v uint64
	for i := 0; i < len(d.s) && i < binary.MaxVarintLen64; i++ {
		c := d.s[i]
		if c < 0x80 {
			d.s = d.s[i+1:]
			return v | uint64(c)<<(7*i)
		}
		v |= uint64(c&0x7f) << (7 * i)
	}
	d.fail()
	return 0
}

func (d *decoder) int() int {
	u := d.uint()
	return int(int64(u>>1) ^ -int64(u&1))
}

// len reads how many things follow, each at least one byte long.
func (d *decoder) len() int {
	n := d.uint()
	if n > uint64(len(d.s)) {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) take(n int) string {
	if n > len(d.s) {
		d.fail()
		return ""
	}
	s := d.s[:n]
	d.s = d.s[n:]
	return s
}

func (d *decoder) str() string { return d.take(d.len()) }

func (d *decoder) byte() byte {
	if d.s == "" {
		d.fail()
		return 0
	}
	c := d.s[0]
	d.s = d.s[1:]
	return c
}

func (d *decoder) flag() bool { return d.byte() == 1 }

func (d *decoder) fixed() uint64 {
	s := d.take(8)
	if d.bad {
		return 0
	}
	return uint64(s[0])<<56 | uint64(s[1])<<48 | uint64(s[2])<<40 | uint64(s[3])<<32 |
		uint64(s[4])<<24 | uint64(s[5])<<16 | uint64(s[6])<<8 | uint64(s[7])
}

// readList reads a slice; an empty one is nil.
func readList[T any](d *decoder, read func(*T)) []T {
	n := d.len()
	if n == 0 {
		return nil
	}
	out := make([]T, n)
	for i := range out {
		if read(&out[i]); d.bad {
			return nil
		}
	}
	return out
}

func (e *encoder) element(v graph.Element) {
	e.byte(byte(v.Kind))
	for _, n := range []int{v.A, v.B, v.C}[:numbers(v)] {
		e.int(n)
	}
}

// numbers returns how many of an element's numbers are written: up to the last that isn't 0 is what matters,
// but the kind decides, so that the reader knows; a cell has three.
func numbers(v graph.Element) int {
	switch v.Kind {
	case graph.KindPage:
		return 0
	case graph.KindCell, graph.KindHeaderCell:
		return 3
	case graph.KindItem:
		return 2
	default:
		return 1
	}
}

func (d *decoder) element() graph.Element {
	v := graph.Element{Kind: graph.Kind(d.byte())}
	for _, p := range []*int{&v.A, &v.B, &v.C}[:numbers(v)] {
		*p = d.int()
	}
	return v
}

// Records of Put, by the first byte of the key.
const (
	keyBody     = 'B'
	keyTitle    = 't'
	keyCurrent  = 'k'
	keyRedirect = 'r'
	keyMark     = 's'
	keyLoad     = 'l'
	keySources  = 'L'
	keyGarbage  = 'Z'
)

// Records of Finish, by the first byte of the key; the generation follows.
const (
	keyNames     = 'n'
	keyAliases   = 'f'
	keyRedirects = 'R'
	keyHead      = 'h'
	keyOut       = 'o'
	keyIn        = 'i'
)

// made lists the kinds of records of Finish.
var made = [...]byte{keyNames, keyAliases, keyRedirects, keyHead, keyOut, keyIn}

var (
	keyFinished = []byte("mfinished")
	keyWriting  = []byte("mwriting")
)

func stringKey(kind byte, s string) []byte {
	return append(append(make([]byte, 0, 1+len(s)), kind), s...)
}

func idKey(kind byte, id graph.PageID) []byte {
	return binary.BigEndian.AppendUint64([]byte{kind}, uint64(id))
}

// place is the number of a body among all that were ever put, from firstPlace on. Bodies are stored in this order, so that pebble appends
// new ones and need not merge them into the others. 0 is no place.
type place uint64

const firstPlace place = 1 << 32

// bodyKey returns the key of a page's body.
func bodyKey(id graph.PageID, at place) []byte { return placeKey(keyBody, id, at) }

func placeKey(kind byte, id graph.PageID, at place) []byte {
	k := binary.BigEndian.AppendUint64(append(make([]byte, 0, 17), kind), uint64(at))
	return binary.BigEndian.AppendUint64(k, uint64(id))
}

// genKey returns the key of a record of Finish.
func genKey(kind byte, gen uint32, rest ...byte) []byte {
	k := make([]byte, 0, 5+len(rest)+4)
	return append(binary.BigEndian.AppendUint32(append(k, kind), gen), rest...)
}

func genIDKey(kind byte, gen uint32, id graph.PageID) []byte {
	k := make([]byte, 0, 17)
	k = binary.BigEndian.AppendUint32(append(k, kind), gen)
	return binary.BigEndian.AppendUint64(k, uint64(id))
}

func genStringKey(kind byte, gen uint32, s string) []byte {
	k := make([]byte, 0, 5+len(s))
	return append(binary.BigEndian.AppendUint32(append(k, kind), gen), s...)
}
