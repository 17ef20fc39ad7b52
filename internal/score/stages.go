package score

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/bridgehop/bridgehop/internal/claims"
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
func Errors(ctx context.Context, task string, gold File, found, judged []File, limit int, o Options) (*Report, error) {
	run := &stageRun{rule: newStageRule(task, o), labels: map[string]string{}, limit: limit, ledger: newLedger(1+int(Right)+1, o)}
	err := o.CheckBy()
	if err == nil {
		err = run.readLabels(ctx, judged)
	}
	var pairing Pairing
	if err == nil {
		pairing, err = run.pair(ctx, goldClaims(gold, o), onlyPred(tracesOf(ctx, found), o))
	}
	if err != nil {
		return nil, fmt.Errorf("score errors: %w", err)
	}
	var figures []figure
	for s := NoPrediction; s <= Right; s++ {
		figures = append(figures, mean(s.String(), 1+int(s), 0))
	}
	out := &Report{Task: "errors", pairs: paired{run.ledger.all, figures}}
	out.Rows = run.ledger.all.rows(figures, o)
	out.Notes = append(pairing.notes(), Note{"judged", run.judged}, Note{"worst", run.worst(limit)})
	out.Sections = run.ledger.sections(figures, o)
	return out, nil
}

type stageRun struct {
	rule    stageRule
	labels  map[string]string
	judged  bool
	byPlace bool // the predictions have no ids
	limit   int
	ledger  *ledger
	lost    [int(Right)][]Lost
}

// pair joins claims and what was found, by position where the predictions have no ids.
func (r *stageRun) pair(ctx context.Context, gold iter.Seq2[keyed[*claims.Claim], error], found iter.Seq2[keyed[ranking], error]) (Pairing, error) {
	first, found := peek(found)
	if r.byPlace = first != nil && first.key == ""; r.byPlace {
		gold, found = numbered(gold), numbered(found)
	}
	return pair(ctx, gold, found, r.met, nil)
}

// readLabels reads the verdicts of files; of HotpotQA's the answers. Files without any leave evidence alone to judge.
func (r *stageRun) readLabels(ctx context.Context, files []File) error {
	for _, f := range files {
		n := 0
		for l, err := range r.rule.verdicts(ctx, f) {
			if cerr := ctx.Err(); cerr != nil {
				return cerr
			}
			var bad *claims.RecordError
			if errors.As(err, &bad) || l.apart {
				continue
			}
			if err != nil {
				return err
			}
			n++
			if l.key == "" {
				l.key = strconv.Itoa(n)
			}
			if _, twice := r.labels[l.key]; !twice {
				r.labels[l.key] = l.value.label
			}
		}
	}
	r.judged = len(r.labels) > 0
	return nil
}

func (r *stageRun) met(i int, c *claims.Claim, p *ranking) {
	key := c.ID.Key()
	if r.byPlace {
		key = strconv.Itoa(i + 1)
	}
	s := r.stage(c, p, key)
	v := make([]float64, r.ledger.width)
	v[0], v[1+int(s)] = 1, 1
	r.ledger.add(i, c, v)
	if s != Right && len(r.lost[s]) < r.limit {
		r.lost[s] = append(r.lost[s], Lost{c.ID, s.String(), c.Text, c.GoldTitles})
	}
}

// stage is the first that failed.
func (r *stageRun) stage(c *claims.Claim, p *ranking, key string) Stage {
	if p == nil {
		return NoPrediction
	}
	at := Right
	cited := r.rule.cited(c, p)
	for i, set := range r.rule.sets(c) {
		if s := r.rule.setStage(c, set, p, cited); i == 0 || s > at {
			at = s
		}
	}
	if at == Right && r.judged && !r.rule.right(c, r.labels[key]) {
		return VerdictWrong
	}
	return at
}

// worst lists lost claims, the earliest stages first.
func (r *stageRun) worst(limit int) []Lost {
	out := []Lost{}
	for _, list := range r.lost {
		out = append(out, list...)
	}
	return out[:min(max(limit, 0), len(out))]
}
