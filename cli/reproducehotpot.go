package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/score"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

const (
	hotpotDev      = "hotpotqa/hotpot_dev_distractor_subset.json"
	hotpotFullwiki = "hotpotqa/hotpot_dev_fullwiki_subset.json.bz2"
	hotpotPart     = "434 dev questions over 16,356 paragraphs"
	hotpotWhy      = "16,356 paragraphs, not 5.2 million"
	baselineFile   = "../fixtures/baselines/baselines.json"
	first500Claims = "hotpotqa_first500/bm25_results.csv.gz"
)

func hotpotTables() []paperTable {
	needs := append([]string{hotpotDev}, hotpotFiles...)
	return []paperTable{
		{name: "hotpotqa-retrieval", title: "HotpotQA, Table 5: retrieval in the full wiki", needs: append(needs, hotpotFullwiki), rows: hotpotRetrieval,
			about: "Over gold paragraphs: MAP, mean rank, Hits@2 and Hits@10. The contexts of the fullwiki file are what the paper's retriever found in all of Wikipedia, so their Hits@10 is its own. A gold page that Algorithm 2 leaves out of its candidates ranks behind them all, at their number and one, as in the paper; the walk's lists end at 100: one that is not in them stands at 101."},
		{name: "hotpotqa-facts", title: "HotpotQA, Tables 4 and 6: supporting facts by type", needs: needs, rows: hotpotFacts,
			about: "Supporting facts of the best chain, by hotpot_evaluate_v1's definitions. The paper gives them over all types; answers are not ours to give."},
		{name: "hotpotqa-oracle", title: "HotpotQA, Table 7: what is lost in choosing paragraphs and facts", needs: needs, model: true, rows: hotpotOracle,
			about: "The paper gives its reader all ten paragraphs, the gold ones only, or the supporting facts only. We give no answers but yes and no: the facts that are cited from the same paragraphs stand here, and the share of yes/no questions, taken as claims, that are judged right."},
	}
}

func hotpotRetrieval(r *reproduction) ([]paperRow, error) {
	context, err := r.fullwikiHits()
	if err != nil {
		return nil, err
	}
	rows := []paperRow{{Figure: "Hits@10, the fullwiki contexts", Paper: "56.06", Ours: context, Corpus: "506 dev questions over all of Wikipedia's introductions",
		Comparable: true, Why: "506 of the 7,405 dev questions"}}
	for _, planner := range []string{"tfidf-hotpotqa", walkPlanner} {
		answers := r.retrieve
		if planner != walkPlanner {
			answers = r.pool
		}
		a, err := answers(hotpotCorpus, planner, hotpotDev)
		if err != nil {
			return nil, err
		}
		report, err := r.score(a, score.Options{})
		if err != nil {
			return nil, err
		}
		for _, f := range []struct{ name, figure, paper string }{{"MAP", "map", "43.93"}, {"Mean rank", "mean_rank", "314.71"}, {"Hits@2", "hits@2", "39.43"}, {"Hits@10", "hits@10", "56.06"}} {
			ours := figure(&report.Section, f.figure)
			if f.figure == "mean_rank" {
				v, _ := report.Value(f.figure)
				ours = fmt.Sprintf("%.2f", v)
			}
			rows = append(rows, paperRow{Figure: f.name + ", " + planner, Paper: f.paper, Ours: ours, Corpus: hotpotPart, Why: hotpotWhy})
		}
	}
	return rows, nil
}

// poolRecord is a whole ranking, by titles alone.
type poolRecord struct {
	ID         claims.ID `json:"id"`
	Retrieved  []string  `json:"retrieved"`
	Candidates int       `json:"candidates"`
}

