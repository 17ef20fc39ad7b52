package loader

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Input has the options of Open.
type Input struct {
	// Format of the files; empty or "auto" detects it from each file's content.
	Format string
	// Fields name the fields of JSON and tables in a form of one's own; Format is not used then.
	Fields Fields
	// Redirects is a file of alias TAB title, loaded after the pages; empty for none.
	Redirects string
	// MaxRecord is the length in bytes of the longest record that is read; longer ones are refused. 0 means 32 MiB.
	MaxRecord int
}

// defaultMaxRecord is the default of Input.MaxRecord.
const defaultMaxRecord = 32 << 20

// Open returns the sources of the paths: files, folders, and "-" for standard input. All files in a
// folder and its subfolders are read, in natural order (part2 before part10); symbolic links are followed, and stores
// of bridgehop are left out. Pages in HTML or Markdown that are named one by one are one site, as those of a folder
// are. Standard input and pipes can't be resumed. A file that is named twice is read once, and as redirects if
// Redirects names it. A file that can't be opened, or whose format is unknown, is an error if it was named, and a
// reject if it is in a folder. One of several paths whose format is unknown is a reject, too,
// unless all are. Of a folder with a Wikispeedia corpus, only this is read.
func Open(paths []string, in Input) ([]Source, error) {
	if in.MaxRecord <= 0 {
		in.MaxRecord = defaultMaxRecord
	}
	var out, redirects []Source
	var refused error // of one of several paths
	readable := false
	known := map[string]bool{}
	if in.Redirects != "" { // first, because it may be in one of the folders
		s, err := Input{Format: formatRedirects, MaxRecord: in.MaxRecord}.source(in.Redirects, true)
		if err != nil {
			return nil, err
		}
		known[s.Name()] = true
		redirects = append(redirects, s)
	}
	for _, p := range paths {
		found, err := in.open(p)
		if errors.Is(err, ErrFormat) && len(paths) > 1 { // one of a shell's glob
			found = []Source{refusal(p, err)}
			refused, err = err, nil
		}
		if err != nil {
			return nil, err
		}
		for _, s := range found {
			whole, ok := s.(*file)
			readable = readable || !ok || whole.refused == nil
			if !known[s.Name()] {
				known[s.Name()] = true
				out = append(out, s)
			}
		}
	}
	if refused != nil && !readable {
		return nil, refused
	}
	return append(joinSites(out), redirects...), nil
}

func (in Input) open(path string) ([]Source, error) {
	switch {
	case isStream(path):
		return in.sources(path, []string{path}, true)
	case isStore(path):
		return nil, fmt.Errorf("%s: it is a bridgehop store, not a corpus", path)
	case in.Format == formatWikispeedia, in.auto() && isWikispeedia(path):
		s, err := newWikispeedia(path)
		return []Source{s}, err
	}
	files, named, err := expand(path)
	if err != nil {
		return nil, err
	}
	return in.sources(path, files, named)
}

// isNote reports whether a file is a README or a licence.
func isNote(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	return strings.HasPrefix(name, "readme") || strings.HasPrefix(name, "licen")
}

// sources returns the sources of the files of a path. All rendered pages together are one source.
func (in Input) sources(path string, files []string, named bool) (out []Source, err error) {
	if (in.auto() || in.Format == formatHTML || in.Format == formatMarkdown) && !named {
		var pages []string
		if pages, files = splitSite(files); len(pages) > 0 {
			out = append(out, newSite(&file{path: absolute(path), format: formatHTML, max: in.MaxRecord}, pages))
		}
	}
	for _, f := range files {
		if !named && strings.Contains(filepath.Base(f), "multistream-index") {
			continue // the index of a dump, which is not needed
		}
		s, err := in.source(f, named)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func (in Input) auto() bool {
	return in.Fields == Fields{} && (in.Format == "" || in.Format == formatAuto)
}

// absolute returns the absolute path of a file, whose marks are stored under it.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil && path != "-" {
		return abs
	}
	return path
}

