package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

const (
	feverVectors   = "fever/scorer_tests/"
	fm2Claims      = "fm2/dev.jsonl"
	feverousClaims = "feverous/dev.shared.json"
)

func feverScorer(ctx context.Context, r *run) ([]Row, error) {
	report, err := r.report(feverVectors+"actual.jsonl.gz", feverVectors+"predictions.jsonl.gz", func(gold, pred score.File) (*score.Report, error) {
		return score.FEVER(ctx, gold, pred, score.Options{Resamples: -1})
	})
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, name := range []string{"fever_score", "label_accuracy", "evidence_precision", "evidence_recall", "evidence_f1"} {
		v, _ := report.Value(name)
		rows = append(rows, Row{Figure: name, Ours: fmt.Sprintf("%.10f", v), Comparable: true})
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

// nearest is the first retrieved sentence that is not gold; empty if there is none.
func (c *fm2Claim) nearest() string {
	for _, s := range c.Retrieved {
		if !slices.Contains(c.Gold, s) {
			return s.Text
		}
	}
	return ""
}

func feverOracle(ctx context.Context, r *run) ([]Row, error) {
	return r.classify(ctx, func(c, other *fm2Claim, random *rand.Rand) [3]string {
		return [3]string{joined(c.Gold, nil), c.nearest(), other.Retrieved[random.IntN(len(other.Retrieved))].Text}
	})
}

func feverDocuments(ctx context.Context, r *run) ([]Row, error) {
	return r.classify(ctx, func(c, other *fm2Claim, _ *rand.Rand) [3]string {
		return [3]string{c.document(), joined(c.Retrieved, c.Gold), other.document()}
	})
}

// classify returns the accuracies with NearestP and with RandomS. The premises of a claim are the gold one, and those of the
// two kinds of claims without enough information that are made of it. The claims are those held back from the training of the shipped model.
func (r *run) classify(ctx context.Context, premises func(c, other *fm2Claim, random *rand.Rand) [3]string) ([]Row, error) {
	var list []fm2Claim
	err := records(r, fm2Claims, func(c *fm2Claim) {
		if claims.HeldBack(c.Text) {
			list = append(list, *c)
		}
	})
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
	var decided [3][]verify.Label
	err = r.model.WithNoted(r.Console, func(m *onnx.Model) error {
		for j := range pairs {
			answers, err := m.Predict(ctx, pairs[j])
			if err != nil {
				return err
			}
			for _, a := range answers {
				decided[j] = append(decided[j], verify.FEVER.Decide(a))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var rows []Row
	supports, refutes := accuracy(decided[0], gold, verify.Supported), accuracy(decided[0], gold, verify.Refuted)
	unknown := slices.Repeat([]verify.Label{verify.NotEnoughInfo}, len(list))
	for j, name := range []string{"NearestP", "RandomS"} {
		e := accuracy(decided[j+1], unknown, verify.NotEnoughInfo)
		rows = append(rows, Row{Figure: name, Corpus: fmt.Sprintf("%d dev claims of FoolMeTwice that no run was trained on", len(list)),
			Ours: fmt.Sprintf("%.2f (supports %.2f, refutes %.2f, not enough %.2f)", 100*(supports+refutes+e)/3, 100*supports, 100*refutes, 100*e)})
	}
	return rows, nil
}

// accuracy is the share of the claims of a gold label that are given it.
func accuracy(decided, gold []verify.Label, label verify.Label) float64 {
	right, all := 0.0, 0.0
	for i, g := range gold {
		if g != label {
			continue
		}
		all++
		if decided[i] == g {
			right++
		}
	}
	return right / all
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

func feverousRetrieval(ctx context.Context, r *run) ([]Row, error) {
	var rows []Row
	var failed error
	ways := planners("tfidf-feverous", "tfidf-feverous-words", record.Walk)
	err := r.compare(ctx, "feverous", feverousClaims, ways, r.retrieval(), func(way way, a *answers, s *score.Section) {
		for _, part := range []struct {
			least         int // gold pages
			which, corpus string
		}{{1, "", ""}, {2, ", several pages", "300 dev claims over several pages"}} {
			for _, k := range []int{1, 2, 3, 5} {
				v, err := r.recall(a, k, part.least)
				failed = errors.Join(failed, err)
				rows = append(rows, Row{Figure: fmt.Sprintf("pages @%d%s, %s", k, part.which, way.name), Ours: v, Corpus: part.corpus})
			}
		}
		rows = append(rows, Row{Figure: "sentences @5, " + way.name, Ours: figure(s, "sentence_recall")})
	})
	return rows, errors.Join(err, failed)
}

// recall is the mean share of a claim's gold pages among the first k, of claims with at least so many gold pages.
func (r *run) recall(a *answers, k, least int) (string, error) {
	sum, n := 0.0, 0
	err := r.each(a, func(c *claims.Claim, rec *record.Hop) {
		if len(c.GoldTitles) < least {
			return
		}
		found := map[string]bool{}
		for _, p := range rec.Retrieved[:min(k, len(rec.Retrieved))] {
			found[graph.FoldTitle(p.Page)] = true
		}
		for _, t := range c.GoldTitles {
			if found[graph.FoldTitle(t)] {
				sum += 1 / float64(len(c.GoldTitles))
			}
		}
		n++
	})
	return fmt.Sprintf("%.1f", 100*sum/float64(max(n, 1))), err
}

func feverousVerdict(ctx context.Context, r *run) ([]Row, error) {
	all, err := r.claims(feverousClaims)
	if err != nil {
		return nil, err
	}
	var gold, decided []verify.Label
	err = r.model.WithNoted(r.Console, func(m *onnx.Model) error {
		for _, c := range all {
			pages, chain := record.Given(c.Gold[0])
			if c.Trained() || chain == nil {
				continue
			}
			label, err := verify.ParseLabel(c.Label)
			if err != nil {
				return err
			}
			v, err := (&verify.Verifier{Model: m, Pages: pages}).Verify(ctx, c.Text, []hop.Chain{*chain})
			if err != nil {
				return err
			}
			gold, decided = append(gold, label), append(decided, verify.FEVEROUS.Decide(v.Probabilities))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	corpus := fmt.Sprintf("%d dev claims, kept out of training, with sentences as evidence only", len(gold))
	supported, refuted := f1(decided, gold, verify.Supported), f1(decided, gold, verify.Refuted)
	var rows []Row
	for _, f := range []struct {
		name  string
		value float64
	}{{"supported", supported}, {"refuted", refuted}, {"overall", (supported + refuted) / 2}} {
		rows = append(rows, Row{Figure: f.name, Ours: fmt.Sprintf("%.2f", f.value), Corpus: corpus})
	}
	return rows, nil
}

// f1 is that of one label.
func f1(decided, gold []verify.Label, label verify.Label) float64 {
	hit, either := 0.0, 0.0
	for i, g := range gold {
		if g == label {
			either++
		}
		if decided[i] == label {
			either++
		}
		if g == label && decided[i] == label {
			hit++
		}
	}
	return 2 * hit / either
}
