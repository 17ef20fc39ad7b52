package hop

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/bridgehop/bridgehop/graph"
)

// Planner finds the chains of pages that may prove or refute a claim. The zero value of a setting means its
// default. A Planner is safe for concurrent use, once its settings no longer change.
type Planner struct {
	Graph Graph
	Text  Text

	MaxPages int // most pages of a chain: 1 to 4, default 4
	Beam     int // chains of several pages kept at each hop, default DefaultBeam; all chains of one page are kept
	Seeds    int // pages found only by their words, default 32
	Fanout   int // links followed from a page in each direction, default 160; Plan says what happens to other links
	Chains   int // chains returned, default 5

	// Shape is the known shape of the reasoning graph, or the zero Shape if it is not known.
	Shape Shape

	// Weights are the weights of a chain's features; nil means the learned weights.
	Weights *Weights

	read    recent[*pageText]
	known   recent[graph.Head]
	around  recent[linked]
	related Relations
}

// Result is the result of planning a claim.
type Result struct {
	Chains    []Chain  // best first; empty if no page has a word or a name of the claim, or if a TFIDF cites nothing
	Retrieved []Ranked // pages, those most likely to be evidence first
	Unused    int      // different words of a very long claim that were not used: its most common ones
	Twice     bool     // the claim was planned again without what it asserts, see Plan
	Took      Took
}

// Ranked is a page in a ranked list.
type Ranked struct {
	Page  graph.PageID
	Score float64 // probability that the page belongs to the chain; at most 0 for a page that is in no chain
}

// Took is the time spent on a claim.
type Took struct{ Seed, Hop time.Duration }

// Plan finds chains for a claim. The names and words of the claim give the seeds. At each hop Plan follows the links
// of the pages found so far and keeps the Beam best chains (HoVer, section 2; the beam over links is Asai et al.
// 2020, section 3.1, with coverage of the claim instead of a learned recurrent scorer). The best chains are returned
// with the evidence to judge the claim by.
//
// At most Fanout links of a page in each direction lead to new pages, those with the lowest page ids. Every link
// between two expanded pages is found; the pages that the claim names are always expanded. A link to a hub from a
// page that was found but not expanded may be missed.
//
// What a claim asserts, behind its last preposition, may be false, and must not bring in a page by itself. Where the
// best chain has a page that nothing else brings in, Plan searches again without these words. It calls report, if there
// is one, after each stage of the first search.
func (p *Planner) Plan(ctx context.Context, claim string, report ...func(Stage)) (*Result, error) {
	start := time.Now()
	f, chains, err := p.ordered(ctx, claim, report...)
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	res := &Result{Unused: f.q.unused, Took: Took{Seed: f.seeded.Sub(start)}}
	if chains, res.Twice, err = f.withoutAsserted(ctx, chains); err != nil {
		return nil, fmt.Errorf("plan without what is asserted: %w", err)
	}
	list := listed(chains, p.chains())
	var cited []int32
	for _, i := range list {
		cited = append(cited, chains[i].members()...)
	}
	if err := f.readTexts(ctx, cited); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	for _, i := range list {
		res.Chains = append(res.Chains, f.chain(&chains[i])) // with its evidence
	}
	res.Retrieved = f.rank()
	res.Took.Hop = time.Since(f.seeded)
	return res, nil
}

// listed returns the indices of the first chains, best first, without those whose pages an earlier one of them has.
func listed(chains []state, most int) (out []int) {
	for i := range chains {
		if len(out) == most {
			break
		}
		if !slices.ContainsFunc(out, func(j int) bool { return chains[i].within(&chains[j]) }) {
			out = append(out, i)
		}
	}
	return out
}

// ordered searches, and orders the chains as Plan returns them.
func (p *Planner) ordered(ctx context.Context, claim string, report ...func(Stage)) (*frontier, []state, error) {
	f, chains, err := p.search(ctx, claim, report...)
	if err != nil {
		return nil, nil, err
	}
	chains = f.known(chains)
	if err = f.rerank(ctx, chains); err == nil {
		chains, err = f.comparisonFirst(ctx, chains)
	}
	if err != nil {
		return nil, nil, err
	}
	if !f.q.asks && p.Shape.Pages == 0 && len(chains) > 0 {
		chains = f.linkedFirst(f.namedFirst(chains))
	}
	return f, chains, nil
}

