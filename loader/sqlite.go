package loader

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
	"github.com/bridgehop/bridgehop/loader/internal/sqlite"
)

// sqliteSource is a database of pages, one record a row, in the order of rowid: HoVer's and DrQA's
// documents(id, text), FEVER's documents(id, text, lines), or FEVEROUS's wiki(id, data).
type sqliteSource struct{ file }

// sqliteTable is a table of pages.
type sqliteTable struct {
	format  Format
	table   string
	columns []string // the first is the id
	parse   func(id string, values []string) (Content, error)
}

var sqliteTables = []sqliteTable{
	{FEVEROUS, "wiki", []string{"id", "data"}, func(id string, v []string) (Content, error) { return parseFEVEROUSRow(id, v[0]) }},
	{FEVER, "documents", []string{"id", "text", "lines"}, func(id string, v []string) (Content, error) {
		return feverContent(&id, v[0], v[1])
	}},
	{HoVer, "documents", []string{"id", "text"}, func(id string, v []string) (Content, error) { return onePage(parseHoVer(id, v[0])) }},
}

// parseHoVer parses a row of HoVer's database of introductions: a title, in Unicode normal form D, and its text. Sentences are separated by
// [SENT] or line breaks; a text with neither is split.
func parseHoVer(id, text string) (*graph.Page, error) {
	p, err := titled(&id)
	if err != nil {
		return nil, err
	}
	if !utf8.ValidString(text) {
		return nil, errUTF8
	}
	for _, mark := range []string{"[SENT]", "\n"} {
		if parts := strings.Split(strings.Trim(text, " \n"), mark); len(parts) > 1 {
			for i, s := range parts {
				p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: graph.FoldSpace(s)})
			}
			return p, nil
		}
	}
	for i, s := range splitSentences(text) {
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: graph.FoldSpace(s)})
	}
	return p, nil
}

func parseFEVEROUSRow(id, data string) (Content, error) {
	p, err := ParseFEVEROUS([]byte(data))
	if errors.Is(err, errNoTitle) {
		return Content{}, fmt.Errorf("%w: row %q", err, id)
	}
	return onePage(p, err)
}

// tableOf returns the table of pages in a database.
func tableOf(db *sqlite.DB) (sqliteTable, *sqlite.Table, error) {
	for _, t := range sqliteTables {
		found, err := db.Table(t.table, t.columns...)
		if err == nil {
			return t, found, nil
		}
		if !errors.Is(err, sqlite.ErrNone) {
			return t, nil, fmt.Errorf("%w: %w", errSQLite, err)
		}
	}
	return sqliteTable{}, nil, fmt.Errorf("%w: the database has neither documents(id, text) nor wiki(id, data)", ErrFormat)
}

// detectSQLite returns the format of a database.
func detectSQLite(path string) (Format, error) {
	db, err := sqlite.Open(path)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errSQLite, err)
	}
	t, _, err := tableOf(db)
	return t.format, errors.Join(err, db.Close())
}

// Records implements Source.
func (s *sqliteSource) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if err := s.rows(ctx, from, func(r Record) bool { return yield(r, nil) }); err != nil {
			yield(Record{}, fmt.Errorf("%s: %w", s.path, err))
		}
	}
}

// rows yields the rows of the table. Values longer than s.max are not read.
func (s *sqliteSource) rows(ctx context.Context, from int64, yield func(Record) bool) error {
	db, err := sqlite.Open(s.path)
	if err != nil {
		return fmt.Errorf("%w: %w", errSQLite, err)
	}
	defer db.Close()
	t, table, err := tableOf(db)
	if err != nil {
		return err
	}
	size, read, n := s.Size(), int64(0), from
	for row, err := range table.Rows(from, s.max) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n++
		if err != nil {
			return fmt.Errorf("%w: row %d: %w", errSQLite, n, err)
		}
		for _, v := range row {
			read = min(read+v.Size, size)
		}
		if !yield(s.record(t, int(n), read, row)) {
			return nil
		}
	}
	return nil
}

func (s *sqliteSource) record(t sqliteTable, row int, read int64, values []sqlite.Value) Record {
	texts, size := make([]string, len(values)), 0
	for i, v := range values {
		if v.Long {
			return refuse(s.path, row, read, records.TooLong(s.max))
		}
		texts[i] = v.Text
		size += len(v.Text)
	}
	return Record{File: s.path, Line: row, Read: read, Size: size, Parse: func() (Content, error) { return t.parse(texts[0], texts[1:]) }}
}
