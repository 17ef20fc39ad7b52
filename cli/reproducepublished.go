package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/bridgehop/bridgehop/internal/score"
)

// publishedSet is a set of fixtures/baselines with the corpus its runs were made on.
type publishedSet struct {
	name, claims string
	corpus       paperCorpus
}

var publishedSets = []publishedSet{
	{"hotpotqa", hotpotDev, hotpotCorpus},
	{"hotpotqa_first500", first500Claims, first500Corpus},
	{"2wikimultihopqa", "2wikimultihopqa/dev_subset.json", twoWikiCorpus},
	{"musique", "musique/musique_ans_dev_subset.jsonl.gz", musiqueCorpus},
	{"feverous", feverousClaims, feverousCorpus},
}

func publishedTables() []paperTable {
	needs := []string{baselineFile, first500Claims}
	for _, s := range publishedSets {
		needs = append(append(needs, s.claims), s.corpus.files...)
	}
	return []paperTable{{name: "walk-gain", title: "What walking the graph gains, by hops", needs: needs, rows: walkGain,
		about: "All gold pages (MuSiQue: passages) among the first k: the papers' TF-IDF beside walking, by the number of gold pages. HoVer's claims by hops are in hover-retrieval."},
		{name: "published-retrieval", title: "Retrieval on the same corpora and questions, beside other systems", needs: needs, rows: publishedRetrieval,
			about: "Share of questions whose gold pages (MuSiQue: passages) are all among the first k. tantivy, bm25s and MiniLM are the runs of the baseline fixtures; BM25, dense and rerank are the published runs of the first500 set. HippoRAG's recall on 2Wiki and MuSiQue is over other questions, which can't be had."}}
}

func walkGain(r *reproduction) ([]paperRow, error) {
	var rows []paperRow
	for _, set := range publishedSets[:4] {
		var reports []*score.Report
		for _, planner := range []string{"tfidf", walkPlanner} {
			a, err := r.retrieve(set.corpus, planner, set.claims)
			if err != nil {
				return nil, err
			}
			report, err := r.score(a, score.Options{By: []string{"hops"}})
			if err != nil {
				return nil, err
			}
			reports = append(reports, report)
		}
		for _, hops := range reports[0].Find("hops").Sections {
			for _, k := range []string{"5", "10"} {
				words, _ := hops.Row("all_gold@" + k)
				rows = append(rows, paperRow{Figure: fmt.Sprintf("%s, %s hops (n=%d) @%s", set.name, hops.Name, words.N, k),
					Ours:   "tfidf " + perCent(words) + ", walk " + figure(reports[1].Find("hops").Find(hops.Name), "all_gold@"+k),
					Corpus: set.corpus.about, Why: "no paper has this figure"})
			}
		}
	}
	return rows, nil
}

// published are the figures of a set: system to all_gold_at.
type published struct {
	Systems map[string]map[string]struct {
		AllGold map[string]float64 `json:"all_gold_at"`
	} `json:"systems"`
}

func publishedRetrieval(r *reproduction) ([]paperRow, error) {
	raw, err := os.ReadFile(r.path(baselineFile))
	if err != nil {
		return nil, err
	}
	var file struct {
		Sets map[string]published `json:"sets"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", baselineFile, err)
	}
	first500 := map[string]string{"2": "BM25 14.0, dense 24.4, rerank 43.6", "5": "BM25 30.2, dense 50.2, rerank 65.4", "10": "BM25 50.0, dense 66.4, rerank 80.4"}
	var rows []paperRow
	for _, set := range publishedSets {
		for _, planner := range []string{"tfidf", walkPlanner} {
			a, err := r.retrieve(set.corpus, planner, set.claims)
			if err != nil {
				return nil, err
			}
			report, err := r.score(a, score.Options{})
			if err != nil {
				return nil, err
			}
			for _, k := range []string{"2", "5", "10"} {
				paper := file.Sets[set.name].at(k)
				if set.name == "hotpotqa_first500" {
					paper += "; published: " + first500[k]
				}
				rows = append(rows, paperRow{Figure: set.name + " @" + k + ", " + planner, Paper: paper, Ours: figure(&report.Section, "all_gold@"+k),
					Corpus: set.corpus.about, Comparable: true})
			}
		}
	}
	return rows, nil
}

// at lists what the systems reach at k.
func (p published) at(k string) string {
	names := []string{"tantivy_en_stem", "bm25s_en_stop_stem", "dense_minilm"}
	var out []string
	for i, short := range []string{"tantivy", "bm25s", "MiniLM"} {
		if v, ok := p.Systems[names[i]]["all"]; ok {
			out = append(out, fmt.Sprintf("%s %.1f", short, 100*v.AllGold[k]))
		}
	}
	return strings.Join(out, ", ")
}
