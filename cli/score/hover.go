package score

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

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

// hoverForm is a submission as the task's site wants it, [{uid, supporting_facts, label}], or JSON lines of the same or
// of `verify --out`.
var hoverForm = form{header: true, read: func(in *row) (*prediction, error) {
	if in.key() == "" {
		return nil, errors.New("no uid: not a HoVer prediction; docs/howto.md joins the files of its baseline into a " +
			"submission")
	}
	p := &prediction{label: in.label()}
	for _, raw := range []json.RawMessage{in.Facts, in.Cited} {
		if p.cited == nil && raw != nil && json.Unmarshal(raw, &p.cited) != nil {
			return nil, fmt.Errorf("facts %.60s: want [[title, sentence number], …]", raw)
		}
	}
	if p.label == nil && p.cited == nil {
		return nil, errors.New("no label or supporting_facts: not a HoVer prediction")
	}
	var err error
	p.facts, err = hoverFacts(p.cited)
	return p, err
}}

// hoverGolds reads the claims; one with the uid of an earlier claim can't be scored.
func hoverGolds(ctx context.Context, f File) ([]record[*gold], error) {
	all, err := records(ctx, f, hoverGold)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for i, g := range all {
		if g.err == nil && known[g.key] {
			all[i].err = errors.New(g.place.String() + ": uid of an earlier claim")
		}
		known[g.key] = known[g.key] || g.err == nil
	}
	if len(all) > 0 && !slices.ContainsFunc(all, func(g record[*gold]) bool { return g.err == nil }) {
		return nil, fmt.Errorf("%w: %s", ErrNoGold, all[0].err)
	}
	return all, nil
}

func hoverGold(rec claims.Record) (record[*gold], error) {
	var in row
	out := record[*gold]{place: rec.Place}
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
	facts, err := hoverFacts(list)
	out.key, out.value = c.ID.Key(), &gold{claim: c, label: in.Label, facts: facts}
	return out, bad(rec, err)
}

// Columns of our reading.
const (
	hoverCount = iota
	hoverLabel
	hoverScore
	hoverCovered
	hoverPaper
	hoverPages                   // em, precision, recall, f1
	hoverSents  = hoverPages + 4 // the same
	hoverMatrix = hoverSents + 4
	hoverCols   = hoverMatrix + verdictCols
)

// hoverMeasures are of folded titles.
func hoverMeasures(r *run, g *gold, p *prediction) []float64 {
	r.look(p, p.said(), "SUPPORTED", "NOT_SUPPORTED")
	if p == nil {
		p = &prediction{}
	}
	v := make([]float64, hoverCols)
	copy(v, hoverScores(g, p, hoverFact.folded, true))
	v[hoverPaper] = hoverScores(g, p, hoverFact.folded, false)[hoverScore]
	docs, facts := map[string]bool{}, map[string]bool{}
	for _, f := range p.facts {
		f = f.folded()
		facts[f.key()], docs[f.title] = true, true
	}
	var pages, sents []string
	for _, f := range g.facts {
		f = f.folded()
		pages, sents = addNew(pages, f.title), addNew(sents, f.key())
	}
	bestSet(v[hoverPages:hoverPages+4], [][]string{pages}, docs, len(docs))
	bestSet(v[hoverSents:hoverSents+4], [][]string{sents}, facts, len(facts))
	verdictMeasures(v[hoverMatrix:], classOf(*g.label), classOf(p.said()))
	return v
}

// hoverScores returns count, label right, score, every page covered; capped by the site's rule of the first two
// sentences of each of the first hops + 1 pages, or over all predicted facts as the paper says.
func hoverScores(g *gold, p *prediction, fold func(hoverFact) hoverFact, capped bool) []float64 {
	kept, count := map[hoverFact]bool{}, map[string]int{}
	for _, f := range p.facts {
		f = fold(f)
		n, known := count[f.title]
		if kept[f] || capped && (n >= 2 || !known && len(count) > g.claim.Hops) {
			continue
		}
		kept[f] = true
		count[f.title]++
	}
	need := map[string]bool{}
	for _, f := range g.facts {
		f = fold(f)
		need[f.title] = need[f.title] || kept[f]
	}
	label, covered := One(p.label != nil && *p.label == *g.label),
		One(!slices.Contains(slices.Collect(maps.Values(need)), false))
	return []float64{1, label, label * covered, covered}
}

