package score

import (
	"errors"
	"fmt"
	"strconv"
)

// run scores a stage over the claims of so many hops, all when 0.
func (r *hoverRun) run(s stage, hops int, name string) Section {
	out := Section{Name: name}
	sum, total := newSample(s.columns), 0
	for i, g := range r.gold {
		if hops != 0 && g.hops != hops {
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
	seen := map[string]int{}
	for _, g := range r.gold {
		seen[strconv.Itoa(g.hops)] = g.hops
	}
	var out []int
	for _, k := range sortedBy(seen, func(h int) int { return h }) {
		out = append(out, seen[k])
	}
	return out
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
	out.Sections = append(out.Sections, r.byHops())
	if r.sp && r.verdicts || !r.doc && !r.sp && !r.verdicts {
		own := r.ownScore()
		out.Rows = own.Sections[0].Rows
		out.Sections = append(out.Sections, own)
	}
	own, sample := r.reading()
	out.Sections = append(out.Sections, own)
	out.pairs = paired{sample, r.figures()}
	return out
}

func (r *hoverRun) byHops() Section {
	out := Section{Name: "official_by_hops"}
	for _, h := range r.hops() {
		group := Section{Name: strconv.Itoa(h)}
		for _, s := range r.stages() {
			group.Sections = append(group.Sections, r.run(s, h, s.name))
		}
		out.Sections = append(out.Sections, group)
	}
	return out
}

// ownScore is the HoVer score by the site's rule, titles in NFD, over all claims and by hops.
func (r *hoverRun) ownScore() Section {
	out := Section{Name: "own_hover_score"}
	figures := []figure{mean("hover_score", 1, 0), mean("label_accuracy", 2, 0), mean("every_page_covered", 3, 0)}
	for _, h := range append([]int{0}, r.hops()...) {
		sum, n := newSample(4), 0
		for i, g := range r.gold {
			if h == 0 || g.hops == h {
				sum.add(i, g.hoverScore(hoverFact.nfd, true))
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

// hoverScore is count, score, label right, every page covered; capped by the site's rule of the first two
// sentences of each of the first hops + 1 pages, or over all predicted facts as the paper says.
func (g *hoverGold) hoverScore(fold func(hoverFact) hoverFact, capped bool) []float64 {
	v := []float64{1, 0, 0, 0}
	if g.pred.label != nil && *g.pred.label == g.label {
		v[2] = 1
	}
	if g.covered(fold, capped) {
		v[3] = 1
	}
	v[1] = v[2] * v[3]
	return v
}

func (g *hoverGold) covered(fold func(hoverFact) hoverFact, capped bool) bool {
	kept := map[hoverFact]bool{}
	count := map[string]int{} // facts kept of each page, in order of first appearance
	for _, f := range g.pred.facts {
		f = fold(f)
		if kept[f] {
			continue
		}
		n, known := count[f.title]
		if capped && (!known && len(count) > g.hops || n >= 2) {
			continue
		}
		count[f.title]++
		kept[f] = true
	}
	need := map[string]bool{}
	for _, f := range g.facts {
		f = fold(f)
		need[f.title] = need[f.title] || kept[f]
	}
	for _, found := range need {
		if !found {
			return false
		}
	}
	return true
}
