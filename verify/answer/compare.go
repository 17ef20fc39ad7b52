package answer

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// The words of comparisons by the years of two pages.
var (
	earlier = regexp.MustCompile(`(?i)\b(older|oldest|first|earlier|earliest)\b`)
	later   = regexp.MustCompile(`(?i)\b(younger|youngest|later|latest|last|newer|more recent(ly)?|most recent(ly)?)\b`)
	yearRun = regexp.MustCompile(`\b1\d{3}\b|\b20\d{2}\b`)
)

// yesOrNo weighs yes against no: how much of the question each of the two pages that it names has, and whether they agree.
func (q *question) yesOrNo(chains []hop.Chain, pages map[graph.PageID]*graph.Page) []Answer {
	if len(chains) == 0 {
		return nil
	}
	all := q.openings(chains, pages)
	if len(all) == 0 {
		return nil
	}
	least, same := 1.0, map[string]int{}
	for _, s := range all {
		has, of := 0, 0
		words := map[string]bool{}
		for _, t := range tokenize(s.page.PlainText()) {
			words[t.stem] = true
		}
		for w := range q.words {
			if strings.Contains(" "+strings.ToLower(s.page.Title)+" ", w) || q.named(w, all) {
				continue
			}
			of++
			if words[w] {
				has++
			}
		}
		if of > 0 {
			least = min(least, float64(has)/float64(of))
		}
		for _, t := range tokenize(s.text.Text) {
			if !stop[t.stem] {
				same[t.stem]++
			}
		}
	}
	shared := 0.0
	for _, n := range same {
		if n > 1 {
			shared++
		}
	}
	ref := graph.Ref{Page: all[0].page.ID(), Element: all[0].text.Element}
	yes := []Feature{{"yes", 1}, {"yes: least page", least}, {"yes: shared words", min(shared, 10) / 10}}
	if strings.Contains(q.alone, " same ") {
		yes = append(yes, Feature{"yes: same", 1})
	}
	return []Answer{{Text: "yes", Ref: ref, Features: yes}, {Text: "no", Ref: ref, Features: []Feature{{"no", 1}}}}
}

// named reports whether a word is of a title.
func (q *question) named(word string, all []source) bool {
	for _, s := range all {
		if strings.Contains(" "+fold(s.page.Title), " "+word+" ") {
			return true
		}
	}
	return false
}

// openings returns the first sentences of the pages of the best chain.
func (q *question) openings(chains []hop.Chain, pages map[graph.PageID]*graph.Page) (out []source) {
	for i, id := range chains[0].Pages() {
		if p := pages[id]; p != nil && len(p.Elements()) > 0 {
			out = append(out, source{page: p, text: p.Elements()[0], step: i})
		}
	}
	return out
}

// choose weighs the alternatives that a question gives: by the first years of their pages where it asks for the earlier or the later,
// and by the words of the question on their pages.
func (q *question) choose(chains []hop.Chain, pages map[graph.PageID]*graph.Page) (out []Answer) {
	years := make([]int, len(q.or))
	for i, name := range q.or {
		a := Answer{Text: strings.Trim(name, ` "“”'`)}
		for c := range chains[:min(maxChains, len(chains))] {
			for _, id := range chains[c].Pages() {
				p := pages[id]
				if a.Ref.Page != (graph.PageID(0)) || p == nil || !strings.Contains(" "+fold(name), " "+fold(bare(p))) {
					continue
				}
				a.Chain, a.Ref = c, graph.Ref{Page: id, Element: graph.Element{Kind: graph.KindPage}}
				a.Features = append(a.Features, Feature{"choice: page", 1}, Feature{"choice: share", q.overlap(tokenize(p.PlainText()))})
				for _, e := range p.Elements() {
					if y := yearRun.FindString(e.Text); y != "" {
						years[i], _ = strconv.Atoi(y)
						a.Ref.Element = e.Element
						break
					}
				}
			}
		}
		out = append(out, a)
	}
	if years[0] == 0 || years[1] == 0 || years[0] == years[1] {
		return out
	}
	wanted := 0 // the earlier
	if years[1] < years[0] {
		wanted = 1
	}
	switch {
	case later.MatchString(q.text):
		wanted = 1 - wanted
	case !earlier.MatchString(q.text):
		return out
	}
	out[wanted].Features = append(out[wanted].Features, Feature{"choice: year", 1})
	for i := range out {
		out[i].Calculation = fmt.Sprintf("%s %d, %s %d", out[0].Text, years[0], out[1].Text, years[1])
	}
	return out
}
