package loader

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
	_ "modernc.org/sqlite" // the driver named sqlite
)

// sqliteMagic is the beginning of an SQLite database.
const sqliteMagic = "SQLite format 3\x00"

// sqliteSource is a database of pages, one record a row, in the order of rowid: HoVer's and DrQA's
// documents(id, text), FEVER's documents(id, text, lines), or FEVEROUS's wiki(id, data).
type sqliteSource struct{ *file }

// sqliteTable is a table of pages.
type sqliteTable struct {
	format  string
	table   string
	columns []string
	parse   func(values []string) (content, error)
}

var sqliteTables = []sqliteTable{
	{formatFEVEROUS, "wiki", []string{"data"}, func(v []string) (content, error) {
		return onePage(parseFEVEROUS([]byte(v[0])))
	}},
	{formatFEVER, "documents", []string{"id", "text", "lines"}, func(v []string) (content, error) {
		return feverContent(&v[0], v[1], v[2])
	}},
	{formatHoVer, "documents", []string{"id", "text"}, func(v []string) (content, error) {
		return onePage(parseHoVer(v[0], v[1]))
	}},
}

// parseHoVer parses a row of HoVer's database of introductions: a title, in Unicode normal form D, and its text.
// Sentences are separated by [SENT] or line breaks; a text with neither is split.
func parseHoVer(id, text string) (*graph.Page, error) {
	p, err := titled(id)
	if err != nil {
		return nil, err
	}
	if !utf8.ValidString(text) {
		return nil, errUTF8
	}
	marked := strings.Trim(text, " \n")
	parts := strings.Split(marked, "[SENT]")
	if len(parts) < 2 {
		parts = strings.Split(marked, "\n")
	}
	if len(parts) < 2 {
		parts = splitSentences(text)
	}
	for i, s := range parts {
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: graph.FoldSpace(s)})
	}
	return p, nil
}

// openSQLite opens a database for reading. A database without a write-ahead log is opened as immutable, so that the
// folder need not be writable.
func openSQLite(path string) (*sql.DB, error) {
	query := "mode=ro"
	if _, err := os.Stat(path + "-wal"); err != nil {
		query += "&immutable=1"
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query}
	return sql.Open("sqlite", u.String())
}

// tableOf returns the table of pages in a database.
func tableOf(ctx context.Context, db *sql.DB) (sqliteTable, error) {
	for _, t := range sqliteTables {
		rows, err := db.QueryContext(ctx, "SELECT "+strings.Join(t.columns, ", ")+" FROM "+t.table+" LIMIT 0")
		if err == nil {
			return t, rows.Close()
		}
		if !strings.Contains(err.Error(), "no such") {
			return t, fmt.Errorf("%w: %v", errSQLite, err)
		}
	}
	return sqliteTable{}, fmt.Errorf("%w: the database has neither documents(id, text) nor wiki(id, data)", ErrFormat)
}

// detectSQLite returns the format of a database.
func detectSQLite(path string) (string, error) {
	db, err := openSQLite(path)
	if err != nil {
		return "", fmt.Errorf("%w: %v", errSQLite, err)
	}
	t, err := tableOf(context.Background(), db)
	return t.format, errors.Join(err, db.Close())
}

// Records implements Source.
func (s *sqliteSource) Records(ctx context.Context, from int64) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		db, err := openSQLite(s.path)
		if err == nil {
			defer func() { _ = db.Close() }()
			err = s.rows(ctx, db, from, func(r record) bool { return yield(r, nil) })
		}
		if err != nil {
			yield(record{}, fmt.Errorf("%s: %w", s.path, err))
		}
	}
}

// rows yields the rows of the table. Values of a row that is longer than s.max are not read.
func (s *sqliteSource) rows(ctx context.Context, db *sql.DB, from int64, yield func(record) bool) error {
	t, err := tableOf(ctx, db)
	if err != nil {
		return err
	}
	bytes := "ifnull(octet_length(" + strings.Join(t.columns, "), 0) + ifnull(octet_length(") + "), 0)"
	query := "SELECT " + bytes
	for _, c := range t.columns {
		query += fmt.Sprintf(", CASE WHEN %s <= %d THEN %s END", bytes, s.max, c)
	}
	query += " FROM " + t.table + " ORDER BY %s LIMIT -1 OFFSET ?"
	rows, err := db.QueryContext(ctx, fmt.Sprintf(query, "rowid"), from)
	if err != nil && strings.Contains(err.Error(), "no such column") { // WITHOUT ROWID
		rows, err = db.QueryContext(ctx, fmt.Sprintf(query, "id"), from)
	}
	if err != nil {
		return fmt.Errorf("%w: %v", errSQLite, err)
	}
	defer func() { _ = rows.Close() }()
	r := record{File: s.path, Line: int(from)}
	values := make([]sql.NullString, len(t.columns))
	into := []any{&r.Size}
	for i := range values {
		into = append(into, &values[i])
	}
	for size := s.Size(); rows.Next(); {
		r.Line++
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("%w: row %d: %v", errSQLite, r.Line, err)
		}
		r.Read = min(r.Read+int64(r.Size), size)
		texts := make([]string, len(values))
		for i, v := range values {
			texts[i] = v.String
		}
		r.Parse = func() (content, error) { return t.parse(texts) }
		if r.Size > s.max {
			r.Parse = func() (content, error) { return content{}, records.TooLong(s.max) }
		}
		if !yield(r) {
			return nil
		}
	}
	if err := rows.Err(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w: %v", errSQLite, err)
	}
	return nil
}
