package hop_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// table makes a table of rows of cells; an exclamation mark makes a header of a cell.
func table(n int, infobox bool, caption string, rows ...[]string) graph.Table {
	t := graph.Table{N: n, Infobox: infobox, Caption: caption}
	for i, row := range rows {
		var cells []graph.Cell
		for j, s := range row {
			text, header := strings.CutPrefix(s, "!")
			cells = append(cells, graph.Cell{Row: i, Column: j, RowSpan: 1, ColumnSpan: 1, Header: header, Text: text})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// A claim is answered by a cell that need not share a word with it: the row, and what stands above the columns, tell that
// the cell is meant. Headers over a table say nothing of one row, so no row is cited for these alone.
func TestTablesAreCitedByTheRow(t *testing.T) {
	p := page("Osby Ferries", "Osby Ferries sails from Osby.")
	long := []string{"!Ship"}
	values := []string{"Tern"}
	for _, s := range strings.Fields("a b c d e f g h") {
		long, values = append(long, "!Deck "+s), append(values, "berth "+s)
	}
	long, values = append(long, "!Length"), append(values, "61 m")
	p.Tables = []graph.Table{
		table(0, true, "", []string{"!Seat", "Lund"}, []string{"!Founded", "1902"}),
		table(1, false, "Fleet", []string{"!Ship", "!Built", "!Engine"}, []string{"Avocet", "1931", "steam"}, []string{"Dunlin", "1958", "diesel"}),
		table(2, false, "", long, values),
	}
	w := newWorld(p, page("Aro", "A street with a bakery and a chapel."), page("Bro", "A lane."))
	planner := hop.Planner{Graph: w, Text: w}
	for _, tt := range []struct {
		name, claim string
		want        []string
	}{
		{"the value of an infobox by its label", "Osby Ferries was founded in 1899?", []string{"Osby Ferries_cell_0_1_1"}},
		{"a row by its first cell", "The Dunlin of Osby Ferries had an engine of which kind?", []string{"Osby Ferries_cell_1_2_0", "Osby Ferries_cell_1_2_1", "Osby Ferries_cell_1_2_2"}},
		{"column headers alone", "Which engine do the ships of Osby Ferries have built?", nil},
		{"of a long row, what says something", "The length of the Tern of Osby Ferries?", []string{"Osby Ferries_cell_2_1_0", "Osby Ferries_cell_2_1_9"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			evidence, err := planner.Cite(t.Context(), tt.claim, []graph.PageID{p.ID()})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range evidence {
				if e.Kind.IsCell() {
					got = append(got, graph.Address{Title: p.Title, Element: e.Element}.String())
				}
			}
			if diff := cmp.Diff(got, tt.want); diff != "" {
				t.Errorf("cells cited (-got +want):\n%s", diff)
			}
		})
	}
}

// wide is a page with a row of 41 cells to come.
func wide(title string) (p *graph.Page, head, values []string) {
	head, values = []string{"!Ship"}, []string{"Tern"}
	for i := range 40 {
		head, values = append(head, fmt.Sprintf("!Berths %d", i)), append(values, fmt.Sprintf("some%d", i))
	}
	return page(title), head, values
}

// A row that is wider than the evidence of a claim may be is cited in part: its first cell, those that say something of the
// claim by themselves, then those under a header that does.
func TestAWideRowIsCitedInPart(t *testing.T) {
	p, head, values := wide("Osby Ferries")
	values[38], values[40] = "diesel", "steam"
	p.Tables = []graph.Table{table(0, false, "", head, values)}
	w := newWorld(p, page("Aro", "A street with a bakery and a chapel."), page("Bro", "A lane."))
	planner := hop.Planner{Graph: w, Text: w}
	evidence, err := planner.Cite(t.Context(), "A ship of Osby Ferries with berths had steam and diesel.", []graph.PageID{p.ID()})
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, e := range evidence {
		if e.Kind == graph.KindCell {
			got = append(got, e.Element.C)
		}
	}
	want := []int{0}
	for i := 1; i <= 25-3; i++ {
		want = append(want, i)
	}
	want = append(want, 38, 40)
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("columns cited (-got +want):\n%s", diff)
	}
}

// However wide the rows of a chain's first page are, its second one is cited, too.
func TestWideRowsLeaveRoom(t *testing.T) {
	p, head, values := wide("Osby Ferries")
	p.Tables = []graph.Table{table(0, false, "", head, values)}
	q, head, values := wide("Lund Ferries")
	q.Tables = []graph.Table{table(0, false, "", head, values)}
	w := newWorld(p, q, page("Aro", "A street with a bakery and a chapel."), page("Bro", "A lane."))
	planner := hop.Planner{Graph: w, Text: w}
	evidence, err := planner.Cite(t.Context(), "The Tern of Osby Ferries and that of Lund Ferries have berths.", []graph.PageID{p.ID(), q.ID()})
	if err != nil {
		t.Fatal(err)
	}
	cells := map[graph.PageID]int{}
	for _, e := range evidence {
		cells[e.Page]++
	}
	if len(evidence) != 25 || cells[p.ID()] == 0 || cells[q.ID()] == 0 {
		t.Errorf("%d cells of the first page and %d of the second, want %d together, some of each", cells[p.ID()], cells[q.ID()], 25)
	}
}

// What leads from one page of a chain to the other is evidence, though it holds no more of the claim than what is cited.
func TestTheLinkOfAChainIsCited(t *testing.T) {
	for _, tt := range []struct{ title, target string }{{"Ada Holm", "Ada Holm"}, {"iHolm", "iHolm"}, {"iHolm", "IHolm"}} {
		t.Run(tt.title+" as "+tt.target, func(t *testing.T) { linkIsCited(t, tt.title, tt.target) })
	}
}

func linkIsCited(t *testing.T, title, target string) {
	mill := page("Lund Mill", "Lund Mill ground rye for the bakers of Osby.", "Later it passed to a [["+target+"|widow]].")
	holm := page(title, "She kept bees in Skerry.")
	w := newWorld(mill, holm, page("Aro", "A street with a bakery and a chapel."))
	planner := hop.Planner{Graph: w, Text: w}
	evidence, err := planner.Cite(t.Context(), "The owner of the mill that ground rye for the bakers of Osby kept bees in Skerry.", []graph.PageID{mill.ID(), holm.ID()})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range evidence {
		if e.Page == mill.ID() && e.Element.A == 1 {
			return
		}
	}
	t.Errorf("cited %v, without the sentence that links the two pages", evidence)
}

// redirects is a world in which links to alias lead to a page.
type redirects struct {
	*world
	alias string
	page  graph.PageID
}

func (r redirects) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	links, err := r.world.Neighbors(ctx, from, dir, limit)
	for _, p := range r.pages {
		near := p.ID()
		if dir == graph.In {
			near = r.page
		}
		for _, e := range p.Elements() {
			for _, l := range e.Links {
				if l.Target == r.alias && slices.Contains(from, near) {
					links = append(links, graph.Link{From: p.ID(), To: r.page, Element: e.Element, Anchor: l.Anchor})
				}
			}
		}
	}
	return links, err
}

// A link that leads to a page by a redirect leads to it all the same, whichever end of it the chain begins with.
func TestTheRedirectOfAChainIsCited(t *testing.T) {
	mill := page("Lund Mill", "Lund Mill ground rye for the bakers of Osby.", "Later it passed to a [[The Beekeeper|widow]].")
	holm := page("Ada Holm", "She kept bees in Skerry.")
	w := newWorld(mill, holm, page("Aro", "A street with a bakery and a chapel."), page("Bro", "A lane."), page("Cro", "A lane."))
	planner := hop.Planner{Graph: redirects{w, "The Beekeeper", holm.ID()}, Text: w, Seeds: 1}
	seen := map[hop.EdgeKind]bool{}
	for _, claim := range []string{"The owner of Lund Mill that ground rye for the bakers of Osby kept bees in Skerry.", "Ada Holm, who kept bees in Skerry, had ground rye."} {
		res, err := planner.Plan(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range res.Chains {
			if len(c.Steps) != 2 || titles(w, c) != "Ada Holm|Lund Mill" {
				continue
			}
			seen[c.Steps[1].Edge] = true
			if !slices.ContainsFunc(c.Evidence, func(e hop.Evidence) bool { return e.Page == mill.ID() && e.Element.A == 1 }) {
				t.Errorf("%q: cited %v, without the sentence that links the two pages", claim, c.Evidence)
			}
		}
	}
	if !seen[hop.EdgeOut] || !seen[hop.EdgeIn] {
		t.Errorf("edges %v, want the link followed and the link reached from its target", seen)
	}
}
