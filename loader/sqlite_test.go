package loader_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// database makes an SQLite database of rows.
func database(t *testing.T, create, insert string, rows ...[]any) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "wiki ?%.db")
	db, err := sql.Open("sqlite", strings.NewReplacer("%", "%25", "?", "%3f", " ", "%20").Replace("file:"+path))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(create); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if _, err := db.Exec(insert, r...); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoadSQLite(t *testing.T) {
	const documents, hover = "INSERT INTO documents VALUES (?, ?)", "CREATE TABLE documents (id PRIMARY KEY, text)"
	for _, c := range []struct {
		name, path string
		format     string
		pages      []string
		rejects    int64
	}{
		{"hover", database(t, hover, documents, []any{"Cafe\u0301", "One.[SENT] Two e\u0301."}, []any{"B", "One. Two."}, []any{"Long", strings.Repeat("x", 1<<20)},
			[]any{"", "x"}, []any{"C", "One by Mr.\nTwo"}, []any{"D", nil}), "hover", []string{"Caf\u00e9: One.|Two \u00e9.", "B: One.|Two.", "C: One by Mr.|Two", "D: "}, 2},
		{"without rowid", database(t, hover+" WITHOUT ROWID", documents, []any{"B", "b"}, []any{"A", "a"}), "hover", []string{"A: a", "B: b"}, 0},
		{"fever", database(t, "CREATE TABLE documents (id PRIMARY KEY, text, lines)", "INSERT INTO documents VALUES (?, ?, ?)", []any{"A_-LRB-b-RRB-", "x", "0\tOne\t.\tB\n1\tTwo"}),
			"fever", []string{"A (b): One|Two"}, 0},
		{"feverous", database(t, "CREATE TABLE wiki (id TEXT PRIMARY KEY, data JSON)", "INSERT INTO wiki VALUES (?, ?)", []any{"A", `{"title":"A","order":["sentence_0"],"sentence_0":"One [[B|b]]."}`}, []any{"B", "{"}),
			"feverous", []string{"A: One b."}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if f, err := loader.Detect(c.path); f != c.format || err != nil {
				t.Fatalf("detect: %q, %v; want %q", f, err, c.format)
			}
			store, report := load(t, loader.Input{MaxRecord: 1 << 18}, loader.Options{}, c.path)
			var got []string
			for _, p := range store.pages {
				var parts []string
				for _, s := range p.Sentences {
					parts = append(parts, s.Text)
				}
				got = append(got, p.Title+": "+strings.Join(parts, "|"))
			}
			if diff := cmp.Diff(got, c.pages); diff != "" || report.Rejects != c.rejects {
				t.Errorf("%d rejects, want %d; pages (-got +want):\n%s", report.Rejects, c.rejects, diff)
			}
			if store, _ = load(t, loader.Input{Format: c.format}, loader.Options{}, c.path); len(store.pages) < len(got) {
				t.Errorf("with its format named: %d pages", len(store.pages))
			}
		})
	}
}

func TestSQLiteRefused(t *testing.T) {
	other := database(t, "CREATE TABLE other (id)", "INSERT INTO other VALUES (?)", []any{1})
	if _, err := loader.Open([]string{other}, loader.Input{}); !errors.Is(err, loader.ErrFormat) {
		t.Errorf("other tables: %v, want %v", err, loader.ErrFormat)
	}
	path := database(t, "CREATE TABLE documents (id, text)", "INSERT INTO documents VALUES (?, ?)", []any{"A", strings.Repeat("x ", 50_000)}, []any{"B", strings.Repeat("y ", 50_000)})
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := write(t, "", "a.db", string(content[:len(content)*2/3]))
	_, err = loader.Load(t.Context(), graphtest.Store(t), open(t, loader.Input{Format: "hover"}, broken), loader.Options{})
	if !errors.Is(err, loader.ErrSQLite) || !strings.Contains(err.Error(), broken) {
		t.Errorf("cut off: %v, want %v with its place", err, loader.ErrSQLite)
	}
}

// An interrupted load of a database goes on behind its last row.
func TestSQLiteResume(t *testing.T) {
	var rows [][]any
	for _, title := range strings.Split("ABCDEFGHIJ", "") {
		rows = append(rows, []any{title, "Of " + title + "."})
	}
	path := database(t, "CREATE TABLE documents (id, text)", "INSERT INTO documents VALUES (?, ?)", rows...)
	store := &record{onPut: func(n int) error {
		if n == 3 {
			return os.ErrClosed
		}
		return nil
	}}
	for range 2 {
		_, _ = loader.Load(t.Context(), store, open(t, loader.Input{}, path), loader.Options{BatchPages: 3})
	}
	if len(store.pages) != 10 || !store.marks[path].Done {
		t.Errorf("%d pages, mark %+v; want 10, done", len(store.pages), store.marks[path])
	}
}

func FuzzParseHoVer(f *testing.F) {
	f.Add("Cafe\u0301", "One.[SENT]Two\nThree")
	f.Fuzz(func(t *testing.T, id, text string) {
		if p, err := loader.ParseHoVer(id, text); err == nil {
			checkPage(t, p)
		}
	})
}
