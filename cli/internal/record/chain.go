package record

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// Chain is a chain in hop --json and verify --json.
type Chain struct {
	Shape    string     `json:"shape"`
	Hops     int        `json:"hops"` // pages, as HoVer counts
	Score    *float64   `json:"score,omitempty"`
	Pages    []string   `json:"pages"`
	PageIDs  []string   `json:"page_ids"` // of pages: titles may be the same
	Links    []Link     `json:"links"`
	Answers  []Part     `json:"answers,omitempty"` // what each page is there for
	Open     []string   `json:"open,omitempty"`    // words of the claim that no page of the chain answers
	Evidence []Evidence `json:"evidence,omitzero"` // in hop's chains, which may cite nothing; verify's have none
	Why      *why       `json:"why,omitempty"`     // with --explain
}

// Part is the part of the claim that a page of a chain answers, in the claim's words.
type Part struct {
	Page string `json:"page"`
	Text string `json:"text"`
}

// Link is an edge of a chain or a path. Only hyperlinks have an anchor.
type Link struct {
	From   string `json:"from"`
	FromID string `json:"from_id"`
	To     string `json:"to"`
	ToID   string `json:"to_id"`
	Anchor string `json:"anchor"`
	Kind   string `json:"kind"` // out-link, in-link, comparison, shared-target, claim
	// Reversed: the link leads against the order in which the chain reached its pages, as an in-link does.
	Reversed bool   `json:"reversed,omitempty"`
	Element  string `json:"element,omitempty"` // where the link stands: sentence_2, cell_0_1_1
}

// Evidence is one element that a chain cites.
type Evidence struct {
	Page    string   `json:"page"`
	Passage string   `json:"passage"` // tells apart the passages of one title
	ID      string   `json:"id"`      // FEVEROUS's notation: Page_sentence_3
	Kind    string   `json:"kind"`
	Text    string   `json:"text"`
	Headers []string `json:"headers,omitempty"` // of a cell, its row's first
	Score   float64  `json:"score"`
}

// NewChain returns a chain with titles for ids.
func NewChain(c *bridgehop.Chain) Chain {
	out := Chain{Shape: c.Shape(), Hops: len(c.Steps), Pages: []string{}, PageIDs: []string{}, Links: []Link{},
		Open: c.Open}
	for _, s := range c.Steps {
		out.Pages, out.PageIDs = append(out.Pages, c.Title(s.Page)), append(out.PageIDs, s.Page.String())
		if s.Parent >= 0 {
			out.Links = append(out.Links, stepLink(c, s))
		}
		if s.Answers != "" {
			out.Answers = append(out.Answers, Part{c.Title(s.Page), s.Answers})
		}
	}
	return out
}

// stepLink returns the edge that brought a step; a hyperlink is shown in its own direction.
func stepLink(c *bridgehop.Chain, s hop.Step) Link {
	l := graph.Link{From: c.Steps[s.Parent].Page, To: s.Page, Anchor: s.Via.Anchor}
	if s.Edge == hop.EdgeOut || s.Edge == hop.EdgeIn {
		l = s.Via
	}
	return NewLink(l, s.Edge, c.Title)
}

// NewLink returns a link between pages of these titles.
func NewLink(l graph.Link, kind hop.EdgeKind, title func(graph.PageID) string) Link {
	return Link{From: title(l.From), FromID: l.From.String(), To: title(l.To), ToID: l.To.String(), Anchor: l.Anchor,
		Kind: kind.String(), Reversed: kind == hop.EdgeIn, Element: l.Element.String()}
}

// passages are what pages are told apart by, each made once for one result.
type passages map[graph.PageID]string

func (known passages) of(p *graph.Page) string {
	id := p.ID()
	if _, ok := known[id]; !ok {
		known[id] = p.Passage()
	}
	return known[id]
}

// NewEvidence returns cited elements of a chain, in their order.
func NewEvidence(c *bridgehop.Chain, cited []hop.Evidence) []Evidence {
	return newEvidence(c, cited, passages{})
}

func newEvidence(c *bridgehop.Chain, cited []hop.Evidence, known passages) []Evidence {
	out := []Evidence{}
	for _, e := range c.Cited(cited) {
		out = append(out, Evidence{Page: e.Page.Title, Passage: known.of(e.Page), ID: e.Address().String(),
			Kind: e.Kind.String(), Text: e.Text, Headers: headers(e.Page, e.Element), Score: e.Score})
	}
	return out
}

// headers returns the texts of a cell's headers, which tell what it is of.
func headers(p *graph.Page, e graph.Element) (out []string) {
	for _, h := range p.Context(e) {
		if t, ok := p.Text(h.Element); ok && h.Kind.IsCell() && t.Text != "" {
			out = append(out, t.Text)
		}
	}
	return out
}

// ShapeWords returns the name of a shape (hop.ShapeOf) in words.
func ShapeWords(shape string) string {
	form := strings.TrimRight(shape, "0123456789")
	words := map[string]string{"single": "one page", "apart": "pages not linked"}
	if w, ok := words[form]; ok {
		return w
	}
	n, err := strconv.Atoi(strings.TrimPrefix(shape, form))
	if err != nil {
		return shape
	}
	switch {
	case form == "star":
		return spelled(n-1) + " pages around one"
	case form == "tree":
		return spelled(n) + " pages in a tree"
	case n == 2:
		return "two pages"
	}
	return spelled(n) + " pages in a row"
}

