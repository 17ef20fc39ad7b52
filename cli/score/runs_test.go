package score_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// passages builds a corpus as the fixture's README says: titles and text with white space folded.
func passages(t testing.TB, file, join string) []claims.Passage {
	t.Helper()
	f, err := os.Open(data(t, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []claims.Passage
	for rec, err := range claims.Records(f, file) {
		if err != nil {
			t.Fatal(err)
		}
		var in struct {
			Title     string
			Text      json.RawMessage
			Sentences []string
		}
		if err := json.Unmarshal(rec.Raw, &in); err != nil {
			t.Fatal(err)
		}
		var text string
		if json.Unmarshal(in.Text, &text) != nil {
			_ = json.Unmarshal(in.Text, &in.Sentences)
			text = strings.Join(in.Sentences, join)
		}
		out = append(out, claims.Passage{Title: in.Title, Text: text})
	}
	return out
}

// runs reads the fixture's rankings once: positions in a corpus, by set, system and line.
func runs(t testing.TB) map[[2]string][]run {
	t.Helper()
	f, err := os.Open(data(t, "../fixtures/baselines/runs.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[[2]string][]run{}
	for rec, err := range claims.Records(f, "runs") {
		var in run
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(rec.Raw, &in); err != nil {
			t.Fatal(err)
		}
		key := [2]string{in.Set, in.System}
		out[key] = append(out[key], in)
	}
	return out
}

type run struct {
	Set, System string
	ID          claims.ID
	Ranked      []int
}

// hopLines writes rankings as hop --out does.
func hopLines(t testing.TB, all []run, corpus []claims.Passage, prints []string) io.Reader {
	t.Helper()
	type item struct {
		Page    string `json:"page"`
		Passage string `json:"passage"`
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	for _, r := range all {
		line := struct {
			ID        claims.ID `json:"id"`
			Retrieved []item    `json:"retrieved"`
		}{ID: r.ID, Retrieved: []item{}}
		for _, at := range r.Ranked {
			line.Retrieved = append(line.Retrieved, item{corpus[at].Title, prints[at]})
		}
		if err := enc.Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	return &out
}

// build joins corpora into one with fingerprints, keeping the first of passages that agree.
func build(t testing.TB, files []string, join string, distinct func(claims.Passage) string) (out []claims.Passage, prints []string) {
	t.Helper()
	known := map[string]bool{}
	for _, file := range files {
		for _, p := range passages(t, file, join) {
			p.Title = graph.CleanTitle(p.Title)
			p.Text = anchors.ReplaceAllString(p.Text, "$1")
			if distinct != nil {
				if known[distinct(p)] {
					continue
				}
				known[distinct(p)] = true
			}
			out, prints = append(out, p), append(prints, p.Fingerprint())
		}
	}
	return out, prints
}

var anchors = regexp.MustCompile(`\[\[[^\[\]|]*\|([^\[\]]*)\]\]`)

// only returns the claims of a list whose ids are in a file, all without one.
func only(t *testing.T, gold score.File, ids string) score.File {
	if ids == "" {
		return gold
	}
	wanted, err := os.ReadFile(data(t, ids))
	if err != nil {
		t.Fatal(err)
	}
	var all, picked []map[string]any
	if err := json.NewDecoder(gold).Decode(&all); err != nil {
		t.Fatal(err)
	}
	for _, claim := range all {
		if slices.Contains(strings.Fields(string(wanted)), fmt.Sprint(claim["uid"])) {
			picked = append(picked, claim)
		}
	}
	b, err := json.Marshal(picked)
	if err != nil {
		t.Fatal(err)
	}
	return score.File{Name: gold.Name, Reader: bytes.NewReader(b)}
}

// The retrieval fixture's rankings give its figures, by titles, by passages where titles repeat, and by group.
func TestRetrievalBaselines(t *testing.T) {
	type figures struct {
		N       int
		AllGold map[string]float64 `json:"all_gold_at"`
		Recall  map[string]float64 `json:"mean_recall_at"`
	}
	var expected struct {
		Sets map[string]struct {
			Systems map[string]map[string]figures
		}
	}
	readJSON(t, data(t, "../fixtures/baselines/baselines.json"), &expected)
	rankings := runs(t)
	const hotpot, first500 = "hotpotqa/hotpot_context_corpus.jsonl.bz2", "hotpotqa_first500/pooled_corpus_validation_500_title_text.jsonl"
	twoWiki := []string{"2wikimultihopqa/context_corpus.jsonl", "2wikimultihopqa/2wikimultihopqa_corpus.json"}
	const musique = "musique/context_corpus.jsonl.gz"
	for _, c := range []struct {
		set, gold, only string
		corpus          []string
		join            string
		distinct        func(claims.Passage) string // passages that agree in it are kept once
	}{
		{set: "hotpotqa", gold: "hotpotqa/hotpot_dev_distractor_subset.json", corpus: []string{hotpot}},
		{set: "musique", gold: "musique/musique_ans_dev_subset.jsonl.gz", corpus: []string{musique}},
		{set: "feverous", gold: "feverous/dev.shared.json", corpus: []string{"feverous/evidence_pool.jsonl"}, join: " "},
		{set: "hotpotqa_first500", gold: "hotpotqa_first500/bm25_results.csv.gz", corpus: []string{first500}},
		{set: "2wikimultihopqa", gold: "2wikimultihopqa/dev_subset.json", corpus: twoWiki, join: " ", distinct: claims.Passage.Fingerprint},
		{set: "hover", gold: "hover/hover_dev_release_v1.1.shared.json", only: "hover/uids_with_full_text.txt",
			corpus: append([]string{hotpot, first500}, append(twoWiki, musique)...), distinct: func(p claims.Passage) string { return p.Title }},
	} {
		t.Run(c.set, func(t *testing.T) {
			corpus, prints := build(t, c.corpus, c.join, c.distinct)
			o := score.Options{Resamples: -1, By: []string{"hops", "kind", "label"}}
			for system, groups := range expected.Sets[c.set].Systems {
				var gold score.File
				if strings.HasSuffix(c.gold, ".csv.gz") {
					gold = firstRun(t, c.gold, true)
				} else {
					gold = only(t, open(t, data(t, c.gold)), c.only)
				}
				r, err := score.Run(context.Background(), "retrieval", gold,
					score.File{Name: system, Reader: hopLines(t, rankings[[2]string{c.set, system}], corpus, prints)}, o)
				if err != nil {
					t.Fatal(err)
				}
				compared := 0
				for group, want := range groups {
					path := []string{}
					switch by, value, _ := strings.Cut(group, "="); by {
					case "all":
					case "type":
						path = []string{"kind", value}
					case "hops", "label":
						path = []string{by, value}
					default:
						continue
					}
					compared++
					for k, v := range want.AllGold {
						equal(t, r, v, fmt.Sprint(system, " ", group), append(path, "all_gold@"+k)...)
					}
					for k, v := range want.Recall {
						equal(t, r, v, fmt.Sprint(system, " ", group), append(path, "r@"+k)...)
					}
				}
				if compared == 0 {
					t.Errorf("%s: no group of %v was compared", system, groups)
				}
			}
		})
	}
}

func equal(t *testing.T, r *score.Report, want float64, what string, path ...string) {
	t.Helper()
	if got, ok := r.Value(path...); !ok || math.Abs(got-want) > 1e-12 {
		t.Errorf("%s: %v = %.17g (%v), want %.17g", what, path, got, ok, want)
	}
}
