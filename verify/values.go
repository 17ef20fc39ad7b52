package verify

import (
	"math"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/values"
)

// Calculation is an operation over values of the evidence, and whether its result is what the claim says.
type Calculation struct {
	values.Finding
	Used bool   // the verdict was weighed by it; others are too unsure
	but  string // why it didn't decide
}

// String returns the calculation in one line, with the verdict that it speaks for.
func (c *Calculation) String() string {
	return c.Finding.String() + ": " + label.FEVER.Name(c.label()) + c.but
}

// label returns the verdict that the calculation speaks for.
func (c *Calculation) label() label.Label {
	if c.Agrees {
		return label.Supported
	}
	return label.Refuted
}

// How calculations weigh that compare and that don't, in logits for each logit of their certainty
// (values.Finding.Sure): whether they disagree or agree with the claim, and of the labels Supported and Refuted. Found
// by multinomial regression on claims no run of verify/train saw: FEVER's train split with and without enough evidence,
// FEVEROUS's trained side, and 2WikiMultihopQA's train comparisons.
//
//	go run ./bench/values -arbitrate      (of commit 50e9e0f)
var (
	comparingWeights = [2][2]float64{{.235, 1.393}, {1.395, .259}}
	statingWeights   = [2][2]float64{{-.5, 1.5}, {1.5, -.5}}
)

// leastCompared is the certainty, in logits, that a comparison must exceed, which is right more often than its
// certainty says; other findings must exceed 0.
const leastCompared = -2.5

// mostSure bounds the certainty that counts, in logits; and mostProbable a label on evidence that was found, or
// weighed by a value: of 246 comparisons that were learned from 5 were read wrongly.
const (
	mostSure     = 4
	mostProbable = .98
)

// strength returns how far a finding is beyond what it must exceed, in logits.
func strength(f *values.Finding) float64 {
	odds := math.Log(f.Sure / max(1-f.Sure, 1e-6))
	if f.Comparing {
		odds -= leastCompared
	}
	return min(max(odds, 0), mostSure)
}

// calculated is the result of all calculations over a chain's pages.
type calculated struct {
	list   []Calculation
	weight [2]float64     // logits of Supported and Refuted
	needs  []hop.Evidence // the elements of calculations that are not cited
	// compared tells that a comparison weighs in the verdict.
	compared bool
}

// mostCompared bounds the chains that a claim which compares is looked for in.
const mostCompared = 3

// readable returns the indices of the chains that may be read: the best chain with evidence; if the model chooses
// (ChainDecides), the next ones that share a page with it; and if the claim compares, those with two pages that it
// names.
func (v *Verifier) readable(q *question) []int {
	first := firstWithEvidence(q.chains)
	if first < 0 {
		return nil
	}
	out := []int{first}
	choose, compares := v.weighing().ChainDecides > 0 && describes(&q.chains[first]), values.Compares(q.claim)
	if v.Plain {
		return out
	}
	for i := first + 1; i < len(q.chains); i++ {
		c, named := &q.chains[i], 0
		for _, s := range c.Steps {
			named += btoi(s.Named != "")
		}
		near := choose && len(out) < mostRead && c.Score > q.chains[first].Score-furthest && shares(c, &q.chains[first])
		if len(c.Evidence) > 0 && planned(c) && (near || compares && named > 1 && len(out) <= mostCompared) {
			out = append(out, i)
		}
	}
	return out
}

// describes reports whether the claim describes a page of the chain and doesn't name it.
func describes(c *hop.Chain) bool {
	return slices.ContainsFunc(c.Steps, func(s hop.Step) bool { return s.Named == "" })
}

// shares reports whether two chains have a page in common.
func shares(a, b *hop.Chain) bool {
	return slices.ContainsFunc(a.Pages(), func(id graph.PageID) bool { return slices.Contains(b.Pages(), id) })
}

// Calculate returns what calculations over the values of a chain's pages say of a claim, the most certain first.
func (m Memory) Calculate(claim string, chain *hop.Chain) []Calculation {
	l := &library{pages: m, papers: map[graph.PageID]*paper{}}
	return l.calculate(claim, chain, nil, true).list
}

