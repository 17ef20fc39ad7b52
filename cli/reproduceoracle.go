package cli

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/score"
	"github.com/bridgehop/bridgehop/verify"
)

// oracleFinder is a planner that is told a part of the answer.
type oracleFinder func(ctx context.Context, claim *claims.Claim) (*hop.Result, error)

// oracle answers a claim file with a planner that sees the gold.
func (r *reproduction) oracle(p paperCorpus, name, claimFile string, make func(graph.Store, *text.Index) (oracleFinder, error)) (*retrieval, error) {
	key := p.name + "." + name
	if a := r.done[key]; a != nil {
		return a, nil
	}
	out := &retrieval{p, name, claimFile, filepath.Join(r.work, key+".jsonl")}
	r.done[key] = out
	return out, r.withCorpus(p, func(s graph.Store, index *text.Index) error {
		find, err := make(s, index)
		if err != nil {
			return err
		}
		return r.lines(claimFile, out.answers, func(ctx context.Context, claim *claims.Claim) (any, error) {
			res, err := find(ctx, claim)
			if err != nil {
				return nil, err
			}
			return hopRecordOf(ctx, s, claim, res)
		})
	})
}

// goldPages are the pages of a claim's first evidence set, nil when one is not in the store.
func goldPages(ctx context.Context, s graph.Store, claim *claims.Claim) ([]graph.PageID, error) {
	found, err := s.Lookup(ctx, claim.GoldTitles)
	if err != nil {
		return nil, err
	}
	var out []graph.PageID
	for _, ids := range found {
		if len(ids) == 0 {
			return nil, nil
		}
		out = append(out, ids[0])
	}
	return out, nil
}

// amongTwenty walks within the 20 pages nearest to the claim, gold pages put in place of the last where they are missing:
// HoVer's oracle of document retrieval (section 5.2, Table 4).
func amongTwenty(r *reproduction) func(graph.Store, *text.Index) (oracleFinder, error) {
	return func(s graph.Store, index *text.Index) (oracleFinder, error) {
		near, err := hop.NewTFIDF(r.c.Context, s, index, hop.RuleDrQA)
		return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) {
			pages, err := goldPages(ctx, s, claim)
			if err != nil {
				return nil, err
			}
			res, err := near.Plan(ctx, claim.Text)
			if err != nil {
				return nil, err
			}
			for _, page := range res.Retrieved {
				if len(pages) < 20 && !slices.Contains(pages, page.Page) {
					pages = append(pages, page.Page)
				}
			}
			given := hop.Within(s, index, pages)
			return (&hop.Planner{Graph: given, Text: given}).Plan(ctx, claim.Text)
		}, err
	}
}

// ofGoldPages cites sentences of the gold pages: what finding them costs is the difference.
func ofGoldPages(s graph.Store, index *text.Index) (oracleFinder, error) {
	p := &hop.Planner{Graph: s, Text: index}
	return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) {
		pages, err := goldPages(ctx, s, claim)
		if err != nil {
			return nil, err
		}
		chain := hop.Chain{}
		for _, page := range pages {
			chain.Steps = append(chain.Steps, hop.Step{Page: page, Parent: -1})
		}
		chain.Evidence, err = p.Cite(ctx, claim.Text, pages)
		return &hop.Result{Chains: []hop.Chain{chain}}, err
	}, nil
}

// ofGoldSentences has the gold evidence itself.
func ofGoldSentences(s graph.Store, _ *text.Index) (oracleFinder, error) {
	return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) {
		chain := hop.Chain{}
		for _, set := range claim.Gold[:min(1, len(claim.Gold))] {
			for _, e := range set.Items {
				found, err := s.Lookup(ctx, []string{e.Title})
				if err != nil {
					return nil, err
				}
				if len(found[0]) == 0 {
					continue
				}
				if !slices.Contains(chain.Pages(), found[0][0]) {
					chain.Steps = append(chain.Steps, hop.Step{Page: found[0][0], Parent: -1})
				}
				chain.Evidence = append(chain.Evidence, hop.Evidence{Ref: graph.Ref{Page: found[0][0], Element: e.Element}})
			}
		}
		return &hop.Result{Chains: []hop.Chain{chain}}, nil
	}, nil
}

// verdictLine is a prediction with its evidence, as HoVer's scorer reads it.
type verdictLine struct {
	UID   claims.ID `json:"uid"`
	Label string    `json:"label"`
	Facts [][2]any  `json:"supporting_facts"`
}

