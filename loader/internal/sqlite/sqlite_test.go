package sqlite_test

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // SQLite itself, which writes what is read here and tells what it holds

	"github.com/bridgehop/bridgehop/loader/internal/sqlite"
)

// written runs statements on a new database and returns its path, and the connection, closed at the end of the test.
func written(t testing.TB, statements ...string) (string, *sql.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return path, db
}

const unlimited = 1 << 30

// read returns the rows as text, NULL as an empty one.
func read(path, table string, skip int64, most int, columns ...string) ([]string, error) {
	db, err := sqlite.Open(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	found, err := db.Table(table, columns...)
	if err != nil {
		return nil, err
	}
	var out []string
	for row, err := range found.Rows(skip, most) {
		if err != nil {
			return out, err
		}
		var line []string
		for _, v := range row {
			if v.Long {
				v.Text = fmt.Sprintf("long %d", v.Size)
			}
			line = append(line, v.Text)
		}
		out = append(out, strings.Join(line, "|"))
	}
	return out, nil
}

// selected returns what SQLite itself reads.
func selected(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for rows.Next() {
		values, into := make([]sql.NullString, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		var line []string
		for _, v := range values {
			line = append(line, v.String)
		}
		out = append(out, strings.Join(line, "|"))
	}
	return out
}

// many inserts n rows with texts of all lengths up to most.
func many(n, most int) string {
	return fmt.Sprintf("WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM r WHERE i < %d) "+
		"INSERT INTO t SELECT 'page ' || (i * 7919 %% 100003), substr(replace(hex(zeroblob(%d)), '00', 'é' || i), 1, i * 37 %% %[2]d) FROM r", n, most)
}

// Every page size, encoding, kind of table and value is read as SQLite reads it.
func TestRowsAsSQLite(t *testing.T) {
	const plain = "CREATE TABLE t (a, b)"
	for _, c := range []struct {
		name       string
		statements []string
		order      string
	}{
		{"few rows", []string{plain, many(3, 10)}, "rowid"},
		{"no row", []string{plain}, "rowid"},
		{"small pages, long texts", []string{"PRAGMA page_size=512", plain, many(700, 6000)}, "rowid"},
		{"many rows", []string{plain, many(20_000, 60)}, "rowid"},
		{"largest pages", []string{"PRAGMA page_size=65536", plain, many(300, 100_000)}, "rowid"},
		{"UTF-16, little-endian", []string{"PRAGMA encoding='UTF-16le'", plain, many(300, 3000)}, "rowid"},
		{"UTF-16, big-endian", []string{"PRAGMA encoding='UTF-16be'", plain, many(300, 3000)}, "rowid"},
		{"rows deleted", []string{plain, many(5000, 500), "DELETE FROM t WHERE rowid % 3 = 0", many(50, 900)}, "rowid"},
		{"auto-vacuum", []string{"PRAGMA auto_vacuum=FULL", plain, many(3000, 800), "DELETE FROM t WHERE rowid < 1500"}, "rowid"},
		{"without rowid", []string{"CREATE TABLE t (b, a TEXT PRIMARY KEY) WITHOUT ROWID", strings.Replace(many(3000, 900), "INTO t", "INTO t (a, b)", 1)}, "a"},
		{"without rowid, key below", []string{"PRAGMA page_size=1024", "CREATE TABLE t (x, b, a, PRIMARY KEY (a, b)) WITHOUT ROWID",
			strings.Replace(many(900, 900), "INTO t", "INTO t (a, b)", 1)}, "a"},
		{"numbered by a column", []string{"CREATE TABLE t (b, a INTEGER PRIMARY KEY NOT NULL)", "INSERT INTO t VALUES ('x', 9), ('y', -4), ('z', 1234567890123)"}, "rowid"},
		{"numbered by a key below", []string{"CREATE TABLE t (a INTEGER, b, PRIMARY KEY(a))", "INSERT INTO t VALUES (9, 'x'), (2, 'y')"}, "rowid"},
		{"a key of another type", []string{"CREATE TABLE t (a BIG INTEGER PRIMARY KEY, b)", "INSERT INTO t VALUES (9, 'x'), (2, 'y')"}, "rowid"},
		{"numbers", []string{plain, "INSERT INTO t VALUES (0, 1), (-1, 127), (-128, 128), (32767, -32768), (8388607, -8388608), (2147483647, -2147483648)",
			"INSERT INTO t VALUES (140737488355327, -140737488355328), (9223372036854775807, -9223372036854775807), (1.5, -2.25e10), (x'6162', NULL)"}, "rowid"},
		{"column added", []string{"CREATE TABLE t (a)", "INSERT INTO t VALUES ('old')", "ALTER TABLE t ADD COLUMN b", "INSERT INTO t VALUES ('new', 'b')"}, "rowid"},
		{"names in quotes", []string{"CREATE TABLE IF NOT EXISTS \"t\" ( -- the (first), a\n \"x,)\" TEXT DEFAULT '(,''', /* b, */ `a` CHECK (a <> 'b, c'), [b] VARCHAR(10), " +
			"CONSTRAINT k UNIQUE (a, b))", "INSERT INTO t VALUES ('1', '2', '3')"}, "rowid"},
		{"another table first", []string{"CREATE TABLE other (a, b)", "INSERT INTO other VALUES (1, 2)", "CREATE INDEX i ON other (a)", plain, many(10, 10)}, "rowid"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, db := written(t, c.statements...)
			want := selected(t, db, "SELECT a, b FROM t ORDER BY "+c.order)
			got, err := read(path, "T", 0, unlimited, "A", "b")
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%d rows, %v; want %d rows", len(got), err, len(want))
			}
			for _, skip := range []int{1, len(want) / 2, len(want), len(want) + 5} {
				got, err := read(path, "t", int64(skip), unlimited, "a", "b")
				if err != nil || !slices.Equal(got, want[min(skip, len(want)):]) {
					t.Errorf("after %d rows: %d, %v; want %d", skip, len(got), err, len(want)-skip)
				}
			}
		})
	}
}

