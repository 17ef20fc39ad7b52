package sqlite

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
)

// Value is a value of a row. Numbers are written in decimal.
type Value struct {
	Text string
	Size int64 // bytes in the database; 0 for NULL
	Long bool  // longer than was asked for: Text is empty
}

// The types of pages of b-trees.
const (
	indexInner = 2
	tableInner = 5
	indexLeaf  = 10
	tableLeaf  = 13
)

// deepest bounds the depth of a b-tree; real ones have fewer than ten levels.
const deepest = 30

// Rows yields the rows after the first skip, in the order of the b-tree: by row number or, in a table WITHOUT ROWID, by primary key. Values
// longer than most bytes are not read. An error is the last that it yields.
func (t *Table) Rows(skip int64, most int) iter.Seq2[[]Value, error] {
	return func(yield func([]Value, error) bool) {
		w := &walk{Table: t, skip: skip, most: most, yield: yield}
		if _, err := w.visit(t.root, 0); err != nil {
			yield(nil, err)
		}
	}
}

// walk is one pass over the rows.
type walk struct {
	*Table
	skip  int64
	most  int
	yield func([]Value, error) bool
	seen  uint32   // pages
	pages [][]byte // the page that is read at each depth
	spare []byte   // for the pages of long records
	whole []byte   // for the bytes of a long record
}

// visit yields the rows below a page. It returns false if the caller wants no more.
func (w *walk) visit(n uint32, depth int) (bool, error) {
	if w.seen++; w.seen > w.db.pages || depth > deepest {
		return false, fmt.Errorf("%w: page %d is reached twice", ErrCorrupt, n)
	}
	if depth == len(w.pages) {
		w.pages = append(w.pages, nil)
	}
	page, err := w.db.page(n, w.pages[depth])
	if err != nil {
		return false, err
	}
	w.pages[depth], page = page, page[:w.db.usable]
	at := 0
	if n == 1 {
		at = headerSize
	}
	kind, cells := page[at], int(binary.BigEndian.Uint16(page[at+3:]))
	pointers := at + 8
	inner := kind == tableInner || kind == indexInner
	if inner {
		pointers += 4
	}
	if !inner && kind != tableLeaf && kind != indexLeaf || pointers+2*cells > len(page) {
		return false, fmt.Errorf("%w: page %d is no page of a table", ErrCorrupt, n)
	}
	if kind == tableLeaf && w.skip >= int64(cells) {
		w.skip -= int64(cells)
		return true, nil
	}
	for i := range cells {
		from := int(binary.BigEndian.Uint16(page[pointers+2*i:]))
		if from+4 > len(page) {
			return false, fmt.Errorf("%w: a cell of page %d", ErrCorrupt, n)
		}
		cell := page[from:]
		if inner {
			if more, err := w.visit(binary.BigEndian.Uint32(cell), depth+1); err != nil || !more {
				return false, err
			}
			cell = cell[4:]
		}
		if kind == tableInner {
			continue
		}
		if w.skip > 0 {
			w.skip--
			continue
		}
		row, err := w.row(cell, kind)
		if err != nil {
			return false, fmt.Errorf("page %d, cell %d: %w", n, i+1, err)
		}
		if !w.yield(row, nil) {
			return false, nil
		}
	}
	if inner {
		return w.visit(binary.BigEndian.Uint32(page[at+8:]), depth+1)
	}
	return true, nil
}