// pool ranks all candidates of Algorithm 2.
func (r *reproduction) pool(p paperCorpus, name, claimFile string) (*retrieval, error) {
	out := &retrieval{p, name, claimFile, filepath.Join(r.work, p.name+"."+name+".pool.jsonl")}
	return out, r.withCorpus(p, func(s graph.Store, index *text.Index) error {
		titles := map[graph.PageID]string{}
		for page, err := range s.All(r.c.Context) {
			if err != nil {
				return err
			}
			titles[page.ID()] = page.Title
		}
		t, err := hop.NewTFIDF(r.c.Context, s, index, tfidfRules[name])
		if err != nil {
			return err
		}
		t.Retrieve = hop.MaxCandidates
		return r.lines(claimFile, out.answers, func(ctx context.Context, claim *claims.Claim) (any, error) {
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
	})
}

// fullwikiHits is the share of gold paragraphs among the contexts of the fullwiki file.
func (r *reproduction) fullwikiHits() (string, error) {
	found, all := 0, 0
	err := r.hotpotQuestions(hotpotFullwiki, func(q *hotpotQuestion) {
		context := titlesOf(q.Context)
		for _, t := range titlesOf(q.Facts) {
			all++
			if slices.Contains(context, t) {
				found++
			}
		}
	})
	return fmt.Sprintf("%.2f (%d of %d)", 100*float64(found)/float64(max(all, 1)), found, all), err
}

// hotpotQuestion is what claims.Claim does not hold of a question: its paragraphs.
type hotpotQuestion struct {
	ID      string              `json:"_id"`
	Facts   [][]json.RawMessage `json:"supporting_facts"`
	Context [][]json.RawMessage `json:"context"`
}

// hotpotQuestions reads a question file of the data folder.
func (r *reproduction) hotpotQuestions(name string, f func(*hotpotQuestion)) error {
	in, err := os.Open(r.path(name))
	if err != nil {
		return err
	}
	defer in.Close()
	b, err := claims.Decompress(in)
	if err != nil {
		return err
	}
	for rec, err := range claims.Records(b, name) {
		var q hotpotQuestion
		if err == nil {
			err = json.Unmarshal(rec.Raw, &q)
		}
		if err != nil {
			return err
		}
		f(&q)
	}
	return nil
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
func (r *reproduction) facts(a *retrieval) (*score.Section, error) {
	var report *score.Report
	err := withFiles([]string{r.path(hotpotDev), a.answers}, func(f []score.File) (err error) {
		report, err = score.HotpotQA(r.c.Context, f[0], f[1], score.Options{By: []string{"type"}})
		return err
	})
	if err != nil {
		return nil, err
	}
	return report.Find("bridgehop"), nil
}

func hotpotFacts(r *reproduction) ([]paperRow, error) {
	var rows []paperRow
	for _, planner := range []string{"tfidf-hotpotqa", walkPlanner} {
		a, err := r.retrieve(hotpotCorpus, planner, hotpotDev)
		if err != nil {
			return nil, err
		}
		own, err := r.facts(a)
		if err != nil {
			return nil, err
		}
		for _, kind := range []string{"all", "bridge", "comparison"} {
			s, paper := own, "21.95 / 66.66 (distractor), 5.28 / 40.98 (full wiki)"
			if kind != "all" {
				s, paper = own.Find("type").Find(kind), ""
			}
			rows = append(rows, paperRow{Figure: "facts EM / F1, " + kind + ", " + planner, Paper: paper,
				Ours: figure(s, "sp_em") + " / " + figure(s, "sp_f1"), Corpus: hotpotPart, Why: "searched among 16,356 paragraphs: more than 10, less than 5.2 million"})
		}
	}
	return rows, nil
}

// amongGiven walks within the paragraphs that come with a question.
func (r *reproduction) amongGiven(s graph.Store, index *text.Index) (oracleFinder, error) {
	titles := map[string][]string{}
	err := r.hotpotQuestions(hotpotDev, func(q *hotpotQuestion) { titles[q.ID] = titlesOf(q.Context) })
	return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) {
		found, err := s.Lookup(ctx, titles[claim.ID.Key()])
		if err != nil {
			return nil, err
		}
		given := hop.Within(s, index, slices.Concat(found...))
		return (&hop.Planner{Graph: given, Text: given}).Plan(ctx, claim.Text)
	}, err
}

func hotpotOracle(r *reproduction) ([]paperRow, error) {
	var rows []paperRow
	for _, way := range []struct {
		name, paper string
		make        func(graph.Store, *text.Index) (oracleFinder, error)
	}{{"ten paragraphs", "44.44 / 58.28", r.amongGiven}, {"gold paragraphs", "48.38 / 63.58", ofGoldPages}, {"supporting facts", "51.95 / 66.98", ofGoldSentences}} {
		a, err := r.oracle(hotpotCorpus, "given-"+strings.Fields(way.name)[0], hotpotDev, way.make)
		if err != nil {
			return nil, err
		}
		own, err := r.facts(a)
		if err != nil {
			return nil, err
		}
		const why = "the paper's are EM / F1 of answers, over 7,405 questions"
		rows = append(rows, paperRow{Figure: "facts EM / F1, " + way.name, Paper: way.paper, Ours: figure(own, "sp_em") + " / " + figure(own, "sp_f1"), Corpus: "434 dev questions", Why: why})
		right, all, err := r.yesNo(way.make)
		if err != nil {
			return nil, err
		}
		rows = append(rows, paperRow{Figure: "yes or no, " + way.name, Ours: fmt.Sprintf("%.1f (%d of %d)", 100*float64(right)/float64(max(all, 1)), right, all),
			Corpus: fmt.Sprintf("%d dev questions", all), Why: "the paper does not give these apart; the model was trained on claims and chains of train questions, not of these dev questions"})
	}
	return rows, nil
}

// yesNo counts the yes/no questions, and those judged right when they are taken as claims.
func (r *reproduction) yesNo(make func(graph.Store, *text.Index) (oracleFinder, error)) (right, all int, err error) {
	err = r.withCorpus(hotpotCorpus, func(s graph.Store, index *text.Index) error {
		find, err := make(s, index)
		if err != nil {
			return err
		}
		return withModel(r.c, func(m *onnx.Model) error {
			v := &verify.Verifier{Model: m, Pages: s}
			var failed error
			err := r.eachClaim(hotpotDev, func(c *claims.Claim) {
				if answer := strings.ToLower(c.Answer); failed == nil && (answer == "yes" || answer == "no") {
					var yes bool
					if yes, failed = judgeQuestion(r.c.Context, v, find, c); yes == (answer == "yes") {
						right++
					}
					all++
				}
			})
			return errors.Join(err, failed)
		})
	})
	return right, all, err
}

func judgeQuestion(ctx context.Context, v *verify.Verifier, find oracleFinder, c *claims.Claim) (yes bool, err error) {
	res, err := find(ctx, c)
	if err != nil {
		return false, err
	}
	verdict, err := v.Verify(ctx, c.Text, res.Chains)
	return verdict.Probabilities.Supported > verdict.Probabilities.Refuted, err
}
