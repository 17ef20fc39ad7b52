package study

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// growth infers how HoVer's claims were grown. HoVer's files list pages in the order in which they were added: in all 412 pairs of page
// sets of the dev file of which one has one page more, that page is the last. The page to which a new one is joined is
// inferred from the wording: Method 1 removes its title from the claim (Jiang et al. 2020, section 2.1.2).
type growth struct {
	// named has, for each family and list of pages, the share of each title in the claims, from 0 to 1.
	named map[string][]float64
	count map[string]int
}

func newGrowth(all []*claims.Claim) *growth {
	w := &growth{map[string][]float64{}, map[string]int{}}
	for _, c := range all {
		if !grows(c) {
			continue
		}
		_, titles := goldPages(c)
		key := stage(c.Family, titles)
		if w.named[key] == nil {
			w.named[key] = make([]float64, len(titles))
		}
		w.count[key]++
		text := words(c.Text)
		for i, t := range titles {
			s := titleShare(text, t)
			if s < 1 {
				s *= 0.7
			}
			w.named[key][i] += s
		}
	}
	for key, sum := range w.named {
		for i := range sum {
			sum[i] /= float64(w.count[key])
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

// family adds the edges of growth.
func (m *maker) family(w *growth) {
	n := len(m.titles)
	if !grows(m.c) || n < 2 || n > 4 {
		return
	}
	m.join(0, 1, Mention, Family, sureQuestion, "")
	if n < 3 {
		return
	}
	third := w.third(m.c.Family, m.titles)
	m.appended(2, third, 1)
	if n == 4 {
		fourth, method := w.fourth(m.c.Family, m.titles, third)
		m.appended(3, fourth, method)
	}
}

// appended joins a page to those it may have been appended to. By Method 1 the new page links to the old one.
func (m *maker) appended(page int, p []float64, method int) {
	for i, v := range p {
		if method == 2 {
			m.join(i, page, SharedTarget, Family, bounded(v), "")
			continue
		}
		m.join(page, i, InLink, Family, bounded(v), "")
	}
}

func bounded(p float64) float64 { return min(max(p, 0.03), sureChain) }

// replaced weighs each of the first k pages by how much less the claim names it than the claim that it was grown from. If that claim
// is unknown, it weighs by how little the claim names the page.
func (w *growth) replaced(family string, titles []string, k int) (p []float64, known bool) {
	now, before := w.named[stage(family, titles)], w.named[stage(family, titles[:k])]
	p = make([]float64, k)
	for i := range p {
		p[i] = 1 - now[i] + least
		if before != nil {
			p[i] = max(0, before[i]-now[i]) + least
		}
	}
	return p, before != nil
}

// least is added to each weight, so that every page stays possible.
const least = 0.03

// third returns the probabilities that the third page was joined to the first and to the second.
func (w *growth) third(family string, titles []string) []float64 {
	at := titles[:3]
	if w.named[stage(family, at)] == nil {
		at = titles // the claim of three pages is not here: this one must do
	}
	p, _ := w.replaced(family, at, 2)
	if len(at) == 4 {
		// In claims of four pages the middle page is always hidden, and an end may be. The claim of two pages has more information.
		if before := w.named[stage(family, at[:2])]; before != nil {
			p[0] *= before[0] + least
			p[1] *= before[1] + least
		}
	}
	return normalized(p)
}

// fourth returns the probabilities that the fourth page was joined to each of the first three. Method 1 can't replace the middle
// page, whose title was removed with the third page. If no title was removed, it was Method 2, which joins the page to the
// middle one and makes a star.
func (w *growth) fourth(family string, titles []string, third []float64) (p []float64, method int) {
	now := w.named[stage(family, titles)]
	p, known := w.replaced(family, titles, 3)
	second := now[2] // probability of Method 2: all titles that Method 1 could replace are still there
	for i, middle := range third {
		second *= middle + (1-middle)*now[i]
	}
	if known {
		second = 1 - min(1, slices.Max(p)-least)
	}
	for i, middle := range third {
		p[i] *= 1 - 0.95*middle
	}
	p = normalized(p)
	for i := range p {
		star := 0.2
		if i < 2 {
			star = 0.2 + 0.4*third[i]
		}
		p[i] = (1-second)*p[i] + second*star
	}
	if second > 0.5 {
		return normalized(p), 2
	}
	return normalized(p), 1
}

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
