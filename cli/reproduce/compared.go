package reproduce

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/cli/internal/chart"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// walkGain sets the papers' retriever beside walking, by hops.
func walkGain(ctx context.Context, r *run) ([]Row, error) {
	var rows []Row
	for _, set := range r.Sets[:4] { // FEVEROUS's questions have no hops
		var by []*score.Section // the two planners
		err := r.compare(ctx, set.Corpus, set.Claims, planners("tfidf", record.Walk), r.retrieval("hops"), func(_ way, _ *answers, s *score.Section) {
			by = append(by, s)
		})
		if err != nil {
			return nil, err
		}
		for _, hops := range by[0].Find("hops").Sections {
			for _, k := range []string{"5", "10"} {
				words, _ := hops.Row("all_gold@" + k)
				rows = append(rows, Row{Figure: fmt.Sprintf("%s, %s hops (n=%d) @%s", set.Name, hops.Name, words.N, k), Corpus: r.corpus(set.Corpus).About,
					Ours: "tfidf " + perCent(words) + ", walk " + figure(ofHops(by[1], hops.Name), "all_gold@"+k)})
			}
		}
	}
	return rows, nil
}

// baselineFile has the figures of other systems: by set, system and part.
const baselineFile = "../fixtures/baselines/baselines.json"

type systems map[string]map[string]struct {
	AllGold map[string]float64 `json:"all_gold_at"`
}

func publishedRetrieval(ctx context.Context, r *run) ([]Row, error) {
	raw, err := os.ReadFile(r.path(baselineFile))
	if err != nil {
		return nil, err
	}
	var file struct {
		Sets map[string]struct{ Systems systems }
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", baselineFile, err)
	}
	var rows []Row
	for _, set := range r.Sets {
		err := r.compare(ctx, set.Corpus, set.Claims, planners("tfidf", record.Walk), r.retrieval(), func(way way, _ *answers, s *score.Section) {
			for _, k := range []string{"2", "5", "10"} {
				paper := file.Sets[set.Name].Systems.at(k)
				if set.Name == "hotpotqa_first500" {
					paper += "; published: " + r.paper["@"+k]
				}
				rows = append(rows, Row{Figure: set.Name + " @" + k + ", " + way.name, Paper: paper, Ours: figure(s, "all_gold@"+k),
					Corpus: r.corpus(set.Corpus).About, Comparable: true})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// at lists what the systems reach at k.
func (s systems) at(k string) string {
	var out []string
	for _, system := range []struct{ name, short string }{{"tantivy_en_stem", "tantivy"}, {"bm25s_en_stop_stem", "bm25s"}, {"dense_minilm", "MiniLM"}} {
		if v, ok := s[system.name]["all"]; ok {
			out = append(out, fmt.Sprintf("%s %.1f", system.short, 100*v.AllGold[k]))
		}
	}
	return strings.Join(out, ", ")
}

// ablations are the planner with something taken away or added.
var ablations = []struct {
	name string
	set  func(*hop.Planner, hop.Scorer)
}{
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

func ablationRows(ctx context.Context, r *run) (rows []Row, err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	model := console.Model{Dir: r.model.Dir, Device: "cpu", Threads: 1}
	err = model.With(func(m *onnx.Model) error {
		for _, set := range r.Sets {
			if !slices.Contains([]string{"hotpotqa", "2wikimultihopqa", "musique"}, set.Name) {
				continue
			}
			w, err := r.wiki(ctx, set.Corpus)
			if err != nil {
				return err
			}
			for _, a := range ablations {
				p := &hop.Planner{Graph: w.store, Text: w.index}
				a.set(p, &verify.Relevance{Model: m, Pages: w.store})
				ours, err := r.ablate(ctx, w, p, set.Claims)
				if err != nil {
					return err
				}
				rows = append(rows, Row{Figure: set.Corpus + ", " + a.name, Ours: ours, Corpus: w.corpus.About})
			}
		}
		return nil
	})
	return rows, err
}

// ablate answers a claim file one claim after another: with one core there is one worker.
func (r *run) ablate(ctx context.Context, w *wiki, p *hop.Planner, claimFile string) (string, error) {
	a := &answers{w, claimFile, filepath.Join(r.work, "ablation.jsonl")}
	took := []time.Duration{}
	err := r.answer(ctx, a, func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) {
		begun := time.Now()
		res, err := p.Plan(ctx, claim.Text)
		took = append(took, time.Since(begun))
		return res, err
	})
	if err != nil {
		return "", err
	}
	report, err := r.retrieval()(ctx, a)
	if err != nil {
		return "", err
	}
	slices.Sort(took)
	quantile := func(q float64) float64 { return float64(took[int(q*float64(len(took)-1))].Microseconds()) / 1000 }
	value := func(name string) float64 { v, _ := report.Value(name); return 100 * v }
	return fmt.Sprintf("%.1f / %.1f / %.1f, recall@5 %.1f; %.1f ms, 95%% below %.1f",
		value("all_gold@2"), value("all_gold@5"), value("all_gold@10"), value("r@5"), quantile(.5), quantile(.95)), nil
}

// beamRates answers the questions with beams of several widths; 16 is the planner's own.
func beamRates(ctx context.Context, r *run) ([]Row, error) {
	w, err := r.wiki(ctx, "hotpotqa")
	if err != nil {
		return nil, err
	}
	rates := chart.Curve{Name: "claims a second"}
	var rows []Row
	for _, width := range []int{1, 4, 16, 32, 64} {
		a := &answers{w, hotpotDev, filepath.Join(r.work, "beam.jsonl")}
		start := time.Now()
		if err := r.answer(ctx, a, planned(&hop.Planner{Graph: w.store, Text: w.index, Beam: width})); err != nil {
			return nil, err
		}
		took := time.Since(start).Seconds()
		report, err := r.retrieval()(ctx, a)
		if err != nil {
			return nil, err
		}
		n, _ := report.Row("all_gold@5")
		rate := float64(n.N) / took
		rates.Points = append(rates.Points, chart.Point{X: float64(width), Y: rate, Low: rate, High: rate})
		rows = append(rows, Row{Figure: fmt.Sprintf("beam %d", width), Ours: fmt.Sprintf("%.0f claims/s, all gold @5 %s", rate, perCent(n))})
	}
	if r.pictures == "" {
		return rows, nil
	}
	return rows, chart.Write(r.pictures, []*chart.Chart{{Name: "beam", Title: "Claims a second against the beam", X: "beam", Y: "claims a second", Open: true, Curves: []chart.Curve{rates}}})
}
