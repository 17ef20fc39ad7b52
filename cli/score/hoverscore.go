package score

import (
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
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
	figures := []figure{mean("hover_score", hoverScore, 0), mean("label_accuracy", hoverLabel, 0),
		mean("every_page_covered", hoverCovered, 0)}
	for _, h := range append([]int{0}, r.hops()...) {
		sum, n := newSample(hoverCovered+1), 0
		for i, g := range r.gold {
			if h == 0 || g.claim.Hops == h {
				sum.add(i, g.score(hoverFact.nfd, true))
				n++
			}
		}
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
	label, covered := One(g.pred.label != nil && *g.pred.label == g.label), One(g.covered(fold, capped))
	return []float64{1, label * covered, label, covered}
}

func (g *hoverGold) covered(fold func(hoverFact) hoverFact, capped bool) bool {
	kept := map[hoverFact]bool{}
	room := pageCap{g.claim.Hops, map[string]int{}}
	for _, f := range g.cited {
		if f = fold(f); !kept[f] && (!capped || room.takes(f.title)) {
			kept[f] = true
		}
	}
	need := map[string]bool{}
	for _, f := range g.facts {
		f = fold(f)
		need[f.title] = need[f.title] || kept[f]
	}
	return allTrue(need)
}

// pageCap is the site's rule: the first two sentences of each of the first hops + 1 pages count.
type pageCap struct {
	hops  int
	count map[string]int // facts kept of each page
}

func (c pageCap) takes(title string) bool {
	n, known := c.count[title]
	if !known && len(c.count) > c.hops || n >= 2 {
		return false
	}
	c.count[title]++
	return true
}

func allTrue(m map[string]bool) bool {
	for _, v := range m {
		if !v {
			return false
		}
	}
	return true
}

func (r *hoverRun) figures() []figure {
	var out []figure
	if r.verdicts {
		out = append(out, mean("label_accuracy", hoverLabel, hoverCount), macroF1(hoverMatrix, hoverCount))
	}
	if r.sp && r.verdicts {
		out = append(out, mean("hover_score", hoverScore, hoverCount), mean("hover_score_paper", hoverPaper, hoverCount))
	}
	if r.sp {
		out = append(out, mean("every_page_covered", hoverCovered, hoverCount))
	}
	if r.doc || r.sp {
		out = append(out, setFigures("page_", hoverPages, hoverCount)...)
	}
	if r.sp {
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
		facts[f.title+"\x00"+f.n] = true
		if g.pred.docs == nil {
			docs[f.title] = true
		}
	}
	for _, d := range g.pred.docs {
		docs[graph.FoldTitle(d)] = true
	}
	var pages, sents []string
	for _, f := range g.facts {
		f = f.folded()
		pages, sents = addNew(pages, f.title), addNew(sents, f.title+"\x00"+f.n)
	}
	bestSet(v[hoverPages:hoverPages+4], [][]string{pages}, docs, len(docs))
	bestSet(v[hoverSents:hoverSents+4], [][]string{sents}, facts, len(facts))
	verdictMeasures(v[hoverMatrix:], classOf(g.label), classOf(text(g.pred.label)))
	return v
}

// reading returns our reading of the predictions.
func (r *hoverRun) reading() (Section, *sample) {
	l, c := newLedger(hoverCols, r.options), contrast{}
	for i, g := range r.gold {
		v := g.measures()
		l.add(i, g.claim, v)
		c.add(g.claim, v[hoverLabel] == 1)
		r.pairing.claims++
		if !g.met {
			r.pairing.missing.add(g.claim.ID.Key())
		}
	}
	out := Section{Name: "bridgehop", Rows: l.all.rows(r.figures(), r.options), Sections: l.sections(r.figures(), r.options)}
	out.Notes = append(r.pairing.notes(), r.foreign.notes(false)...)
	if r.verdicts {
		out.Notes = append(out.Notes, confusion(l.all, hoverMatrix))
		out.Sections = append(out.Sections, c.sections(r.options)...)
	}
	return out, l.all
}
