package verify

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/values"
)

// Verifier judges claims by the chains that a planner found. Model and Pages are required; other fields have useful
// zero values. Goroutines may share a Verifier if they may share its Model and Pages.
type Verifier struct {
	Model Model
	Pages Pages

	// Plain takes the model's verdict on all evidence read together (see aggregate). Chains of a TFIDF need this,
	// because their evidence has other scores than a Planner's.
	Plain bool
}

// question is a claim with its chains, best first.
type question struct {
	claim  string
	chains []hop.Chain
}

// Verdict is the verdict on a claim, with its probabilities and the evidence it is based on.
type Verdict struct {
	Label         label.Label // of FEVER's three; see Scheme.Decide for HoVer's two
	Probabilities label.Probabilities
	// Chain is the index of the chain that the verdict is based on, or -1 if no chain has evidence.
	Chain int
	// Premise has the evidence that the model read from this chain; exactly this evidence is cited.
	Premise Premise
	// Together has the model's probabilities for the premise. Alone has, for each label, its highest probability for a
	// single sentence or row of the premise. Alone equals Together if Together leaves no doubt, if the evidence is one
	// element, if it is of several pages, if all of it is from introductions, or if no Planner found it.
	Together, Alone label.Probabilities
	// Values are the calculations over dates, numbers, quantities and names of the evidence, the most certain first.
	Values []Calculation

	of question // that was judged
}

// Verify judges a claim by the chains that a planner found, best first. A claim without evidence is NOT ENOUGH INFO.
// Verify fails with hop.ErrEmptyClaim, ErrLongClaim or a *PairError, or as the model, the pages or ctx do.
func (v *Verifier) Verify(ctx context.Context, claim string, chains []hop.Chain) (Verdict, error) {
	if err := v.check(claim); err != nil {
		return Verdict{}, err
	}
	q := question{claim, chains}
	lib, err := v.library(ctx, &q)
	if err != nil {
		return Verdict{}, err
	}
	known := map[Pair]label.Probabilities{}
	best, err := v.choose(ctx, &q, v.read(lib, &q), known)
	if err != nil {
		return Verdict{}, err
	}
	chosen := []reading{best}
	if err := v.predictAll(ctx, chosen, known); err != nil {
		return Verdict{}, err
	}
	out := v.aggregate(&chosen[0], known)
	out.of = q
	return out, nil
}

// choose returns the reading that a question is judged by: the one with the highest sum of the chain's score and of
// ChainDecides times the logarithm of the probability that its evidence decides the claim. The model reads a further
// chain only if it can still be the highest. Without readings choose returns one without a chain.
func (v *Verifier) choose(ctx context.Context, q *question, readings []reading,
	known map[Pair]label.Probabilities) (reading, error) {
	best, most := reading{chain: -1}, math.Inf(-1)
	for _, r := range readings {
		score := q.chains[r.chain].Score
		if score <= most {
			continue
		}
		if len(readings) > 1 {
			if err := v.predict(ctx, known, r.pair(0)); err != nil {
				return best, err
			}
			score += v.weighing().ChainDecides * math.Log(max(1-r.ofJoined(known[r.pair(0)]).NotEnough, least))
		}
		if score > most {
			best, most = r, score
		}
	}
	return best, nil
}

// predictAll predicts readings by all evidence together, and those that this leaves in doubt also by each element
// alone; other readings lose their elements.
func (v *Verifier) predictAll(ctx context.Context, readings []reading, known map[Pair]label.Probabilities) error {
	var together, alone []Pair
	for _, r := range readings {
		if len(r.premises) > 0 {
			together = append(together, r.pair(0))
		}
	}
	if err := v.predict(ctx, known, together...); err != nil {
		return err
	}
	for i := range readings {
		r := &readings[i]
		if len(r.premises) > 1 && !inDoubt(known[r.pair(0)]) {
			r.premises = r.premises[:1]
		}
		for k := range r.premises {
			alone = append(alone, r.pair(k))
		}
	}
	return v.predict(ctx, known, alone...)
}

