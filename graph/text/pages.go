package text

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"sort"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/mapped"
)

// pages is what scoring needs of every page, in flat arrays by document number: 18 bytes a page in a mapped
// file. Document numbers follow the order of ids.
//
//	ids     8 bytes  page ids, ascending
//	ranks   4 bytes  place of the page in the order of (title, ordinal), by which ties are broken
//	firsts  4 bytes  number of its first passage; passages are numbered by page, and in a page as they follow one another
//	titles  2 bytes  terms of the title
type pages struct {
	n    int
	file *mapped.File
}

const pageBytes = 8 + 4 + 4 + 2

func newPages(file *mapped.File, n int) (pages, error) {
	if file.Len() != n*pageBytes {
		return pages{}, fmt.Errorf("%s: %w: %d bytes for %d pages", pagesFile, graph.ErrDamaged, file.Len(), n)
	}
	return pages{n, file}, nil
}

func (p *pages) id(doc uint32) graph.PageID { return graph.PageID(p.file.Uint64(8 * int(doc))) }
func (p *pages) rank(doc uint32) uint32     { return p.file.Uint32(8*p.n + 4*int(doc)) }
func (p *pages) first(doc uint32) uint32    { return p.file.Uint32(12*p.n + 4*int(doc)) }
func (p *pages) title(doc uint32) uint16    { return p.file.Uint16(16*p.n + 2*int(doc)) }

// number is that of a passage.
func (p *pages) number(at place) uint32 { return p.first(uint32(at>>32)) + uint32(at) }

// doc is the document number of a page, false where the index has no such page. Ids are hashes, so that they lie evenly: it
// looks around the place where the id would lie then.
func (p *pages) doc(id graph.PageID) (uint32, bool) {
	at, _ := bits.Mul64(uint64(id)<<1, uint64(p.n))
	off := 4*int(math.Sqrt(float64(p.n))) + 8
	lo, hi := min(max(0, int(at)-off), p.n), min(p.n, int(at)+off)
	if lo > 0 && p.id(uint32(lo-1)) >= id || hi < p.n && p.id(uint32(hi)) < id {
		lo, hi = 0, p.n
	}
	i := lo + sort.Search(hi-lo, func(i int) bool { return p.id(uint32(lo+i)) >= id })
	return uint32(i), i < p.n && p.id(uint32(i)) == id
}

// pageTable is pages while they are gathered: each worker fills in those that it is given. It is the file itself, mapped.
type pageTable struct{ pages }

// newPageTable makes the table's file in a folder.
func newPageTable(folder string, n int) (*pageTable, error) {
	file, err := mapped.Create(filepath.Join(folder, pagesFile), n*pageBytes)
	if err != nil {
		return nil, err
	}
	return &pageTable{pages{n, file}}, nil
}

func (t *pageTable) set(doc uint32, p *graph.Page, passages, titleWords int) error {
	if int(doc) >= t.n {
		return fmt.Errorf("page %q: store yields page %d of %d", p.Title, doc, t.n)
	}
	b := t.file.Data()
	binary.LittleEndian.PutUint64(b[8*int(doc):], uint64(p.ID()))
	binary.LittleEndian.PutUint32(b[12*t.n+4*int(doc):], uint32(passages)) // see numberPassages
	binary.LittleEndian.PutUint16(b[16*t.n+2*int(doc):], uint16(min(titleWords, 1<<16-1)))
	return nil
}

func (t *pageTable) setRank(doc, rank uint32) {
	binary.LittleEndian.PutUint32(t.file.Data()[8*t.n+4*int(doc):], rank)
}

// check checks that all pages came, each at its place.
func (t *pageTable) check(came int) error {
	if came != t.n {
		return fmt.Errorf("store yields %d pages of %d", came, t.n)
	}
	for i := 1; i < t.n; i++ {
		if t.id(uint32(i-1)) >= t.id(uint32(i)) {
			return fmt.Errorf("page %v: store yields pages out of order", t.id(uint32(i)))
		}
	}
	return nil
}

// numberPassages turns how many passages each page has into the numbers of their first ones, and returns how many there are.
func (t *pageTable) numberPassages() (int, error) {
	n := uint64(0)
	for i := range t.n {
		at := t.file.Data()[12*t.n+4*i:]
		many := binary.LittleEndian.Uint32(at)
		binary.LittleEndian.PutUint32(at, uint32(n))
		if n += uint64(many); n >= none {
			return 0, errors.New("too many passages")
		}
	}
	return int(n), nil
}

// none is the document number after the last one.
const none = math.MaxUint32

// passageTable is what scoring needs of every passage, by its number, in a mapped file.
//
//	pages   4 bytes  number of its page
//	words   4 bytes  terms of the page's title and of the passage
type passageTable struct {
	n    int
	file *mapped.File
}

const passageBytes = 4 + 4

func newPassageTable(file *mapped.File, n int) (passageTable, error) {
	if file.Len() != n*passageBytes {
		return passageTable{}, fmt.Errorf("%s: %w: %d bytes for %d passages", passagesFile, graph.ErrDamaged, file.Len(), n)
	}
	return passageTable{n, file}, nil
}

func (p *passageTable) page(doc uint32) uint32 { return p.file.Uint32(4 * int(doc)) }
func (p *passageTable) word(doc uint32) uint32 { return p.file.Uint32(4*p.n + 4*int(doc)) }

func (p *passageTable) set(doc int, page, words uint32) {
	binary.LittleEndian.PutUint32(p.file.Data()[4*doc:], page)
	binary.LittleEndian.PutUint32(p.file.Data()[4*p.n+4*doc:], words)
}

// writeFile writes a file through write, with its checksums, and syncs it.
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
