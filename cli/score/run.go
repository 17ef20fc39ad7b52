package score

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// task is a way to score predictions.
type task struct {
	form       form
	gold       func(ctx context.Context, f File) ([]record[*gold], error)
	positional bool                                           // the official scorer pairs by position
	labels     bool                                           // predictions have labels
	columns    int                                            // of the measures
	measures   func(r *run, g *gold, p *prediction) []float64 // of our reading; nil without gold; p may be nil
	report     func(r *run) (*Report, error)
}

var tasks = map[string]*task{
	"fever":           fever.task(),
	"feverous":        feverous.task(),
	"hover":           {hoverForm, recordsOf(hoverGold), false, true, hoverCols, hoverMeasures, hoverReport},
	"hotpotqa":        answersTo("hotpotqa"),
	"2wikimultihopqa": answersTo("2wikimultihopqa"),
	"musique":         answersTo("musique"),
	"labels":          {labelForm, goldClaims, false, true, 2 + verdictCols, labelMeasuresOf, labelReport},
	"retrieval":       {rankingForm, goldClaims, false, false, colsRetrieval, retrievalMeasures, retrievalReport},
}

// Tasks returns the tasks that Run knows, by name.
func Tasks() []string { return slices.Sorted(maps.Keys(tasks)) }

// gold is a claim of the gold file, with what official scorers compare.
type gold struct {
	claim *claims.Claim
	label *string // as it stands there

	facts    []hoverFact // HoVer's
	sets     [][]item    // FEVER's and FEVEROUS's evidence
	official string      // the exception that their scorers raise when they use the record
	noIDs    bool        // the evidence is text without ids
}

// run is our reading of a file of predictions: they are paired by id, and each claim is scored once.
type run struct {
	*task
	name      string
	options   Options
	goldFile  string
	golds     []record[*gold]
	preds     []record[*prediction]
	exception string   // of HotpotQA's official code on the predictions
	pairs     []pairOf // in the order of the claims
	pairing   pairing
	placed    bool // paired by position, since the predictions have no ids
	ledger    *ledger
	figures   []formula // of the ledger
	foreign   counted   // predicted labels that are none of the task's
	without   int       // gold claims that lack what is scored
	unit      string    // of retrieval, by the first claim
	chained   bool      // some prediction of a claim has chains
}

// Run scores predictions against gold, as one of Tasks: a data set's official scorer, the labels alone (labels), or the
// pages that were found (retrieval). A task with labels has a baseline besides.
func Run(ctx context.Context, name string, gold, pred File, o Options) (*Report, error) {
	t, ok := tasks[name]
	if !ok {
		return nil, fmt.Errorf("score: no task %q: want one of %v", name, Tasks())
	}
	r := &run{task: t, name: name, options: o, goldFile: gold.Name, ledger: newLedger(t.columns, o)}
	out, err := r.score(ctx, gold, pred)
	if err != nil {
		if name == "labels" {
			name = "verdicts"
		}
		return nil, fmt.Errorf("score %s: %w", name, err)
	}
	if t.labels {
		out.Sections = append(out.Sections, baselines(r.golds, o)...)
	}
	out.pairs = paired{r.ledger.all, r.figures}
	return out, nil
}

// score measures every claim.
func (r *run) score(ctx context.Context, gold, pred File) (*Report, error) {
	if err := r.read(ctx, r.task.gold, gold, pred); err != nil {
		return nil, err
	}
	if !r.positional {
		if err := r.pairing.strangers(); err != nil {
			return nil, err
		}
	}
	r.chained = slices.ContainsFunc(r.pairs, func(p pairOf) bool {
		return p.pred != nil && p.pred.ranked != nil && p.pred.ranked.best != nil
	})
	for _, p := range r.pairs {
		v := r.measures(r, p.gold, p.pred)
		if v == nil {
			r.without++
			continue
		}
		r.ledger.add(p.i, p.gold.claim, v)
	}
	return r.report(r)
}

// read reads both files and pairs them: by id, or by position where the predictions have no ids.
func (r *run) read(ctx context.Context, golds func(context.Context, File) ([]record[*gold], error),
	gold, pred File) (err error) {
	if r.preds, r.exception, err = r.form.predictions(ctx, pred); err != nil {
		return err
	}
	if r.golds, err = golds(ctx, gold); err != nil {
		return err
	}
	r.placed = byPlace(r.golds, r.preds)
	r.pairs, r.pairing, err = pair(r.golds, r.preds)
	return err
}

// own returns our reading as a section.
func (r *run) own(figures []formula, notes ...Note) Section {
	r.figures = figures
	return Section{Name: "bridgehop", Rows: append(r.ledger.all.rows(figures, r.options), r.calibration()...),
		Notes: append(r.pairing.notes(), notes...), Sections: r.ledger.sections(figures, r.options)}
}

