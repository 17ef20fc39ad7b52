package serve

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// stageView is a stage that is done.
type stageView struct {
	Name  string
	Took  float64 // milliseconds since the claim's turn came
	Pages []graph.Head
}

// verdictView is a verdict for a person.
type verdictView struct {
	Label, Class, Share string
	Certainty           string
	Reason, Note        string
	Judged              []string // the claim as it was judged, where it describes pages or says the same of several
	Calculations        []string
	Bars                []bar
	Drawing             template.HTML
	Parts               []string // the part of the claim that each page answers
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
	Bridge         bool // the claim doesn't name the page, and it joins others
	Lines          []lineView
}

// lineView is a sentence between its neighbours, or a row of a table with its headers.
type lineView struct {
	ID, Link, Without   string
	Before, Text, After string
	Head                []string
	Row                 []cellView
}

type cellView struct {
	Text        string
	Header, Lit bool
}

// chainView is a chain with how each of its pages was reached.
type chainView struct {
	Line, Shape, Score string
	Read               bool // the verdict rests on it
	Steps              []string
}

func share(p float64) string { return fmt.Sprintf("%.2f", p) }

// addresses gives where a page is shown, with these elements lit; "" for nowhere.
type addresses func(title string, lit ...string) string

func newVerdictView(a *bridgehop.Answer, found *bridgehop.Chains, why *record.Blame, of addresses) *verdictView {
	v := &verdictView{
		Label: a.String(), Certainty: a.Certainty(), Reason: a.Reason, Judged: a.JudgedAs(),
		Note:         note(a),
		Calculations: calculations(a),
		Class:        cmp.Or(map[label.Label]string{label.Supported: "good", label.Refuted: "bad"}[a.Label], "unsure"),
	}
	if a.Form == english.Statement { // of a question they mean nothing
		v.Share = share(a.Labels.Probability(a.Best(), a.Probabilities))
		for _, l := range []label.Label{label.Supported, label.Refuted, label.NotEnoughInfo} {
			p := a.Labels.Probability(l, a.Probabilities)
			v.Bars = append(v.Bars, bar{a.Labels.Name(l), share(p), p})
		}
	}
	if a.Chain != nil {
		v.chain(a.Chain, a.Read(), why, of)
		v.Explained = why
		v.ExplainURL = "/verify?" + url.Values{"claim": {a.Claim}, "explain": {"1"}}.Encode()
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
		cited := slices.DeleteFunc(slices.Clone(c.Evidence), func(e hop.Evidence) bool { return e.Ref == g.Ref })
		v.chain(c, c.Cited(append([]hop.Evidence{{Ref: g.Ref}}, cited...)), nil, pageURL)
	}
	v.all(a.Found, read)
	return v
}

// chain shows the chain that was read, and what was read of it, with what the verdict is without each element.
func (v *verdictView) chain(c *bridgehop.Chain, read []bridgehop.Evidence, why *record.Blame, of addresses) {
	g := draw.Chain(c)
	v.Drawing, v.Line, v.Shape, v.Cypher = picture(g, "Reasoning graph", of), g.Line(), record.ShapeWords(c.Shape()),
		g.Cypher()
	v.Evidence, v.Parts = evidenceViews(read, why, of), record.PartLines(c)
	for i, e := range v.Evidence {
		v.Evidence[i].Bridge = slices.Contains(g.Nodes, draw.Node{Title: e.Title, Bridge: true})
	}
}

// all lists the chains that were found; the verdict rests on number read.
func (v *verdictView) all(found *bridgehop.Chains, read int) {
	for i := range found.Chains {
		c := &found.Chains[i]
		v.Chains = append(v.Chains, chainView{Line: draw.Chain(c).Line(), Shape: record.ShapeWords(c.Shape()),
			Score: share(c.Score), Read: i == read && v.Label != "", Steps: record.StepLines(c)})
	}
}

// note returns a line that says that the text is no claim; it is empty for a claim.
func note(a *bridgehop.Answer) string {
	if a.Form == english.Statement {
		return ""
	}
	return "This is not a statement that can be true or false; the pages below are what it leads to."
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

// evidenceViews groups what was read by its page.
func evidenceViews(read []bridgehop.Evidence, why *record.Blame, of addresses) []evidenceView {
	var out []evidenceView
	without := map[string]string{}
	if why != nil {
		for _, e := range why.Evidence {
			without[e.ID] = e.Line(why.Label)
		}
	}
	lit := map[string][]string{}
	for _, e := range read {
		lit[e.Page.Title] = append(lit[e.Page.Title], e.Element.String())
	}
	rows := map[graph.Ref]bool{}
	for _, e := range read {
		i := slices.IndexFunc(out, func(v evidenceView) bool { return v.Title == e.Page.Title })
		if i < 0 {
			i = len(out)
			out = append(out, evidenceView{Title: e.Page.Title, Address: of(e.Page.Title, lit[e.Page.Title]...)})
		}
		id := e.Address().String()
		line := lineView{ID: id, Link: of(e.Page.Title, e.Element.String()), Without: without[id], Text: e.Text}
		switch {
		case e.Kind.IsCell():
			row := graph.Ref{Page: e.Page.ID(), Element: graph.Element{A: e.A, B: e.B}}
			if rows[row] {
				continue // it is shown
			}
			rows[row] = true
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
	at, _, _ := grid.Place(cell)
	var head []string
	for column := range grid.Columns(at) {
		c := grid.At(at, column)
		if c == nil {
			c = &graph.Cell{}
		}
		id := graph.Element{Kind: e.Kind, A: e.A, B: c.Row, C: c.Column}
		l.Row = append(l.Row, cellView{Text: c.Text, Header: c.Header,
			Lit: !c.Header && slices.Contains(lit, id.String()) && c.Text != ""})
		_, above := grid.Headers(c)
		var words []string
		for _, h := range above {
			words = append(words, h.Text)
		}
		head = append(head, strings.Join(words, ", "))
	}
	if strings.Join(head, "") != "" {
		l.Head = head
	}
}

// Saved is a claim's answer as one page that opens without a server and asks for nothing.
type Saved struct {
	Claim, Command, Store string
	Found                 *bridgehop.Chains
	Answer                *bridgehop.Answer // nil for chains without a verdict
	Blame                 *record.Blame     // nil where nothing was explained
}

// nowhere is the address of pages where there is no server.
func nowhere(string, ...string) string { return "" }

// Write writes the page.
func (s *Saved) Write(w io.Writer) error {
	style, err := ui.ReadFile("ui/app.css")
	if err != nil {
		return err
	}
	view := &verdictView{}
	switch {
	case s.Answer != nil:
		view = newVerdictView(s.Answer, s.Found, s.Blame, nowhere)
		view.ExplainURL = ""
	case len(s.Found.Chains) > 0:
		c := &s.Found.Chains[0]
		view.chain(c, c.Cited(c.Evidence), nil, nowhere)
		view.all(s.Found, 0)
	}
	return templates.ExecuteTemplate(w, "saved", map[string]any{"Claim": s.Claim,
		"Command": commandLine(s.Command, s.Store, s.Claim), "Style": template.CSS(style), "View": view})
}
