package reproduce

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

const (
	hotpotDev      = "hotpotqa/hotpot_dev_distractor_subset.json"
	hotpotFullwiki = "hotpotqa/hotpot_dev_fullwiki_subset.json.bz2"
)

func hotpotRetrieval(ctx context.Context, r *run) ([]Row, error) {
	hits, err := r.fullwikiHits()
	if err != nil {
		return nil, err
	}
	rows := []Row{{Figure: "Hits@10, the fullwiki contexts", Ours: hits, Corpus: "506 dev questions over all of Wikipedia's introductions",
		Comparable: true, Why: "506 of the 7,405 dev questions"}}
	pool, err := r.pool(ctx, "tfidf-hotpotqa")
	if err != nil {
		return nil, err
	}
	r.done["hotpotqa.pool"] = pool
	ways := append([]way{{"tfidf-hotpotqa", "pool", nil}}, planners(record.Walk)...)
	err = r.compare(ctx, "hotpotqa", hotpotDev, ways, r.retrieval(), func(way way, _ *answers, s *score.Section) {
		rank, _ := s.Value("mean_rank")
		rows = append(rows, Row{Figure: "MAP, " + way.name, Ours: figure(s, "map")}, Row{Figure: "Mean rank, " + way.name, Ours: fmt.Sprintf("%.2f", rank)},
			Row{Figure: "Hits@2, " + way.name, Ours: figure(s, "hits@2")}, Row{Figure: "Hits@10, " + way.name, Ours: figure(s, "hits@10")})
	})
	return rows, err
}

// poolRecord is a whole ranking, by titles alone.
type poolRecord struct {
	ID         claims.ID `json:"id"`
	Retrieved  []string  `json:"retrieved"`
	Candidates int       `json:"candidates"`
}

// pool ranks all candidates of HotpotQA's Algorithm 2.
func (r *run) pool(ctx context.Context, name string) (*answers, error) {
	w, err := r.wiki(ctx, "hotpotqa")
	if err != nil {
		return nil, err
	}
	titles := map[graph.PageID]string{}
	for page, err := range w.store.All(ctx) {
		if err != nil {
			return nil, err
		}
		titles[page.ID()] = page.Title
	}
	t, err := hop.NewTFIDF(ctx, w.store, w.index, record.Retrievers[name])
	if err != nil {
		return nil, err
	}
	t.Retrieve = hop.MaxCandidates
	a := &answers{w, hotpotDev, filepath.Join(r.work, "hotpotqa."+name+".pool.jsonl")}
	return a, r.lines(ctx, a.claims, a.file, func(ctx context.Context, claim *claims.Claim) (any, error) {
		res, err := t.Plan(ctx, claim.Text)
		if err != nil {
			return nil, err
		}
		line := &poolRecord{ID: claim.ID, Candidates: res.Candidates}
		for _, page := range res.Retrieved {
			line.Retrieved = append(line.Retrieved, titles[page.Page])
		}
		return line, nil
	})
}

// fullwikiHits is the share of gold paragraphs among the contexts of the fullwiki file.
func (r *run) fullwikiHits() (string, error) {
	found, all := 0, 0
	err := records(r, hotpotFullwiki, func(q *hotpotQuestion) {
		context := titlesOf(q.Context)
		for _, t := range titlesOf(q.Facts) {
			all++
			if slices.Contains(context, t) {
				found++
			}
		}
	})
	return share(2, found, all), err
}

// hotpotQuestion is what claims.Claim does not hold of a question: its paragraphs.
type hotpotQuestion struct {
	ID      string              `json:"_id"`
	Facts   [][]json.RawMessage `json:"supporting_facts"`
	Context [][]json.RawMessage `json:"context"`
}

