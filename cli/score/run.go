package score

import (
	"context"
	"fmt"
	"maps"
	"slices"

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
