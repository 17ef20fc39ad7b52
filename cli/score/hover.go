package score

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
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
func HoVer(ctx context.Context, gold File, preds []File, o Options) (out *Report, err error) {
	defer wrap(&err, "hover")
	run := &hoverRun{options: o}
	if err := run.read(ctx, gold, preds); err != nil {
		return nil, err
	}
	return run.report(), nil
}

type hoverRun struct {
	options  Options
	gold     []*hoverGold
	problems counted // of the gold file
	pairing  pairing
	foreign  foreign
	doc, sp  bool // some file has pages, sentences
	verdicts bool // some file has labels
}

// hoverGold is one claim with its predictions from all files.
type hoverGold struct {
	claim *claims.Claim
	label string
	facts []hoverFact
	pages []string // distinct titles of facts
	pred  prediction
	cited []hoverFact // of pred
	met   bool
}

// hoverFact is a title and a sentence number as they are printed, which is how the official code compares them.
type hoverFact struct{ title, n string }

func (f hoverFact) nfd() hoverFact    { return hoverFact{norm.NFD.String(f.title), f.n} }
func (f hoverFact) folded() hoverFact { return hoverFact{graph.FoldTitle(f.title), f.n} }

// newHoverFact reads [title, number]; more members are ignored, as Python's indexing does.
func newHoverFact(raw json.RawMessage) (f hoverFact, err error) {
	var pair []json.RawMessage
	ok := json.Unmarshal(raw, &pair) == nil && len(pair) >= 2
	if ok {
		f.title, ok = jsonText(pair[0])
	}
	if !ok {
		return f, fmt.Errorf("fact %.60s: want [title, sentence number]", raw)
	}
	f.n = string(pair[1])
	if s, ok := jsonText(pair[1]); ok {
		f.n = s
	}
	return f, nil
}

