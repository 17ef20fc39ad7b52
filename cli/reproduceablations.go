package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/score"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// ablation is the planner with something taken away or added.
type ablation struct {
	name string
	set  func(*hop.Planner, hop.Scorer)
}

var ablations = []ablation{
	{"as it is: beam 16, lexical", func(*hop.Planner, hop.Scorer) {}},
	{"no links", func(p *hop.Planner, _ hop.Scorer) { p.NoLinks = true }},
	{"no in-links", func(p *hop.Planner, _ hop.Scorer) { p.NoInLinks = true }},
	{"no comparison edges", func(p *hop.Planner, _ hop.Scorer) { p.NoComparison = true }},
	{"no shared targets", func(p *hop.Planner, _ hop.Scorer) { p.NoShared = true }},
	{"beam 1", func(p *hop.Planner, _ hop.Scorer) { p.Beam = 1 }},
	{"beam 4", func(p *hop.Planner, _ hop.Scorer) { p.Beam = 4 }},
	{"chains of 2 pages at most", func(p *hop.Planner, _ hop.Scorer) { p.MaxPages = 2 }},
	{"neural", func(p *hop.Planner, s hop.Scorer) { p.Scorer = s }},
}

// ablationSets are the questions that parts are measured on.
var ablationSets = []struct {
	corpus paperCorpus
	claims string
}{{hotpotCorpus, hotpotDev}, {twoWikiCorpus, "2wikimultihopqa/dev_subset.json"}, {musiqueCorpus, "musique/musique_ans_dev_subset.jsonl.gz"}}

func ablationTables() []paperTable {
	var needs []string
	for _, s := range ablationSets {
		needs = append(append(needs, s.claims), s.corpus.files...)
	}
	return []paperTable{{name: "ablations", title: "Ablations: what each part of the planner is worth", needs: needs, model: true, rows: ablationRows,
		about: "All gold pages among the first 2, 5 and 10 (MuSiQue: passages), recall at 5, and the median and the 95th percentile of a claim's milliseconds on one core of this machine. Neural is `--scorer neural` with the shipped model, on one core too; on 2Wiki its figures are too good, for the model was trained on claims made of 268 of these 454 questions (docs/results/retrieval.md)."}}
}

func ablationRows(r *reproduction) ([]paperRow, error) {
	model, err := oneCoreModel(r)
	if err != nil {
		return nil, err
	}
	defer model.Close()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var rows []paperRow
	for _, set := range ablationSets {
		err := r.withCorpus(set.corpus, func(s graph.Store, index *text.Index) error {
			for _, a := range ablations {
				p := &hop.Planner{Graph: s, Text: index}
				a.set(p, &verify.Relevance{Model: model, Pages: s})
				row, err := r.ablate(s, p, set.corpus, set.claims)
				if err != nil {
					return err
				}
				row.Figure = fmt.Sprintf("%s, %s", set.corpus.name, a.name)
				rows = append(rows, row)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func oneCoreModel(r *reproduction) (*onnx.Model, error) {
	dir, err := modelDir(r.c)
	if err != nil {
		return nil, err
	}
	return onnx.Open(dir, onnx.Options{Device: "cpu", Threads: 1, MaxTokens: chainTokens(r.c)})
}

// ablate answers a claim file one claim after another: with one core there is one worker.
func (r *reproduction) ablate(s graph.Store, p *hop.Planner, corpus paperCorpus, claimFile string) (paperRow, error) {
	a := &retrieval{corpus, walkPlanner, claimFile, filepath.Join(r.work, "ablation.jsonl")}
	clock := &stopwatch{}
	err := r.lines(claimFile, a.answers, func(ctx context.Context, claim *claims.Claim) (any, error) {
		begun := time.Now()
		res, err := p.Plan(ctx, claim.Text)
		if err != nil {
			return nil, err
		}
		clock.took = append(clock.took, time.Since(begun))
		return hopRecordOf(ctx, s, claim, res)
	})
	if err != nil {
		return paperRow{}, err
	}
	report, err := r.score(a, score.Options{By: []string{}})
	if err != nil {
		return paperRow{}, err
	}
	value := func(name string) float64 { v, _ := report.Value(name); return 100 * v }
	return paperRow{Corpus: corpus.about, Why: "no paper has this figure",
		Ours: fmt.Sprintf("%.1f / %.1f / %.1f, recall@5 %.1f; %.1f ms, 95%% below %.1f", value("all_gold@2"), value("all_gold@5"), value("all_gold@10"), value("r@5"), clock.at(.5), clock.at(.95))}, nil
}

// stopwatch keeps how long claims took, which come one after another.
type stopwatch struct{ took []time.Duration }

// at is a quantile in milliseconds.
func (s *stopwatch) at(q float64) float64 {
	if len(s.took) == 0 {
		return 0
	}
	slices.Sort(s.took)
	return float64(s.took[int(q*float64(len(s.took)-1))].Microseconds()) / 1000
}
