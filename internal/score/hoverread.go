package score

import "github.com/bridgehop/bridgehop/graph"

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
	for _, s := range []struct {
		is   bool
		name string
		at   int
	}{{r.doc || r.sp, "page_", hoverPages}, {r.sp, "sentence_", hoverSents}} {
		for i, name := range [...]string{"em", "precision", "recall", "f1"} {
			if s.is {
				out = append(out, mean(s.name+name, s.at+i, hoverCount))
			}
		}
	}
	return out
}

func (g *hoverGold) measures() []float64 {
	v := make([]float64, hoverCols)
	copy(v, g.hoverScore(hoverFact.folded, true))
	v[hoverPaper] = g.hoverScore(hoverFact.folded, false)[1]
	docs, facts := map[string]bool{}, map[string]bool{}
	for _, f := range g.pred.facts {
		f = f.folded()
		facts[f.title+"\x00"+f.n] = true
		if !g.pred.hasDoc {
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
	bestSet(v[hoverPages:hoverPages+4], [][]string{pages}, docs)
	bestSet(v[hoverSents:hoverSents+4], [][]string{sents}, facts)
	label := ""
	if g.pred.label != nil {
		label = *g.pred.label
	}
	verdictMeasures(v[hoverMatrix:], classOf(g.label), classOf(label))
	return v
}

func (r *hoverRun) reading() (Section, *sample) {
	l := newLedger(hoverCols, r.options)
	c := contrast{}
	for i, g := range r.gold {
		v := g.measures()
		l.add(i, g.claim, v)
		c.add(g.claim, v[hoverLabel] == 1)
		r.pairing.Claims++
		if !g.met {
			r.pairing.Missing++
			remember(&r.pairing.missing, g.claim.ID.Key())
		}
	}
	out := Section{Name: "bridgehop", Rows: l.all.rows(r.figures(), r.options), Sections: l.sections(r.figures(), r.options)}
	out.Notes = append(r.pairing.notes(), Note{"foreign_labels", r.foreigns})
	if len(r.foreign) > 0 {
		out.Notes = append(out.Notes, Note{"label_problems", r.foreign})
	}
	if r.verdicts {
		out.Notes = append(out.Notes, Note{"confusion", confusion(l.all.total()[hoverMatrix:])})
		out.Sections = append(out.Sections, c.sections(r.options)...)
	}
	return out, l.all
}