// search follows links from the seeds of the claim, and calls report after each stage. It returns every chain that
// was in a beam, best first.
func (p *Planner) search(ctx context.Context, claim string, report ...func(Stage)) (
	f *frontier, chains []state, err error) {
	q, err := p.newQuery(ctx, claim)
	if err != nil {
		return nil, nil, err
	}
	if f, err = p.seed(ctx, q); err != nil {
		return nil, nil, fmt.Errorf("seeds: %w", err)
	}
	f.seeded = time.Now()
	beam := f.singles()
	f.reached(report, 0, beam)
	chains = beam
	for pages := 2; pages <= p.maxPages() && len(beam) > 0; pages++ {
		if err := f.expand(ctx, beam); err != nil {
			return nil, nil, fmt.Errorf("chains of %d pages: %w", pages, err)
		}
		beam = f.grow(beam)
		f.reached(report, pages-1, beam)
		chains = append(chains, beam...)
	}
	sortStates(chains)
	return f, chains, nil
}

func (p *Planner) maxPages() int {
	most := min(orDefault(p.MaxPages, 4), 4)
	if p.Shape.Pages > 0 {
		most = min(most, p.Shape.Pages)
	}
	return most
}

func (p *Planner) beam() int   { return orDefault(p.Beam, DefaultBeam) }
func (p *Planner) seeds() int  { return orDefault(p.Seeds, defaultSeeds) }
func (p *Planner) fanout() int { return orDefault(p.Fanout, defaultFanout) }
func (p *Planner) chains() int { return orDefault(p.Chains, 5) }

func (p *Planner) weights(asks bool) *Weights {
	switch {
	case p.Weights != nil:
		return p.Weights
	case asks:
		return &forQuestions
	}
	return &forClaims
}

func orDefault(v, d int) int {
	if v > 0 {
		return v
	}
	return d
}

// Stage is the progress of Plan with a claim.
type Stage struct {
	Hop   int          // 0 after the seeds, then 1, 2 and 3
	Pages []graph.Head // the pages of the chains in the beam, best first, each once
}

// reached calls report, if there is one, with the pages of the beam.
func (f *frontier) reached(report []func(Stage), hop int, beam []state) {
	if len(report) == 0 || report[0] == nil {
		return
	}
	st := Stage{Hop: hop}
	seen := map[int32]bool{}
	for i := range beam {
		for _, n := range beam[i].members() {
			if !seen[n] {
				seen[n] = true
				st.Pages = append(st.Pages, f.nodes[n].head)
			}
		}
	}
	report[0](st)
}

// Graph is the part of graph.Reader that the planner needs.
type Graph interface {
	Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error)
	Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error)
	Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error)
}

// Text is an index of the words and names of pages, such as *text.Index.
type Text interface {
	// Analyze returns the terms of a text.
	Analyze(s string) []graph.Term
	// IDF returns the inverse document frequency of each term, aligned with terms; never negative.
	IDF(terms []string) ([]float64, error)
	// Seeds returns the k pages that match the terms best, best first, ties in a fixed order.
	Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error)
	// Weights returns how the best passages of each page match the terms.
	Weights(ctx context.Context, terms []string, pages []graph.PageID) ([]graph.Match, error)
	// Words returns the words of pages, aligned with ids; nil for a page that the index lacks.
	Words(ids []graph.PageID) ([]*graph.Words, error)
	// First returns k pages, always the same ones, to fill up a ranked list.
	First(k int) []graph.PageID
	// Spellings returns the known terms that an unknown term may stand for, in a fixed order; none for a known term.
	Spellings(ctx context.Context, term string) ([]string, error)
	// Mentions returns the runs of words in s that name pages.
	Mentions(s string) []graph.Mention
	// Titles returns the runs of words in s that are titles of pages, also of common words.
	Titles(s string) []graph.Mention
}