func hoverFacts(list []json.RawMessage) (out []hoverFact, err error) {
	for _, raw := range list {
		f, err := newHoverFact(raw)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func (r *hoverRun) read(ctx context.Context, gold File, preds []File) error {
	all, err := r.readGold(ctx, gold)
	if err != nil {
		return err
	}
	for _, f := range preds {
		f, err := f.filled()
		if err != nil {
			return err
		}
		found, err := predictions(ctx, f, hoverForm)
		if err == nil {
			found, err = only(found, r.options)
		}
		if err != nil {
			return err
		}
		p, err := pair(all, found, r.met)
		if err != nil {
			return err
		}
		if err := p.strangers(); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		r.addPairing(p)
	}
	r.pairing.badGold = r.problems.n
	r.pairing.problems = append(r.pairing.problems, r.problems.names...)
	return nil
}

func (r *hoverRun) readGold(ctx context.Context, f File) ([]record[*hoverGold], error) {
	all, err := records(ctx, f, hoverGoldOf)
	if err != nil {
		return nil, err
	}
	var out []record[*hoverGold]
	known := map[string]bool{}
	for _, g := range all {
		switch {
		case g.err != nil:
			r.problems.add(g.err.Error())
		case known[g.key]:
			r.problems.add(g.place.String() + ": uid of an earlier claim")
		case !r.options.skips(g.key):
			known[g.key] = true
			out = append(out, g)
			r.gold = append(r.gold, g.value)
		}
	}
	if len(out) == 0 && r.problems.n > 0 {
		return nil, fmt.Errorf("%w: %s", ErrNoGold, r.problems.names[0])
	}
	if len(out) == 0 {
		return nil, ErrNoGold
	}
	return out, nil
}

func hoverGoldOf(rec claims.Record) (record[*hoverGold], error) {
	var in row
	out := record[*hoverGold]{place: rec.Place}
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	c, err := claims.Decode(rec, claims.Hover)
	if err != nil {
		return out, err
	}
	var list []json.RawMessage
	if c == nil || in.Label == nil || c.ID.IsZero() || json.Unmarshal(in.Facts, &list) != nil || list == nil {
		return out, bad(rec, errors.New("no uid, label and supporting_facts: not a HoVer gold claim"))
	}
	g := &hoverGold{claim: c, label: *in.Label}
	if g.facts, err = hoverFacts(list); err != nil {
		return out, bad(rec, err)
	}
	for _, f := range g.facts {
		g.pages = addNew(g.pages, f.title)
	}
	out.key, out.value = c.ID.Key(), g
	return out, nil
}

// addPairing adds up the pairings of several files; what is missing is counted over all of them in the end.
func (r *hoverRun) addPairing(p pairing) {
	r.pairing.predictions += p.predictions
	r.pairing.bad += p.bad
	r.pairing.duplicate.join(p.duplicate)
	r.pairing.unknown.join(p.unknown)
	for _, s := range p.problems {
		remember(&r.pairing.problems, s)
	}
}

func (r *hoverRun) met(_ int, g *hoverGold, pp **prediction) {
	if pp == nil {
		return
	}
	p := *pp
	g.met = true
	if p.cited != nil && g.pred.cited == nil {
		g.cited, _ = hoverFacts(p.cited) // they were read before
	}
	if p.label != nil && g.pred.label == nil {
		r.foreign.look(p.place, *p.label, *p.label, "SUPPORTED", "NOT_SUPPORTED")
	}
	g.pred.merge(p)
	r.sp, r.doc, r.verdicts = r.sp || p.cited != nil, r.doc || p.docs != nil, r.verdicts || p.label != nil
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

// documents returns the page metrics; without a stage file the pages are those of the facts, in their order.
func (r *hoverRun) documents(g *hoverGold) []float64 {
	sorted, docs := g.pred.sorted, g.pred.docs
	if r.doc && docs == nil || !r.doc && g.pred.cited == nil {
		return nil
	}
	if !r.doc {
		for _, f := range g.cited {
			docs = addNew(docs, f.title)
		}
		sorted = docs
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
	if g.pred.cited == nil {
		return nil
	}
	key := func(f hoverFact) string { return norm.NFD.String(f.title) + "_" + f.n }
	v := []float64{1, 0, 0}
	v[1], v[2] = listScores(mapAll(g.facts, key), mapAll(g.cited, key))
	return v
}

func accuracy(g *hoverGold) []float64 {
	if g.pred.label == nil {
		return nil
	}
	return []float64{1, One(*g.pred.label == g.label)}
}

func mapAll[T any](list []T, f func(T) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

func allIn(list, in []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(in, s) })
}

// listScores returns the official exact match, which compares lengths with repeats, and F1 over repeats.
func listScores(gold, pred []string) (exact, f1 float64) {
	exact = One(len(gold) == len(pred) && allIn(gold, pred))
	if len(gold) == 0 || len(pred) == 0 {
		return exact, One(len(gold) == len(pred))
	}
	same := float64(common(gold, pred))
	return exact, harmonic(same/float64(len(pred)), same/float64(len(gold)))
}

// run scores a stage over the claims of so many hops, all when 0.
func (r *hoverRun) run(s stage, hops int, name string) Section {
	out := Section{Name: name}
	sum, total := newSample(s.columns), 0
	for i, g := range r.gold {
		if hops != 0 && g.claim.Hops != hops {
			continue
		}
		if v := s.of(g); v != nil {
			sum.add(i, v)
			total++
		}
	}
	if total == 0 {
		out.Notes = []Note{{"error", "ZeroDivisionError: float division by zero"}}
		return out
	}
	out.Rows = sum.rows(s.figures, r.options)
	out.Notes = []Note{{"total", total}}
	return out
}

func (r *hoverRun) hops() []int {
	var out []int
	for _, g := range r.gold {
		out = append(out, g.claim.Hops)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (r *hoverRun) report() *Report {
	out := &Report{Task: "hover"}
	var failed []error
	for _, s := range r.stages() {
		section := r.run(s, 0, "official_"+s.name)
		if e, ok := section.Note("error"); ok {
			failed = append(failed, fmt.Errorf("official_%s: %v", s.name, e))
		}
		if s.name == "doc" && !r.doc && r.sp {
			section.Notes = append(section.Notes, Note{"pages_of", "supporting_facts"})
		}
		out.Sections = append(out.Sections, section)
	}
	if err := errors.Join(failed...); err != nil {
		out.OfficialError = err.Error()
	}
	byHops := Section{Name: "official_by_hops"}
	for _, h := range r.hops() {
		group := Section{Name: strconv.Itoa(h)}
		for _, s := range r.stages() {
			group.Sections = append(group.Sections, r.run(s, h, s.name))
		}
		byHops.Sections = append(byHops.Sections, group)
	}
	out.Sections = append(out.Sections, byHops)
	if r.sp == r.verdicts && (r.sp || !r.doc) {
		own := r.ownScore()
		out.Rows = own.Sections[0].Rows
		out.Sections = append(out.Sections, own)
	}
	own, sample := r.reading()
	out.Sections = append(out.Sections, own)
	out.pairs = paired{sample, r.figures()}
	return out
}
