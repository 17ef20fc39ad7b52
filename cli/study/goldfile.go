package study

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// annotated takes the edges that a file lists (the shipped wiki's).
func (m *maker) annotated() {
	for _, e := range m.c.Edges {
		a, b := m.place(e[0]), m.place(e[1])
		if a >= 0 && b >= 0 {
			m.join(a, b, Mention, Annotated, sureAnnotated, "")
		}
	}
}

// place returns the index of a title among the pages, or -1.
func (m *maker) place(title string) int {
	want := graph.FoldTitle(title)
	return slices.IndexFunc(m.titles, func(t string) bool { return graph.FoldTitle(t) == want })
}

var reference = regexp.MustCompile(`#([1-9])`)

// steps joins the paragraph of a question to the paragraphs of the answers in the question, #1, #2, … (Trivedi et al. 2022, section 3). If
// the answer is not the other page's title, both name a third thing.
func (m *maker) steps() {
	for i, s := range m.c.Steps {
		for _, r := range reference.FindAllStringSubmatch(s.Question, -1) {
			k, _ := strconv.Atoi(r[1]) // one digit
			if k > i || s.Passage < 0 || m.c.Steps[k-1].Passage < 0 {
				continue
			}
			earlier := m.c.Steps[k-1]
			kind, via := SharedTarget, earlier.Answer
			if Names(m.titles[s.Passage], via) || Names(via, m.titles[s.Passage]) {
				kind, via = Mention, "" // the answer is the next page
			}
			m.join(earlier.Passage, s.Passage, kind, Decomposition, sureDecomposition, via)
		}
	}
}

// leastAlike is the least similarity of a triple's name and the title that it means.
const leastAlike = 0.5

// triples joins the pages of a subject and its object (Ho et al. 2020, section 2). Triples have Wikidata's names, so it takes the
// most similar pair of pages.
func (m *maker) triples() {
	objects := map[int]bool{}
	joined := 0
	for _, t := range m.c.Triples {
		a, b := m.alike(t[0], t[2])
		if a < 0 {
			continue
		}
		joined++
		objects[b] = true
		m.join(a, b, Mention, Triples, sureTriples, "")
	}
	if joined == 0 || m.c.Kind != "bridge_comparison" {
		return
	}
	// "Which film has the director who died first?": the question compares the two pages that are no object.
	var roots []int
	for i := range m.titles {
		if !objects[i] {
			roots = append(roots, i)
		}
	}
	if len(roots) == 2 {
		m.join(roots[0], roots[1], Comparison, Triples, sureComparison, "")
	}
}

func (m *maker) alike(subject, object string) (a, b int) {
	a, b = -1, -1
	best := 2 * leastAlike
	for i, s := range m.titles {
		for j, o := range m.titles {
			x, y := alike(subject, s), alike(object, o)
			if i != j && x >= leastAlike && y >= leastAlike && x+y >= best && (a < 0 || x+y > best) {
				a, b, best = i, j, x+y
			}
		}
	}
	return a, b
}

// chained joins pages in the order of EX-FEVER's list, each linked to the next (Ma et al. 2024, section 3).
func (m *maker) chained() {
	if !m.c.Chained {
		return
	}
	for i := 1; i < len(m.titles); i++ {
		via := ""
		if i <= len(m.c.Anchors) {
			via = m.c.Anchors[i-1]
		}
		m.join(i-1, i, OutLink, Listed, sureChain, via)
	}
}

// texts returns the text of each page in the claims' file.
func (m *maker) texts(set *claims.EvidenceSet) []string {
	out := make([]string, len(m.titles))
	if len(m.c.Steps) > 0 {
		for i, p := range m.c.GoldPassages {
			out[i] = p.Text
		}
		return out
	}
	for _, p := range m.c.GoldPassages {
		if i := m.place(p.Title); i >= 0 {
			out[i] += p.Text + " "
		}
	}
	if len(m.c.GoldPassages) > 0 {
		return out
	}
	for _, e := range set.Items {
		if i := m.place(e.Title); i >= 0 {
			out[i] += e.Text + " "
		}
	}
	return out
}

// mentions joins two pages if the text of one has the title of the other.
func (m *maker) mentions(texts []string) {
	for i, text := range texts {
		if text == "" {
			continue
		}
		w := words(text)
		for j, t := range m.titles {
			if i == j || titleShare(w, t) < 1 || titleShare(titleWords(m.titles[i]), t) == 1 {
				continue // a title within the page's own title is always in its text
			}
			sure := sureMention
			if len(titleWords(t)) < 2 {
				sure = sureShortMention
			}
			m.join(i, j, Mention, TitleMention, sure, "")
		}
	}
}

// wording joins two pages that the claim names and compares. The edge is certain if the data set calls the claim a comparison.
func (m *maker) wording() {
	if m.c.Kind == "comparison" && len(m.titles) == 2 {
		m.join(0, 1, Comparison, Wording, sureComparison, "")
		return
	}
	if !hop.Compares(m.c.Text) || len(m.titles) < 2 || strings.HasPrefix(m.c.Kind, "compositional") {
		return
	}
	for i := range m.titles {
		for j := i + 1; j < len(m.titles); j++ {
			if m.named(i) && m.named(j) {
				m.join(i, j, Comparison, Wording, sureWording, "")
			}
		}
	}
}

func (m *maker) named(i int) bool { return slices.Contains(m.g.Named, m.g.Pages[i]) }
