package score

import (
	"maps"
	"slices"
	"strconv"
)

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

// ownScore returns the HoVer score by the site's rule, titles in NFD, over all claims and by hops.
func (r *hoverRun) ownScore() Section {
	out := Section{Name: "own_hover_score"}
	figures := []formula{mean("hover_score", hoverScore, 0), mean("label_accuracy", hoverLabel, 0),
		mean("every_page_covered", hoverCovered, 0)}
	for _, h := range append([]int{0}, r.hops()...) {
		sum, n := r.sum(hoverCovered+1, h, func(g *hoverGold) []float64 { return g.score(hoverFact.nfd, true) })
		name := "all"
		if h != 0 {
			name = "hops=" + strconv.Itoa(h)
		}
		out.Sections = append(out.Sections, Section{Name: name, Rows: sum.rows(figures, r.options), Notes: []Note{{"claims", n}}})
	}
	return out
}

// score returns count, score, label right, every page covered; capped by the site's rule of the first two sentences of each of the
// first hops + 1 pages, or over all predicted facts as the paper says.
func (g *hoverGold) score(fold func(hoverFact) hoverFact, capped bool) []float64 {
	label, covered := One(g.predicted != nil && *g.predicted == g.label), One(g.covered(fold, capped))
	return []float64{1, label * covered, label, covered}
}

// covered reports whether every gold page has a predicted gold sentence; capped counts the first two sentences of each of the first
// hops + 1 pages.
func (g *hoverGold) covered(fold func(hoverFact) hoverFact, capped bool) bool {
	kept, count := map[hoverFact]bool{}, map[string]int{}
	for _, f := range g.cited {
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
	return !slices.Contains(slices.Collect(maps.Values(need)), false)
}

func (r *hoverRun) figures() []formula {
	var out []formula
	if r.verdicts {
		out = append(out, mean("label_accuracy", hoverLabel, hoverCount), macroF1(hoverMatrix, hoverCount))
	}
	if r.facts && r.verdicts {
		out = append(out, mean("hover_score", hoverScore, hoverCount), mean("hover_score_paper", hoverPaper, hoverCount))
	}
	if r.facts {
		out = append(out, mean("every_page_covered", hoverCovered, hoverCount))
		out = append(out, setFigures("page_", hoverPages, hoverCount)...)
		out = append(out, setFigures("sentence_", hoverSents, hoverCount)...)
	}
	return out
}

func (g *hoverGold) measures() []float64 {
	v := make([]float64, hoverCols)
	copy(v, g.score(hoverFact.folded, true))
	v[hoverPaper] = g.score(hoverFact.folded, false)[hoverScore]
	docs, facts := map[string]bool{}, map[string]bool{}
	for _, f := range g.cited {
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
	verdictMeasures(v[hoverMatrix:], classOf(g.label), classOf(text(g.predicted)))
	return v
}

// reading returns our reading of the predictions.
func (r *hoverRun) reading() (Section, *sample) {
	l, c := newLedger(hoverCols, r.options), contrast{}
	for i, g := range r.gold {
		v := g.value.measures()
		l.add(i, g.value.claim, v)
		c.add(g.value.claim, v[hoverLabel] == 1)
	}
	out := Section{Name: "bridgehop", Rows: l.all.rows(r.figures(), r.options), Sections: l.sections(r.figures(), r.options)}
	out.Rows = append(out.Rows, calibration(r.gold, r.preds, func(g *hoverGold) string { return g.label }, false)...)
	out.Notes = append(r.pairing.notes(), r.foreign.notes(false)...)
	if r.verdicts {
		out.Notes = append(out.Notes, confusion(l.all, hoverMatrix))
		out.Sections = append(out.Sections, c.sections(r.options)...)
	}
	return out, l.all
}