// row reads the columns of a cell.
func (w *walk) row(cell []byte, kind byte) ([]Value, error) {
	size, cell, err := varint(cell)
	if err != nil {
		return nil, err
	}
	id := uint64(0)
	if kind == tableLeaf {
		if id, cell, err = varint(cell); err != nil {
			return nil, err
		}
	}
	p, err := w.newPayload(cell, size, kind == tableLeaf)
	if err != nil {
		return nil, err
	}
	fields, err := p.fields()
	if err != nil {
		return nil, err
	}
	out := make([]Value, len(w.columns))
	for i, c := range w.columns {
		switch {
		case c < 0:
			out[i].Text = strconv.FormatInt(int64(id), 10)
			out[i].Size = int64(len(out[i].Text))
		case c < len(fields): // else the column was added after the row
			if out[i], err = p.value(fields[c], w.most); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// varint reads a number of one to nine bytes.
func varint(b []byte) (uint64, []byte, error) {
	v := uint64(0)
	for i := 0; i < 9 && i < len(b); i++ {
		if i == 8 {
			return v<<8 | uint64(b[i]), b[9:], nil
		}
		v = v<<7 | uint64(b[i]&0x7f)
		if b[i] < 0x80 {
			return v, b[i+1:], nil
		}
	}
	return 0, nil, fmt.Errorf("%w: a number is cut off", ErrCorrupt)
}

// payload is a record, of which the first bytes stand in its cell and the others in a list of pages.
type payload struct {
	*walk
	read []byte
	size int
	next uint32 // the page with the bytes after those read
}

// newPayload returns the record that begins here.
func (w *walk) newPayload(cell []byte, size uint64, table bool) (*payload, error) {
	if size > uint64(w.db.pages)*uint64(w.db.size) {
		return nil, fmt.Errorf("%w: a record of %d bytes", ErrCorrupt, size)
	}
	u, n := w.db.usable, int(size)
	most, least := u-35, (u-12)*32/255-23
	if !table {
		most = (u-12)*64/255 - 23
	}
	local := n
	if n > most {
		if local = least + (n-least)%(u-4); local > most {
			local = least
		}
	}
	p := &payload{walk: w, size: n}
	if local < n {
		if len(cell) < local+4 {
			return nil, fmt.Errorf("%w: a record is cut off", ErrCorrupt)
		}
		p.next = binary.BigEndian.Uint32(cell[local:])
	}
	if len(cell) < local {
		return nil, fmt.Errorf("%w: a record is cut off", ErrCorrupt)
	}
	p.read = cell[:local:local]
	return p, nil
}

// first returns the first n bytes of the record.
func (p *payload) first(n int) ([]byte, error) {
	if n > p.size {
		return nil, fmt.Errorf("%w: a value is longer than its record", ErrCorrupt)
	}
	if len(p.read) < n {
		p.read = append(slices.Grow(p.whole[:0], n), p.read...)
		p.whole = p.read
	}
	for len(p.read) < n {
		page, err := p.db.page(p.next, p.spare)
		if err != nil {
			return nil, err
		}
		p.spare, p.next = page, binary.BigEndian.Uint32(page)
		p.read = append(p.read, page[4:min(p.db.usable, 4+p.size-len(p.read))]...)
	}
	return p.read[:n], nil
}

// field is a value in a record: its serial type, and its bytes.
type field struct {
	kind       uint64
	from, size int
}

// fields reads the head of the record.
func (p *payload) fields() ([]field, error) {
	b, err := p.first(min(9, p.size))
	if err != nil {
		return nil, err
	}
	n, rest, err := varint(b)
	if err != nil || n > uint64(p.size) {
		return nil, fmt.Errorf("%w: the head of a record", ErrCorrupt)
	}
	head, err := p.first(int(n))
	if err != nil {
		return nil, err
	}
	if head = head[min(len(head), len(b)-len(rest)):]; len(head) == 0 {
		return nil, nil
	}
	var out []field
	for at := int(n); len(head) > 0; {
		f := field{from: at}
		if f.kind, head, err = varint(head); err != nil {
			return nil, err
		}
		switch {
		case f.kind >= 12:
			if f.kind > uint64(2*p.size+13) {
				return nil, fmt.Errorf("%w: a value is longer than its record", ErrCorrupt)
			}
			f.size = int(f.kind-12) / 2
		case f.kind < uint64(len(widths)):
			f.size = widths[f.kind]
		default:
			return nil, fmt.Errorf("%w: a value of type %d", ErrCorrupt, f.kind)
		}
		at += f.size
		out = append(out, f)
	}
	return out, nil
}

// widths are the bytes of NULL, of integers, of a floating-point number, and of the integers 0 and 1, by serial type.
var widths = [...]int{0, 1, 2, 3, 4, 6, 8, 8, 0, 0}

// value reads a value; not one that is longer than most.
func (p *payload) value(f field, most int) (Value, error) {
	if f.size > most {
		return Value{Size: int64(f.size), Long: true}, nil
	}
	b, err := p.first(f.from + f.size)
	if err != nil {
		return Value{}, err
	}
	b = b[f.from:]
	var v Value
	switch {
	case f.kind == 0:
		return v, nil
	case f.kind >= 12 && f.kind%2 == 1 && p.db.utf16 != nil:
		units := make([]uint16, len(b)/2)
		for i := range units {
			units[i] = p.db.utf16.Uint16(b[2*i:])
		}
		v.Text = string(utf16.Decode(units))
	case f.kind >= 12:
		v.Text = string(b)
	case f.kind == 7:
		v.Text = strconv.FormatFloat(math.Float64frombits(binary.BigEndian.Uint64(b)), 'g', -1, 64)
	default:
		n := int64(0)
		if f.kind == 9 {
			n = 1
		}
		if len(b) > 0 {
			n = int64(int8(b[0]))
			for _, c := range b[1:] {
				n = n<<8 | int64(c)
			}
		}
		v.Text = strconv.FormatInt(n, 10)
	}
	v.Size = int64(len(v.Text))
	return v, nil
}
