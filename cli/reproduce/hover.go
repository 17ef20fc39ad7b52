package reproduce

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

const (
	hoverClaims   = "hover/hover_dev_release_v1.1.shared.json"
	hoverFullText = "hover/uids_with_full_text.txt" // the claims whose gold text can be had
)

// byHops are the numbers of hops that HoVer's tables are broken down by.
var byHops = []string{"2", "3", "4", "all"}

func hoverCounts(_ context.Context, r *run) ([]Row, error) {
	all, err := r.claims(hoverClaims)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for hops := 2; hops <= 4; hops++ {
		n, supported, words := 0, 0, 0
		for _, c := range all {
			if c.Hops != hops && !(hops == 4 && c.Hops > 4) {
				continue
			}
			n++
			words += len(strings.Fields(c.Text))
			if c.Label == "SUPPORTED" {
				supported++
			}
		}
		rows = append(rows, Row{Figure: fmt.Sprintf("%d hops, supported / not", hops), Ours: fmt.Sprintf("%d / %d", supported, n-supported)},
			Row{Figure: fmt.Sprintf("%d hops, words a claim", hops), Ours: fmt.Sprintf("%.1f", float64(words)/float64(max(n, 1))),
				Why: "over train, dev and test there, and it does not say how words are counted: here between spaces"})
	}
	return rows, nil
}

// hoverSubset is a file of the claims whose gold text can be had.
func (r *run) hoverSubset() (path string, err error) {
	if r.subset != "" {
		return r.subset, nil
	}
	var ids map[string]bool
	err = record.WithFiles([]string{r.path(hoverFullText)}, func(f []score.File) (err error) {
		ids, err = score.ReadIDs(f[0])
		return err
	})
	if err != nil {
		return "", err
	}
	path = filepath.Join(r.work, "subset.jsonl")
	out, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	var failed error
	err = records(r, hoverClaims, func(raw *json.RawMessage) {
		var id struct {
			UID claims.ID `json:"uid"`
		}
		err := json.Unmarshal(*raw, &id)
		if err == nil && ids[id.UID.Key()] {
			err = console.WriteJSON(out, *raw)
		}
		failed = errors.Join(failed, err)
	})
	r.subset = path
	return path, errors.Join(err, failed)
}

func hoverRetrieval(ctx context.Context, r *run) ([]Row, error) {
	subset, err := r.hoverSubset()
	if err != nil {
		return nil, err
	}
	ways := planners("tfidf", record.Walk)
	ranks := map[string]map[int][]int{} // by planner and hops, 0 for all: of the last gold page, 0 where not all were found
	for _, way := range ways {
		a, err := r.find(ctx, "hover", subset, way)
		if err != nil {
			return nil, err
		}
		of := map[int][]int{}
		err = r.each(a, func(c *claims.Claim, rec *record.Hop) {
			if c.Label == "SUPPORTED" {
				rank := lastRank(c, rec)
				of[0], of[c.Hops] = append(of[0], rank), append(of[c.Hops], rank)
			}
		})
		if err != nil {
			return nil, err
		}
		ranks[way.name] = of
	}
	var rows []Row
	for _, k := range []int{5, 10, 25, 100} {
		for i, name := range []string{"2 hops", "3 hops", "4 hops", "all"} {
			for _, way := range ways {
				rows = append(rows, Row{Figure: fmt.Sprintf("Hit@%d, %s, %s", k, name, way.name), Ours: hits(ranks[way.name][(i+2)%5], k)})
			}
		}
	}
	return rows, nil
}

// hits is the share of claims that were found whole in the first k.
func hits(ranks []int, k int) string {
	if len(ranks) == 0 {
		return "-"
	}
	n := 0
	for _, rank := range ranks {
		if rank > 0 && rank <= k {
			n++
		}
	}
	return share(1, n, len(ranks))
}

// lastRank is the rank at which all gold pages of a claim are found, 0 where they aren't.
func lastRank(c *claims.Claim, rec *record.Hop) int {
	missing := map[string]bool{}
	for _, t := range c.GoldTitles {
		missing[graph.FoldTitle(t)] = true
	}
	for i, p := range rec.Retrieved {
		delete(missing, graph.FoldTitle(p.Page))
		if len(missing) == 0 {
			return i + 1
		}
	}
	return 0
}

func hoverDocuments(ctx context.Context, r *run) ([]Row, error) {
	return r.hoverChains(ctx, "page", "oracle: walk among 20", amongTwenty)
}

func hoverSentences(ctx context.Context, r *run) ([]Row, error) {
	return r.hoverChains(ctx, "sentence", "oracle: gold pages", ofGoldPages)
}

// hoverChains are EM and F1 of the best chains: of the planners, and where a part of the gold is given.
func (r *run) hoverChains(ctx context.Context, what, oracleName string, oracle maker) ([]Row, error) {
	subset, err := r.hoverSubset()
	if err != nil {
		return nil, err
	}
	var rows []Row
	ways := append(planners("tfidf", record.Walk), way{oracleName, what + "-oracle", oracle})
	err = r.compare(ctx, "hover", subset, ways, r.retrieval("hops"), func(way way, _ *answers, all *score.Section) {
		for _, hops := range byHops {
			s := ofHops(all, hops)
			rows = append(rows, Row{Figure: what + "s, " + hops + " hops, " + way.name, Ours: figure(s, what+"_em") + " / " + figure(s, what+"_f1")})
		}
	})
	return rows, err
}