// hoverReport is the report of HoVer's scores (Jiang et al. 2020, section 5.5; hover-nlp/hover, hover_doc_metrics.py,
// hover_sent_metrics.py, hover_verif_metrics.py).
//
// official_doc, official_sent and official_verif are in per cent, and leave claims without a prediction out
// (total is what they count); the pages of official_doc are those of the facts, in their order. No official code of the
// HoVer score exists; own_hover_score is ours after the paper and the site: the label is right and every gold page has
// a gold sentence among the first two sentences of each of the first hops + 1 pages, titles in NFD, repeated facts
// once. Under "bridgehop" it stands again with folded titles, and as hover_score_paper without those limits.
func hoverReport(r *run) (*Report, error) {
	if err := r.pairing.strangers(); err != nil {
		return nil, err
	}
	out := &Report{Task: "hover"}
	var hops []int
	facts, labels := false, false
	for _, p := range r.pairs {
		hops = append(hops, p.gold.claim.Hops)
		facts = facts || p.pred != nil && p.pred.cited != nil
		labels = labels || p.pred != nil && p.pred.label != nil
	}
	slices.Sort(hops)
	hops = slices.Compact(hops)
	official := officialMetrics(facts || !labels, labels || !facts)
	var failed []error
	for _, m := range official {
		m.name = "official_" + m.name
		s := r.hoverSection(m, 0)
		if e, ok := s.Note("error"); ok {
			failed = append(failed, fmt.Errorf("%s: %v", s.Name, e))
		}
		if s.Name == "official_doc" && facts {
			s.Notes = append(s.Notes, Note{"pages_of", "supporting_facts"})
		}
		out.Sections = append(out.Sections, s)
	}
	if err := errors.Join(failed...); err != nil {
		out.OfficialError = err.Error()
	}
	byHops := Section{Name: "official_by_hops"}
	for _, h := range hops {
		group := Section{Name: strconv.Itoa(h)}
		for _, m := range official {
			group.Sections = append(group.Sections, r.hoverSection(m, h))
		}
		byHops.Sections = append(byHops.Sections, group)
	}
	out.Sections = append(out.Sections, byHops)
	if facts == labels {
		score := Section{Name: "own_hover_score", Sections: []Section{r.hoverSection(ownHoverScore, 0)}}
		for _, h := range hops {
			s := r.hoverSection(ownHoverScore, h)
			s.Name = "hops=" + strconv.Itoa(h)
			score.Sections = append(score.Sections, s)
		}
		out.Rows = score.Sections[0].Rows
		out.Sections = append(out.Sections, score)
	}
	figures, notes := hoverFigures(facts, labels), r.labelNotes()
	if labels {
		notes = append(notes, confusion(r.ledger.all, hoverMatrix))
	}
	out.Sections = append(out.Sections, r.own(figures, notes...))
	out.pairs = paired{r.ledger.all, figures}
	return out, nil
}

// hoverFigures are the figures of our reading.
func hoverFigures(facts, labels bool) (out []formula) {
	if labels {
		out = append(out, mean("label_accuracy", hoverLabel, hoverCount), macroF1(hoverMatrix, hoverCount))
	}
	if facts && labels {
		out = append(out, mean("hover_score", hoverScore, hoverCount),
			mean("hover_score_paper", hoverPaper, hoverCount))
	}
	if facts {
		out = append(out, mean("every_page_covered", hoverCovered, hoverCount))
		out = append(out, setFigures("page_", hoverPages, hoverCount)...)
		out = append(out, setFigures("sentence_", hoverSents, hoverCount)...)
	}
	return out
}

