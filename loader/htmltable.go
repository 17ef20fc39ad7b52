package loader

import (
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// table reads a table. Tables within its cells follow it.
func (w *htmlWalk) table(n *html.Node) {
	w.flush()
	i := w.builder.table(hasClass(n, "infobox"))
	var rows [][]graph.Cell
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Caption:
			text, links := w.element(c).whole()
			t := &w.page.Tables[i]
			if t.Caption == "" {
				t.Caption, t.CaptionLinks = text, links
			}
		case atom.Thead, atom.Tbody, atom.Tfoot:
			for r := c.FirstChild; r != nil; r = r.NextSibling {
				if r.DataAtom == atom.Tr {
					rows = append(rows, w.row(r, len(rows)))
				}
			}
		}
	}
	w.page.Tables[i].Rows = rows
}

func (w *htmlWalk) row(n *html.Node, row int) []graph.Cell {
	cells := []graph.Cell{}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			rowSpan, columnSpan := span(attribute(c, "rowspan"), maxRowSpan), span(attribute(c, "colspan"), maxColumnSpan)
			cells = append(cells, w.element(c).cell(row, len(cells), rowSpan, columnSpan, c.DataAtom == atom.Th))
		}
	}
	return cells
}

// maxRowSpan and maxColumnSpan are the bounds of HTML.
const maxRowSpan, maxColumnSpan = 65534, 1000

// span parses the value of rowspan or colspan.
func span(s string, most int) int {
	s = strings.TrimSpace(s)
	digits := s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil && digits != "" {
		return most // too long for a number
	}
	return min(max(n, 1), most)
}
