package text

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"sort"

	mmap "github.com/blevesearch/mmap-go"

	"github.com/bridgehop/bridgehop/graph"
)

// pages is what scoring needs of every page, in flat arrays by document number: 18 bytes a page, mapped from
// a file. Document numbers follow the order of ids.
//
//	ids     8 bytes  page ids, ascending
//	ranks   4 bytes  place of the page in the order of (title, ordinal), by which ties are broken
//	words   4 bytes  terms of title and body
//	titles  2 bytes  terms of the title
type pages struct {
	n                         int
	ids, ranks, words, titles []byte
}

const pageBytes = 8 + 4 + 4 + 2

func newPages(b []byte, n int) (pages, error) {
	if len(b) != n*pageBytes {
		return pages{}, fmt.Errorf("%s: %w: %d bytes for %d pages", pagesFile, ErrCorrupt, len(b), n)
	}
	return pages{n: n, ids: b[:8*n], ranks: b[8*n : 12*n], words: b[12*n : 16*n], titles: b[16*n:]}, nil
}

func (p *pages) id(doc uint32) graph.PageID {
	return graph.PageID(binary.LittleEndian.Uint64(p.ids[8*int(doc):]))
}
func (p *pages) rank(doc uint32) uint32  { return binary.LittleEndian.Uint32(p.ranks[4*int(doc):]) }
func (p *pages) word(doc uint32) uint32  { return binary.LittleEndian.Uint32(p.words[4*int(doc):]) }
func (p *pages) title(doc uint32) uint16 { return binary.LittleEndian.Uint16(p.titles[2*int(doc):]) }

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

// pageTable is pages while they are gathered: in the order they come, and sorted once all are there.
type pageTable struct {
	docs     []uint32 // document numbers, while pages come in any order
	ids      []graph.PageID
	words    []uint32
	titles   []uint16
	ordinals []uint32
	names    []byte      // titles, one after the other
	spans    [][2]uint64 // where each title is in names
	flags    []bool      // disambiguation pages
}

func (t *pageTable) add(doc uint32, p *graph.Page, words, titleWords int) {
	t.docs = append(t.docs, doc)
	t.ids = append(t.ids, p.ID())
	t.words = append(t.words, uint32(words))
	t.titles = append(t.titles, uint16(min(titleWords, 1<<16-1)))
	t.ordinals = append(t.ordinals, uint32(p.Ordinal))
	begin := uint64(len(t.names))
	t.names = append(t.names, p.Title...)
	t.spans = append(t.spans, [2]uint64{begin, uint64(len(t.names))})
	t.flags = append(t.flags, p.Disambiguation)
}

// joinTables makes one table of all, sorted by document.
func joinTables(all []*pageTable) (*pageTable, error) {
	n, size := 0, 0
	for _, t := range all {
		n += len(t.docs)
		size += len(t.names)
	}
	out := &pageTable{ids: make([]graph.PageID, n), words: make([]uint32, n), titles: make([]uint16, n), ordinals: make([]uint32, n),
		names: make([]byte, 0, size), spans: make([][2]uint64, n), flags: make([]bool, n)}
	for _, t := range all {
		base := uint64(len(out.names))
		out.names = append(out.names, t.names...)
		for i, doc := range t.docs {
			if int(doc) >= n {
				return nil, fmt.Errorf("page %q: store yields page %d of %d", t.title(uint32(i)), doc, n)
			}
			out.ids[doc], out.words[doc], out.titles[doc], out.ordinals[doc] = t.ids[i], t.words[i], t.titles[i], t.ordinals[i]
			out.spans[doc], out.flags[doc] = [2]uint64{base + t.spans[i][0], base + t.spans[i][1]}, t.flags[i]
		}
		*t = pageTable{}
	}
	for i := 1; i < n; i++ {
		if out.ids[i-1] >= out.ids[i] {
			return nil, fmt.Errorf("page %q: store yields pages out of order", out.title(uint32(i)))
		}
	}
	return out, nil
}

func (t *pageTable) title(doc uint32) []byte { return t.names[t.spans[doc][0]:t.spans[doc][1]] }

// ranks is the place of each page in the order of (title, ordinal).
func (t *pageTable) ranks() []uint32 {
	order := make([]uint32, len(t.ids))
	for i := range order {
		order[i] = uint32(i)
	}
	sort.Slice(order, func(i, j int) bool {
		a, b := order[i], order[j]
		if c := bytes.Compare(t.title(a), t.title(b)); c != 0 {
			return c < 0
		}
		return t.ordinals[a] < t.ordinals[b]
	})
	ranks := make([]uint32, len(order))
	for r, doc := range order {
		ranks[doc] = uint32(r)
	}
	return ranks
}

// bytes is the table as it stands in its file.
func (t *pageTable) bytes() []byte {
	b := make([]byte, 0, len(t.ids)*pageBytes)
	for _, id := range t.ids {
		b = binary.LittleEndian.AppendUint64(b, uint64(id))
	}
	for _, r := range t.ranks() {
		b = binary.LittleEndian.AppendUint32(b, r)
	}
	for _, n := range t.words {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	for _, n := range t.titles {
		b = binary.LittleEndian.AppendUint16(b, n)
	}
	return b
}

// write writes the table, and returns it as it is read.
func (t *pageTable) write(path string) (pages, error) {
	b := t.bytes()
	if err := writeFile(path, func(w *bufio.Writer) error { _, err := w.Write(b); return err }); err != nil {
		return pages{}, err
	}
	return newPages(b, len(t.ids))
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
