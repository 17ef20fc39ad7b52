package batch

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader/claims"
)

func TestWrapped(t *testing.T) {
	for text, want := range map[string]bool{
		"The mill stands by\nthe bridge that was\nbuilt of granite in\nthe year of the flood.\nIt was sold to the\ntown, which let it\nto a brewer.": true,
		strings.Repeat("the mill stands by the bridge\n", 30) + "The mill":                                                                           false,
		strings.Repeat("The mill stands by the bridge\n", 30):                                                                                        false,
		strings.Repeat("The mill stands by the bridge.\niPads are sold there.\n", 30):                                                                false,
		"The mill\nstands": false,
		"":                 false,
	} {
		var p prose
		for line := range strings.Lines(text) {
			p.see(&claims.Claim{Text: strings.TrimSpace(line)})
		}
		if p.wrapped() != want {
			t.Errorf("%q: got %v", text, !want)
		}
	}
}

// No twelve claims of a data set, one a line, are taken for a text.
func TestRealClaimsAreNoProse(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many files")
	}
	for _, file := range []string{
		"2wikimultihopqa/dev_subset.json", "exfever/test.shared.csv", "fever/paper_dev.shared.jsonl", "fever/fever_symmetric_dev.jsonl", "feverous/dev.shared.json",
		"fm2/dev.jsonl", "hotpotqa/hotpot_dev_distractor_subset.json", "hover/hover_dev_release_v1.1.shared.json", "multihop/claims.jsonl",
		"musique/musique_ans_dev_subset.jsonl.gz",
		"wikispeedia_claims/exfever.jsonl", "wikispeedia_claims/fever.jsonl", "wikispeedia_claims/fm2.jsonl",
	} {
		t.Run(file, func(t *testing.T) {
			all, _, err := claims.ReadAll(graphtest.Data(t, file), claims.Auto)
			if err != nil || len(all) == 0 {
				t.Fatalf("%d claims, %v", len(all), err)
			}
			var p prose
			for i, c := range all {
				if i%12 == 0 {
					p = prose{}
				}
				if p.see(c); p.wrapped() {
					t.Fatalf("claims up to %s", c.Place)
				}
			}
		})
	}
}
