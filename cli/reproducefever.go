package cli

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/claims"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/score"
)

const (
	feverVectors   = "fever/scorer_tests/"
	fm2Claims      = "fm2/dev.jsonl"
	feverousClaims = "feverous/dev.shared.json"
	feverousPart   = "2,065 dev claims, with sentences as evidence only"
)

func feverTables() []paperTable {
	return []paperTable{
		{name: "fever-scorer", title: "FEVER: the official scorer on its own test vectors", needs: []string{feverVectors + "actual.jsonl.gz", feverVectors + "predictions.jsonl.gz"}, rows: feverScorer,
			about: "fever-scorer's tests publish these figures for 9,999 claims and predictions."},
		{name: "fever-oracle", title: "FEVER, Table 3: oracle classification, NearestP against RandomS", needs: []string{fm2Claims}, model: true, rows: feverOracle,
			about: "Three-way accuracy with the gold sentences given, the three labels counting alike. Claims without enough information are made of labelled ones: their premise is the nearest retrieved sentence that is not gold (NearestP), or a retrieved sentence of another claim, drawn at random (RandomS). The paper trains on either; our model is not trained on any of this."},
	}
}

func feverScorer(r *reproduction) ([]paperRow, error) {
	var report *score.Report
	err := withFiles([]string{r.path(feverVectors + "actual.jsonl.gz"), r.path(feverVectors + "predictions.jsonl.gz")}, func(f []score.File) (err error) {
		report, err = score.FEVER(r.c.Context, f[0], f[1], score.Options{Resamples: -1})
		return err
	})
	if err != nil {
		return nil, err
	}
	var rows []paperRow
	for _, want := range []struct{ name, value string }{{"fever_score", "0.3257325733"}, {"label_accuracy", "0.5208520852"},
		{"evidence_precision", "0.1043804380"}, {"evidence_recall", "0.4422442244"}, {"evidence_f1", "0.1688970478"}} {
		v, _ := report.Value(want.name)
		rows = append(rows, paperRow{Figure: want.name, Paper: want.value, Ours: fmt.Sprintf("%.10f", v), Corpus: "the scorer's 9,999 test vectors", Comparable: true})
	}
	return rows, nil
}

// fm2Claim is a record of FoolMeTwice.
type fm2Claim struct {
	Text      string        `json:"text"`
	Label     string        `json:"label"`
	Gold      []fm2Sentence `json:"gold_evidence"`
	Retrieved []fm2Sentence `json:"retrieved_evidence"`
}

type fm2Sentence struct {
	Text string `json:"text"`
}

func (c *fm2Claim) premise() string {
	out := ""
	for _, s := range c.Gold {
		out += s.Text + " "
	}
	return out
}

// nearest is the first retrieved sentence that is not gold; empty when there is none.
func (c *fm2Claim) nearest() string {
	gold := map[string]bool{}
	for _, s := range c.Gold {
		gold[s.Text] = true
	}
	for _, s := range c.Retrieved {
		if !gold[s.Text] {
			return s.Text
		}
	}
	return ""
}

