package text

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// format is increased when an index of an earlier version can't be read, or would be read differently.
const format = 6

// The files of an index. The manifest has the name of the folder of the other files. It is replaced last and
// atomically, so that a reader sees the old index or the new one.
const (
	manifestFile = "index.json"
	pagesFile    = "pages.bin"
	passagesFile = "passages.bin"
	fstFile      = "names.fst"
	namesFile    = "names.bin"
)

// files are the mapped files of an index.
var files = [...]string{pagesFile, passagesFile, fstFile, namesFile, termsFile, blocksFile, normsFile, wordsFile}

type manifest struct {
	Format    int               `json:"format"`
	Identity  string            `json:"identity"` // of the store
	Folder    string            `json:"folder"`
	Pages     int               `json:"pages"`
	Passages  int               `json:"passages"`
	Words     int64             `json:"words"`       // terms of all passages, each with its page's title
	Titles    int64             `json:"title_words"` // of these, in titles
	Settings  settings          `json:"settings"`
	MinAnchor int               `json:"min_anchor"`
	Sums      map[string]uint32 `json:"sums"` // of the files in Folder, see mapped.File.Sum
	Sum       uint32            `json:"sum"`  // of the manifest, with 0 in this place
}

// readManifest reads the manifest. Its errors wrap ErrNoIndex, graph.ErrFormat or graph.ErrDamaged.
func readManifest(dir string) (*manifest, error) {
	b, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", dir, ErrNoIndex)
	}
	if err != nil {
		return nil, fmt.Errorf("read text index: %w", err)
	}
	var m manifest
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, fmt.Errorf("%s: %w: %v", filepath.Join(dir, manifestFile), graph.ErrDamaged, err)
	}
	if m.Format != format && m.Format != 0 { // 0: the field's name is damaged
		return nil, fmt.Errorf("text index %s: %w: it has format %d, this program reads %d", dir, graph.ErrFormat,
			m.Format, format)
	}
	sum := m.Sum
	m.Sum = 0
	if b, err = m.encode(); err != nil {
		return nil, err
	}
	if sum != checksum(b) || filepath.Base(m.Folder) != m.Folder || m.Settings != bm25f || m.MinAnchor != minAnchor {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, manifestFile), graph.ErrDamaged)
	}
	return &m, nil
}

func (m *manifest) encode() ([]byte, error) { return json.MarshalIndent(m, "", "\t") }

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// count sets the counts from the tables.
func (m *manifest) count(t *pages, parts *passageTable) {
	m.Pages, m.Passages = t.n, parts.n
	for i := range uint32(parts.n) {
		m.Words += int64(parts.word(i))
		m.Titles += int64(t.title(parts.page(i)))
	}
}

// sum sets the checksums of the files in the folder.
func (m *manifest) sum(folder string) error {
	m.Sums = map[string]uint32{}
	for _, name := range files {
		f, err := mapped.Open(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		m.Sums[name] = f.Sum()
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

// commit writes the manifest, replacing an older one.
func (m *manifest) commit(dir string) error {
	m.Sum = 0
	b, err := m.encode()
	if err != nil {
		return err
	}
	m.Sum = checksum(b)
	if b, err = m.encode(); err != nil {
		return err
	}
	f, err := os.OpenFile(fresh(dir, manifestFile+"."), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	if _, err = f.Write(append(b, '\n')); err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(dir, manifestFile))
}
