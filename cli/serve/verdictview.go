package serve

import (
	"cmp"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// stageView is a stage that is done.
type stageView struct {
	Name, Took string
	Pages      titles
}

// titles are the first titles of some pages.
type titles struct {
	Titles []string
	More   int
}

// verdictView is a verdict for a person.
type verdictView struct {
	Label, Class, Share string
	Certainty           string
	Reason, Note        string
	Judged              []string // the claim as it was judged, where it describes pages or says the same of several
	Calculations        []string
	Bars                []bar
	Drawing             []template.HTML // from left to right, and for narrow screens from top to bottom
	Parts               []string        // the part of the claim that each page answers
	Line, Shape         string
	Evidence            []evidenceView
	ExplainURL          string
	Explained           *record.Blame
	Chains              []chainView
	Cypher              string
}

// bar is a label with its probability.
type bar struct {
	Name, Share string
	P           float64
}

// evidenceView is what was read of one page.
type evidenceView struct {
	Title, Address string
	Lines          []lineView
}

// lineView is a sentence between its neighbours, or a row of a table with its headers.
type lineView struct {
	ID, Link, Without   string
	Before, Text, After string
	Head                []cellView
	Rows                [][]cellView
}

type cellView struct {
	Text        string
	Header, Lit bool
}

// chainView is a chain with what its score is made of.
type chainView struct {
	Line, Shape, Score string
	Read               bool // the verdict rests on it
	Behind             string
	Parts              []part
	Steps              []string
}

// part is a term of a chain's score. Behind is how it differs from the best chain's; empty for that one.
type part struct{ Name, About, Value, Behind string }

func share(p float64) string { return fmt.Sprintf("%.2f", p) }

func newVerdictView(a *bridgehop.Answer, found *bridgehop.Chains, why *record.Blame) *verdictView {
	v := &verdictView{
		Label: a.String(), Share: bestShare(a), Certainty: a.Certainty(), Reason: a.Reason, Judged: a.JudgedAs(), Note: note(a),
		Calculations: calculations(a),
		Class:        cmp.Or(map[label.Label]string{label.Supported: "good", label.Refuted: "bad"}[a.Label], "unsure"),
	}
	if a.Form == verify.FormStatement { // of a question they mean nothing
		for _, l := range []label.Label{label.Supported, label.Refuted, label.NotEnoughInfo} {
			p := a.Labels.Probability(l, a.Probabilities)
			v.Bars = append(v.Bars, bar{a.Labels.Name(l), share(p), p})
		}
	}
	if a.Chain != nil {
		v.chain(a.Chain, a.Read())
		if v.Explained = why; why != nil {
			v.without(why)
		} else {
			v.ExplainURL = "/verify?" + url.Values{"claim": {a.Claim}, "explain": {"1"}}.Encode()
		}
	}
	v.all(found, a.Verdict.Chain)
	return v
}

// newAnswerView shows the answer to a question as a verdict is shown.
func newAnswerView(a *bridgehop.Reply) *verdictView {
	v, read := &verdictView{Label: "no answer", Class: "unsure", Reason: a.Reason}, -1
	for i, g := range a.Answers[:min(5, len(a.Answers))] {
		if v.Bars = append(v.Bars, bar{g.Text, share(g.Probability), g.Probability}); i > 0 {
			continue
		}
		v.Label, v.Share, v.Class, read = g.Text, share(g.Probability), "good", g.Chain
		if g.Calculation != "" {
			v.Calculations = append(v.Calculations, g.Calculation)
		}
		c := a.Chain()
		isIts := func(e hop.Evidence) bool { return e.Ref == g.Ref }
		cited := slices.DeleteFunc(slices.Clone(c.Evidence), isIts)
		v.chain(c, c.Cited(append([]hop.Evidence{{Ref: g.Ref}}, cited...)))
	}
	v.all(a.Found, read)
	return v
}

// chain shows the chain that was read, and what was read of it.
func (v *verdictView) chain(c *bridgehop.Chain, read []bridgehop.Evidence) {
	g := draw.Chain(&c.Chain, c.Title)
	v.Drawing, v.Line, v.Shape, v.Cypher = pictures(g, "Reasoning graph", pageLink), chainLine(c), record.ShapeWords(c.Shape()), g.Cypher()
	v.Evidence, v.Parts = evidenceViews(read), record.PartLines(c)
}

// all lists the chains that were found; the verdict rests on number read.
func (v *verdictView) all(found *bridgehop.Chains, read int) {
	for i := range found.Chains {
		c := newChainView(&found.Chains[i], &found.Chains[0])
		c.Read = i == read && v.Label != ""
		v.Chains = append(v.Chains, c)
	}
}

// without notes what the verdict is without each element.
func (v *verdictView) without(why *record.Blame) {
	lines := map[string]string{}
	for _, e := range why.Evidence {
		lines[e.ID] = e.Line(why.Label)
	}
	for i := range v.Evidence {
		for j := range v.Evidence[i].Lines {
			v.Evidence[i].Lines[j].Without = lines[v.Evidence[i].Lines[j].ID]
		}
	}
}

// note returns a line that says that the text is no claim; it is empty for a claim.
func note(a *bridgehop.Answer) string {
	if a.Form == verify.FormStatement {
		return ""
	}
	return "This is not a statement that can be true or false; the pages below are what it leads to."
}

// bestShare returns the probability of the best label; empty for what is no claim.
func bestShare(a *bridgehop.Answer) string {
	if a.Form != verify.FormStatement {
		return ""
	}
	return share(a.Labels.Probability(a.Best(), a.Probabilities))
}

// calculations returns what dates and numbers of the evidence came to, where the verdict was weighed by it.
func calculations(a *bridgehop.Answer) []string {
	var out []string
	for i := range a.Verdict.Values {
		if c := &a.Verdict.Values[i]; c.Used {
			out = append(out, c.String())
		}
	}
	return out
}

// chainLine returns a chain in one line.
func chainLine(c *bridgehop.Chain) string {
	return record.Line(&c.Chain, func(i int) string { return c.Title(c.Steps[i].Page) }, func(s *hop.Step) string {
		switch s.Edge {
		case hop.EdgeOut:
			return "—" + s.Via.Anchor + "→"
		case hop.EdgeIn:
			return "←" + s.Via.Anchor + "—"
		}
		return "—(" + draw.Joins[s.Edge] + ")—"
	})
}

// scoreParts are the terms of a chain's score.
var scoreParts = []struct {
	name, about string
	of          func(*hop.Parts) float64
}{
	{"coverage", "how much of the claim's words the pages hold together", func(p *hop.Parts) float64 { return p.Coverage }},
	{"words", "how well each page answers the claim by itself", func(p *hop.Parts) float64 { return p.Words }},
	{"names", "pages that the claim names", func(p *hop.Parts) float64 { return p.Names }},
	{"links", "the links and the words around them", func(p *hop.Parts) float64 { return p.Links }},
	{"size", "what each further page costs", func(p *hop.Parts) float64 { return p.Size }},
}

// newChainView shows a chain against the best one.
func newChainView(c, best *bridgehop.Chain) chainView {
	v := chainView{Line: chainLine(c), Shape: record.ShapeWords(c.Shape()), Score: share(c.Score)}
	least, where := 0.0, ""
	for _, x := range scoreParts {
		p := part{Name: x.name, About: x.about, Value: share(x.of(&c.Parts))}
		if c != best {
			d := x.of(&c.Parts) - x.of(&best.Parts)
			p.Behind = fmt.Sprintf("%+.2f", d)
			if d < least {
				least, where = d, x.name
			}
		}
		v.Parts = append(v.Parts, p)
	}
	if where != "" {
		v.Behind = fmt.Sprintf("%.2f behind the best, most by its %s (%+.2f)", best.Score-c.Score, where, least)
	}
	for i := range c.Steps {
		v.Steps = append(v.Steps, stepLine(c, &c.Steps[i]))
	}
	return v
}

// stepLine returns how a page came into a chain.
func stepLine(c *bridgehop.Chain, s *hop.Step) string {
	line := c.Title(s.Page) + ": "
	if s.Parent < 0 {
		line += "a seed"
	} else {
		line += fmt.Sprintf(map[hop.EdgeKind]string{
			hop.EdgeOut: "%s links to it", hop.EdgeIn: "it links to %s", hop.EdgeClaim: "the claim alone joins it to %s",
			hop.EdgeComparison: "the claim compares it with %s", hop.EdgeShared: "it and %s name one thing",
		}[s.Edge], c.Title(c.Steps[s.Parent].Page))
	}
	if s.Named != "" {
		line += fmt.Sprintf("; the claim names it as “%s”", s.Named)
	}
	if len(s.Words) > 0 {
		line += "; adds the claim's " + strings.Join(s.Words, ", ")
	}
	return line
}

// evidenceViews groups what was read by its page.
func evidenceViews(read []bridgehop.Evidence) []evidenceView {
	var out []evidenceView
	lit := map[string][]string{}
	for _, e := range read {
		lit[e.Page.Title] = append(lit[e.Page.Title], e.Element.String())
	}
	rows := map[[2]int]bool{}
	for _, e := range read {
		i := slices.IndexFunc(out, func(v evidenceView) bool { return v.Title == e.Page.Title })
		if i < 0 {
			i = len(out)
			rows = map[[2]int]bool{}
			out = append(out, evidenceView{Title: e.Page.Title, Address: pageURL(e.Page.Title, lit[e.Page.Title]...)})
		}
		line := lineView{ID: e.Address().String(), Link: pageURL(e.Page.Title, e.Element.String()), Text: e.Text}
		switch {
		case e.Kind.IsCell():
			if rows[[2]int{e.A, e.B}] {
				continue // its row is shown
			}
			rows[[2]int{e.A, e.B}] = true
			line.row(e.Page, e.Element, lit[e.Page.Title])
		case e.Kind == graph.KindSentence:
			line.Before, line.After = neighbour(e.Page, e.A-1), neighbour(e.Page, e.A+1)
		}
		out[i].Lines = append(out[i].Lines, line)
	}
	return out
}

// neighbour returns a sentence beside one that was read.
func neighbour(p *graph.Page, n int) string {
	t, _ := p.Text(graph.Element{Kind: graph.KindSentence, A: n})
	return t.Text
}

// row shows a cell in its row, below the headers of the columns.
func (l *lineView) row(p *graph.Page, e graph.Element, lit []string) {
	table, cell := p.Table(e.A), p.Cell(e)
	if table == nil || cell == nil {
		return
	}
	grid := table.Grid()
	at, _ := grid.Place(cell)
	var row, head []cellView
	headed := false
	for column := range grid.Columns(at.Row) {
		c := grid.At(at.Row, column)
		if c == nil {
			c = &graph.Cell{}
		}
		id := graph.Element{Kind: e.Kind, A: e.A, B: c.Row, C: c.Column}
		row = append(row, cellView{Text: c.Text, Header: c.Header, Lit: !c.Header && slices.Contains(lit, id.String()) && c.Text != ""})
		_, above := grid.Headers(c)
		var words []string
		for _, h := range above {
			words = append(words, h.Text)
			headed = true
		}
		head = append(head, cellView{Text: strings.Join(words, ", ")})
	}
	if headed {
		l.Head = head
	}
	l.Rows = [][]cellView{row}
}
