package text

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"sort"

	mmap "github.com/blevesearch/mmap-go"

	"github.com/bridgehop/bridgehop/graph"
)

// pages is what scoring needs of every page, in flat arrays by document number: 18 bytes a page, mapped from
// a file. Document numbers follow the order of ids.
//
//	ids     8 bytes  page ids, ascending
//	ranks   4 bytes  place of the page in the order of (title, ordinal), by which ties are broken
//	firsts  4 bytes  number of its first passage; passages are numbered by page, and in a page as they follow one another
//	titles  2 bytes  terms of the title
type pages struct {
	n                          int
	ids, ranks, firsts, titles []byte
}

const pageBytes = 8 + 4 + 4 + 2

func newPages(b []byte, n int) (pages, error) {
	if len(b) != n*pageBytes {
		return pages{}, fmt.Errorf("%s: %w: %d bytes for %d pages", pagesFile, ErrCorrupt, len(b), n)
	}
	return pages{n: n, ids: b[:8*n], ranks: b[8*n : 12*n], firsts: b[12*n : 16*n], titles: b[16*n:]}, nil
}

func (p *pages) id(doc uint32) graph.PageID {
	return graph.PageID(binary.LittleEndian.Uint64(p.ids[8*int(doc):]))
}
func (p *pages) rank(doc uint32) uint32  { return binary.LittleEndian.Uint32(p.ranks[4*int(doc):]) }
func (p *pages) first(doc uint32) uint32 { return binary.LittleEndian.Uint32(p.firsts[4*int(doc):]) }
func (p *pages) title(doc uint32) uint16 { return binary.LittleEndian.Uint16(p.titles[2*int(doc):]) }

// number is that of a passage.
func (p *pages) number(at place) uint32 { return p.first(uint32(at>>32)) + uint32(at) }

// touch reads where ids would lie, side by side, as blockQuery.touch does, before doc looks for one after the other.
func (p *pages) touch(ids []graph.PageID) {
	met := byte(0)
	for _, id := range ids {
		if i, _ := bits.Mul64(uint64(id)<<1, uint64(p.n)); p.n > 0 {
			met += p.ids[8*i]
		}
	}
	runtime.KeepAlive(met) // so that the compiler keeps it
}

// doc is the document number of a page, false where the index has no such page. Ids are hashes, so that they lie evenly:
// it looks where the id would lie then, once more between the ids found, and again, and steps from there.
func (p *pages) doc(id graph.PageID) (uint32, bool) {
	lo, hi, low, high := 0, p.n, graph.PageID(0), graph.PageID(1<<63)
	below := true // the last look was at an id below
	for range 3 {
		if lo == hi || id <= low || id >= high {
			break
		}
		i := lo + min(int(float64(id-low)/float64(high-low)*float64(hi-lo)), hi-lo-1)
		if at := p.id(uint32(i)); at < id {
			lo, low, below = i+1, at, true
		} else {
			hi, high, below = i, at, false
		}
	}
	for step := 0; step < 2*steps && lo < hi; step++ {
		switch {
		case below && p.id(uint32(lo)) < id:
			lo++
		case !below && p.id(uint32(hi-1)) >= id:
			hi--
		case below:
			hi = lo
		default:
			lo = hi
		}
	}
	i := lo + sort.Search(hi-lo, func(i int) bool { return p.id(uint32(lo+i)) >= id })
	return uint32(i), i < p.n && p.id(uint32(i)) == id
}

// pageTable is pages while they are gathered: each worker fills in those that it is given. It is the file itself, mapped;
// titles, which only the order of pages and the ends of anchors need, are sorted beside it (titleSorter).
type pageTable struct {
	pages
	*scratch
}

// newPageTable makes the table's file in a folder; in memory, where it may stay in use, when the folder is "".
func newPageTable(folder string, n int) (*pageTable, error) {
	room, err := newScratch(folder, pagesFile, n*pageBytes)
	if err != nil {
		return nil, err
	}
	t := &pageTable{scratch: room}
	t.pages, err = newPages(room.bytes, n)
	return t, err
}

