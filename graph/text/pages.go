package text

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// pages has the data of pages for scoring, in flat arrays by page number: 26 bytes a page in a mapped file. The order
// of page numbers is that of ids.
//
//	ids     8 bytes  page ids, ascending
//	words   8 bytes  where its record begins in wordsFile
//	ranks   4 bytes  index of the page in the order of (title, ordinal), which breaks ties
//	firsts  4 bytes  number of its first passage; passages are numbered by page, then in the order of the page
//	titles  2 bytes  number of terms of the title
type pages struct {
	n    int
	file *mapped.File
}

const pageBytes = 8 + 8 + 4 + 4 + 2

func newPages(file *mapped.File, n int) (pages, error) {
	return pages{n, file}, checkRows(file, pagesFile, n, pageBytes)
}

// checkRows returns an error unless a file has this many rows of so many bytes.
func checkRows(file *mapped.File, name string, n, bytes int) error {
	if file.Len() != n*bytes {
		return fmt.Errorf("%s: %w: %d bytes for %d rows", name, graph.ErrDamaged, file.Len(), n)
	}
	return nil
}

// createPages creates the table's file in a folder, while the index is built. Each worker sets the pages that it reads.
func createPages(folder string, n int) (*pages, error) {
	file, err := mapped.Create(filepath.Join(folder, pagesFile), n*pageBytes)
	return &pages{n, file}, err
}

func (p *pages) id(doc uint32) graph.PageID { return graph.PageID(p.file.Uint64(8 * int(doc))) }
func (p *pages) words(doc uint32) uint64    { return p.file.Uint64(8*p.n + 8*int(doc)) }
func (p *pages) rank(doc uint32) uint32     { return p.file.Uint32(16*p.n + 4*int(doc)) }
func (p *pages) first(doc uint32) uint32    { return p.file.Uint32(20*p.n + 4*int(doc)) }
func (p *pages) title(doc uint32) uint16    { return p.file.Uint16(24*p.n + 2*int(doc)) }

// number returns the number of a posting's passage.
func (p *pages) number(of posting) uint32 { return p.first(uint32(of>>32)) + uint32(of)>>4 }

// doc returns the number of a page, and false if the index has no such page.
func (p *pages) doc(id graph.PageID) (uint32, bool) {
	i := sort.Search(p.n, func(i int) bool { return p.id(uint32(i)) >= id })
	return uint32(i), i < p.n && p.id(uint32(i)) == id
}

func (p *pages) set(doc uint32, page *graph.Page, passages, titleWords int) error {
	if int(doc) >= p.n {
		return fmt.Errorf("page %q: store yields page %d of %d", page.Title, doc, p.n)
	}
	b := p.file.Data()
	binary.LittleEndian.PutUint64(b[8*int(doc):], uint64(page.ID()))
	binary.LittleEndian.PutUint32(b[20*p.n+4*int(doc):], uint32(passages)) // see numberPassages
	binary.LittleEndian.PutUint16(b[24*p.n+2*int(doc):], uint16(min(titleWords, 1<<16-1)))
	return nil
}

func (p *pages) setRank(doc, rank uint32) {
	binary.LittleEndian.PutUint32(p.file.Data()[16*p.n+4*int(doc):], rank)
}

func (p *pages) setWords(doc uint32, at uint64) {
	binary.LittleEndian.PutUint64(p.file.Data()[8*p.n+8*int(doc):], at)
}

// check returns an error unless all pages were set, in the order of ids.
func (p *pages) check(done int) error {
	if done != p.n {
		return fmt.Errorf("store yields %d pages of %d", done, p.n)
	}
	for i := 1; i < p.n; i++ {
		if p.id(uint32(i-1)) >= p.id(uint32(i)) {
			return fmt.Errorf("page %v: store yields pages out of order", p.id(uint32(i)))
		}
	}
	return nil
}

// numberPassages replaces the number of passages of each page by the number of its first passage, and returns the
// number of all passages.
func (p *pages) numberPassages() (int, error) {
	n := uint64(0)
	for i := range p.n {
		at := p.file.Data()[20*p.n+4*i:]
		many := binary.LittleEndian.Uint32(at)
		binary.LittleEndian.PutUint32(at, uint32(n))
		if n += uint64(many); n >= none {
			return 0, errors.New("too many passages")
		}
	}
	return int(n), nil
}

// none is more than the number of any passage.
const none = math.MaxUint32

// passageTable has the data of passages for scoring, by number, in a mapped file.
//
//	pages   4 bytes  number of its page
//	words   4 bytes  number of terms of the page's title and the passage
type passageTable struct {
	n    int
	file *mapped.File
}

const passageBytes = 4 + 4

func newPassageTable(file *mapped.File, n int) (passageTable, error) {
	return passageTable{n, file}, checkRows(file, passagesFile, n, passageBytes)
}

func (p *passageTable) page(doc uint32) uint32 { return p.file.Uint32(4 * int(doc)) }
func (p *passageTable) word(doc uint32) uint32 { return p.file.Uint32(4*p.n + 4*int(doc)) }

func (p *passageTable) set(doc int, page, words uint32) {
	binary.LittleEndian.PutUint32(p.file.Data()[4*doc:], page)
	binary.LittleEndian.PutUint32(p.file.Data()[4*p.n+4*doc:], words)
}

// writeFile creates a file with checksums, calls write, and syncs it.
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
		err = mapped.Seal(f)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
