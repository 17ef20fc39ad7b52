package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Blame says how a verdict changes without each page and each element that it is based on.
type Blame struct {
	Label    label.Label // the most probable label of the verdict
	Value    float64     // its probability
	Pages    []Without   // the chain's pages, in order
	Evidence []Without   // the elements that were read, in the verdict's order
}

// Without is a counterfactual: the verdict if a page is lost (graph.KindPage), or one of its elements.
type Without struct {
	Lost    graph.Ref
	Bridge  bool        // a page that joins others: it has two neighbours or, of two, the claim doesn't name it
	Label   label.Label // the verdict
	Value   float64     // the probability of Blame.Label
	Changed bool        // Label isn't Blame.Label
}

// LeaveOneOut explains the verdict, of probabilities p and based on a chain, by removing each page and each element in
// turn. without returns the probabilities after each of several losses.
func (v *Verdict) LeaveOneOut(chain *hop.Chain, p label.Probabilities, scheme label.Scheme,
	without func([]graph.Ref) ([]label.Probabilities, error)) (*Blame, error) {
	var losses []graph.Ref
	for _, id := range chain.Pages() {
		losses = append(losses, graph.Ref{Page: id, Element: graph.Element{Kind: graph.KindPage}})
	}
	for _, e := range v.Premise.Evidence {
		losses = append(losses, e.Ref)
	}
	left, err := without(losses)
	if err != nil {
		return nil, fmt.Errorf("blame: %w", err)
	}
	b, joins := &Blame{Label: scheme.Decide(p), Value: scheme.Probability(scheme.Decide(p), p)}, bridges(chain)
	for i, p := range left {
		w := Without{Lost: losses[i], Label: scheme.Decide(p), Value: scheme.Probability(b.Label, p)}
		w.Changed = w.Label != b.Label
		if i < len(joins) {
			w.Bridge = joins[i]
			b.Pages = append(b.Pages, w)
		} else {
			b.Evidence = append(b.Evidence, w)
		}
	}
	return b, nil
}

// Without judges again what Verify has judged, by the verdict's chain, once for each loss, as if the page lacked what
// is lost: the model reads the rest, and values are calculated from what is left of the verdict's evidence, so that a
// page which says the same elsewhere hides nothing. If the judged claim has a name for a described page, as named says,
// claim is the claim in its own words, which are judged where the evidence of the name is lost. It fails as Verify
// does.
func (v *Verifier) Without(ctx context.Context, verdict *Verdict, claim string, named *Bridge,
	losses []graph.Ref) ([]label.Probabilities, error) {
	lib, err := v.library(ctx, &verdict.of)
	if err != nil {
		return nil, err
	}
	lib.known = map[graph.Ref]bool{} // what the model read, and the elements of the values
	for _, e := range verdict.Premise.Evidence {
		lib.known[e.Ref] = true
	}
	for _, c := range verdict.Values {
		for _, o := range c.Operands {
			lib.known[o.Element] = c.Used || lib.known[o.Element]
		}
	}
	readings := make([]reading, len(losses))
	for i, lost := range losses {
		left := verdict.of
		if named.loses(lost) {
			left.claim = claim
		}
		readings[i] = v.readChain(lib.without(lost), &left, verdict.Chain)
	}
	known := map[Pair]label.Probabilities{}
	if err := v.predictAll(ctx, readings, known); err != nil {
		return nil, err
	}
	out := make([]label.Probabilities, len(losses))
	for i, lost := range losses {
		out[i] = v.aggregate(&readings[i], known).Probabilities
		if named != nil && named.Is != "" && !named.loses(lost) {
			out[i] = named.Otherwise()
		}
	}
	return out, nil
}

// loses reports whether what is lost has the evidence of a name, if there is one, or of a name before it.
func (b *Bridge) loses(lost graph.Ref) bool {
	return b != nil && (lost == b.Evidence.Ref || lost.Kind == graph.KindPage && lost.Page == b.Evidence.Page ||
		b.Inner.loses(lost))
}

// without returns a library whose page lacks what is lost.
func (l *library) without(lost graph.Ref) *library {
	page, e := l.pages[lost.Page], lost.Element
	if page == nil {
		return l
	}
	out := &library{maps.Clone(l.pages), maps.Clone(l.papers), l.known}
	delete(out.papers, lost.Page)
	page = page.Clone()
	out.pages[lost.Page] = page
	switch e.Kind {
	case graph.KindPage:
		delete(out.pages, lost.Page)
	case graph.KindSentence:
		page.Sentences = slices.DeleteFunc(page.Sentences, func(s graph.Sentence) bool { return s.N == e.A })
	case graph.KindCaption:
		page.Table(e.A).Caption = ""
	case graph.KindItem:
		list := page.List(e.A)
		list.Items = slices.DeleteFunc(list.Items, func(i graph.Item) bool { return i.N == e.B })
	default:
		page.Cell(e).Text = ""
	}
	return out
}

// bridges reports for each page of a chain whether it joins others: it has two neighbours or more, or, of two pages, it
// is the one that the claim doesn't name, as HotpotQA's bridge entities are (Yang et al. 2018, section 2).
func bridges(c *hop.Chain) []bool {
	out, degree := make([]bool, len(c.Steps)), make([]int, len(c.Steps))
	for i, s := range c.Steps {
		if s.Parent >= 0 {
			degree[i]++
			degree[s.Parent]++
		}
	}
	named := func(s hop.Step) bool { return s.Named != "" && !s.Described }
	for i, s := range c.Steps {
		out[i] = degree[i] > 1 || len(c.Steps) == 2 && degree[i] == 1 && !named(s) && named(c.Steps[1-i])
	}
	return out
}
