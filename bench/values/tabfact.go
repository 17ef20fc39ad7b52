package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/values"
)

// statement is a statement of TabFact about a table.
type statement struct {
	table string
	text  string
	holds bool
}

// gzipped reads a whole file.
func gzipped(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// tables reads an archive of tables, with the title and caption of each.
func tables(path string, about func(name string) (title, caption string)) (map[string]*values.Table, error) {
	data, err := gzipped(path)
	if err != nil {
		return nil, err
	}
	out := map[string]*values.Table{}
	for t := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := t.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		text, err := io.ReadAll(t)
		if err != nil {
			return nil, err
		}
		name := filepath.Base(h.Name)
		title, caption := about(name)
		var rows [][]string
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			rows = append(rows, strings.Split(line, "#"))
		}
		out[name] = values.NewTable(title, caption, rows[0], rows[1:])
	}
}

// trainTables are TabFact's train statements, and their tables, in the order of their names.
func trainTables(data string) ([]statement, map[string]*values.Table, error) {
	type entry struct {
		Caption    string
		Statements []string
		Labels     []int
	}
	captions := map[string]string{}
	var out []statement
	for _, file := range []string{"train_statements.json.gz", "train_statements_prelim.json.gz"} {
		text, err := gzipped(filepath.Join(data, "tabfact", file))
		if err != nil {
			return nil, nil, err
		}
		var entries map[string]entry
		if err := json.Unmarshal(text, &entries); err != nil {
			return nil, nil, err
		}
		for name, e := range entries {
			captions[name] = e.Caption
			for i, s := range e.Statements {
				out = append(out, statement{name, s, e.Labels[i] == 1})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b statement) int { return strings.Compare(a.table+" "+a.text, b.table+" "+b.text) })
	all, err := tables(filepath.Join(data, "tabfact", "train_tables.tar.gz"), func(name string) (string, string) { return captions[name], captions[name] })
	return out, all, err
}

// keptTables are the statements of TabFact's validation tables that are kept out (claims.Trained of the name of the table's file).
func keptTables(data string) ([]statement, map[string]*values.Table, error) {
	folder := filepath.Join(data, "tabfact")
	text, err := gzipped(filepath.Join(folder, "val_examples.json.gz"))
	if err != nil {
		return nil, nil, err
	}
	var examples map[string][3]json.RawMessage
	if err := json.Unmarshal(text, &examples); err != nil {
		return nil, nil, err
	}
	pages := map[string][]string{}
	if text, err = os.ReadFile(filepath.Join(folder, "val_table_to_page.json")); err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(text, &pages); err != nil {
		return nil, nil, err
	}
	var out []statement
	captions := map[string]string{}
	for name, e := range examples {
		if claims.Trained(name) {
			continue
		}
		var statements []string
		var labels []int
		var caption string
		for i, to := range []any{&statements, &labels, &caption} {
			if err := json.Unmarshal(e[i], to); err != nil {
				return nil, nil, err
			}
		}
		captions[name] = caption
		for i, s := range statements {
			out = append(out, statement{name, s, labels[i] == 1})
		}
	}
	slices.SortStableFunc(out, func(a, b statement) int { return strings.Compare(a.table+" "+a.text, b.table+" "+b.text) })
	all, err := tables(filepath.Join(folder, "val_tables.tar.gz"), func(name string) (string, string) {
		if p := pages[name]; len(p) > 0 {
			return p[0], captions[name]
		}
		return captions[name], captions[name]
	})
	return out, all, err
}
