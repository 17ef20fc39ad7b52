package text

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// format is raised whenever an index of an earlier version can't be read, or would be read differently.
const format = 4

// The files of an index. The manifest names the folder that holds the others, and is replaced last and in one
// step, so that a reader sees the old index or the new one, whenever the building stops.
const (
	manifestFile = "index.json"
	pagesFile    = "pages.bin"
	passagesFile = "passages.bin"
	fstFile      = "names.fst"
	namesFile    = "names.bin"
)

type manifest struct {
	Format    int              `json:"format"`
	Identity  string           `json:"identity"` // of the store
	Folder    string           `json:"folder"`
	Pages     int              `json:"pages"`
	Passages  int              `json:"passages"`
	Words     int64            `json:"words"`       // of all passages, each with its page's title
	Titles    int64            `json:"title_words"` // of these, in titles
	Settings  settings         `json:"settings"`
	MinAnchor int              `json:"min_anchor"`
	Sizes     map[string]int64 `json:"sizes"` // of the files in Folder, in bytes
}

// readManifest returns ErrNoIndex, ErrFormat or ErrCorrupt, wrapped.
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
		return nil, fmt.Errorf("%s: %w: %v", filepath.Join(dir, manifestFile), ErrCorrupt, err)
	}
	if m.Format != format {
		return nil, fmt.Errorf("%s: %w: it has format %d, this program reads %d", dir, ErrFormat, m.Format, format)
	}
	if m.Folder == "" || filepath.Base(m.Folder) != m.Folder || m.Pages < 0 || m.Passages < 0 || m.Settings != bm25f || m.MinAnchor != minAnchor {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, manifestFile), ErrCorrupt)
	}
	return &m, m.check(dir)
}

// check compares the sizes of the files with those they were written with.
func (m *manifest) check(dir string) error {
	for name, want := range m.Sizes {
		st, err := os.Stat(filepath.Join(dir, m.Folder, filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("%w: %v", ErrCorrupt, err)
		}
		if st.Size() != want {
			return fmt.Errorf("%s: %w: %d bytes, want %d", name, ErrCorrupt, st.Size(), want)
		}
	}
	return nil
}

// count notes what the tables add up to.
func (m *manifest) count(t *pageTable, parts *passageTable) {
	m.Pages, m.Passages = t.n, parts.n
	for i := range uint32(parts.n) {
		m.Words += int64(parts.word(i))
		m.Titles += int64(t.title(parts.page(i)))
	}
}

// measure notes the sizes of the files in the folder.
func (m *manifest) measure(dir string) error {
	root := filepath.Join(dir, m.Folder)
	m.Sizes = map[string]int64{}
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		st, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		m.Sizes[filepath.ToSlash(rel)] = st.Size()
		return err
	})
}

// commit puts the manifest in place of the one that is there.
func (m *manifest) commit(dir string) error {
	b, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
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