// titlesOf are the distinct first members of lists, folded.
func titlesOf(lists [][]json.RawMessage) []string {
	var out []string
	for _, l := range lists {
		var t string
		if len(l) > 0 && json.Unmarshal(l[0], &t) == nil && !slices.Contains(out, graph.FoldTitle(t)) {
			out = append(out, graph.FoldTitle(t))
		}
	}
	return out
}

// facts scores the facts of answers.
func (r *run) facts(ctx context.Context, a *answers) (*score.Section, error) {
	report, err := r.report(hotpotDev, a.file, func(gold, pred score.File) (*score.Report, error) {
		return score.HotpotQA(ctx, gold, pred, score.Options{By: []string{"type"}})
	})
	if err != nil {
		return nil, err
	}
	return report.Find("bridgehop"), nil
}

func hotpotFacts(ctx context.Context, r *run) ([]Row, error) {
	var rows []Row
	err := r.compare(ctx, "hotpotqa", hotpotDev, planners("tfidf-hotpotqa", record.Walk), r.facts, func(way way, _ *answers, own *score.Section) {
		for _, kind := range []string{"all", "bridge", "comparison"} {
			s := own
			if kind != "all" {
				s = own.Find("type").Find(kind)
			}
			rows = append(rows, Row{Figure: "facts EM / F1, " + kind + ", " + way.name, Ours: figure(s, "sp_em") + " / " + figure(s, "sp_f1")})
		}
	})
	return rows, err
}

// amongGiven walks within the paragraphs that come with a question.
func (r *run) amongGiven(_ context.Context, w *wiki) (finder, error) {
	titles := map[string][]string{}
	err := records(r, hotpotDev, func(q *hotpotQuestion) { titles[q.ID] = titlesOf(q.Context) })
	return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) {
		found, err := w.store.Lookup(ctx, titles[claim.ID.Key()])
		if err != nil {
			return nil, err
		}
		return walkWithin(ctx, w, slices.Concat(found...), claim)
	}, err
}

func hotpotOracle(ctx context.Context, r *run) ([]Row, error) {
	var rows []Row
	var failed error
	ways := []way{{"ten paragraphs", "given-ten", r.amongGiven}, {"gold paragraphs", "given-gold", ofGoldPages}, {"supporting facts", "given-supporting", ofGoldSentences}}
	err := r.compare(ctx, "hotpotqa", hotpotDev, ways, r.facts, func(way way, a *answers, own *score.Section) {
		right, all, err := r.yesNo(ctx, a.wiki, way.make)
		failed = errors.Join(failed, err)
		rows = append(rows, Row{Figure: "facts EM / F1, " + way.name, Ours: figure(own, "sp_em") + " / " + figure(own, "sp_f1")}, Row{Figure: "yes or no, " + way.name, Ours: share(1, right, all), Corpus: fmt.Sprintf("%d dev questions", all),
			Why: "the paper does not give these apart; the model was trained on claims and chains of train questions, not of these dev questions"})
	})
	return rows, errors.Join(err, failed)
}

// yesNo counts the yes/no questions, and those judged right when they are taken as claims.
func (r *run) yesNo(ctx context.Context, w *wiki, make maker) (right, all int, err error) {
	questions, err := r.claims(hotpotDev)
	if err != nil {
		return 0, 0, err
	}
	find, err := make(ctx, w)
	if err != nil {
		return 0, 0, err
	}
	err = r.model.WithNoted(r.Console, func(m *onnx.Model) error {
		v := &verify.Verifier{Model: m, Pages: w.store}
		for _, c := range questions {
			answer := strings.ToLower(c.Answer)
			if answer != "yes" && answer != "no" {
				continue
			}
			res, err := find(ctx, c)
			if err != nil {
				return err
			}
			verdict, err := v.Verify(ctx, c.Text, res.Chains)
			if err != nil {
				return err
			}
			all++
			if yes := verdict.Probabilities.Supported > verdict.Probabilities.Refuted; yes == (answer == "yes") {
				right++
			}
		}
		return nil
	})
	return right, all, err
}
