package score

import (
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

// UnmarshalJSON reads [title, number]; more members are ignored, as Python's indexing does.
func (f *hoverFact) UnmarshalJSON(raw []byte) error {
	var pair []json.RawMessage
	ok := json.Unmarshal(raw, &pair) == nil && len(pair) >= 2
	if ok {
		f.title, ok = jsonText(pair[0])
	}
	if !ok {
		return fmt.Errorf("fact %.60s: want [title, sentence number]", raw)
	}
	f.n = string(pair[1])
	if s, quoted := jsonText(pair[1]); quoted {
		f.n = s
	}
	return nil
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
		if p.cited != nil || raw == nil {
			continue
		}
		if json.Unmarshal(raw, &p.cited) != nil {
			return nil, fmt.Errorf("facts %.60s: want [[title, sentence number], …]", raw)
		}
		if err := json.Unmarshal(raw, &p.facts); err != nil {
			return nil, err
		}
	}
	if p.label == nil && p.cited == nil {
		return nil, errors.New("no label or supporting_facts: not a HoVer prediction")
	}
	return p, nil
}}

func hoverGold(rec claims.Record) (out record[*gold], err error) {
	var in row
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	c, err := rec.Claim(claims.Hover)
	if err != nil {
		return out, err
	}
	var facts []hoverFact
	if c == nil || in.Label == nil || c.ID.IsZero() || json.Unmarshal(in.Facts, &facts) != nil || facts == nil {
		return out, bad(rec, errors.New("no uid, label and supporting_facts: not a HoVer gold claim"))
	}
	out.key, out.value = c.ID.Key(), &gold{claim: c, label: in.Label, facts: facts}
	return out, nil
}

// Columns of our reading.
const (
	hoverCount = iota
	hoverScore
	hoverLabel
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
	copy(v[hoverPages:], bestSet([][]string{pages}, docs, len(docs)))
	copy(v[hoverSents:], bestSet([][]string{sents}, facts, len(facts)))
	verdictMeasures(v[hoverMatrix:], classOf(*g.label), classOf(p.said()))
	return v
}

// hoverScores returns count, score, label right, every page covered; capped by the site's rule of the first two
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
	return []float64{1, label * covered, label, covered}
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
	metrics := officialMetrics(facts || !labels, labels || !facts)
	var failed []error
	for _, m := range metrics {
		s := r.hoverSection("official_"+m.name, m, 0)
		if e, ok := s.Note("error"); ok {
			failed = append(failed, fmt.Errorf("%s: %v", s.Name, e))
		}
		if m.name == "doc" && facts {
			s.Notes = append(s.Notes, Note{"pages_of", "supporting_facts"})
		}
		out.Sections = append(out.Sections, s)
	}
	if err := errors.Join(failed...); err != nil {
		out.OfficialError = err.Error()
	}
	byHops := Section{Name: "official_by_hops"}
	score := Section{Name: "own_hover_score", Sections: []Section{r.hoverSection("all", ownHoverScore, 0)}}
	for _, h := range hops {
		group := Section{Name: strconv.Itoa(h)}
		for _, m := range metrics {
			group.Sections = append(group.Sections, r.hoverSection(m.name, m, h))
		}
		byHops.Sections = append(byHops.Sections, group)
		score.Sections = append(score.Sections, r.hoverSection("hops="+group.Name, ownHoverScore, h))
	}
	out.Sections = append(out.Sections, byHops)
	if facts == labels {
		out.Rows = score.Sections[0].Rows
		out.Sections = append(out.Sections, score)
	}
	notes := r.labelNotes()
	if labels {
		notes = append(notes, confusion(r.ledger.all, hoverMatrix))
	}
	out.Sections = append(out.Sections, r.own(hoverFigures(facts, labels), notes...))
	return out, nil
}