// predict judges pairs that aren't known yet, each once, and adds them to known.
func (v *Verifier) predict(ctx context.Context, known map[Pair]label.Probabilities, pairs ...Pair) error {
	var unknown []Pair
	for _, p := range pairs {
		if _, is := known[p]; !is && !slices.Contains(unknown, p) {
			unknown = append(unknown, p)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	predicted, err := v.Model.Predict(ctx, unknown)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	for i, p := range predicted {
		known[unknown[i]] = p
	}
	return nil
}

// leastRoom is the room for evidence, in tokens, that a claim must leave.
const leastRoom = 16

func (v *Verifier) check(claim string) error {
	if strings.TrimSpace(claim) == "" {
		return hop.ErrEmptyClaim
	}
	if b, ok := v.Model.(budgeter); ok && b.Budget(claim) < leastRoom {
		return fmt.Errorf("%w: %d characters", ErrLongClaim, len([]rune(claim)))
	}
	return nil
}

// library reads the pages of all chains that will be read, in one round trip.
func (v *Verifier) library(ctx context.Context, q *question) (*library, error) {
	var ids []graph.PageID
	for _, i := range v.readable(q) {
		for _, e := range q.chains[i].Evidence {
			ids = append(ids, e.Page)
		}
	}
	return v.libraryOf(ctx, ids)
}

// libraryOf reads pages, in one round trip.
func (v *Verifier) libraryOf(ctx context.Context, ids []graph.PageID) (*library, error) {
	lib := &library{pages: map[graph.PageID]*graph.Page{}, papers: map[graph.PageID]*paper{}}
	return lib, v.add(ctx, lib, ids)
}

// add reads the pages that a library lacks, each once, in one round trip.
func (v *Verifier) add(ctx context.Context, lib *library, ids []graph.PageID) error {
	var missing []graph.PageID
	for _, id := range ids {
		if _, known := lib.pages[id]; !known {
			lib.pages[id] = nil
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	pages, err := v.Pages.Pages(ctx, missing)
	if err != nil {
		return fmt.Errorf("read the pages of evidence: %w", err)
	}
	for i, p := range pages {
		lib.pages[missing[i]] = p
	}
	return nil
}

// Readable returns the elements of a chain's evidence that the pages have, in order. Some may be missing, because a
// store may number sentences differently from the data set that cites them.
func (v *Verifier) Readable(ctx context.Context, c hop.Chain) ([]hop.Evidence, error) {
	lib, err := v.library(ctx, &question{chains: []hop.Chain{c}})
	if err != nil {
		return nil, err
	}
	var out []hop.Evidence
	for _, e := range c.Evidence {
		if _, ok := lib.resolve(e.Ref); ok {
			out = append(out, e)
		}
	}
	return out, nil
}

// Write returns what the model reads of evidence to judge a claim: as much as fits, the best first, in the order of the
// pages.
func (v *Verifier) Write(ctx context.Context, claim string, pages []graph.PageID,
	evidence []hop.Evidence) (Premise, error) {
	lib, err := v.libraryOf(ctx, pagesOf(pages, evidence))
	if err != nil {
		return Premise{}, err
	}
	return lib.premise(pages, evidence, v.fits(claim)), nil
}

// reading is what the model reads for one question.
type reading struct {
	claim string
	chain int
	// premises has all of the chain's evidence; then, if a planner found it in one whole article, each sentence and row
	// alone, for doubt.
	premises []Premise
	walked   bool // a planner found the chain, so that its steps say which pages the claim names
	named    bool // the claim names a page that has some of the evidence
	values   calculated
	// apart: nothing that was read joins the evidence's pages, nor does the claim compare them, and a page isn't named or
	// a word isn't answered.
	apart  bool
	unsaid bool
}

// ofJoined gives what pages that nothing joins support to NOT ENOUGH INFO, unless the model has two labels.
func (r *reading) ofJoined(p label.Probabilities) label.Probabilities {
	if r.apart && p.NotEnough > 0 {
		p.NotEnough += p.Supported
		p.Supported = least
	}
	return p
}

// pair returns what the model is asked about a premise. The first one is of all the chain's evidence together.
func (r *reading) pair(i int) Pair {
	return Pair{Premise: r.premises[i].Text, Hypothesis: words(r.claim)}
}

// read makes the premises of a question's chains that may be read, the best first. If the claim compares two pages, it
// is the first chain that has the values of both.
func (v *Verifier) read(lib *library, q *question) []reading {
	var out []reading
	for _, i := range v.readable(q) {
		r := v.readChain(lib, q, i)
		if r.values.compared {
			return []reading{r}
		}
		if r.chain >= 0 && (len(out) == 0 || v.weighing().ChainDecides > 0) {
			out = append(out, r)
		}
	}
	return out
}

// readChain makes the premises of one chain. There are none if the store has nothing of the chain.
func (v *Verifier) readChain(lib *library, q *question, i int) reading {
	fits, c := v.fits(q.claim), &q.chains[i]
	r := reading{claim: q.claim, chain: i, walked: planned(c) && !v.Plain}
	all := lib.premise(c.Pages(), c.Evidence, fits)
	if all.Text == "" {
		return reading{chain: -1}
	}
	if !v.Plain {
		r.values = lib.calculate(q.claim, c, all.Evidence, r.walked)
		if needs := r.values.needs; len(needs) > 0 {
			all = lib.premise(c.Pages(), append(needs, c.Evidence...), fits)
		}
	}
	if r.walked && r.values.weight == [2]float64{} {
		r.apart = c.Shape() == "apart" && all.SeveralPages() && (len(c.Open) > 0 || !properlyNamed(c)) &&
			!values.Compares(q.claim) && !english.Compares(q.claim)
		r.unsaid = c.Unsaid
	}
	r.premises, r.named = []Premise{all}, all.Named(c)
	if !r.walked || !all.Article || all.SeveralPages() {
		return r
	}
	if alone := apart(all.Evidence); len(alone) > 1 {
		for _, e := range alone {
			r.premises = append(r.premises, lib.premise(c.Pages(), e, fits))
		}
	}
	return r
}

// properlyNamed reports whether the claim names every page of the chain by a name with a capital: "Kepler" and not
// "honey".
func properlyNamed(c *hop.Chain) bool {
	return !slices.ContainsFunc(c.Steps, func(s hop.Step) bool { return !capitalised(s.Named) })
}

// apart divides evidence into parts: a sentence, an item, a caption, or all cells of a row.
func apart(evidence []hop.Evidence) (out [][]hop.Evidence) {
	for _, e := range evidence {
		at := slices.IndexFunc(out, func(o []hop.Evidence) bool {
			return o[0].Page == e.Page && sameRow(o[0].Element, e.Element)
		})
		if at < 0 {
			out = append(out, []hop.Evidence{e})
			continue
		}
		out[at] = append(out[at], e)
	}
	return out
}

// firstWithEvidence returns the index of the best chain that cites anything, or -1.
func firstWithEvidence(chains []hop.Chain) int {
	return slices.IndexFunc(chains, func(c hop.Chain) bool { return len(c.Evidence) > 0 })
}

// fits reports whether the model can read a whole premise with the claim. Without a budgeter, a premise of mostWords
// fits.
func (v *Verifier) fits(claim string) func(string) bool {
	b, ok := v.Model.(budgeter)
	if !ok {
		return func(text string) bool { return len(strings.Fields(text)) <= mostWords }
	}
	room := b.Budget(words(claim))
	return func(text string) bool { return b.Tokens(text) <= room }
}

const mostWords = 120