// source returns the source of one file.
func (in Input) source(path string, named bool) (Source, error) {
	f := &file{path: absolute(path), format: in.Format, fields: in.Fields, max: in.MaxRecord}
	if in.Fields != (Fields{}) {
		f.format = ""
	}
	var err error
	switch {
	case isStream(f.path) && named:
		f.nonce = nonce()
	case isStream(f.path):
		return refusal(path, fmt.Errorf("%s: %w", path, fmt.Errorf("%w: neither a file nor a folder", ErrFormat))), nil
	case in.auto() && named && isMarkdownName(path):
		f.format = formatMarkdown
	case in.auto():
		f.format, err = detectFile(f.path)
	default:
		_, err = os.Stat(f.path)
	}
	var s Source
	if err == nil {
		if s, err = f.as(); err == nil {
			return s, nil
		}
		err = fmt.Errorf("%s: %w", f.path, err)
	}
	switch {
	case errors.Is(err, errBinary) && isHTMLName(path): // its encoding may be another
		f.format = formatHTML
		return f.as()
	case errors.Is(err, errEmpty), errors.Is(err, errBinary), errors.Is(err, errTruncated):
		f.format = formatPassages // which refuses it with its place
		return f.as()
	case named:
		return nil, err
	}
	return refusal(path, err), nil
}

// refusal returns the source of a file that can't be read. Once it can be, the file has another fingerprint.
func refusal(path string, err error) *file {
	return &file{path: absolute(path), nonce: "refused", refused: reason(err)}
}

// reason returns an error without the path that it begins with.
func reason(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// as returns the source that reads the file in its format.
func (f *file) as() (Source, error) {
	isFile := f.nonce == ""
	switch f.format {
	case formatHoVer, formatFEVER, formatFEVEROUS:
		if isFile && beginsWith(f.path, sqliteMagic) {
			return &sqliteSource{f}, nil
		}
		if f.format == formatHoVer {
			return nil, fmt.Errorf("%w: format %s needs one, and this file is not one", errSQLite, f.format)
		}
	case formatHTML, formatMarkdown:
		return newSite(f, []string{f.path}), nil
	case formatWikispeedia:
		if isFile {
			return newWikispeedia(f.path)
		}
	case "", formatAuto, formatRedirects, formatWikipedia:
		return f, nil
	}
	if jsonFormats[f.format] == nil {
		return nil, fmt.Errorf("format %q: %w", f.format, ErrFormat)
	}
	return f, nil
}

// beginsWith reports whether a file begins with these bytes.
func beginsWith(path, begin string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, len(begin))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == begin
}

// expand returns the files of a path: the file itself, or the files in a folder, without hidden files and stores of
// bridgehop. Named reports whether the path is a file.
func expand(path string) (files []string, named bool, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, true, err
	}
	files, err = walk(path, map[string]bool{})
	naturally(files)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: no file to load is there; hidden files and stores are left out: %w", path, fs.ErrNotExist)
	}
	return files, false, err
}

// walk returns the files in a folder and its subfolders, and follows symbolic links. A folder with several names is
// read once, also if links form a cycle; seen has the real paths of the folders that were read.
func walk(folder string, seen map[string]bool) ([]string, error) {
	own, err := filepath.EvalSymlinks(folder)
	if err != nil || seen[own] {
		return nil, err
	}
	seen[own] = true
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case isStore(path):
		case isFolder(path):
			more, err := walk(path, seen)
			if err != nil {
				return nil, err
			}
			files = append(files, more...)
		default:
			files = append(files, path)
		}
	}
	return files, nil
}

// isStore reports whether a path is a store of bridgehop, of any version: a folder with the file format of
// graph/pebble. A store is no corpus, and the store that is being loaded may be in the folder of the corpus.
func isStore(path string) bool { return beginsWith(filepath.Join(path, "format"), "bridgehop store ") }

// isFolder reports whether a path is a folder or a symbolic link to one.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

var numbers = regexp.MustCompile(`[0-9]+`)

// naturally sorts names by their text and by the values of the numbers in it: part2 before part10.
func naturally(names []string) {
	padded := make(map[string]string, len(names)) // each name with its numbers padded to the same length
	for _, name := range names {
		padded[name] = numbers.ReplaceAllStringFunc(name, func(n string) string {
			return fmt.Sprintf("%040s", strings.TrimLeft(n, "0"))
		})
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(strings.Compare(padded[a], padded[b]), strings.Compare(a, b))
	})
}