// hoverMetric is a metric over the claims that have its prediction.
type hoverMetric struct {
	name    string
	count   string // the note of their number
	columns int
	figures []formula
	of      func(g *gold, p *prediction) []float64 // nil where there is no prediction
}

var ownHoverScore = hoverMetric{"all", "claims", 4, []formula{mean("hover_score", hoverScore, 0),
	mean("label_accuracy", hoverLabel, 0), mean("every_page_covered", hoverCovered, 0)},
	func(g *gold, p *prediction) []float64 { return hoverScores(g, p, hoverFact.nfd, true) }}

// officialMetrics are the metrics of facts and of labels.
func officialMetrics(facts, labels bool) (out []hoverMetric) {
	perCent := func(name string, column int) formula {
		return formula{name, 0, func(s []float64) float64 { return 100 * ratio(s[column], s[0]) }}
	}
	if facts {
		out = append(out, hoverMetric{"doc", "total", 6, []formula{perCent("hit5", 1), perCent("hit8", 2),
			perCent("hit10", 3), perCent("exact", 4), perCent("f1", 5)}, hoverDocs},
			hoverMetric{"sent", "total", 3, []formula{perCent("exact", 1), perCent("f1", 2)}, hoverSentences})
	}
	if labels {
		out = append(out, hoverMetric{"verif", "total", 2, []formula{perCent("acc", 1)},
			func(g *gold, p *prediction) []float64 {
				if p.label == nil {
					return nil
				}
				return []float64{1, One(*p.label == *g.label)}
			}})
	}
	return out
}

// hoverSection returns a metric over the claims of so many hops, of all when 0.
func (r *run) hoverSection(m hoverMetric, hops int) Section {
	sum, n := newSample(m.columns), 0
	for _, p := range r.pairs {
		if hops != 0 && p.gold.claim.Hops != hops {
			continue
		}
		if p.pred == nil {
			p.pred = &prediction{}
		}
		if v := m.of(p.gold, p.pred); v != nil {
			sum.add(p.i, v)
			n++
		}
	}
	if n == 0 {
		return Section{Name: m.name, Notes: []Note{{"error", "ZeroDivisionError: float division by zero"}}}
	}
	return Section{Name: m.name, Rows: sum.rows(m.figures, r.options), Notes: []Note{{m.count, n}}}
}

func hoverDocs(g *gold, p *prediction) []float64 {
	if p.cited == nil {
		return nil
	}
	var pages, docs []string
	for _, f := range g.facts {
		pages = addNew(pages, f.title)
	}
	for _, f := range p.facts {
		docs = addNew(docs, f.title)
	}
	v := make([]float64, 6)
	v[0] = 1
	for i, k := range [...]int{5, 8, 10} {
		v[1+i] = One(allIn(pages, docs[:min(k, len(docs))]))
	}
	v[4], v[5] = listScores(pages, docs, norm.NFD.String)
	return v
}

func hoverSentences(g *gold, p *prediction) []float64 {
	if p.cited == nil {
		return nil
	}
	exact, f1 := listScores(g.facts, p.facts, func(f hoverFact) string { return norm.NFD.String(f.title) + "_" + f.n })
	return []float64{1, exact, f1}
}

func allIn(list, in []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(in, s) })
}

// listScores returns the official exact match of keys, which compares lengths with repeats, and F1 over repeats.
func listScores[T any](gold, pred []T, key func(T) string) (exact, f1 float64) {
	var want, said []string
	for _, v := range gold {
		want = append(want, key(v))
	}
	for _, v := range pred {
		said = append(said, key(v))
	}
	exact = One(len(want) == len(said) && allIn(want, said))
	if len(want) == 0 || len(said) == 0 {
		return exact, One(len(want) == len(said))
	}
	same := float64(common(want, said))
	return exact, harmonic(same/float64(len(said)), same/float64(len(want)))
}
