package study

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// growth infers how HoVer's claims were grown. HoVer's files list pages in the order in which they were added: in all 412 pairs of page
// sets of the dev file of which one has one page more, that page is the last. The page to which a new one is joined is
// inferred from the wording: Method 1 removes its title from the claim (Jiang et al. 2020, section 2.1.2).
//
// For each family and list of pages it has the share of claims that name each page.
type growth map[string][]float64

func newGrowth(all []*claims.Claim) growth {
	w, count := growth{}, map[string]float64{}
	for _, c := range all {
		if !grows(c) {
			continue
		}
		titles, _ := goldTitles(c)
		key, text := stage(c.Family, titles), words(c.Text)
		if w[key] == nil {
			w[key] = make([]float64, len(titles))
		}
		count[key]++
		for i, t := range titles {
			w[key][i] += score.One(named(text, t))
		}
	}
	for key, sum := range w {
		for i := range sum {
			sum[i] /= count[key]
		}
	}
	return w
}

// grows reports whether a claim's pages stand in the order in which they were added, as HoVer's do.
func grows(c *claims.Claim) bool {
	return c.Scheme == label.HoVer && c.Family != "" && len(c.Edges) == 0
}

func stage(family string, titles []string) string {
	return family + "\x00" + strings.Join(titles, "\x00")
}

// family adds the edges of growth: each page but the first may have been joined to any page before it.
func (m *maker) family(w growth) {
	n := len(m.titles)
	if !grows(m.c) || n < 2 || n > 4 {
		return
	}
	m.join(0, 1, Mention, Family, sureQuestion, "")
	if n < 3 {
		return
	}
	third := w.third(m.c.Family, m.titles)
	joined := [][]float64{third}
	if n == 4 {
		joined = append(joined, w.fourth(m.c.Family, m.titles, third))
	}
	for at, p := range joined {
		for i, v := range p {
			m.join(i, at+2, Mention, Family, min(max(v, least), sureChain), "")
		}
	}
}

// least is added to each weight, so that every page stays possible.
const least = 0.03

// replaced weighs each of the first k pages by how much less the claim names it than the claim that it was grown from. If that claim
// is unknown, it weighs by how little the claim names the page.
func (w growth) replaced(family string, titles []string, k int) []float64 {
	now, before := w[stage(family, titles)], w[stage(family, titles[:k])]
	p := make([]float64, k)
	for i := range p {
		had := 1.0
		if before != nil {
			had = before[i]
		}
		p[i] = max(0, had-now[i]) + least
	}
	return p
}

// third returns the probabilities that the third page was joined to the first and to the second.
func (w growth) third(family string, titles []string) []float64 {
	at := titles[:3]
	if w[stage(family, at)] == nil {
		at = titles // the claim of three pages is not here: this one must do
	}
	p := w.replaced(family, at, 2)
	return normalized(p)
}

// fourth returns the probabilities that the fourth page was joined to each of the first three. Method 1 can't replace the middle
// page, whose title was removed with the third page. If no title was removed, it was Method 2, which joins the page to the
// middle one and makes a star.
func (w growth) fourth(family string, titles []string, third []float64) []float64 {
	p := w.replaced(family, titles, 3)
	for i, middle := range third {
		p[i] *= 1 - 0.95*middle
	}
	second := 1 - min(1, max(0, slices.Max(p)-least)) // probability of Method 2: no title that Method 1 could replace was removed
	p = normalized(p)
	for i := range p {
		star := 0.2
		if i < 2 {
			star += 0.4 * third[i]
		}
		p[i] = (1-second)*p[i] + second*star
	}
	return normalized(p)
}

// normalized divides weights by their sum.
func normalized(p []float64) []float64 {
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
