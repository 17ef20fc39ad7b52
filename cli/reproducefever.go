package cli

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/score"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

const (
	feverVectors = "fever/scorer_tests/"
	fm2Claims    = "fm2/dev.jsonl"
)

func feverTables() []paperTable {
	return []paperTable{
		{name: "fever-scorer", title: "FEVER: the official scorer on its own test vectors", needs: []string{feverVectors + "actual.jsonl.gz", feverVectors + "predictions.jsonl.gz"}, rows: feverScorer,
			about: "fever-scorer's tests publish these figures for 9,999 claims and predictions."},
		{name: "fever-oracle", title: "FEVER, Table 3: oracle classification, NearestP against RandomS", needs: []string{fm2Claims}, model: true, rows: feverOracle,
			about: "Three-way accuracy with the gold sentences given, the three labels counting alike. Claims without enough information are made of labelled ones: their premise is the nearest retrieved sentence that is not gold (NearestP), or a retrieved sentence of another page's claim, drawn at random (RandomS). The paper trains on either. Claims that the shipped model was trained on are left out; other claims of these pages it has seen."},
		{name: "fever-documents", title: "FEVER, Table 5: oracle classification on whole documents", needs: []string{fm2Claims}, model: true, rows: feverDocuments,
			about: "As Table 3, without sentence selection: the premise is all that is known here of the claim's page, its gold and its ten retrieved passages, as far as the model reads. Claims without enough information are made from the same without the gold (NearestP), or from another claim's page (RandomS)."},
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
	Page      string        `json:"wikipedia_page"`
	Text      string        `json:"text"`
	Label     string        `json:"label"`
	Gold      []fm2Sentence `json:"gold_evidence"`
	Retrieved []fm2Sentence `json:"retrieved_evidence"`
}

type fm2Sentence struct {
	Text string `json:"text"`
}

func (c *fm2Claim) premise() string { return joined(c.Gold, nil) }

// joined are sentences, without those of left.
func joined(list, left []fm2Sentence) string {
	out := ""
	for _, s := range list {
		if !slices.Contains(left, s) {
			out += s.Text + " "
		}
	}
	return out
}

// document is what the file has of the claim's page: what was retrieved, then what gold was not.
func (c *fm2Claim) document() string {
	return joined(c.Retrieved, nil) + joined(c.Gold, c.Retrieved)
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

// fm2 are the claims that the shipped model was not trained on: those held back, since ../shared/nli's fm2_dev, which it was trained on,
// knows no split by pages.
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
		if claims.HeldBack(c.Text) {
			out = append(out, c)
		}
	}
	return out, nil
}

func feverOracle(r *reproduction) ([]paperRow, error) {
	return r.classify([2]string{"65.13 (MLP), 80.82 (DA)", "73.81 (MLP), 88.00 (DA)"}, func(c, other *fm2Claim, random *rand.Rand) [3]string {
		return [3]string{c.premise(), c.nearest(), other.Retrieved[random.IntN(len(other.Retrieved))].Text}
	})
}

func feverDocuments(r *reproduction) ([]paperRow, error) {
	return r.classify([2]string{"57.16 (MLP), 63.68 (DA)", "73.36 (MLP), 69.05 (DA)"}, func(c, other *fm2Claim, _ *rand.Rand) [3]string {
		return [3]string{c.document(), joined(c.Retrieved, c.Gold), other.document()}
	})
}

// classify gives the accuracies with NearestP and with RandomS. The premises of a claim are the gold one, and those of the
// two kinds of claims without enough information that are made of it.
func (r *reproduction) classify(papers [2]string, premises func(c, other *fm2Claim, random *rand.Rand) [3]string) ([]paperRow, error) {
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
		for j, premise := range premises(&list[i], ofAnotherPage(list, i, random), random) {
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
	for j, paper := range papers {
		s, n, e := right[0][0]/all[0], right[0][1]/all[1], right[j+1][2]/all[2]
		rows = append(rows, paperRow{Figure: [...]string{"NearestP", "RandomS"}[j], Paper: paper,
			Ours:   fmt.Sprintf("%.2f (supports %.2f, refutes %.2f, not enough %.2f)", 100*(s+n+e)/3, 100*s, 100*n, 100*e),
			Corpus: fmt.Sprintf("%d dev claims of FoolMeTwice that no run was trained on", len(list)), Why: "other claims"})
	}
	return rows, nil
}

// ofAnotherPage draws a claim that is not of claim i's page; another claim of it where there is no other page.
func ofAnotherPage(list []fm2Claim, i int, random *rand.Rand) *fm2Claim {
	pages := slices.ContainsFunc(list, func(c fm2Claim) bool { return c.Page != list[i].Page })
	for {
		other := &list[(i+1+random.IntN(len(list)-1))%len(list)]
		if !pages || other.Page != list[i].Page {
			return other
		}
	}
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
