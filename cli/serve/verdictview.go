package serve

import (
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
	Reason, Note        string
	Calculations        []string
	Bars                []bar
	Drawing             template.HTML
	Line, Shape         string
	Evidence            []evidenceView
	ExplainURL          string
	Explained           *explainedView
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

// explainedView is what each page was worth.
type explainedView struct {
	Summary string
	Pages   []worth
}

type worth struct {
	Title, Share, Without string
	Bridge                bool
}

// chainView is a chain with what its score is made of.
type chainView struct {
	Line, Shape, Score string
	Parts              []part
	Steps              []string
}

type part struct{ Name, Value string }

func share(p float64) string { return fmt.Sprintf("%.2f", p) }

func newVerdictView(a *bridgehop.Answer, found *bridgehop.Chains, blame *verify.Blame) *verdictView {
	v := &verdictView{
		Label: a.String(), Share: bestShare(a), Reason: a.Reason, Note: note(a), Calculations: calculations(a),
		Class: map[verify.Label]string{verify.Supported: "good", verify.Refuted: "bad"}[a.Label],
	}
	if v.Class == "" {
		v.Class = "unsure"
	}
	for _, l := range []verify.Label{verify.Supported, verify.Refuted, verify.NotEnoughInfo} {
		p := a.Labels.Probability(l, a.Probabilities)
		v.Bars = append(v.Bars, bar{a.Labels.Name(l), share(p), p})
	}
	if a.Chain != nil {
		v.chain(a.Chain, a.Read())
		v.without(a, blame)
		if v.Explained = newExplainedView(a, blame); v.Explained == nil {
			v.ExplainURL = "/verify?" + url.Values{"claim": {a.Claim}, "explain": {"1"}}.Encode()
		}
	}
	v.all(found)
	return v
}

// chain shows the chain that was read, and what was read of it.
func (v *verdictView) chain(c *bridgehop.Chain, read []bridgehop.Evidence) {
	g := draw.Chain(&c.Chain, c.Title)
	v.Drawing, v.Line, v.Shape, v.Cypher = picture(g, "Reasoning graph"), chainLine(c), c.Shape(), g.Cypher()
	v.Evidence = evidenceViews(read)
}

// all lists the chains that were found.
func (v *verdictView) all(found *bridgehop.Chains) {
	for i := range found.Chains {
		v.Chains = append(v.Chains, newChainView(&found.Chains[i]))
	}
}

// without notes what the verdict is without each element.
func (v *verdictView) without(a *bridgehop.Answer, blame *verify.Blame) {
	if blame == nil {
		return
	}
	lines := map[string]string{}
	for _, e := range blame.Evidence {
		lines[graph.Address{Title: a.Chain.Title(e.Page), Element: e.Element}.String()] = withoutLine(a, e.Without)
	}
	for i := range v.Evidence {
		for j := range v.Evidence[i].Lines {
			v.Evidence[i].Lines[j].Without = lines[v.Evidence[i].Lines[j].ID]
		}
	}
}

// note tells that an answer is to no claim; it is empty for a claim.
func note(a *bridgehop.Answer) string {
	if a.Form == verify.FormStatement {
		return ""
	}
	return "This is not a statement that can be true or false; the pages below are what it leads to."
}

// bestShare is the probability of the best label; empty for what is no claim.
func bestShare(a *bridgehop.Answer) string {
	if a.Form != verify.FormStatement {
		return ""
	}
	return share(a.Labels.Probability(a.Best(), a.Probabilities))
}

// calculations are what dates and numbers of the evidence came to, where the verdict was weighed by it.
func calculations(a *bridgehop.Answer) []string {
	var out []string
	for i := range a.Verdict.Values {
		if c := &a.Verdict.Values[i]; c.Used {
			out = append(out, c.String())
		}
	}
	return out
}

// chainLine is a chain in one line.
func chainLine(c *bridgehop.Chain) string {
	return record.Line(&c.Chain, func(i int) string { return c.Title(c.Steps[i].Page) }, func(s *hop.Step) string {
		switch s.Edge {
		case hop.EdgeOut:
			return "—" + s.Via.Anchor + "→"
		case hop.EdgeIn:
			return "←" + s.Via.Anchor + "—"
		}
		return "—(" + s.Edge.String() + ")—"
	})
}

func newChainView(c *bridgehop.Chain) chainView {
	v := chainView{Line: chainLine(c), Shape: c.Shape(), Score: share(c.Score)}
	p := c.Parts
	for _, x := range []struct {
		name  string
		value float64
	}{{"coverage", p.Coverage}, {"words", p.Words}, {"names", p.Names}, {"links", p.Links}, {"size", p.Size}, {"model", p.Model}} {
		if x.name != "model" || x.value != 0 {
			v.Parts = append(v.Parts, part{x.name, share(x.value)})
		}
	}
	for _, s := range c.Steps {
		line := c.Title(s.Page) + ": " + s.Edge.String()
		if s.Named != "" {
			line += fmt.Sprintf("; the claim names it as %q", s.Named)
		}
		if len(s.Words) > 0 {
			line += "; adds " + strings.Join(s.Words, ", ")
		}
		v.Steps = append(v.Steps, line)
	}
	return v
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

// neighbour is a sentence beside one that was read.
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

func withoutLine(a *bridgehop.Answer, w verify.Without) string {
	s := fmt.Sprintf("%s %.2f", a.Labels.Name(w.Label), w.Value)
	if w.Changed {
		s += ", which changes the verdict"
	}
	return s
}

// newExplainedView is nil for a verdict that wasn't explained by its pages.
func newExplainedView(a *bridgehop.Answer, b *verify.Blame) *explainedView {
	if b == nil || b.Pages == nil {
		return nil
	}
	v := &explainedView{Summary: fmt.Sprintf("%s has probability %.2f with all pages, and %.2f by the claim's wording alone. The shares sum to the difference.",
		a.Labels.Name(b.Label), b.Value, b.None)}
	for _, p := range b.Pages {
		v.Pages = append(v.Pages, worth{a.Chain.Title(p.Page), fmt.Sprintf("%+.2f", p.Share), withoutLine(a, p.Without), p.Bridge})
	}
	return v
}