// ofHops is a section's part of so many hops; "all" is the section itself.
func ofHops(s *score.Section, hops string) *score.Section {
	if s == nil || hops == "all" {
		return s
	}
	if s = s.Find("hops"); s != nil {
		s = s.Find(hops)
	}
	return s
}

func hoverClaimOnly(ctx context.Context, r *run) ([]Row, error) {
	report, err := r.report(hoverClaims, hoverClaims, func(gold, _ score.File) (*score.Report, error) {
		return score.Baselines(ctx, gold, score.Options{By: []string{"hops"}})
	})
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, baseline := range []struct{ name, why string }{{"claim_only", "another model, trained on 2,500 claims instead of 18,171"}, {"majority", "the paper has none"}} {
		for _, hops := range byHops {
			rows = append(rows, Row{Figure: baseline.name + ", " + hops + " hops", Ours: figure(ofHops(report.Find(baseline.name), hops), "accuracy"), Why: baseline.why})
		}
	}
	return rows, nil
}

// hoverVerdict is Tables 6 and 7: accuracy on gold evidence and on the claim alone, and the whole way.
func hoverVerdict(ctx context.Context, r *run) ([]Row, error) {
	var rows []Row
	for _, way := range []struct {
		name    string
		make    maker
		options []bridgehop.Option
	}{
		{"gold evidence", ofGoldSentences, nil}, {"claim only", nil, nil},
		{"found by tfidf", planner("tfidf"), []bridgehop.Option{bridgehop.WithRetriever(hop.RuleDrQA)}}, {"found by walk", planner(record.Walk), nil},
	} {
		own, err := r.judgeHover(ctx, way.make, way.options...)
		if err != nil {
			return nil, err
		}
		for _, hops := range byHops {
			rows = append(rows, Row{Figure: "accuracy, " + way.name + ", " + hops + " hops", Ours: figure(ofHops(own, hops), "label_accuracy")})
		}
		if strings.HasPrefix(way.name, "found") {
			rows = append(rows, Row{Figure: "HoVer score, " + way.name, Ours: figure(own, "hover_score"),
				Why: "only the dev claims whose gold text can be had, and 36,802 paragraphs, not 5.2 million"})
		}
	}
	return rows, nil
}

// judgeHover scores verdicts on HoVer's claims by what is found; by the claims alone where make is nil.
func (r *run) judgeHover(ctx context.Context, make maker, options ...bridgehop.Option) (*score.Section, error) {
	subset, err := r.hoverSubset()
	if err != nil {
		return nil, err
	}
	w, err := r.wiki(ctx, "hover")
	if err != nil {
		return nil, err
	}
	e := bridgehop.Given(append(r.model.Options(), options...)...)
	defer e.Close()
	judge := func(ctx context.Context, claim *claims.Claim) (*bridgehop.Answer, error) {
		return e.ClaimOnly(ctx, claim.Text, verify.HoVer)
	}
	if make != nil {
		find, err := make(ctx, w)
		if err != nil {
			return nil, err
		}
		judge = func(ctx context.Context, claim *claims.Claim) (*bridgehop.Answer, error) {
			res, err := find(ctx, claim)
			if err != nil {
				return nil, err
			}
			chain := &hop.Chain{} // the first one that cites anything
			if i := slices.IndexFunc(res.Chains, func(c hop.Chain) bool { return len(c.Evidence) > 0 }); i >= 0 {
				chain = &res.Chains[i]
			}
			return e.Judge(ctx, claim.Text, chain, w.store, verify.HoVer)
		}
	}
	file := filepath.Join(r.work, "verdicts.jsonl")
	err = r.lines(ctx, subset, file, func(ctx context.Context, claim *claims.Claim) (any, error) {
		a, err := judge(ctx, claim)
		if err != nil {
			return nil, err
		}
		return newVerdictLine(claim, a), nil
	})
	if err != nil {
		return nil, err
	}
	report, err := r.report(subset, file, func(gold, pred score.File) (*score.Report, error) {
		return score.HoVer(ctx, gold, []score.File{pred}, score.Options{By: []string{"hops"}})
	})
	if err != nil {
		return nil, err
	}
	return report.Find("bridgehop"), nil
}

// verdictLine is a prediction with its evidence, as HoVer's scorer reads it.
type verdictLine struct {
	UID   claims.ID `json:"uid"`
	Label string    `json:"label"`
	Facts [][2]any  `json:"supporting_facts"`
}

func newVerdictLine(claim *claims.Claim, a *bridgehop.Answer) verdictLine {
	line := verdictLine{UID: claim.ID, Label: a.String(), Facts: [][2]any{}}
	for _, c := range a.Read() {
		if c.Kind == graph.KindSentence {
			line.Facts = append(line.Facts, [2]any{c.Page.Title, c.A})
		}
	}
	return line
}
