package pebble

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// errRecord: a record isn't what this package wrote.
var errRecord = fmt.Errorf("record is %w", graph.ErrDamaged)

// coder writes the fields of a record to b or, reading, takes them off s. So each kind of record lists its fields once.
// Integers are varints, and a string follows its length. After the first error reading yields zero values. The strings
// share the memory of s.
type coder struct {
	reading bool
	b       []byte
	s       string
	bad     bool
}

// fields is a record that lists its fields.
type fields interface{ code(c *coder) }

// encode returns a record.
func encode(r fields) []byte {
	c := &coder{}
	r.code(c)
	return c.b
}

// decode reads a record of this kind from a copy of b.
func decode(what string, b []byte, r fields) error {
	c := &coder{reading: true, s: string(b)}
	r.code(c)
	if err := c.end(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

func (c *coder) fail() { c.s, c.bad = "", true }

// end returns an error if a record could not be read, or if something is left over.
func (c *coder) end() error {
	if c.bad || c.s != "" {
		return errRecord
	}
	return nil
}

func (c *coder) uint(v *uint64) {
	if c.reading {
		*v = c.takeUint()
	} else {
		c.b = binary.AppendUvarint(c.b, *v)
	}
}

func (c *coder) takeUint() uint64 {
	var v uint64
	for i := 0; i < len(c.s) && i < binary.MaxVarintLen64; i++ {
		b := c.s[i]
		if b < 0x80 {
			c.s = c.s[i+1:]
			return v | uint64(b)<<(7*i)
		}
		v |= uint64(b&0x7f) << (7 * i)
	}
	c.fail()
	return 0
}

func (c *coder) int(v *int) {
	if c.reading {
		u := c.takeUint()
		*v = int(int64(u>>1) ^ -int64(u&1))
	} else {
		c.b = binary.AppendVarint(c.b, int64(*v))
	}
}

// len codes how many things follow, each at least one byte long.
func (c *coder) len(n int) int {
	if !c.reading {
		c.b = binary.AppendUvarint(c.b, uint64(n))
		return n
	}
	u := c.takeUint()
	if u > uint64(len(c.s)) {
		c.fail()
		return 0
	}
	return int(u)
}

func (c *coder) take(n int) string {
	if n > len(c.s) {
		c.fail()
		return ""
	}
	s := c.s[:n]
	c.s = c.s[n:]
	return s
}

func (c *coder) str(v *string) {
	n := c.len(len(*v))
	if c.reading {
		*v = c.take(n)
	} else {
		c.b = append(c.b, *v...)
	}
}

func (c *coder) byte(v *byte) {
	if !c.reading {
		c.b = append(c.b, *v)
	} else if s := c.take(1); s != "" {
		*v = s[0]
	} else {
		*v = 0
	}
}

func (c *coder) flag(v *bool) {
	b := byte(0)
	if *v {
		b = 1
	}
	if c.byte(&b); c.reading {
		*v = b == 1
	}
}

// fixed codes eight bytes, in the order of numbers.
func (c *coder) fixed(v *uint64) {
	if !c.reading {
		c.b = binary.BigEndian.AppendUint64(c.b, *v)
	} else if s := c.take(8); s != "" {
		*v = binary.BigEndian.Uint64([]byte(s))
	} else {
		*v = 0
	}
}

// passage codes 16 hex digits.
func (c *coder) passage(v *string) {
	if c.reading {
		*v = hex.EncodeToString([]byte(c.take(8)))
		return
	}
	b, _ := hex.DecodeString(*v) // they are made by graph.Page.Passage
	c.b = append(c.b, b...)
}

// list codes a slice; an empty one is read as nil.
func list[T any](c *coder, all *[]T, each func(*T)) {
	n := c.len(len(*all))
	if c.reading {
		*all = nil
		if n > 0 {
			*all = make([]T, n)
		}
	}
	for i := range *all {
		if each(&(*all)[i]); c.bad {
			*all = nil
			return
		}
	}
}

func (c *coder) element(v *graph.Element) {
	kind := byte(v.Kind)
	if c.byte(&kind); c.reading {
		*v = graph.Element{Kind: graph.Kind(kind)}
	}
	c.numbers(v)
}

// numbers codes the numbers of an element. Its kind tells how many there are.
func (c *coder) numbers(v *graph.Element) {
	numbers := 1
	switch v.Kind {
	case graph.KindPage:
		numbers = 0
	case graph.KindCell, graph.KindHeaderCell:
		numbers = 3
	case graph.KindItem:
		numbers = 2
	}
	for _, n := range []*int{&v.A, &v.B, &v.C}[:numbers] {
		c.int(n)
	}
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

// place is the number of a body among all that were ever put, from firstPlace on. Bodies are stored in this order, so
// that pebble appends new ones and need not merge them into the others. 0 is no place.
type place uint64

const firstPlace place = 1 << 32

// bodyKey returns the key of a page's body.
func bodyKey(id graph.PageID, at place) []byte { return placeKey(keyBody, id, at) }

func placeKey(kind byte, id graph.PageID, at place) []byte {
	k := binary.BigEndian.AppendUint64(append(make([]byte, 0, 17), kind), uint64(at))
	return binary.BigEndian.AppendUint64(k, uint64(id))
}

// genKey returns the beginning of the keys of a kind of records of Finish.
func genKey(kind byte, gen uint32) []byte {
	return binary.BigEndian.AppendUint32(append(make([]byte, 0, 32), kind), gen)
}

func genIDKey(kind byte, gen uint32, id graph.PageID) []byte {
	return binary.BigEndian.AppendUint64(genKey(kind, gen), uint64(id))
}

func genStringKey(kind byte, gen uint32, s string) []byte { return append(genKey(kind, gen), s...) }

// pageVersion is the first byte of every encoded page.
const pageVersion = 1

// encodePage appends the page's record to b. Equal pages have equal records.
func encodePage(b []byte, p *graph.Page) []byte {
	c := &coder{b: append(b, pageVersion)}
	c.page(p)
	return c.b
}

// decodePage decodes a page's record, whose memory the page shares.
func decodePage(b string) (*graph.Page, error) {
	if b == "" || b[0] != pageVersion {
		return nil, fmt.Errorf("page: %w", errRecord)
	}
	p, c := &graph.Page{}, &coder{reading: true, s: b[1:]}
	c.page(p)
	if err := c.end(); err != nil {
		return nil, fmt.Errorf("page %q: %w", p.Title, err)
	}
	return p, nil
}

func (c *coder) page(p *graph.Page) {
	c.str(&p.Title)
	c.int(&p.Ordinal)
	c.flag(&p.Disambiguation)
	list(c, &p.Sections, func(s *graph.Section) {
		c.int(&s.N)
		c.int(&s.Level)
		c.str(&s.Text)
	})
	list(c, &p.Sentences, func(s *graph.Sentence) {
		c.int(&s.N)
		c.linked(&s.Text, &s.Links)
	})
	list(c, &p.Tables, func(t *graph.Table) {
		c.int(&t.N)
		c.flag(&t.Infobox)
		c.linked(&t.Caption, &t.CaptionLinks)
		list(c, &t.Rows, func(row *[]graph.Cell) { list(c, row, c.cell) })
	})
	list(c, &p.Lists, func(l *graph.List) {
		c.int(&l.N)
		list(c, &l.Items, func(it *graph.Item) {
			c.int(&it.N)
			c.int(&it.Level)
			c.linked(&it.Text, &it.Links)
		})
	})
	list(c, &p.Order, c.element)
}

func (c *coder) cell(v *graph.Cell) {
	for _, n := range [...]*int{&v.Row, &v.Column, &v.RowSpan, &v.ColumnSpan} {
		c.int(n)
	}
	c.flag(&v.Header)
	c.linked(&v.Text, &v.Links)
}

// Flags of a hyperlink.
const (
	hyperlinkInferred = 1 << 0
	hyperlinkPlain    = 1 << 1 // the anchor equals the target and is stored once
)

// linked codes a text and its hyperlinks.
func (c *coder) linked(text *string, links *[]graph.Hyperlink) {
	c.str(text)
	list(c, links, func(l *graph.Hyperlink) {
		flags := byte(0)
		if l.Inferred {
			flags |= hyperlinkInferred
		}
		if l.Anchor == l.Target {
			flags |= hyperlinkPlain
		}
		c.byte(&flags)
		c.str(&l.Anchor)
		if flags&hyperlinkPlain == 0 {
			c.str(&l.Target)
		}
		if c.reading {
			l.Inferred = flags&hyperlinkInferred != 0
			if flags&hyperlinkPlain != 0 {
				l.Target = l.Anchor
			}
		}
	})
}
