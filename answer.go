package bridgehop

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Chain is a reasoning graph with its pages.
type Chain struct {
	hop.Chain
	Pages []*graph.Page // the page of each step; nil if the store no longer has it
}

// Evidence is an element that a chain cites, with its text.
type Evidence struct {
	hop.Evidence
	Page *graph.Page
	Text string
}

// Address returns the address of the element, in FEVEROUS's notation: Skarn Point Light_sentence_3.
func (e *Evidence) Address() graph.Address {
	return graph.Address{Title: e.Page.Title, Element: e.Element}
}

// Chains is the result of planning a claim.
type Chains struct {
	Chains    []Chain  // best first; empty if no page has a word of the claim
	Retrieved []ranked // the 20 pages most likely to be evidence
	Unused    int      // as of hop.Result
	Took      hop.Took
}

// ranked is a page with the probability that it belongs to the evidence; at most 0 for a page that is in no chain.
type ranked struct {
	Page  *graph.Page
	Score float64
}

// Answer is a verdict on a claim, with the chain and the evidence that it is based on.
type Answer struct {
	Claim  string
	Labels label.Scheme
	// Label is the verdict. Whatever the probabilities are, it is NOT ENOUGH INFO (HoVer: NOT_SUPPORTED) if the text is
	// not a claim or Abstained is true.
	Label         label.Label
	Probabilities label.Probabilities
	Form          english.Form // a claim, or a question or fragment, which get no verdict
	Abstained     bool         // no label is as probable as Options.Abstain requires
	Reason        string       // why the label is NOT ENOUGH INFO, in one line; else empty

	Chain   *Chain         // the chain that the verdict is based on; nil if none was found
	Verdict verify.Verdict // of a claim in parts only Premise and Values. The model read Premise.Evidence
	Found   *hop.Result    // all chains
	Bridge  *verify.Bridge // the page that the claim describes and was judged by, the last of several; or nil
	Parts   []*Answer      // what the claim says of each of several things, if the label is by these, on pages of Chain
	Took    time.Duration  // time to judge the claim, without what follows

	Opening   time.Duration // time to wait for the model to be opened
	Spent     verify.Spent  // the model's share of Took
	Described time.Duration // time to find and judge what the claim describes, and its parts

	names    []graph.Mention // the runs of words of the claim that name pages
	verifier *verify.Verifier
	judged   string      // what the verifier judges: the claim, with the name of the page that it describes
	chains   []hop.Chain // that it is judged by
}

// Read returns the elements of the chain that the model read, best first, with their text.
func (a *Answer) Read() []Evidence {
	if a.Chain == nil {
		return nil
	}
	return a.Chain.Cited(a.Verdict.Premise.Evidence)
}

// Best returns the most probable label.
func (a *Answer) Best() label.Label { return a.Labels.Decide(a.Probabilities) }

// The probability that a label of fair and of high certainty has at least. Chosen on FEVER's learning side and our
// written claims that no reader saw (858): of these 105 get high, .933 of them right, and 285 fair, .712 right.
//
//	go run ./bench/whole -learn -only certainty -store wsp.bridgehop
const (
	leastFair      = .65
	leastHigh      = .8
	leastNotEnough = .9 // of NOT ENOUGH INFO, to be fair
)

// Certainty returns low, fair or high: how far the label can be trusted, by the probability of the best label, to the
// hundredth that is printed. NOT ENOUGH INFO is never high, since another search may find more; nor is what one page
// refutes (of FEVER's with .8 or more 24 of 33 are right). It is low where nothing was read, or pages that no link
// joins and that the claim doesn't each name word for word; and empty if the text is not a claim.
func (a *Answer) Certainty() string {
	p := math.Round(100*a.Labels.Probability(a.Best(), a.Probabilities)) / 100
	best := label.FEVER.Decide(a.Probabilities)
	switch {
	case a.Form != english.Statement:
		return ""
	case a.Verdict.Premise.Text == "", a.unlinked(), p < leastFair, best == label.NotEnoughInfo && p < leastNotEnough:
		return "low"
	case p < leastHigh || best == label.NotEnoughInfo || best == label.Refuted && !a.Verdict.Premise.SeveralPages():
		return "fair"
	}
	return "high"
}

// unlinked reports whether pages were read that no link joins, nor a comparison, and of which the claim doesn't name
// each word for word.
func (a *Answer) unlinked() bool {
	if a.Chain == nil || !a.Verdict.Premise.SeveralPages() {
		return false
	}
	unnamed := func(title string) bool { return !strings.Contains(a.Claim, graph.BareTitle(title)) }
	return slices.ContainsFunc(titles(a.Chain), unnamed) &&
		slices.ContainsFunc(a.Chain.Steps, func(s hop.Step) bool { return s.Edge == hop.EdgeShared || s.Edge == hop.EdgeClaim })
}

