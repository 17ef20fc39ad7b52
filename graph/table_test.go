package graph_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// table makes a table of rows of words; "h" before a word makes a header, ">2" and "v3" after it spans.
func table(rows ...string) *graph.Table {
	t := &graph.Table{}
	for r, row := range rows {
		var cells []graph.Cell
		for c, word := range strings.Fields(row) {
			cell := graph.Cell{Row: r, Column: c, RowSpan: 1, ColumnSpan: 1}
			if s, ok := strings.CutPrefix(word, "h:"); ok {
				cell.Header, word = true, s
			}
			if s, n, ok := strings.Cut(word, ">"); ok {
				cell.ColumnSpan, word = int(n[0]-'0'), s
			}
			if s, n, ok := strings.Cut(word, "v"); ok {
				cell.RowSpan, word = int(n[0]-'0'), s
			}
			cell.Text = word
			cells = append(cells, cell)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// layout prints a grid, a row a line, - for a hole.
func layout(g *graph.Grid) string {
	var rows []string
	for r := range g.Rows() {
		var row []string
		for c := range g.Columns(r) {
			if cell := g.At(r, c); cell != nil {
				row = append(row, cell.Text)
			} else {
				row = append(row, "-")
			}
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return strings.Join(rows, "\n")
}

func TestGrid(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "a b\nc d", "a b\nc d"},
		{"ragged", "a\nb c d\n\ne", "a\nb c d\n\ne"},
		{"column span", "a>2 b\nc d e", "a a b\nc d e"},
		{"row span", "av2 b\nc\nd e", "a b\na c\nd e"},
		{"two by two", "av2>2 b\nc\nd e f", "a a b\na a c\nd e f"},
		{"row span to the end only", "av9 b\nc", "a b\na c"},
		{"row span past a short row", "a b cv3\nd\ne f", "a b c\nd - c\ne f c"},
		{"spans that meet", "a bv2\nc>3 d", "a b\nc b c d"},
	}
	for _, tt := range tests {
		if got := layout(table(strings.Split(tt.in, "\n")...).Grid()); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestGridBounded(t *testing.T) {
	tab := &graph.Table{}
	for r := range 2000 {
		row := make([]graph.Cell, 20)
		for c := range row {
			row[c] = graph.Cell{Row: r, Column: c, RowSpan: 1e9, ColumnSpan: 1e9}
		}
		tab.Rows = append(tab.Rows, row)
	}
	g := tab.Grid()
	places := 0
	for r := range g.Rows() {
		places += g.Columns(r)
	}
	if places > 4096+65*2000*20 {
		t.Errorf("got %d places for %d cells", places, 2000*20)
	}
	for r := range tab.Rows {
		for c := range tab.Rows[r] {
			if row, column, ok := g.Place(&tab.Rows[r][c]); !ok || g.At(row, column) != &tab.Rows[r][c] {
				t.Fatalf("cell %d,%d is lost", r, c)
			}
		}
	}
}

func TestHeaders(t *testing.T) {
	tab := table(
		"h:Area h:Length>2",
		"h:total h:left h:right",
		"h:Ola 12 30 31",
		"h:North h:Tarn 14 32",
		"x")
	g := tab.Grid()
	tests := []struct {
		row, column int
		want        string
	}{
		{2, 1, "Ola | Length left"},
		{2, 2, "Ola | Length right"},
		{3, 2, "North Tarn | Length right"},
		{3, 1, "North | Length left"}, // a header has headers too
		{0, 1, "Area | "},
		{0, 0, " | "},
		{4, 0, " | Ola North"},
	}
	for _, tt := range tests {
		row, column := g.Headers(&tab.Rows[tt.row][tt.column])
		if got := words(row) + " | " + words(column); got != tt.want {
			t.Errorf("headers of %d,%d: got %q, want %q", tt.row, tt.column, got, tt.want)
		}
	}
	row, column := g.Headers(&graph.Cell{})
	if row != nil || column != nil {
		t.Errorf("headers of another table's cell: got %v, %v, want none", row, column)
	}
}

func words(cells []*graph.Cell) string {
	var out []string
	for _, c := range cells {
		out = append(out, c.Text)
	}
	return strings.Join(out, " ")
}

// However spans lie, every cell has a place of its own.
func FuzzGrid(f *testing.F) {
	f.Add([]byte{1, 1, 2, 2, 0, 1, 1, 255, 255, 3, 1})
	f.Add([]byte{0, 0, 9, 9, 9, 9, 9, 9})
	f.Fuzz(func(t *testing.T, b []byte) {
		tab := &graph.Table{Rows: [][]graph.Cell{nil}}
		for i := 0; i+1 < len(b); i += 2 {
			if b[i] == 0 {
				tab.Rows = append(tab.Rows, nil)
				continue
			}
			last := len(tab.Rows) - 1
			tab.Rows[last] = append(tab.Rows[last], graph.Cell{RowSpan: int(b[i])*int(b[i]) - 1, ColumnSpan: int(b[i+1])*100 - 1, Header: b[i]%2 == 0})
		}
		g := tab.Grid()
		for r := range tab.Rows {
			for i := range tab.Rows[r] {
				c := &tab.Rows[r][i]
				atRow, atColumn, ok := g.Place(c)
				if !ok || atRow != r || g.At(atRow, atColumn) != c {
					t.Fatalf("cell %d,%d: got place %d,%d, %v", r, i, atRow, atColumn, ok)
				}
				row, column := g.Headers(c)
				wantRow := walkedHeaders(atColumn, func(i int) *graph.Cell { return g.At(atRow, i) })
				wantColumn := walkedHeaders(atRow, func(i int) *graph.Cell { return g.At(i, atColumn) })
				if !slices.Equal(row, wantRow) || !slices.Equal(column, wantColumn) {
					t.Fatalf("cell %d,%d: got headers %v and %v, want %v and %v", r, i, row, column, wantRow, wantColumn)
				}
			}
		}
	})
}

// walkedHeaders walks back from place n to the nearest header, and takes the one just before it along.
func walkedHeaders(n int, at func(int) *graph.Cell) []*graph.Cell {
	for n--; n >= 0; n-- {
		h := at(n)
		if h == nil || !h.Header {
			continue
		}
		for n--; n >= 0 && at(n) == h; n-- {
		}
		if before := at(n); before != nil && before.Header {
			return []*graph.Cell{before, h}
		}
		return []*graph.Cell{h}
	}
	return nil
}