func (r *reproduction) fm2() ([]fm2Claim, error) {
	in, err := os.Open(r.path(fm2Claims))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var out []fm2Claim
	for rec, err := range claims.Records(in, fm2Claims) {
		var c fm2Claim
		if err == nil {
			err = json.Unmarshal(rec.Raw, &c)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func feverOracle(r *reproduction) ([]paperRow, error) {
	list, err := r.fm2()
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(0, 3))
	var pairs [3][]verify.Pair // gold, nearest, random
	var gold []verify.Label
	for i := range list {
		label, err := verify.ParseLabel(list[i].Label)
		if err != nil {
			return nil, err
		}
		gold = append(gold, label)
		other := list[(i+1+random.IntN(len(list)-1))%len(list)].Retrieved
		for j, premise := range []string{list[i].premise(), list[i].nearest(), other[random.IntN(len(other))].Text} {
			pairs[j] = append(pairs[j], verify.Pair{Premise: premise, Hypothesis: list[i].Text})
		}
	}
	var right [3][3]float64 // of each premise, by label
	var all [3]float64
	err = withModel(r.c, func(m *onnx.Model) error {
		for j := range pairs {
			answers, err := m.Predict(r.c.Context, pairs[j])
			if err != nil {
				return err
			}
			for i, a := range answers {
				want := gold[i]
				if j > 0 {
					want = verify.NotEnoughInfo
				} else {
					all[classIndex(want)]++
				}
				if verify.FEVER.Decide(a) == want {
					right[j][classIndex(want)]++
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all[2] = float64(len(list))
	var rows []paperRow
	for j, paper := range []string{1: "65.13 (MLP), 80.82 (DA)", 2: "73.81 (MLP), 88.00 (DA)"} {
		if j == 0 {
			continue
		}
		s, n, e := right[0][0]/all[0], right[0][1]/all[1], right[j][2]/all[2]
		rows = append(rows, paperRow{Figure: []string{1: "NearestP", 2: "RandomS"}[j], Paper: paper,
			Ours:   fmt.Sprintf("%.2f (supports %.2f, refutes %.2f, not enough %.2f)", 100*(s+n+e)/3, 100*s, 100*n, 100*e),
			Corpus: "1,169 dev claims of FoolMeTwice", Why: "other claims, and a model that is not trained on them"})
	}
	return rows, nil
}

// classIndex numbers FEVER's labels.
func classIndex(l verify.Label) int {
	switch l {
	case verify.Supported:
		return 0
	case verify.Refuted:
		return 1
	}
	return 2
}

func feverousTables() []paperTable {
	return []paperTable{
		{name: "feverous-retrieval", title: "FEVEROUS, Table 4 (left): page and sentence recall", needs: append([]string{feverousClaims}, feverousCorpus.files...), rows: feverousRetrieval,
			about: "Recall of gold pages at k, and of gold sentences among the five cited: with entity match (`--planner tfidf-feverous`), without (`--planner tfidf-feverous-words`), and by walking (`--planner walk`). Multi-page claims apart."},
		{name: "feverous-verdict", title: "FEVEROUS, Table 4 (right): verdicts on gold evidence, F1", needs: []string{feverousClaims}, model: true, rows: feverousVerdict,
			about: "The verdict when the gold evidence is given, F1 by label. The claims here have no NOT ENOUGH INFO among them: overall is the mean of two labels."},
	}
}

func feverousRetrieval(r *reproduction) ([]paperRow, error) {
	const why = "1,957 pages of gold sentences, not all of Wikipedia"
	paper := map[int]string{1: "39", 2: "49", 3: "58", 5: "69"}
	var rows []paperRow
	for _, planner := range []string{"tfidf-feverous", "tfidf-feverous-words", walkPlanner} {
		a, err := r.retrieve(feverousCorpus, planner, feverousClaims)
		if err != nil {
			return nil, err
		}
		for _, least := range []int{1, 2} {
			part, which := feverousPart, ""
			if least == 2 {
				part, which = "300 dev claims over several pages", ", several pages"
			}
			for _, k := range []int{1, 2, 3, 5} {
				v, err := r.recall(a, k, least)
				if err != nil {
					return nil, err
				}
				row := paperRow{Figure: fmt.Sprintf("pages @%d%s, %s", k, which, planner), Ours: v, Corpus: part, Why: why}
				if least == 1 && planner == "tfidf-feverous" {
					row.Paper = paper[k]
				} else if least == 1 && planner == "tfidf-feverous-words" && k == 5 {
					row.Paper = "49"
				}
				rows = append(rows, row)
			}
		}
		report, err := r.score(a, score.Options{})
		if err != nil {
			return nil, err
		}
		row := paperRow{Figure: "sentences @5, " + planner, Ours: figure(&report.Section, "sentence_recall"), Corpus: feverousPart, Why: why}
		if planner == "tfidf-feverous" {
			row.Paper = "54"
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// recall is the mean share of a claim's gold pages among the first k, of claims with at least so many gold pages.
func (r *reproduction) recall(a *retrieval, k, least int) (string, error) {
	gold := map[string][]string{}
	err := r.eachClaim(a.claims, func(c *claims.Claim) {
		if len(c.GoldTitles) >= least {
			gold[c.ID.Key()] = c.GoldTitles
		}
	})
	sum, n := 0.0, 0
	if err == nil {
		err = readHops(a.answers, func(rec *hopRecord) {
			titles := gold[rec.ID.Key()]
			if titles == nil {
				return
			}
			found := map[string]bool{}
			for _, p := range rec.Retrieved[:min(k, len(rec.Retrieved))] {
				found[graph.FoldTitle(p.Page)] = true
			}
			for _, t := range titles {
				if found[graph.FoldTitle(t)] {
					sum += 1 / float64(len(titles))
				}
			}
			n++
		})
	}
	return fmt.Sprintf("%.1f", 100*sum/float64(max(n, 1))), err
}

func feverousVerdict(r *reproduction) ([]paperRow, error) {
	var hit, gold, pred [3]float64
	err := withModel(r.c, func(m *onnx.Model) error {
		var failed error
		err := r.eachClaim(feverousClaims, func(c *claims.Claim) {
			if failed != nil || len(c.Gold) == 0 {
				return
			}
			label, err := verify.ParseLabel(c.Label)
			if err != nil {
				failed = err
				return
			}
			pages, chain := carried(c.Gold[0])
			if chain == nil {
				return
			}
			v, err := (&verify.Verifier{Model: m, Pages: pages}).Verify(r.c.Context, c.Text, []hop.Chain{*chain})
			if err != nil {
				failed = err
				return
			}
			g, p := classIndex(label), classIndex(verify.FEVEROUS.Decide(v.Probabilities))
			gold[g]++
			pred[p]++
			if g == p {
				hit[g]++
			}
		})
		if failed != nil {
			return failed
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	f1 := func(i int) float64 { return 2 * hit[i] / (gold[i] + pred[i]) }
	row := func(name, paper string, v float64) paperRow {
		return paperRow{Figure: name, Paper: paper, Ours: fmt.Sprintf("%.2f", v), Corpus: feverousPart, Why: "sentence claims only; the paper's have tables too, and 5 % of another label"}
	}
	return []paperRow{row("supported", "0.89 (+NLI), 0.88 (+NEI)", f1(0)), row("refuted", "0.86 (+NLI), 0.85 (+NEI)", f1(1)),
		row("overall", "0.58 (+NLI), 0.67 (+NEI), of three labels", (f1(0)+f1(1))/2)}, nil
}