// hoverVerdict is Tables 6 and 7: accuracy on gold evidence and on the claim alone, and the whole way.
func hoverVerdict(r *reproduction) ([]paperRow, error) {
	subset, err := r.hoverSubset()
	if err != nil {
		return nil, err
	}
	var rows []paperRow
	for _, way := range []struct {
		name  string
		paper [4]string // by hops
		make  func(graph.Store, *text.Index) (oracleFinder, error)
		plain bool   // see verify.Verifier
		score string // the paper's HoVer score, of the whole way
	}{
		{"gold evidence", [4]string{"79.8", "83.5", "78.6", "81.2"}, ofGoldSentences, false, ""},
		{"claim only", [4]string{"57.5", "67.7", "63.6", "63.7"}, nil, false, ""},
		{"found by tfidf", [4]string{3: "67.6 (+Gold), 73.7 (+Retr)"}, r.finder("tfidf"), true, "14.9 (+Gold), 14.5 (+Retr)"},
		{"found by walk", [4]string{3: "67.6 (+Gold), 73.7 (+Retr)"}, r.finder(walkPlanner), false, "14.9 (+Gold), 14.5 (+Retr)"},
	} {
		report, err := r.judgeHover(subset, way.make, way.plain)
		if err != nil {
			return nil, err
		}
		own := report.Find("bridgehop")
		for i, hops := range []string{"2", "3", "4", "all"} {
			rows = append(rows, paperRow{Figure: "accuracy, " + way.name + ", " + hops + " hops", Paper: way.paper[i], Ours: figure(byHops(own, hops), "label_accuracy"),
				Corpus: hoverCorpus.about, Why: "a model not trained on HoVer, whose train claims can't be had; " + hoverSmall})
		}
		if way.score != "" {
			rows = append(rows, paperRow{Figure: "HoVer score, " + way.name, Paper: way.score, Ours: figure(own, "hover_score"), Corpus: hoverCorpus.about, Why: hoverSmall})
		}
	}
	return rows, nil
}

// byHops is a section's part of so many hops; "all" is the section itself.
func byHops(s *score.Section, hops string) *score.Section {
	if s == nil || hops == "all" {
		return s
	}
	if s = s.Find("hops"); s != nil {
		s = s.Find(hops)
	}
	return s
}

// finder makes an ordinary planner.
func (r *reproduction) finder(name string) func(graph.Store, *text.Index) (oracleFinder, error) {
	return func(s graph.Store, index *text.Index) (oracleFinder, error) {
		p, err := r.planner(name, s, index)
		return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) { return p.Plan(ctx, claim.Text) }, err
	}
}

// judgeHover gives verdicts on HoVer's claims by what is found; by the claims alone where make is nil.
func (r *reproduction) judgeHover(claimFile string, make func(graph.Store, *text.Index) (oracleFinder, error), plain bool) (*score.Report, error) {
	out := filepath.Join(r.work, "verdicts.jsonl")
	err := r.withCorpus(hoverCorpus, func(s graph.Store, index *text.Index) error {
		var find oracleFinder
		if make != nil {
			var err error
			if find, err = make(s, index); err != nil {
				return err
			}
		}
		options := []bridgehop.Option{bridgehop.WithModel(r.c.String("model")), bridgehop.WithDevice(r.c.String("device"))}
		if plain {
			options = append(options, bridgehop.WithRetriever(hop.RuleDrQA))
		}
		e := bridgehop.Given(options...)
		defer e.Close()
		return r.lines(claimFile, out, func(ctx context.Context, claim *claims.Claim) (any, error) {
			if find == nil {
				a, err := e.ClaimOnly(ctx, claim.Text, verify.HoVer)
				if err != nil {
					return nil, err
				}
				return verdictLine{UID: claim.ID, Label: a.String(), Facts: [][2]any{}}, nil
			}
			res, err := find(ctx, claim)
			if err != nil {
				return nil, err
			}
			return hoverLine(ctx, e, s, claim, res)
		})
	})
	if err != nil {
		return nil, err
	}
	var report *score.Report
	err = withFiles([]string{r.path(claimFile), out}, func(f []score.File) (err error) {
		report, err = score.HoVer(r.c.Context, f[0], f[1:], score.Options{By: []string{"hops"}})
		return err
	})
	return report, err
}

// hoverLine judges a claim by the first chain that cites anything.
func hoverLine(ctx context.Context, e *bridgehop.Engine, s graph.Store, claim *claims.Claim, res *hop.Result) (any, error) {
	chain := &hop.Chain{}
	if i := slices.IndexFunc(res.Chains, func(c hop.Chain) bool { return len(c.Evidence) > 0 }); i >= 0 {
		chain = &res.Chains[i]
	}
	a, err := e.Judge(ctx, claim.Text, chain, s, verify.HoVer)
	if err != nil {
		return nil, err
	}
	line := verdictLine{UID: claim.ID, Label: a.String(), Facts: [][2]any{}}
	for _, c := range a.Read() {
		if c.Kind == graph.KindSentence {
			line.Facts = append(line.Facts, [2]any{c.Page.Title, c.A})
		}
	}
	return line, nil
}