// A value that is too long is told with its length, and the other values of its row are read.
func TestLongValues(t *testing.T) {
	path, _ := written(t, "CREATE TABLE t (a, b, c)", "INSERT INTO t VALUES ('x', printf('%.100000c', 'y'), 'z'), ('short', 'row', '')")
	got, err := read(path, "t", 0, 1000, "c", "b", "a")
	if want := []string{"z|long 100000|x", "|row|short"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

func TestRefused(t *testing.T) {
	path, _ := written(t, "CREATE TABLE t (a)", "CREATE VIEW v AS SELECT a FROM t")
	for _, c := range []struct{ table, column string }{{"u", "a"}, {"t", "b"}, {"v", "a"}} {
		if _, err := read(path, c.table, 0, unlimited, c.column); !errors.Is(err, sqlite.ErrNone) {
			t.Errorf("%s(%s): %v, want %v", c.table, c.column, err, sqlite.ErrNone)
		}
	}
	if _, err := sqlite.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	// Changes that another program has not put into the file would be missed.
	logged, _ := written(t, "PRAGMA journal_mode=WAL", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)")
	if _, err := sqlite.Open(logged); !errors.Is(err, sqlite.ErrPending) {
		t.Errorf("with a write-ahead log: %v, want %v", err, sqlite.ErrPending)
	}
	if err := os.WriteFile(path+"-journal", []byte("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7 and more"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(path); !errors.Is(err, sqlite.ErrPending) {
		t.Errorf("with a journal: %v, want %v", err, sqlite.ErrPending)
	}
	if err := os.WriteFile(path+"-journal", make([]byte, 100), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := read(path, "t", 0, unlimited, "a"); err != nil {
		t.Errorf("with a journal that is done with: %v", err)
	}
}

// A damaged database gives an error or other rows: it neither panics nor goes on for ever.
func TestDamaged(t *testing.T) {
	path, _ := written(t, "PRAGMA page_size=512", "CREATE TABLE t (a, b)", many(80, 1500))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	failed := 0
	for range 300 {
		b := slices.Clone(whole)
		for range 1 + random.IntN(20) {
			at := random.IntN(len(b))
			if random.IntN(2) == 0 { // where the heads of pages are
				at = at/512*512 + random.IntN(12)
			}
			b[at] = byte(random.Uint32())
		}
		if random.IntN(10) == 0 {
			b = b[:random.IntN(len(b))]
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := read(path, "t", 0, unlimited, "a", "b"); err != nil {
			failed++
		}
	}
	if failed < 100 {
		t.Errorf("%d of 300 damaged databases gave an error, want many", failed)
	}
}

func FuzzTable(f *testing.F) {
	f.Add("CREATE TABLE t (a INTEGER PRIMARY KEY, \"b\" TEXT, PRIMARY KEY (a)) WITHOUT ROWID -- x")
	f.Add("CREATE TABLE t ([a], `b`, 'c''d', /* x")
	path := filepath.Join(f.TempDir(), "a.db")
	f.Fuzz(func(t *testing.T, create string) {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer os.Remove(path)
		defer db.Close()
		if _, err := db.Exec(create); err != nil {
			return
		}
		_, _ = read(path, "t", 0, unlimited, "a", "b") // must not panic
	})
}
