package pebble

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
	"strconv"

	"github.com/blevesearch/mmap-go"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/bridgehop/bridgehop/graph"
)

// places says of every page where its body lies and how many links it has, mapped from a file, so that a page is read with
// one look into the engine and links that aren't there with none. Finish writes the file beside the engine. A view without
// one, of an earlier version's store or one whose file was lost, reads heads instead.
//
//	identity  64 bytes  of the store, in hex: the file belongs to what Finish made last
//	pages     20 bytes  each, by id: id, then the body's place - firstPlace, links out and links in, of 4 bytes each
type places struct {
	mapped mmap.MMap
	pages  []byte
}

const (
	placesName = "places-"
	placesHead = 64
	placeBytes = 8 + 3*4
)

// placesPath is the file of a generation.
func placesPath(dir string, gen uint32) string {
	return filepath.Join(dir, placesName+strconv.FormatUint(uint64(gen), 10))
}

// openPlaces maps the file of what Finish made last; nil where there is none that fits.
func openPlaces(dir string, f finished) *places {
	file, err := os.Open(placesPath(dir, f.Generation))
	if err != nil {
		return nil
	}
	defer file.Close()
	want := placesHead + placeBytes*f.Stats.Pages
	if st, err := file.Stat(); err != nil || st.Size() != want || f.Stats.Pages == 0 {
		return nil
	}
	m, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return nil
	}
	p := &places{mapped: m, pages: m[placesHead:]}
	if string(m[:placesHead]) != f.Identity {
		_ = p.close()
		return nil
	}
	return p
}

func (p *places) close() error {
	if p == nil {
		return nil
	}
	return p.mapped.Unmap()
}

func (p *places) len() int { return len(p.pages) / placeBytes }

func (p *places) id(i int) graph.PageID {
	return graph.PageID(binary.LittleEndian.Uint64(p.pages[placeBytes*i:]))
}

// find is what is known of a page: a head without a title; the zero head where there is no such page. Ids are hashes below
// 1<<63 that lie evenly, so that it searches around the place where the id would be then.
func (p *places) find(id graph.PageID) head {
	n := p.len()
	near, _ := bits.Mul64(uint64(id)<<1, uint64(n))
	off := 4*int(math.Sqrt(float64(n))) + 8
	lo, hi := max(0, int(near)-off), min(n, int(near)+off)
	if lo > 0 && p.id(lo-1) >= id || hi < n && p.id(hi) < id {
		lo, hi = 0, n
	}
	i := lo + sort.Search(hi-lo, func(i int) bool { return p.id(lo+i) >= id })
	if i == n || p.id(i) != id {
		return head{}
	}
	b := p.pages[placeBytes*i+8:]
	number := func(k int) uint32 { return binary.LittleEndian.Uint32(b[4*k:]) }
	return head{Head: graph.Head{ID: id, Out: int(number(1)), In: int(number(2))}, at: firstPlace + place(number(0))}
}

// placeWriter writes the file of places while Finish writes heads.
type placeWriter struct {
	fs    vfs.FS
	path  string
	file  vfs.File
	w     *bufio.Writer
	room  []byte
	unfit bool // a number is too large for the file, so that there is none
}

func newPlaceWriter(fs vfs.FS, path, identity string) (*placeWriter, error) {
	file, err := fs.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return nil, fmt.Errorf("write places: %w", err)
	}
	w := &placeWriter{fs: fs, path: path, file: file, w: bufio.NewWriterSize(file, 64<<10), unfit: len(identity) != placesHead}
	_, err = w.w.WriteString(identity)
	return w, err
}

// add writes a page. They come by id.
func (w *placeWriter) add(id graph.PageID, h *head) error {
	if h.at < firstPlace || h.at-firstPlace > math.MaxUint32 || uint64(max(h.Out, h.In)) > math.MaxUint32 {
		w.unfit = true
	}
	w.room = binary.LittleEndian.AppendUint64(w.room[:0], uint64(id))
	for _, n := range [...]uint64{uint64(h.at - firstPlace), uint64(h.Out), uint64(h.In)} {
		w.room = binary.LittleEndian.AppendUint32(w.room, uint32(n))
	}
	_, err := w.w.Write(w.room)
	return err
}

// close ends the file and moves it to where it is read.
func (w *placeWriter) close(to string) error {
	err := errors.Join(w.w.Flush(), w.file.Sync(), w.file.Close())
	if err == nil && !w.unfit {
		err = w.fs.Rename(w.path, to)
	}
	if err != nil {
		return fmt.Errorf("write places: %w", err)
	}
	return nil
}