// spelled returns a small number as a word.
func spelled(n int) string {
	words := []string{"two", "three", "four", "five", "six", "seven", "eight"}
	if n < 2 || n-2 >= len(words) {
		return strconv.Itoa(n)
	}
	return words[n-2]
}

// PartLines returns a line for each part of the claim and the page that answers it, and one for the words that no page
// answers: none for a chain of one page, which answers the whole claim.
func PartLines(c *bridgehop.Chain) (out []string) {
	if len(c.Steps) < 2 {
		return nil
	}
	for _, s := range c.Steps {
		if s.Answers != "" {
			out = append(out, s.Answers+": "+c.Title(s.Page))
		}
	}
	if len(c.Open) > 0 {
		out = append(out, "no page answers: "+strings.Join(c.Open, ", "))
	}
	return out
}

// PrintParts shows PartLines.
func PrintParts(out *console.Text, c *bridgehop.Chain) {
	for _, l := range PartLines(c) {
		out.Printf("    %s\n", l)
	}
}

// PrintEvidence shows cited elements, one a line.
func PrintEvidence(out *console.Text, evidence []Evidence) {
	for _, e := range evidence {
		text := e.Text
		if len(e.Headers) > 0 {
			text = strings.Join(e.Headers, ", ") + ": " + text
		}
		out.Printf("    [%s] %s\n", e.ID, console.Clip(text, 200))
	}
}

// why tells why a chain came out: its score by parts, and what brought each of its pages.
type why struct {
	Parts hop.Parts `json:"parts"`
	Steps []whyStep `json:"steps"`
}

// whyStep is one page of a chain.
type whyStep struct {
	Page  string   `json:"page"`
	Edge  string   `json:"edge"`            // seed, out-link, in-link, comparison, shared-target or claim
	From  string   `json:"from,omitempty"`  // the page it was reached from
	By    string   `json:"by,omitempty"`    // the anchor that leads to it
	Named string   `json:"named,omitempty"` // the words of the claim that name or describe it
	Words []string `json:"words"`           // the words of the claim it adds
	Score float64  `json:"score"`           // by its words alone, 1 for the best page
}

func newWhy(c *bridgehop.Chain) *why {
	w := &why{Parts: c.Parts, Steps: []whyStep{}}
	for _, s := range c.Steps {
		step := whyStep{Page: c.Title(s.Page), Edge: s.Edge.String(), By: s.Via.Anchor, Named: s.Named,
			Words: append([]string{}, s.Words...), Score: s.Score}
		if s.Parent >= 0 {
			step.From = c.Title(c.Steps[s.Parent].Page)
		}
		w.Steps = append(w.Steps, step)
	}
	return w
}

func (w *why) print(out *console.Text) {
	p := w.Parts
	out.Printf("    score: coverage %.2f, words %.2f, names %.2f, links %.2f, size %.2f\n", p.Coverage, p.Words,
		p.Names, p.Links, p.Size)
	for _, line := range w.lines() {
		out.Printf("    %s\n", line)
	}
}

// StepLines returns a line for each page of a chain: what brought it.
func StepLines(c *bridgehop.Chain) []string { return newWhy(c).lines() }

func (w *why) lines() (out []string) {
	for _, s := range w.Steps {
		out = append(out, s.Page+": "+s.reason())
	}
	return out
}

// reason returns a line like: out-link from Skerry Light by "Ada Holm"; adds engineer, bees.
func (s whyStep) reason() string {
	why := s.Edge
	switch {
	case s.From != "" && s.By != "":
		why = fmt.Sprintf("%s from %s by %q", s.Edge, s.From, s.By)
	case s.From != "":
		why = fmt.Sprintf("%s with %s", s.Edge, s.From)
	}
	if s.Named != "" {
		why += fmt.Sprintf("; named by %q", s.Named)
	}
	if len(s.Words) > 0 {
		why += "; adds " + strings.Join(s.Words, ", ")
	}
	return why
}

// Given makes pages of the text that a claims file carries (FEVEROUS with evidence text), and a chain of them; nil
// where it carries none.
func Given(set claims.EvidenceSet) (verify.Pages, *hop.Chain) {
	var pages []*graph.Page
	byTitle := map[string]*graph.Page{}
	chain := &hop.Chain{}
	for _, e := range set.Items {
		if e.Text == "" {
			return nil, nil
		}
		p := byTitle[e.Title]
		if p == nil {
			p = &graph.Page{Title: e.Title}
			byTitle[e.Title] = p
			pages = append(pages, p)
			chain.Steps = append(chain.Steps, hop.Step{Page: p.ID(), Parent: -1})
		}
		n := len(p.Sentences)
		p.Sentences = append(p.Sentences, graph.Sentence{N: n, Text: e.Text})
		chain.Evidence = append(chain.Evidence, hop.Evidence{Ref: graph.Ref{Page: p.ID(),
			Element: graph.Element{Kind: graph.KindSentence, A: n}}})
	}
	if len(pages) == 0 {
		return nil, nil
	}
	return verify.Memory{}.With(pages...), chain
}