// hoverFigures are the figures of our reading.
func hoverFigures(facts, labels bool) (out []formula) {
	if labels {
		out = append(means(hoverLabel, hoverCount, "label_accuracy"), macroF1(hoverMatrix, hoverCount))
	}
	if facts && labels {
		out = append(out, means(hoverScore, hoverCount, "hover_score")...)
		out = append(out, means(hoverPaper, hoverCount, "hover_score_paper")...)
	}
	if facts {
		out = append(out, means(hoverCovered, hoverCount, "every_page_covered")...)
		out = append(out, means(hoverPages, hoverCount, "page_em", "page_precision", "page_recall", "page_f1",
			"sentence_em", "sentence_precision", "sentence_recall", "sentence_f1")...)
	}
	return out
}

// hoverMetric is a metric over the claims that have its prediction.
type hoverMetric struct {
	name    string
	count   string                                 // the note of their number
	scale   float64                                // 100 for per cent
	of      func(g *gold, p *prediction) []float64 // 1 and the figures; nil where there is no prediction
	figures []string
}

var ownHoverScore = hoverMetric{"", "claims", 1,
	func(g *gold, p *prediction) []float64 { return hoverScores(g, p, hoverFact.nfd, true) },
	[]string{"hover_score", "label_accuracy", "every_page_covered"}}

// officialMetrics are the metrics of facts and of labels.
func officialMetrics(facts, labels bool) (out []hoverMetric) {
	if facts {
		out = append(out,
			hoverMetric{"doc", "total", 100, hoverDocs, []string{"hit5", "hit8", "hit10", "exact", "f1"}},
			hoverMetric{"sent", "total", 100, hoverSentences, []string{"exact", "f1"}})
	}
	if labels {
		out = append(out, hoverMetric{"verif", "total", 100, hoverLabels, []string{"acc"}})
	}
	return out
}

// hoverSection returns a metric over the claims of so many hops, of all when 0.
func (r *run) hoverSection(name string, m hoverMetric, hops int) Section {
	sum := newSample(1 + len(m.figures))
	for _, p := range r.pairs {
		if hops != 0 && p.gold.claim.Hops != hops {
			continue
		}
		if p.pred == nil {
			p.pred = &prediction{}
		}
		if v := m.of(p.gold, p.pred); v != nil {
			sum.add(p.i, v)
		}
	}
	n := int(sum.total()[0])
	if n == 0 {
		return Section{Name: name, Notes: []Note{{"error", "ZeroDivisionError: float division by zero"}}}
	}
	var figures []formula
	for i, name := range m.figures {
		figures = append(figures, formula{name, 0, func(s []float64) float64 { return m.scale * ratio(s[1+i], s[0]) }})
	}
	return Section{Name: name, Rows: sum.rows(figures, r.options), Notes: []Note{{m.count, n}}}
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
	v := []float64{1}
	for _, k := range [...]int{5, 8, 10} {
		v = append(v, One(allIn(pages, docs[:min(k, len(docs))])))
	}
	return append(v, listScores(pages, docs, norm.NFD.String)...)
}

func hoverSentences(g *gold, p *prediction) []float64 {
	if p.cited == nil {
		return nil
	}
	key := func(f hoverFact) string { return norm.NFD.String(f.title) + "_" + f.n }
	return append([]float64{1}, listScores(g.facts, p.facts, key)...)
}

func hoverLabels(g *gold, p *prediction) []float64 {
	if p.label == nil {
		return nil
	}
	return []float64{1, One(*p.label == *g.label)}
}

func allIn(list, in []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(in, s) })
}

// listScores returns the official exact match of keys, which compares lengths with repeats, and F1 over repeats.
func listScores[T any](gold, pred []T, key func(T) string) []float64 {
	var want, said []string
	for _, v := range gold {
		want = append(want, key(v))
	}
	for _, v := range pred {
		said = append(said, key(v))
	}
	exact, same := One(len(want) == len(said) && allIn(want, said)), float64(common(want, said))
	if len(want) == 0 || len(said) == 0 {
		return []float64{exact, One(len(want) == len(said))}
	}
	return []float64{exact, harmonic(same/float64(len(said)), same/float64(len(want)))}
}
