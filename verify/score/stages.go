package score

import (
	"context"
	"errors"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/claims"
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
// hops (`hop --out` lines) and, when verdicts is not nil, judging it (`verify --out` lines). hops may also be a
// file of verdicts with their evidence: then what was retrieved but not cited is not known. Of alternative
// evidence sets the one that gets farthest counts; claims whose gold names no pages are judged by their verdict
// alone. The rows are shares of all claims and add up to 1; the note "worst" lists up to limit lost claims, the
// earliest stages first.
func Errors(ctx context.Context, gold, hops File, verdicts *File, limit int, o Options) (*Report, error) {
	run := &stageRun{labels: map[string]string{}, judged: verdicts != nil, ledger: newLedger(1+int(Right)+1, o)}
	err := o.CheckBy()
	if err == nil && verdicts != nil {
		err = run.readLabels(ctx, *verdicts)
	}
	var pairing Pairing
	if err == nil {
		pairing, err = pair(ctx, goldClaims(gold, o), onlyPred(traces(hops), o), func(i int, c *claims.Claim, r *ranking) {
			run.met(i, c, r, limit)
		}, nil)
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
	out.Notes = append(pairing.notes(), Note{"worst", run.worst(limit)})
	out.Sections = run.ledger.sections(figures, o)
	return out, nil
}

type stageRun struct {
	labels map[string]string
	judged bool
	ledger *ledger
	lost   [int(Right)][]Lost
}

func (r *stageRun) readLabels(ctx context.Context, f File) error {
	for l, err := range labels(f) {
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
		if _, twice := r.labels[l.key]; !twice {
			r.labels[l.key] = l.value.label
		}
	}
	if len(r.labels) == 0 {
		return fmt.Errorf("%w: %s has no labels", ErrPredictions, f.Name)
	}
	return nil
}

func (r *stageRun) met(i int, c *claims.Claim, p *ranking, limit int) {
	s := r.stage(c, p)
	v := make([]float64, r.ledger.width)
	v[0], v[1+int(s)] = 1, 1
	r.ledger.add(i, c, v)
	if s != Right && len(r.lost[s]) < limit {
		r.lost[s] = append(r.lost[s], Lost{c.ID, s.String(), c.Text, c.GoldTitles})
	}
}

// stage is the first that failed.
func (r *stageRun) stage(c *claims.Claim, p *ranking) Stage {
	if p == nil {
		return NoPrediction
	}
	at := Right
	for i, set := range c.Gold {
		if s := setStage(c, set, p); i == 0 || s > at {
			at = s
		}
	}
	if at == Right && r.judged && !sameVerdict(c.Label, r.labels[c.ID.Key()]) {
		return VerdictWrong
	}
	return at
}

// sameVerdict takes any label that is not SUPPORTS for HoVer's NOT_SUPPORTED.
func sameVerdict(gold, pred string) bool {
	g, p := classOf(gold), classOf(pred)
	if g == p || g == len(verdictClasses) || p == len(verdictClasses) {
		return g == p
	}
	return verdictClasses[g] == verify.NotSupported && verdictClasses[p] != verify.Supported
}

func setStage(c *claims.Claim, set claims.EvidenceSet, p *ranking) Stage {
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
	return elementStage(c, set, p)
}

func elementStage(c *claims.Claim, set claims.EvidenceSet, p *ranking) Stage {
	cited := map[string]bool{}
	for _, e := range p.evidence {
		cited[e.address], cited[e.text] = true, true
	}
	at := Right
	for _, e := range set.Items {
		title := graph.FoldTitle(e.Title)
		switch {
		case e.Element.Kind == graph.KindPage && (e.Text == "" || c.Question || e.Title == ""): // a whole page is gold
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

// worst lists lost claims, the earliest stages first.
func (r *stageRun) worst(limit int) []Lost {
	out := []Lost{}
	for _, list := range r.lost {
		out = append(out, list...)
	}
	return out[:min(max(limit, 0), len(out))]
}
