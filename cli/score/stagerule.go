package score

import (
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// stageRule says when a task takes a claim's evidence and verdict as right.
type stageRule struct {
	sentences, cells int  // of the predicted evidence that count, -1 for all
	noEvidence       bool // claims without enough information need none
	hover            bool // one sentence of every page will do, by the site's limits
	answers          bool // the verdict is an answer
	verbatim         bool // labels are compared as they are written, but for case
}

func newStageRule(task string) stageRule {
	r := stageRule{sentences: -1, cells: -1}
	switch task {
	case "fever":
		r.sentences, r.noEvidence, r.verbatim = mostSentences, true, true
	case "feverous":
		r.sentences, r.cells, r.verbatim = mostSentences, mostCells, true
	case "hover":
		r.hover = true
	case hotpotQA, TwoWiki, MuSiQue:
		r.answers = true
	}
	return r
}

// right judges the verdict.
func (r stageRule) right(c *claims.Claim, pred string) bool {
	switch {
	case r.answers:
		return normalizeAnswer(pred) == normalizeAnswer(c.Answer)
	case r.hover:
		return c.Label == pred
	case r.verbatim:
		return strings.EqualFold(c.Label, pred)
	}
	right, _ := Agrees(c.Label, pred)
	return right || classOf(c.Label) == classOf(pred)
}

// sets returns the alternative evidence sets that have to be found.
func (r stageRule) sets(c *claims.Claim) []claims.EvidenceSet {
	if r.noEvidence && classOf(c.Label) == classOf(label.NotEnoughInfo.String()) {
		return nil
	}
	return c.Gold
}

// cited returns the predicted elements that count, by address and by text.
func (r stageRule) cited(c *claims.Claim, p *ranking) map[string]bool {
	out := map[string]bool{}
	sentences, cells := 0, 0
	room := pageCap{c.Hops, map[string]int{}}
	for _, e := range p.evidence {
		at, limit := &sentences, r.sentences
		if e.cell && r.cells >= 0 {
			at, limit = &cells, r.cells
		}
		if *at++; limit >= 0 && *at > limit {
			continue
		}
		if title, _, _ := strings.Cut(e.address, "\t"); !r.hover || out[e.address] || room.takes(title) {
			out[e.address], out[e.text] = true, true
		}
	}
	delete(out, "") // an element without one of the two names
	return out
}

func (r stageRule) setStage(c *claims.Claim, set claims.EvidenceSet, p *ranking, cited map[string]bool) Stage {
	reached, chained, titles := 0, 0, set.Titles()
	for _, t := range titles {
		t = graph.FoldTitle(t)
		if p.reached[t] {
			reached++
		}
		if p.pages[t] {
			chained++
		}
	}
	switch {
	case reached == 0 && len(titles) > 0:
		return SeedMissed
	case reached < len(titles):
		return BridgeMissed
	case chained < len(titles):
		return PageRankedOut
	}
	if r.hover {
		return coverStage(set, cited)
	}
	return r.elementStage(c, set, cited)
}

// coverStage wants one sentence of every page.
func coverStage(set claims.EvidenceSet, cited map[string]bool) Stage {
	need := map[string]bool{}
	for _, e := range set.Items {
		title := graph.FoldTitle(e.Title)
		need[title] = need[title] || cited[addressKey(title, e.Element)]
	}
	if !allTrue(need) {
		return SentenceMissed
	}
	return Right
}

func (r stageRule) elementStage(c *claims.Claim, set claims.EvidenceSet, cited map[string]bool) Stage {
	at := Right
	for _, e := range set.Items {
		title := graph.FoldTitle(e.Title)
		switch {
		case r.cells >= 0 && e.Text == "" && cited[addressKey(title, e.Element)]: // FEVEROUS: a title is evidence
		case r.cells < 0 && e.Element.Kind == graph.KindPage && (e.Text == "" || c.Question || e.Title == ""): // a whole page is gold
		case e.Element.Kind == graph.KindPage:
			if !cited[textKey(title, e.Text)] {
				return SentenceMissed
			}
		case cited[addressKey(title, e.Element)]:
		case e.Element.Kind == graph.KindSentence:
			return SentenceMissed
		default:
			at = CellMissed
		}
	}
	return at
}
