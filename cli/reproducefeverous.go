package cli

import (
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/score"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

const (
	feverousClaims = "feverous/dev.shared.json"
	feverousPart   = "2,065 dev claims, with sentences as evidence only"
)

func feverousTables() []paperTable {
	return []paperTable{
		{name: "feverous-retrieval", title: "FEVEROUS, Table 4 (left): page and sentence recall", needs: append([]string{feverousClaims}, feverousCorpus.files...), rows: feverousRetrieval,
			about: "Recall of gold pages at k, and of gold sentences among the five cited: with entity match (`--planner tfidf-feverous`), without (`--planner tfidf-feverous-words`), and by walking (`--planner walk`). Multi-page claims apart."},
		{name: "feverous-verdict", title: "FEVEROUS, Table 4 (right): verdicts on gold evidence, F1", needs: []string{feverousClaims}, model: true, rows: feverousVerdict,
			about: "The verdict when the gold evidence is given, F1 by label. The claims here have no NOT ENOUGH INFO among them: overall is the mean of two labels. Claims that the shipped model was trained on are left out."},
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
			if failed != nil || c.Trained() {
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
		return paperRow{Figure: name, Paper: paper, Ours: fmt.Sprintf("%.2f", v), Corpus: fmt.Sprintf("%.0f dev claims, kept out of training, with sentences as evidence only", gold[0]+gold[1]), Why: "sentence claims only; the paper's have tables too, and 5 % of another label"}
	}
	return []paperRow{row("supported", "0.89 (+NLI), 0.88 (+NEI)", f1(0)), row("refuted", "0.86 (+NLI), 0.85 (+NEI)", f1(1)),
		row("overall", "0.58 (+NLI), 0.67 (+NEI), of three labels", (f1(0)+f1(1))/2)}, nil
}
