package claims_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// data is the path of a real file.
var data = graphtest.Data

// The counts are those of the data folder's README.
func TestRealFiles(t *testing.T) {
	for _, c := range []struct {
		file   string
		format claims.Format
		scheme label.Scheme
		count  int
		gold   int            // claims with gold titles
		sets   int            // gold evidence sets
		hops   map[int]int    // claims by hops
		labels map[string]int // claims by label
	}{
		{file: "feverous/dev.shared.json", format: "programfc", scheme: label.FEVEROUS, count: 2065, gold: 2065, sets: 2065,
			labels: map[string]int{"supports": 1021, "refutes": 1044}},
		{file: "hotpotqa/hotpot_dev_distractor_subset.json", format: "hotpotqa", scheme: label.FEVER, count: 434, gold: 434, sets: 434},
		{file: "hotpotqa/hotpot_train_subset.json", format: "hotpotqa", scheme: label.FEVER, count: 403, gold: 403, sets: 403},
		{file: "hotpotqa/hotpot_dev_fullwiki_subset.json.bz2", format: "hotpotqa", scheme: label.FEVER, count: 506, gold: 506, sets: 506},
		{file: "2wikimultihopqa/dev_subset.json", format: "2wikimultihopqa", scheme: label.FEVER, count: 454, gold: 454, sets: 454},
		{file: "2wikimultihopqa/train_subset.json.gz", format: "2wikimultihopqa", scheme: label.FEVER, count: 500, gold: 500, sets: 500},
		{file: "musique/musique_ans_dev_subset.jsonl.gz", format: "musique", scheme: label.FEVER, count: 204, gold: 204, sets: 204},
		{file: "musique/musique_ans_train_subset.jsonl.gz", format: "musique", scheme: label.FEVER, count: 100, gold: 100, sets: 100},
		{file: "hover/hover_dev_release_v1.1.shared.json", format: claims.Hover, scheme: label.HoVer, count: 2763, gold: 2763, sets: 2763,
			hops: map[int]int{2: 785, 3: 1271, 4: 707}, labels: map[string]int{"SUPPORTED": 1400, "NOT_SUPPORTED": 1363}},
		{file: "fever/paper_dev.shared.jsonl", format: claims.Fever, scheme: label.FEVER, count: 6978, gold: -1, sets: -1},
		{file: "fever/scorer_tests/actual.jsonl.gz", format: claims.Fever, scheme: label.FEVER, count: 9999, gold: -1, sets: -1},
		{file: "multihop/claims.jsonl", format: "multihop", scheme: label.FEVER, count: 100, gold: 100, sets: 100,
			hops: map[int]int{2: 36, 3: 36, 4: 28}, labels: map[string]int{"SUPPORTS": 38, "REFUTES": 38, "NOT ENOUGH INFO": 24}},
		{file: "../fixtures/scorers/feverous/gold.jsonl", format: claims.Feverous, scheme: label.FEVEROUS, count: 320, gold: 320, sets: -1},
	} {
		t.Run(c.file, func(t *testing.T) {
			path := data(t, c.file)
			if got, err := claims.Detect(path); err != nil || got != c.format {
				t.Fatalf("Detect = %q, %v, want %q", got, err, c.format)
			}
			all, rejects, err := claims.ReadAll(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rejects {
				t.Errorf("rejected: %v", r)
			}
			if len(all) != c.count {
				t.Errorf("read %d claims, want %d", len(all), c.count)
			}
			gold, sets, hops, labels := 0, 0, map[int]int{}, map[string]int{}
			ids := map[string]bool{}
			for _, cl := range all {
				if len(cl.GoldTitles) > 0 && cl.GoldTitles[0] != "" {
					gold++
				}
				sets += len(cl.Gold)
				hops[cl.Hops]++
				labels[cl.Label]++
				ids[cl.ID.Key()] = true
				if cl.Scheme != c.scheme {
					t.Fatalf("%s: scheme %q, want %q", cl.Place, cl.Scheme, c.scheme)
				}
			}
			t.Logf("gold %d, sets %d, hops %v, labels %v, %d ids", gold, sets, hops, labels, len(ids))
			if c.gold >= 0 && gold != c.gold {
				t.Errorf("%d claims with gold titles, want %d", gold, c.gold)
			}
			if c.sets >= 0 && sets != c.sets {
				t.Errorf("%d evidence sets, want %d", sets, c.sets)
			}
			for k, n := range c.hops {
				if hops[k] != n {
					t.Errorf("%d claims of %d hops, want %d", hops[k], k, n)
				}
			}
			for k, n := range c.labels {
				if labels[k] != n {
					t.Errorf("%d claims labelled %q, want %d", labels[k], k, n)
				}
			}
		})
	}
}

// The shipped wiki's claims carry the shapes and families that breakdowns need.
func TestShippedClaims(t *testing.T) {
	all, rejects, err := claims.ReadAll(filepath.Join("..", "..", "testdata", "wiki", "claims.jsonl"))
	if err != nil || len(rejects) > 0 {
		t.Fatalf("rejects %v, error %v", rejects, err)
	}
	if len(all) < 20 {
		t.Errorf("%d claims, want the shipped ones", len(all))
	}
	shapes := map[string]int{}
	for _, c := range all {
		shapes[c.Shape]++
		if c.Scheme != label.FEVEROUS || c.Family == "" || len(c.Gold) == 0 {
			t.Errorf("%s: scheme %q, family %q, %d evidence sets, want feverous with family and evidence", c.Place, c.Scheme, c.Family, len(c.Gold))
		}
	}
	for _, s := range []string{"2", "3", "path4", "star4"} {
		if shapes[s] == 0 {
			t.Errorf("no claim of shape %s among %v", s, shapes)
		}
	}
}

// HoVer's traps as corpora.md counts them, on the part that is here: k-hop claims have k pages, titles are NFC,
// some hold a colon, and HTML entities are decoded.
func TestHoVerTitles(t *testing.T) {
	all, _, err := claims.ReadAll(data(t, "hover/hover_dev_release_v1.1.shared.json"))
	if err != nil {
		t.Fatal(err)
	}
	colon, entity := 0, 0
	for _, c := range all {
		if len(c.GoldTitles) != c.Hops {
			t.Errorf("%s: %d gold titles, want %d as its hops", c.Place, len(c.GoldTitles), c.Hops)
		}
		for _, e := range c.Gold[0].Items {
			if strings.Contains(e.Title, ":") {
				colon++
			}
			if e.Page != e.Title && strings.Contains(e.Page, "&amp;") {
				entity++
				if strings.Contains(e.Title, "&amp;") {
					t.Errorf("%s: title %q, want the entity decoded", c.Place, e.Title)
				}
			}
		}
	}
	if colon == 0 || entity == 0 {
		t.Errorf("%d titles with a colon, %d with an entity, want some of both", colon, entity)
	}
}
