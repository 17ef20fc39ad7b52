package study

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// growth infers how HoVer's claims were grown. HoVer's files list pages in the order in which they were added: in all
// 412 pairs of page sets of the dev file of which one has one page more, that page is the last. The page to which a new
// one is joined is inferred from the wording: Method 1 removes its title from the claim (Jiang et al. 2020, section
// 2.1.2).
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
		for i := range titles {
			w[key][i] += score.One(meant(text, titles, i))
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

// least is added to each weight, so that every page stays possible.
const least = 0.03

// family weighs the trees in which a claim may have grown, and adds their edges: each page but the first may have been
// joined to any page before it.
func (m *maker) family(w growth) {
	n := len(m.titles)
	if !grows(m.g.Of) || n < 2 || n > 4 {
		return
	}
	at := func(n int) []float64 { return w[stage(m.g.Of.Family, m.titles[:n])] }
	m.g.trees = []weighed{{[][2]int{{0, 1}}, 1}}
	for page := 2; page < n; page++ {
		var more []weighed
		for _, t := range m.g.trees {
			now := at(page + 1)
			if now == nil {
				now = at(n) // the claim of three pages is not here: this one must do
			}
			p := removed(now, at(page), page)
			if page == 3 {
				p = fourth(p, t.tree[1][0])
			}
			for to, q := range normalized(p) {
				more = append(more, weighed{append(slices.Clone(t.tree), [2]int{to, page}), t.weight * q})
			}
		}
		m.g.trees = more
	}
	joined := map[[2]int]float64{}
	for _, t := range m.g.trees {
		for _, e := range t.tree {
			joined[e] += t.weight
		}
	}
	for e, p := range joined {
		m.join(e[0], e[1], Mention, Family, p, "")
	}
}

// removed weighs each of the first k pages by how much less the claims name it than those from which they were grown.
// If these are unknown (nil), it weighs by how little the claims name the page.
func removed(now, before []float64, k int) []float64 {
	p := make([]float64, k)
	for i := range p {
		p[i] = least + 1 - now[i]
		if before != nil {
			p[i] = least + max(0, before[i]-now[i])
		}
	}
	return p
}

// fourth returns the probabilities that the fourth page was joined to each of the first three, by the weights of their
// removed titles. Method 1 can't replace the middle page, whose title was removed with the third page. If no title was
// removed, it was Method 2, which joins the page to the middle one and makes a star.
func fourth(p []float64, middle int) []float64 {
	p[middle] *= 0.05
	second := 1 - min(1, max(0, slices.Max(p)-least)) // probability of Method 2
	p = normalized(p)
	for i := range p {
		p[i] = (1-second)*p[i] + second*0.2
	}
	p[middle] += second * 0.4
	return p
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
