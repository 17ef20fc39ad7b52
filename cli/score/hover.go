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

// scoreHover scores predictions against HoVer's claims (Jiang et al. 2020, section 5.5; hover-nlp/hover,
// hover_doc_metrics.py, hover_sent_metrics.py, hover_verif_metrics.py).
//
// The predictions are a submission as the task's site wants it, [{uid, supporting_facts, label}], or JSON lines of the same or
// of `verify --out`.
//
// official_doc, official_sent and official_verif are in per cent, and leave claims without a prediction out
// (total is what they count); the pages of official_doc are those of the facts, in their order. No official code of the HoVer score
// exists; own_hover_score is ours after the paper and the site: the label is right and every gold page has a gold sentence among the
// first two sentences of each of the first hops + 1 pages, titles in NFD, repeated facts once. Under "bridgehop" it
// stands again with folded titles, and as hover_score_paper without those limits.
func scoreHover(ctx context.Context, gold, pred File, o Options) (*Report, error) {
	run := &hoverRun{options: o}
	if err := run.read(ctx, gold, pred); err != nil {
		return nil, err
	}
	return run.report(), nil
}

type hoverRun struct {
	options  Options
	gold     []record[*hoverGold]
	preds    []record[*prediction]
	problems counted // of the gold file
	pairing  pairing
	foreign  foreign
	facts    bool // some prediction has facts
	verdicts bool // some prediction has a label
}

// hoverGold is a claim with its prediction.
type hoverGold struct {
	claim *claims.Claim
	label string
	facts []hoverFact
	pages []string // distinct titles of facts

	predicted *string     // label; nil without one
	given     bool        // facts are predicted, if only none
	cited     []hoverFact // these
}

// hoverFact is a title and a sentence number as they are printed, which is how the official code compares them.
type hoverFact struct{ title, n string }

func (f hoverFact) nfd() hoverFact    { return hoverFact{norm.NFD.String(f.title), f.n} }
func (f hoverFact) folded() hoverFact { return hoverFact{graph.FoldTitle(f.title), f.n} }
func (f hoverFact) key() string       { return f.title + "\x00" + f.n }

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

// hoverForm is the site's, or lines of verify --out.
var hoverForm = form{header: true, read: func(in *row) (*prediction, error) {
	if in.key() == "" {
		return nil, errors.New("no uid: not a HoVer prediction; docs/howto.md joins the files of its baseline into a submission")
	}
	p := &prediction{label: in.label()}
	for _, raw := range []json.RawMessage{in.Facts, in.Cited} {
		if p.cited != nil || raw == nil {
			continue
		}
		if json.Unmarshal(raw, &p.cited) != nil {
			return nil, fmt.Errorf("facts %.60s: want [[title, sentence number], …]", raw)
		}
		if _, err := hoverFacts(p.cited); err != nil {
			return nil, err
		}
	}
	if p.label == nil && p.cited == nil {
		return nil, errors.New("no label or supporting_facts: not a HoVer prediction")
	}
	return p, nil
}}

func (r *hoverRun) read(ctx context.Context, gold, pred File) error {
	if err := r.readGold(ctx, gold); err != nil {
		return err
	}
	var err error
	if r.preds, err = hoverForm.predictions(ctx, pred, r.options); err != nil {
		return err
	}
	if r.pairing, err = pair(r.gold, r.preds, r.met); err != nil {
		return err
	}
	if err := r.pairing.strangers(); err != nil {
		return fmt.Errorf("%s: %w", pred.Name, err)
	}
	r.pairing.badGold = r.problems.n
	r.pairing.problems = append(r.pairing.problems, r.problems.names...)
	return nil
}