func (t *pageTable) set(doc uint32, p *graph.Page, passages, titleWords int) error {
	if int(doc) >= t.n {
		return fmt.Errorf("page %q: store yields page %d of %d", p.Title, doc, t.n)
	}
	binary.LittleEndian.PutUint64(t.ids[8*int(doc):], uint64(p.ID()))
	binary.LittleEndian.PutUint32(t.firsts[4*int(doc):], uint32(passages)) // see number
	binary.LittleEndian.PutUint16(t.titles[2*int(doc):], uint16(min(titleWords, 1<<16-1)))
	return nil
}

// complete checks that all pages came, each at its place, notes their ranks, and hands their titles on to be found.
func (t *pageTable) complete(came int, titles *titleSorter, to *resolverSorter) error {
	if came != t.n {
		return fmt.Errorf("store yields %d pages of %d", came, t.n)
	}
	for i := 1; i < t.n; i++ {
		if t.id(uint32(i-1)) >= t.id(uint32(i)) {
			return fmt.Errorf("page %v: store yields pages out of order", t.id(uint32(i)))
		}
	}
	rank := uint32(0)
	for rec, err := range titles.all() {
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint32(t.ranks[4*int(rec.doc()):], rank)
		if err := to.addTitle(rec.title(), rank, rec.doc()); err != nil {
			return err
		}
		rank++
	}
	return nil
}

// numberPassages turns how many passages each page has into the numbers of their first ones, and returns how many there are.
func (t *pageTable) numberPassages() (int, error) {
	n := uint64(0)
	for i := range t.n {
		at := t.firsts[4*i:]
		many := binary.LittleEndian.Uint32(at)
		binary.LittleEndian.PutUint32(at, uint32(n))
		if n += uint64(many); n >= none {
			return 0, errors.New("too many passages")
		}
	}
	return int(n), nil
}

// passageTable is what scoring needs of every passage, by its number, mapped from a file.
//
//	pages   4 bytes  number of its page
//	words   4 bytes  terms of the page's title and of the passage
type passageTable struct {
	n            int
	pages, words []byte
}

const passageBytes = 4 + 4

func newPassageTable(b []byte, n int) (passageTable, error) {
	if len(b) != n*passageBytes {
		return passageTable{}, fmt.Errorf("%s: %w: %d bytes for %d passages", passagesFile, ErrCorrupt, len(b), n)
	}
	return passageTable{n: n, pages: b[:4*n], words: b[4*n:]}, nil
}

func (p *passageTable) page(doc uint32) uint32 {
	return binary.LittleEndian.Uint32(p.pages[4*int(doc):])
}
func (p *passageTable) word(doc uint32) uint32 {
	return binary.LittleEndian.Uint32(p.words[4*int(doc):])
}

// lengthRecord is a page, the number of a passage in it, and its words: how gatherers hand on what passages have.
const lengthRecord = 4 + 4 + 4

// fill notes the passages of spooled records.
func (p *passageTable) fill(t *pages, s *spool) error {
	return s.each(lengthRecord, func(b []byte) {
		page := binary.LittleEndian.Uint32(b)
		doc := int(t.number(newPlace(page, int(binary.LittleEndian.Uint32(b[4:])))))
		binary.LittleEndian.PutUint32(p.pages[4*doc:], page)
		copy(p.words[4*doc:4*doc+4], b[8:])
	})
}

// mapFile maps a file into memory. An empty file gives no bytes and needs no unmapping.
func mapFile(path string) (mmap.MMap, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || st.Size() == 0 {
		return nil, err
	}
	m, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", path, err)
	}
	return m, nil
}

// writeFile writes a file through write and syncs it.
func writeFile(path string, write func(w *bufio.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
