package score

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Stage is where a claim was lost, in the order the pipeline works.
type Stage int

// The stages. A claim that is not lost is Right.
const (
	NoPrediction   Stage = iota
	SeedMissed           // no gold page was retrieved or reached
	BridgeMissed         // some gold page was, another was not
	PageRankedOut        // all were, but the best chain lacks one
	SentenceMissed       // the pages are right, a gold sentence is not cited
	CellMissed           // only cells, captions or items are not cited
	VerdictWrong         // all evidence is cited
	Right
)

// String names the stage as reports do.
func (s Stage) String() string {
	return [...]string{"no_prediction", "seed_missed", "bridge_missed", "page_ranked_out", "sentence_missed", "cell_missed",
		"verdict_wrong", "right"}[min(max(int(s), 0), int(Right))]
}

// Lost is a claim with the stage that failed.
type Lost struct {
	ID    claims.ID `json:"id"`
	Stage string    `json:"stage"`
	Claim string    `json:"claim"`
	Gold  []string  `json:"gold"` // titles
}

// Errors puts every claim into exactly one bin: right, or the first stage that failed of finding its evidence in
// found (`hop --out` lines) and, when there are judged files, judging it (`verify --out` lines). found may also be
// the predictions of any task with their evidence, in one file or, for HoVer's stages, several: then what was
// retrieved but not cited is not known. Of alternative evidence sets the one that gets farthest counts; claims
// whose gold names no pages are judged by their verdict alone.
//
// The task says when evidence suffices, as its score does, so that the share of right claims is that score: for
// fever the first 5 sentences count, for feverous the first 5 and 25 cells, and for hover one sentence of every page
// does, by the site's limits. For hotpotqa the verdict is the answer's exact match. Evidence that is not gold costs
// nothing.
//
// The rows are shares of all claims and add up to 1; the note "worst" lists up to limit lost claims, the earliest
// stages first.
func Errors(ctx context.Context, task string, gold File, found, judged []File, limit int, o Options) (out *Report, err error) {
	defer wrap(&err, "errors")
	run := &stageRun{rule: newStageRule(task), limit: limit, ledger: newLedger(1+int(Right)+1, o)}
	return run.report(ctx, gold, found, judged, o)
}

type stageRun struct {
	rule    stageRule
	verdict map[string]string // labels, or answers
	placed  bool              // the predictions have no ids
	limit   int
	ledger  *ledger
	lost    [int(Right)][]Lost
}

func (r *stageRun) report(ctx context.Context, gold File, found, judged []File, o Options) (*Report, error) {
	if err := r.readVerdicts(ctx, judged); err != nil {
		return nil, err
	}
	preds, err := mergedPredictions(ctx, found, foundForm)
	if err == nil {
		preds, err = only(preds, o)
	}
	if err != nil {
		return nil, err
	}
	all, err := collect(ctx, goldClaims(gold, o))
	if err != nil {
		return nil, err
	}
	r.placed = byPlace(all, preds)
	pairing, err := pair(all, preds, r.met)
	if err != nil {
		return nil, err
	}
	var figures []figure
	for s := NoPrediction; s <= Right; s++ {
		figures = append(figures, mean(s.String(), 1+int(s), 0))
	}
	out := &Report{Task: "errors"}
	out.Rows = r.ledger.all.rows(figures, o)
	worst := append([]Lost{}, slices.Concat(r.lost[:]...)...)
	out.Notes = append(pairing.notes(), Note{"judged", len(r.verdict) > 0}, Note{"worst", worst[:min(max(r.limit, 0), len(worst))]})
	out.Sections = r.ledger.sections(figures, o)
	return out, nil
}

// readVerdicts reads the labels of files; of HotpotQA the answers. Files without any leave evidence alone to judge.
func (r *stageRun) readVerdicts(ctx context.Context, files []File) error {
	r.verdict = map[string]string{}
	form := anyLabelForm
	if r.rule.answers {
		form = hotpotForm
	}
	for _, f := range files {
		all, err := predictions(ctx, f, form)
		if err != nil {
			return err
		}
		if first := firstGood(all); first != nil && first.key == "" {
			number(all)
		}
		answers := slices.ContainsFunc(all, func(p record[*prediction]) bool { return p.value != nil && p.value.answer != nil })
		for _, p := range all {
			verdict := noAnswer
			switch {
			case p.err != nil || p.apart || p.value.label == nil && !answers:
				continue
			case p.value.label != nil:
				verdict = *p.value.label
			case p.value.answer != nil:
				verdict, _ = jsonText(p.value.answer)
			}
			if _, twice := r.verdict[p.key]; !twice {
				r.verdict[p.key] = verdict
			}
		}
	}
	return nil
}

// noAnswer equals no answer, where an empty one may.
const noAnswer = "\x00"

func (r *stageRun) met(i int, c *claims.Claim, p **prediction) {
	key := c.ID.Key()
	if r.placed {
		key = strconv.Itoa(i + 1)
	}
	s := NoPrediction
	if p != nil {
		s = r.stage(c, (*p).found(), key)
	}
	v := make([]float64, r.ledger.all.width)
	v[0], v[1+int(s)] = 1, 1
	r.ledger.add(i, c, v)
	if s != Right && len(r.lost[s]) < r.limit {
		r.lost[s] = append(r.lost[s], Lost{c.ID, s.String(), c.Text, c.GoldTitles})
	}
}

// stage returns the first that failed.
func (r *stageRun) stage(c *claims.Claim, p *ranking, key string) Stage {
	at := Right
	cited := r.rule.cited(c, p)
	for i, set := range r.rule.sets(c) {
		if s := r.rule.setStage(c, set, p, cited); i == 0 || s > at {
			at = s
		}
	}
	if at == Right && len(r.verdict) > 0 && !r.rule.right(c, r.verdict[key]) {
		return VerdictWrong
	}
	return at
}

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