// pairing counts how predictions were paired with claims.
type pairing struct {
	claims      int     // gold claims
	predictions int     // readable predictions
	missing     counted // claims without a prediction: wrong
	duplicate   counted // predictions after the first of their claim: not scored
	unknown     counted // predictions of no claim: not scored
	bad         counted // prediction records that can't be read
	badGold     counted // gold records that can't be read: not scored
	sameID      int     // gold claims that repeat an earlier id; only an official scorer scores them
}

// mostNames is how many names a count keeps.
const mostNames = 20

// counted is a count of things, with the names of the first ones.
type counted struct {
	n     int
	names []string
}

func (c *counted) add(name string) {
	c.n++
	if len(c.names) < mostNames {
		c.names = append(c.names, name)
	}
}

// pairOf is a claim with its prediction.
type pairOf struct {
	key  string
	i    int // the claim's number in the gold file
	gold *gold
	pred *prediction // nil without one
}

// pair pairs every claim with the first prediction of its id.
func pair(golds []record[*gold], preds []record[*prediction]) (pairs []pairOf, p pairing, err error) {
	claim, said := map[string]int{}, map[string]bool{} // by id: a claim's number, and whether it has a prediction
	for _, g := range golds {
		_, twice := claim[g.key]
		switch {
		case g.apart:
		case g.err != nil:
			p.badGold.add(g.err.Error())
		case twice:
			p.sameID++
		default:
			claim[g.key] = p.claims
			pairs = append(pairs, pairOf{g.key, p.claims, g.value, nil})
			p.claims++
		}
	}
	for _, r := range preds {
		i, known := claim[r.key]
		switch {
		case r.apart:
			continue
		case r.err != nil:
			p.bad.add(r.err.Error())
			continue
		case said[r.key]:
			p.duplicate.add(r.key)
		case known:
			pairs[i].pred = r.value
		default:
			p.unknown.add(r.key)
		}
		said[r.key] = true
		p.predictions++
	}
	for _, c := range pairs {
		if c.pred == nil {
			p.missing.add(c.key)
		}
	}
	switch {
	case p.claims == 0 && p.badGold.n > 0:
		return nil, p, fmt.Errorf("%w: %s", ErrNoGold, p.badGold.names[0])
	case p.claims == 0:
		return nil, p, ErrNoGold
	case p.predictions == 0 && p.bad.n > 0:
		return nil, p, fmt.Errorf("%w: %s", ErrPredictions, p.bad.names[0])
	}
	return pairs, p, nil
}

// strangers returns an error if there are predictions but none is of a claim.
func (p *pairing) strangers() error {
	if p.predictions == 0 || p.unknown.n < p.predictions-p.duplicate.n {
		return nil
	}
	return fmt.Errorf("%w: %d predictions, the first of %q", ErrStrangers, p.predictions, p.unknown.names[0])
}

// problems returns the first records that can't be read.
func (p *pairing) problems() []string {
	all := slices.Concat(p.badGold.names, p.bad.names)
	return all[:min(len(all), mostNames)]
}

// notes returns the counts, and the names of the records that are amiss.
func (p *pairing) notes() []Note {
	out := []Note{{"claims", p.claims}, {"predictions", p.predictions}, {"missing", p.missing.n},
		{"duplicate", p.duplicate.n}, {"unknown", p.unknown.n}, {"unreadable", p.bad.n},
		{"gold_unreadable", p.badGold.n}, {"gold_repeated", p.sameID}}
	for _, n := range []Note{{"missing_ids", p.missing.names}, {"duplicate_ids", p.duplicate.names},
		{"unknown_ids", p.unknown.names}, {"problems", p.problems()}} {
		if len(n.Value.([]string)) > 0 {
			out = append(out, n)
		}
	}
	return out
}

// Options of every scorer. The zero value is useful.
type Options struct {
	Resamples int      // bootstrap draws, 1,000 when 0; negative for no intervals
	By        []string // breakdowns; nil for hops, shape, kind and challenge

	// GoldVerdict scores FEVEROUS evidence as if every label were right (evaluate.py's --use_gold_verdict).
	GoldVerdict bool
}

func (o Options) resamples() int {
	if o.Resamples == 0 {
		return 1000
	}
	return max(o.Resamples, 0)
}

// Breakdowns returns the values of Options.By. The default is hops, shape, kind and challenge.
func Breakdowns() []string {
	return []string{"hops", "shape", "kind", "type", "label", "challenge", "level", "family"}
}

// properties returns a claim's values for the breakdowns, in their order; empty where it has none.
func properties(c *claims.Claim) []string {
	hops := ""
	if c.Hops > 0 {
		hops = strconv.Itoa(c.Hops)
	}
	return []string{hops, c.Shape, c.Kind, c.Kind, c.Label, c.Challenge, c.Level, c.Family}
}

// CheckBy returns an error if By has other names than Breakdowns.
func (o Options) CheckBy() error {
	for _, by := range o.By {
		if !slices.Contains(Breakdowns(), by) {
			return fmt.Errorf("no breakdown by %q: want one of %s", by, strings.Join(Breakdowns(), ", "))
		}
	}
	return nil
}