// readGold reads the claims; one with the uid of an earlier claim can't be scored.
func (r *hoverRun) readGold(ctx context.Context, f File) error {
	all, err := records(ctx, f, hoverGoldOf)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, g := range picked(all, r.options) {
		switch {
		case g.err != nil:
			r.problems.add(g.err.Error())
		case known[g.key]:
			r.problems.add(g.place.String() + ": uid of an earlier claim")
		default:
			known[g.key] = true
			r.gold = append(r.gold, g)
		}
	}
	if len(r.gold) == 0 && r.problems.n > 0 {
		return fmt.Errorf("%w: %s", ErrNoGold, r.problems.names[0])
	}
	if len(r.gold) == 0 {
		return ErrNoGold
	}
	return nil
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

func (r *hoverRun) met(_ int, g *hoverGold, p *prediction) {
	if p == nil {
		return
	}
	g.predicted, g.given = p.label, p.cited != nil
	g.cited, _ = hoverFacts(p.cited) // they were read before
	if p.label != nil {
		r.foreign.look(p.place, *p.label, *p.label, "SUPPORTED", "NOT_SUPPORTED")
	}
	r.facts, r.verdicts = r.facts || g.given, r.verdicts || p.label != nil
}

// official is one of the three official metrics over the claims that have its prediction.
type official struct {
	name    string
	columns int
	figures []formula
	of      func(g *hoverGold) []float64 // nil where there is no prediction
}

func perCent(name string, column int) formula {
	return formula{name, 0, func(s []float64) float64 { return 100 * ratio(s[column], s[0]) }}
}

func (r *hoverRun) officials() []official {
	var out []official
	none := !r.facts && !r.verdicts
	if r.facts || none {
		out = append(out, official{"doc", 6, []formula{perCent("hit5", 1), perCent("hit8", 2), perCent("hit10", 3),
			perCent("exact", 4), perCent("f1", 5)}, documents},
			official{"sent", 3, []formula{perCent("exact", 1), perCent("f1", 2)}, sentences})
	}
	if r.verdicts || none {
		out = append(out, official{"verif", 2, []formula{perCent("acc", 1)}, accuracy})
	}
	return out
}

func documents(g *hoverGold) []float64 {
	if !g.given {
		return nil
	}
	var docs []string
	for _, f := range g.cited {
		docs = addNew(docs, f.title)
	}
	v := make([]float64, 6)
	v[0] = 1
	for i, k := range [...]int{5, 8, 10} {
		v[1+i] = One(allIn(g.pages, docs[:min(k, len(docs))]))
	}
	v[4], v[5] = listScores(mapAll(g.pages, norm.NFD.String), mapAll(docs, norm.NFD.String))
	return v
}

func sentences(g *hoverGold) []float64 {
	if !g.given {
		return nil
	}
	key := func(f hoverFact) string { return norm.NFD.String(f.title) + "_" + f.n }
	v := []float64{1, 0, 0}
	v[1], v[2] = listScores(mapAll(g.facts, key), mapAll(g.cited, key))
	return v
}

func accuracy(g *hoverGold) []float64 {
	if g.predicted == nil {
		return nil
	}
	return []float64{1, One(*g.predicted == g.label)}
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

// sum adds up the measures of the claims of so many hops, of all when 0, and counts these.
func (r *hoverRun) sum(width, hops int, of func(*hoverGold) []float64) (s *sample, n int) {
	s = newSample(width)
	for i, g := range r.gold {
		if hops != 0 && g.value.claim.Hops != hops {
			continue
		}
		if v := of(g.value); v != nil {
			s.add(i, v)
			n++
		}
	}
	return s, n
}

// official returns the figures of a metric.
func (r *hoverRun) official(m official, hops int, name string) Section {
	sum, total := r.sum(m.columns, hops, m.of)
	if total == 0 {
		return Section{Name: name, Notes: []Note{{"error", "ZeroDivisionError: float division by zero"}}}
	}
	return Section{Name: name, Rows: sum.rows(m.figures, r.options), Notes: []Note{{"total", total}}}
}

func (r *hoverRun) hops() []int {
	var out []int
	for _, g := range r.gold {
		out = append(out, g.value.claim.Hops)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (r *hoverRun) report() *Report {
	out := &Report{Task: "hover"}
	var failed []error
	for _, m := range r.officials() {
		section := r.official(m, 0, "official_"+m.name)
		if e, ok := section.Note("error"); ok {
			failed = append(failed, fmt.Errorf("official_%s: %v", m.name, e))
		}
		if m.name == "doc" && r.facts {
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
		for _, m := range r.officials() {
			group.Sections = append(group.Sections, r.official(m, h, m.name))
		}
		byHops.Sections = append(byHops.Sections, group)
	}
	out.Sections = append(out.Sections, byHops)
	if r.facts == r.verdicts {
		own := r.ownScore()
		out.Rows = own.Sections[0].Rows
		out.Sections = append(out.Sections, own)
	}
	own, sample := r.reading()
	out.Sections = append(out.Sections, own)
	out.pairs = paired{sample, r.figures()}
	return out
}
