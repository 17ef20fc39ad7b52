package loader

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

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
