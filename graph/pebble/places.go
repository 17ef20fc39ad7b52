package pebble

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// places has for each page the place of its body and its numbers of links, in a mapped file written by Finish. So a
// page is read with one look-up in pebble, and a page without links needs none for them.
//
//	20 bytes a page, by id: id, 8 bytes; then the body's place - firstPlace, links out and links in, 4 bytes each
type places struct {
	file *mapped.File
	n    int
}

const (
	placesName = "places-"
	placeBytes = 8 + 3*4
)

// placesPath returns the path of a generation's file.
func placesPath(dir string, gen uint32) string {
	return filepath.Join(dir, placesName+strconv.FormatUint(uint64(gen), 10))
}

// openPlaces maps the file of the last generation.
func openPlaces(dir string, f finished) (*places, error) {
	if f.Generation == 0 {
		return &places{}, nil
	}
	path := placesPath(dir, f.Generation)
	file, err := mapped.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", graph.ErrDamaged, err)
	}
	if err != nil {
		return nil, err
	}
	if file.Sum() != f.Places || int64(file.Len()) != placeBytes*f.Stats.Pages {
		return nil, errors.Join(fmt.Errorf("%s: %w: it is of another store", path, graph.ErrDamaged), file.Close())
	}
	return &places{file, int(f.Stats.Pages)}, nil
}

// files returns the mapped files.
func (p *places) files() mapped.Files {
	if p.file == nil {
		return nil
	}
	return mapped.Files{p.file}
}

// clearPlaces removes the files of other generations.
func clearPlaces(dir string, gen uint32) error {
	left, err := os.ReadDir(dir)
	for _, e := range left {
		if path := filepath.Join(dir, e.Name()); strings.HasPrefix(e.Name(), placesName) &&
			path != placesPath(dir, gen) {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

func (p *places) id(i int) graph.PageID {
	return graph.PageID(binary.LittleEndian.Uint64(p.file.Bytes(placeBytes*i, 8)))
}

// index returns the index of a page in the file.
func (p *places) index(id graph.PageID) (int, bool) {
	i := sort.Search(p.n, func(i int) bool { return p.id(i) >= id })
	return i, i < p.n && p.id(i) == id
}

// head returns the head of page i, without its title.
func (p *places) head(i int) head {
	b := p.file.Bytes(placeBytes*i+8, placeBytes-8)
	number := func(k int) uint32 { return binary.LittleEndian.Uint32(b[4*k:]) }
	return head{Head: graph.Head{ID: p.id(i), Out: int(number(1)), In: int(number(2))},
		at: firstPlace + place(number(0))}
}

// find returns the head of a page, without its title; the zero head if there is no such page.
func (p *places) find(id graph.PageID) head {
	if i, ok := p.index(id); ok {
		return p.head(i)
	}
	return head{}
}

// placeWriter writes the file of places while Finish writes heads.
type placeWriter struct {
	path string
	file *mapped.File
	n    int // pages written
}

// newPlaceWriter begins a file of that many pages.
func newPlaceWriter(path string, pages int) (*placeWriter, error) {
	file, err := mapped.Create(path, placeBytes*pages)
	if err != nil {
		return nil, fmt.Errorf("write places: %w", err)
	}
	return &placeWriter{path: path, file: file}, nil
}

// add writes a page. Pages must come in the order of ids.
func (w *placeWriter) add(id graph.PageID, h *head) error {
	to := w.file.Data()[placeBytes*w.n:]
	binary.LittleEndian.PutUint64(to, uint64(id))
	for i, n := range [...]uint64{uint64(h.at - firstPlace), uint64(h.Out), uint64(h.In)} {
		if n > math.MaxUint32 {
			return fmt.Errorf("write places: page %v: %d is too many", id, n)
		}
		binary.LittleEndian.PutUint32(to[8+4*i:], uint32(n))
	}
	w.n++
	return nil
}

// finish ends the file, moves it to its final path, and returns its checksum.
func (w *placeWriter) finish(to string) (sum uint32, err error) {
	err = w.file.Finish()
	sum = w.file.Sum()
	if err = errors.Join(err, w.file.Close()); err == nil {
		err = os.Rename(w.path, to)
	}
	if err == nil {
		err = syncFolder(vfs.Default, filepath.Dir(to))
	}
	if err != nil {
		return 0, fmt.Errorf("write places: %w", err)
	}
	return sum, nil
}

// syncFolder syncs a folder after files were added or removed.
func syncFolder(fs vfs.FS, dir string) error {
	f, err := fs.OpenDir(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
