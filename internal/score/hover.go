package score

import (
	"context"
	"fmt"
	"iter"

	"golang.org/x/text/unicode/norm"
)

// HoVer scores predictions against HoVer's claims (Jiang et al. 2020, section 5.5; hover-nlp/hover,
// hover_doc_metrics.py, hover_sent_metrics.py, hover_verif_metrics.py).
//
// The prediction files may be one submission as the task's site wants it, [{uid, supporting_facts, label}], JSON
// lines of the same or of `verify --out`, or the files of the baseline's stages, {uid: {predicted_docs …}},
// {uid: {predicted_sp}}, {uid: {predicted_label}}, together or alone.
//
// official_doc, official_sent and official_verif are in per cent, and leave claims without a prediction out
// (total is what they count). No official code of the HoVer score exists; own_hover_score is ours after the
// paper and the site: the label is right and every gold page has a gold sentence among the first two
// sentences of each of the first hops + 1 pages, titles in NFD, repeated facts once. Under "bridgehop" it
// stands again with folded titles, and as hover_score_paper without those limits.
func HoVer(ctx context.Context, gold File, preds []File, o Options) (*Report, error) {
	run := &hoverRun{options: o}
	if err := run.read(ctx, gold, preds); err != nil {
		return nil, fmt.Errorf("score hover: %w", err)
	}
	return run.report(), nil
}

type hoverRun struct {
	options  Options
	gold     []*hoverGold
	problems []string
	pairing  Pairing
	foreign  []string
	foreigns int
	doc, sp  bool // some file has pages, sentences
	verdicts bool // some file has labels
}

func (r *hoverRun) read(ctx context.Context, gold File, preds []File) error {
	if err := r.options.CheckBy(); err != nil {
		return err
	}
	var err error
	if r.gold, r.problems, err = readHoverGold(ctx, gold, r.options); err != nil {
		return err
	}
	for _, f := range preds {
		f, err := f.filled()
		if err != nil {
			return err
		}
		p, err := pair(ctx, r.claims(), onlyPred(hoverPredictions(ctx, f), r.options), r.met, nil)
		if err != nil {
			return err
		}
		if err := p.strangers(); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		r.merge(p)
	}
	if len(r.problems) > 0 {
		r.pairing.BadGold = len(r.problems)
		r.pairing.bad = append(r.pairing.bad, r.problems[:min(named, len(r.problems))]...)
	}
	return nil
}

// claims streams what is in memory already.
func (r *hoverRun) claims() iter.Seq2[keyed[*hoverGold], error] {
	return func(yield func(keyed[*hoverGold], error) bool) {
		for _, g := range r.gold {
			if !yield(keyed[*hoverGold]{key: g.claim.ID.Key(), place: g.claim.Place, value: g}, nil) {
				return
			}
		}
	}
}

// merge adds up the pairings of several files; what is missing is counted over all of them in the end.
func (r *hoverRun) merge(p Pairing) {
	r.pairing.Predictions += p.Predictions
	r.pairing.Duplicate += p.Duplicate
	r.pairing.Unknown += p.Unknown
	r.pairing.Bad += p.Bad
	for _, list := range []struct{ into, from *[]string }{{&r.pairing.duplicate, &p.duplicate},
		{&r.pairing.unknown, &p.unknown}, {&r.pairing.bad, &p.bad}} {
		for _, s := range *list.from {
			remember(list.into, s)
		}
	}
}

func (r *hoverRun) met(_ int, g *hoverGold, pp **hoverPred) {
	if pp == nil {
		return
	}
	p := *pp
	g.met = true
	if p.hasSP && !g.pred.hasSP {
		g.pred.facts, g.pred.hasSP, r.sp = p.facts, true, true
	}
	if p.hasDoc && !g.pred.hasDoc {
		g.pred.docs, g.pred.sorted, g.pred.hasDoc, r.doc = p.docs, p.sorted, true, true
	}
	if p.label != nil && g.pred.label == nil {
		g.pred.label, r.verdicts = p.label, true
		if *p.label != "SUPPORTED" && *p.label != "NOT_SUPPORTED" {
			r.foreigns++
			remember(&r.foreign, fmt.Sprintf("%s: label %.40q is not one of SUPPORTED, NOT_SUPPORTED", p.place, *p.label))
		}
	}
}

// stage is one of the three official metrics over the claims that have its prediction.
type stage struct {
	name    string
	columns int
	figures []figure
	of      func(g *hoverGold) []float64 // nil where there is no prediction
}

func perCent(name string, column int) figure {
	return figure{name, 0, func(s []float64) float64 { return 100 * ratio(s[column], s[0]) }}
}

func (r *hoverRun) stages() []stage {
	var out []stage
	none := !r.doc && !r.sp && !r.verdicts
	if r.doc || r.sp || none {
		out = append(out, stage{"doc", 6, []figure{perCent("hit5", 1), perCent("hit8", 2), perCent("hit10", 3),
			perCent("exact", 4), perCent("f1", 5)}, r.documents})
	}
	if r.sp || none {
		out = append(out, stage{"sent", 3, []figure{perCent("exact", 1), perCent("f1", 2)}, sentences})
	}
	if r.verdicts || none {
		out = append(out, stage{"verif", 2, []figure{perCent("acc", 1)}, accuracy})
	}
	return out
}

// documents are the page metrics; without a stage file the pages are those of the facts, in their order.
func (r *hoverRun) documents(g *hoverGold) []float64 {
	sorted, docs := g.pred.sorted, g.pred.docs
	if !r.doc {
		if !g.pred.hasSP {
			return nil
		}
		for _, f := range g.pred.facts {
			docs = addNew(docs, f.title)
		}
		sorted = docs
	} else if !g.pred.hasDoc {
		return nil
	}
	v := make([]float64, 6)
	v[0] = 1
	for i, k := range [...]int{5, 8, 10} {
		if allIn(g.pages, sorted[:min(k, len(sorted))]) {
			v[1+i] = 1
		}
	}
	v[4], v[5] = listScores(mapAll(g.pages, norm.NFD.String), mapAll(docs, norm.NFD.String))
	return v
}

func sentences(g *hoverGold) []float64 {
	if !g.pred.hasSP {
		return nil
	}
	key := func(f hoverFact) string { return norm.NFD.String(f.title) + "_" + f.n }
	v := make([]float64, 3)
	v[0] = 1
	v[1], v[2] = listScores(mapAll(g.facts, key), mapAll(g.pred.facts, key))
	return v
}

func accuracy(g *hoverGold) []float64 {
	if g.pred.label == nil {
		return nil
	}
	if *g.pred.label == g.label {
		return []float64{1, 1}
	}
	return []float64{1, 0}
}

func mapAll[T any](list []T, f func(T) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

func allIn(list, in []string) bool {
	for _, s := range list {
		if !contains(in, s) {
			return false
		}
	}
	return true
}

// listScores are the official exact match, which compares lengths with repeats, and F1 over repeats.
func listScores(gold, pred []string) (exact, f1 float64) {
	if len(gold) == len(pred) && allIn(gold, pred) {
		exact = 1
	}
	if len(gold) == 0 || len(pred) == 0 {
		if len(gold) == len(pred) {
			f1 = 1
		}
		return exact, f1
	}
	same := float64(common(gold, pred))
	return exact, harmonic(same/float64(len(pred)), same/float64(len(gold)))
}
