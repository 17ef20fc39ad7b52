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

// expand gives the files that a path stands for: itself, the files of a folder, or the matches of a pattern.
// Hidden files and stores of bridgehop are left out of folders.
func expand(path string) (files []string, named bool, err error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir():
		return []string{path}, true, nil
	case err == nil:
		files, err = walk(path, map[string]bool{})
		naturally(files)
	case strings.ContainsAny(path, "*?["):
		files, err = matches(path)
	}
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: no file there: %w", path, fs.ErrNotExist)
	}
	return files, false, err
}

func matches(pattern string) ([]string, error) {
	found, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", pattern, err)
	}
	naturally(found)
	var files []string
	for _, f := range found {
		if isStore(f) {
			continue
		}
		more, _, err := expand(f)
		if errors.Is(err, fs.ErrNotExist) { // a link that leads nowhere, or an empty folder
			more, err = []string{f}, nil
		}
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// walk gives the files of a folder, however deep, and goes through links to folders. A folder that several names
// lead to, as in a circle of links, is read once; seen holds those that were, by their own names.
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
		case e.IsDir() || leadsToFolder(path, e):
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

// isStore says that a path is a store of bridgehop's, of whatever version: a folder whose file named format begins so
// (graph/pebble). What is in it is no corpus, and the store that is loaded into may lie in the folder that is loaded.
func isStore(path string) bool {
	const name, begins = "format", "bridgehop store "
	info, err := os.Stat(filepath.Join(path, name))
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(filepath.Join(path, name))
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	line := make([]byte, len(begins))
	_, err = io.ReadFull(f, line)
	return err == nil && string(line) == begins
}

// leadsToFolder says that an entry is a link to a folder.
func leadsToFolder(path string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

var numbers = regexp.MustCompile(`[0-9]+`)

// naturally sorts so that numbers in names count as numbers: part2 before part10.
func naturally(names []string) {
	padded := make(map[string]string, len(names)) // with all numbers of one length
	for _, name := range names {
		padded[name] = numbers.ReplaceAllStringFunc(name, func(n string) string { return fmt.Sprintf("%040s", strings.TrimLeft(n, "0")) })
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(strings.Compare(padded[a], padded[b]), strings.Compare(a, b)) })
}
