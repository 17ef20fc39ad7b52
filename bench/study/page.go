package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"text/template"
	"time"
)

//go:embed *.tmpl
var pages embed.FS

// writePages makes the docs of their templates.
func writePages(figures, docs string) error {
	t, err := template.New("").Funcs(figureFuncs(figures)).ParseFS(pages, "*.tmpl")
	if err != nil {
		return err
	}
	for _, name := range []string{"chain-vs-star-generated.md", "chain-vs-star.md"} {
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, name+".tmpl", nil); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(docs, name), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// figureFuncs returns what templates call: they all begin with the step and the table.
func figureFuncs(dir string) template.FuncMap {
	figure := func(show func(row) string) any {
		return func(step, name, measure string, keys ...string) (string, error) {
			t, err := readTable(dir, step, name)
			if err != nil {
				return "", err
			}
			r, ok := t.find(measure, keys...)
			if !ok {
				return "", fmt.Errorf("%s/%s: no %s of %q", step, name, measure, keys)
			}
			return show(r), nil
		}
	}
	return template.FuncMap{
		"fig":   figure(func(r row) string { return fmt.Sprintf("%v, n %s", r, r.n) }), // with its interval
		"n":     figure(func(r row) string { return r.n }),
		"value": figure(func(r row) string { return strconv.FormatFloat(r.value, 'f', -1, 64) }),
		// columns is a table whose columns are measures; only, such as "of=shape", keeps rows by a key, "" keeps all.
		"columns": func(steps, name, only string, measures ...string) (string, error) {
			t, err := readTable(dir, steps, name)
			if err == nil && only != "" {
				err = t.keep(only)
			}
			if err != nil {
				return "", err
			}
			return t.columns(measures)
		},
		// cross is a table with a column for each value of the first key.
		"cross": func(step, name, measure string, columns ...string) (string, error) {
			t, err := readTable(dir, step, name)
			if err != nil {
				return "", err
			}
			return t.cross(measure, columns)
		},
		"machine": func() string {
			return fmt.Sprintf("%s, %d cores, %s", runtime.GOARCH, runtime.NumCPU(), time.Now().Format(time.DateOnly))
		},
	}
}