// calculate reads the values of what is cited and, of pages a planner found, those of other sentences that say an
// attribute of the claim.
func (l *library) calculate(claim string, chain *hop.Chain, cited []hop.Evidence, whole bool) calculated {
	var out calculated
	var strongest [2]float64 // of what disagrees, and of what agrees
	weights := &statingWeights
	for _, f := range values.Judge(claim, l.valuePages(chain, cited, whole)) {
		z := strength(&f)
		c := Calculation{Finding: f, Used: z > 0 && l.knows(&f)}
		if c.Used {
			s := &strongest[btoi(f.Agrees)]
			*s = max(*s, z)
			out.need(&f, cited)
			if f.Comparing {
				out.compared, weights = true, &comparingWeights
			}
		}
		out.list = append(out.list, c)
	}
	agrees := btoi(strongest[0] == 0) // what disagrees comes before what agrees
	for k, w := range weights[agrees] {
		out.weight[k] = strongest[agrees] * w
	}
	return out
}

// knows reports whether all operands of a finding count in a verdict.
func (l *library) knows(f *values.Finding) bool {
	for _, o := range f.Operands {
		if l.known != nil && !l.known[o.Element] {
			return false
		}
	}
	return true
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// need adds the elements of a finding's operands that aren't cited.
func (c *calculated) need(f *values.Finding, cited []hop.Evidence) {
	for _, o := range f.Operands {
		is := func(e hop.Evidence) bool { return e.Ref == o.Element }
		if o.Element.Page != 0 && !slices.ContainsFunc(cited, is) && !slices.ContainsFunc(c.needs, is) {
			c.needs = append(c.needs, hop.Evidence{Ref: o.Element})
		}
	}
}

// valuePages returns the pages as values are read from them.
func (l *library) valuePages(c *hop.Chain, cited []hop.Evidence, whole bool) (in []values.Page) {
	for _, id := range pagesOf(c.Pages(), cited) {
		b := l.paper(id)
		if b == nil {
			continue
		}
		p := values.Page{Title: b.page.Title}
		if k := slices.IndexFunc(c.Steps, func(s hop.Step) bool { return s.Page == id && !s.Described }); k >= 0 {
			p.Named = c.Steps[k].Named
		}
		for _, t := range b.page.Elements() {
			isCited := slices.ContainsFunc(cited, func(e hop.Evidence) bool { return e.Page == id && e.Element == t.Element })
			kind := t.Element.Kind
			if !isCited && (!whole || kind != graph.KindSentence && kind != graph.KindItem && kind != graph.KindCell) {
				continue
			}
			e := values.Element{Ref: graph.Ref{Page: id, Element: t.Element}, Text: t.Text, Uncited: !isCited}
			if kind == graph.KindCell {
				if e.Cell, e.Label = b.cell(t); e.Cell == "" {
					continue
				}
				e.Text = b.row([]graph.Element{t.Element})
			}
			p.Elements = append(p.Elements, e)
		}
		in = append(in, p)
	}
	return in
}

// cell returns the text and the headers of a cell of an infobox, or of a table with headers on one side only; nothing
// of other cells.
func (b *paper) cell(t graph.Text) (text, label string) {
	g := b.grid(t.Element.A)
	if g == nil || !strings.ContainsAny(t.Text, "0123456789") {
		return "", ""
	}
	c := g.cell(t.Element)
	label, column := g.headers(c)
	if label == "" {
		label = column
	} else if !g.table.Infobox && column != "" && column != label {
		return "", ""
	}
	text = c.Text
	if row, first, ok := g.Place(c); ok {
		for r := row; r > 0 && dashed(g, r); r-- { // a part of what a row above names: Area, - Total
			if above := g.At(r-1, 0); above != nil && !dashed(g, r-1) {
				label = words(above.Text + " " + label)
			}
		}
		for column := 2; first == 1 && column < min(g.Columns(row), mostColumns); column++ {
			if o := g.At(row, column); o != nil && o != c && !o.Header { // a number and its unit may be spread
				text += " " + o.Text
			}
		}
	}
	return words(text), label
}

// dashed reports whether a row begins with a dash.
func dashed(g *grid, row int) bool {
	first := g.At(row, 0)
	return first != nil && strings.IndexAny(first.Text, "-–•") == 0
}
