package hop

import (
	"context"
	"fmt"
	"time"

	"github.com/bridgehop/bridgehop/graph"
)

// Planner finds the chains of pages that a claim may be proved by. The zero value of every setting means its
// default. A Planner is safe for concurrent use.
type Planner struct {
	Graph Graph
	Text  Text

	MaxPages int // pages a chain may have: 1 to 4, default 4
	Beam     int // chains of several pages kept at each hop, default DefaultBeam; those of one page all go on
	Seeds    int // pages found by their words alone, default 32
	Fanout   int // links followed from a page in one direction, default 160; more of them join pages that were met: see Plan
	Frontier int // new pages looked at closely at each hop, default 64
	Chains   int // chains returned, default 5
	Retrieve int // pages ranked, default 20

	// Shape is what the reasoning graph is known to be, the zero Shape when it is not known.
	Shape Shape

	// Weights are what a chain's features are worth; nil means the learned ones.
	Weights *Weights

	// Scorer rescores the best chains; nil leaves them to Weights, which look at words and links alone.
	Scorer  Scorer
	Rescore int // chains that Scorer is asked about, default DefaultRescore

	// What the planner may not use, for ablations.
	NoLinks, NoInLinks, NoComparison, NoShared bool

	read    recent[*reading]
	around  recent[linked]
	related related
}

// Result is what a claim led to.
type Result struct {
	Chains    []Chain  // best first; none where the claim leads to no page, by a word or a name, and where a TFIDF cites nothing
	Retrieved []Ranked // pages by how likely they belong to the evidence
	Took      Took

	// Candidates is how many pages were ranked of which Retrieved are the first: RuleHotpotQA's pool, 0 where the
	// whole corpus is ranked.
	Candidates int
}

// Ranked is a page in a ranked list.
type Ranked struct {
	Page  graph.PageID
	Score float64 // probability that the page belongs to the chain; 0 and below for pages no chain holds
}

// Took is the time a claim cost.
type Took struct{ Seed, Hop time.Duration }

// Plan answers a claim: the names and words of the claim lead to seeds, the links of the pages found so far lead on, hop by hop, and
// the Beam best chains of pages are kept (HoVer, section 2; the beam over links is Asai et al. 2020, section 3.1, with coverage of the
// claim in place of a learned recurrent scorer). The best chains come with the evidence to judge the claim by.
//
// Of a page's links at most Fanout each way lead to new pages, the first by page id. A link between two pages that were both
// expanded, as all are that the claim names, is found whatever their number; one that arrives at a hub from a page that was met and
// not expanded may be missed.
func (p *Planner) Plan(ctx context.Context, claim string) (*Result, error) {
	start := time.Now()
	f, chains, seeded, err := p.search(ctx, claim)
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	chains = f.known(chains)
	f.rerank(chains)
	if err := f.rescore(ctx, chains); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	if chains, err = f.compared(ctx, chains); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	res := &Result{Took: Took{Seed: seeded.Sub(start)}}
	for i := range chains[:min(len(chains), p.chains())] {
		res.Chains = append(res.Chains, f.chain(&chains[i])) // with its evidence
	}
	res.Retrieved = f.rank()
	res.Took.Hop = time.Since(seeded)
	return res, nil
}

// search walks from the claim; it returns every chain that stood in a beam, best first, and when it had the seeds.
func (p *Planner) search(ctx context.Context, claim string) (f *frontier, chains []state, seeded time.Time, err error) {
	q, err := p.ask(ctx, claim)
	if err != nil {
		return nil, nil, seeded, err
	}
	if f, err = p.seed(ctx, q); err != nil {
		return nil, nil, seeded, fmt.Errorf("seeds: %w", err)
	}
	seeded = time.Now()
	beam := f.singles()
	f.reached(ctx, 0, beam)
	chains = beam
	for pages := 2; pages <= p.maxPages() && len(beam) > 0; pages++ {
		if err := f.expand(ctx, beam); err != nil {
			return nil, nil, seeded, fmt.Errorf("chains of %d pages: %w", pages, err)
		}
		beam = f.grow(beam)
		f.reached(ctx, pages-1, beam)
		chains = append(chains, beam...)
	}
	sortStates(chains)
	return f, chains, seeded, nil
}

func (p *Planner) maxPages() int {
	most := min(orDefault(p.MaxPages, 4), 4)
	if p.Shape.Pages > 0 {
		most = min(most, p.Shape.Pages)
	}
	return most
}

func (p *Planner) beam() int     { return orDefault(p.Beam, DefaultBeam) }
func (p *Planner) seeds() int    { return orDefault(p.Seeds, defaultSeeds) }
func (p *Planner) fanout() int   { return orDefault(p.Fanout, defaultFanout) }
func (p *Planner) frontier() int { return orDefault(p.Frontier, defaultFrontier) }
func (p *Planner) chains() int   { return orDefault(p.Chains, 5) }
func (p *Planner) retrieve() int { return orDefault(p.Retrieve, 20) }

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