// JudgedAs says in lines for people what was judged instead of the claim's own words: the claim with the names of pages
// that it describes, and what it says of each of several things.
func (a *Answer) JudgedAs() (out []string) {
	for b := a.Bridge; b != nil; b = b.Inner {
		out = slices.Insert(out, 0, b.String())
	}
	for _, part := range a.Parts {
		line := fmt.Sprintf("%s %s %.2f", part.Claim, part, part.Labels.Probability(part.Label, part.Probabilities))
		if part.Bridge != nil {
			line += "   (" + part.Bridge.String() + ")"
		}
		out = append(out, line)
	}
	return out
}

// wholeNumbers returns words of a claim, each part of a number as the whole number: 9,000 for 000.
func wholeNumbers(claim string, words []string) (out []string) {
	numbers := number.FindAllString(claim, -1)
	for _, w := range words {
		for _, n := range numbers {
			if slices.Contains(strings.FieldsFunc(n, unicode.IsPunct), w) {
				w = n
			}
		}
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

var number = regexp.MustCompile(`[0-9]+([,.][0-9]+)+`)

// computed reports whether a word of the claim belongs to a value that the verdict was weighed by, or names what it
// measures, so that it isn't open.
func (a *Answer) computed(word string) bool {
	return slices.ContainsFunc(a.Verdict.Values, func(c verify.Calculation) bool {
		return c.Used && (slices.Contains(strings.Fields(c.Claimed), word) || c.Names(word))
	})
}

// String returns the name of the label in the answer's label set.
func (a *Answer) String() string { return a.Labels.Name(a.Label) }

// page returns one of the chain's pages, or nil for any other page.
func (c *Chain) page(id graph.PageID) *graph.Page {
	if i := slices.Index(c.Chain.Pages(), id); i >= 0 {
		return c.Pages[i]
	}
	return nil
}

// Title returns the title of one of the chain's pages, or "" for any other page.
func (c *Chain) Title(id graph.PageID) string { return titleOf(c.page(id)) }

// Cited returns evidence of the chain with its text. It leaves out elements of pages that the store no longer has.
func (c *Chain) Cited(evidence []hop.Evidence) []Evidence {
	out := make([]Evidence, 0, len(evidence))
	for _, e := range evidence {
		if p := c.page(e.Page); p != nil {
			t, _ := p.Text(e.Element)
			out = append(out, Evidence{e, p, t.Text})
		}
	}
	return out
}

// WithPages adds pages to what a planner found.
func WithPages(ctx context.Context, store verify.Pages, res *hop.Result) (*Chains, error) {
	var ids []graph.PageID
	for i := range res.Chains {
		ids = append(ids, res.Chains[i].Pages()...)
	}
	for _, r := range res.Retrieved {
		ids = append(ids, r.Page)
	}
	pages, err := store.Pages(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read pages: %w", err)
	}
	out := &Chains{Unused: res.Unused, Took: res.Took}
	for _, c := range res.Chains {
		n := len(c.Steps)
		out.Chains, pages = append(out.Chains, Chain{c, pages[:n:n]}), pages[n:]
	}
	for i, r := range res.Retrieved {
		if pages[i] != nil {
			out.Retrieved = append(out.Retrieved, ranked{pages[i], r.Score})
		}
	}
	return out, nil
}

func titleOf(p *graph.Page) string {
	if p == nil {
		return ""
	}
	return p.Title
}

// Explain computes how the probabilities change without each page and without each cited element of the chain. It
// returns nil if the verdict is not based on a chain, such as the answer to a question.
func (a *Answer) Explain(ctx context.Context) (*verify.Blame, error) {
	if a.Form != english.Statement || a.Chain == nil {
		return nil, nil
	}
	return a.Verdict.LeaveOneOut(&a.Chain.Chain, a.Probabilities, a.Labels,
		func(losses []graph.Ref) ([]label.Probabilities, error) { return a.without(ctx, losses) })
}

// without returns the probabilities of the claim after each of several losses, as the verdict was made: by its parts,
// or by the names of what it describes.
func (a *Answer) without(ctx context.Context, losses []graph.Ref) ([]label.Probabilities, error) {
	if len(a.Parts) == 0 {
		return a.verifier.Without(ctx, &a.Verdict, a.Claim, a.Bridge, losses)
	}
	each := make([][]label.Probabilities, len(losses)) // of the parts
	for _, part := range a.Parts {
		left, err := part.without(ctx, losses)
		if err != nil {
			return nil, err
		}
		for i, p := range left {
			each[i] = append(each[i], p)
		}
	}
	out := make([]label.Probabilities, len(losses))
	for i, parts := range each {
		out[i] = ofAll(parts)
	}
	return out, nil
}

// Deciding returns the part of a claim that decides its label: one that is refuted, or the least supported; the answer
// itself if the claim has no parts.
func (a *Answer) Deciding() *Answer {
	if len(a.Parts) == 0 {
		return a
	}
	return slices.MaxFunc(a.Parts, func(x, y *Answer) int {
		p, q := x.Labels.Probability(a.Label, x.Probabilities), y.Labels.Probability(a.Label, y.Probabilities)
		if a.Label == label.Supported {
			p, q = q, p
		}
		return cmp.Compare(p, q)
	})
}
