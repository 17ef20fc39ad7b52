package score_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/score"
)

func TestErrors(t *testing.T) {
	var gold, hops, verdicts strings.Builder
	evidence := func(id string) string { return fmt.Sprintf(`{"page":"%s","id":"%s","text":"x"}`, id[:1], id) }
	all := evidence("A_sentence_0") + "," + evidence("B_cell_0_1_1")
	for i, c := range []struct{ retrieved, pages, evidence, label string }{
		{`"X"`, ``, ``, "SUPPORTS"},                           // 0 seed missed
		{`"A"`, `"A"`, ``, "SUPPORTS"},                        // 1 bridge missed
		{`"A","B"`, `"A"`, ``, "SUPPORTS"},                    // 2 ranked out
		{``, `"A","B"`, evidence("B_cell_0_1_1"), "SUPPORTS"}, // 3 sentence missed
		{``, `"A","B"`, evidence("A_sentence_0"), "SUPPORTS"}, // 4 cell missed
		{``, `"A","B"`, all, "REFUTES"},                       // 5 verdict wrong
		{``, `"A","B"`, all, "supports"},                      // 6 right
		{`"Z"`, `"Z"`, evidence("Z_sentence_1"), "SUPPORTS"},  // 7 right by the other set
	} {
		fmt.Fprintf(&gold, `{"id":%d,"claim":"c%d","label":"SUPPORTS","challenge":"Other","evidence":[{"content":["A_sentence_0","B_cell_0_1_1"],"context":{}}`, i, i)
		if i == 7 {
			gold.WriteString(`,{"content":["Z_sentence_1"],"context":{}}`)
		}
		gold.WriteString("]}\n")
		fmt.Fprintf(&hops, `{"id":%d,"chains":[{"pages":[%s],"evidence":[%s]}],"retrieved":[%s]}`+"\n", i, c.pages, c.evidence, c.retrieved)
		fmt.Fprintf(&verdicts, `{"id":%d,"predicted_label":"%s"}`+"\n", i, c.label)
	}
	gold.WriteString(`{"id":8,"claim":"c8","label":"SUPPORTS","challenge":"Other","evidence":[{"content":["A_sentence_0"],"context":{}}]}`)
	v := text("verdicts", verdicts.String())
	r, err := score.Errors(context.Background(), text("gold", gold.String()), text("hops", hops.String()), &v, 3, score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for s := score.NoPrediction; s <= score.Right; s++ {
		want := 1. / 9
		if s == score.Right {
			want = 2. / 9
		}
		got, ok := r.Value(s.String())
		if !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("%v = %v (%v), want %v", s, got, ok, want)
		}
		sum += got
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("shares add up to %v, want 1", sum)
	}
	worst, _ := r.Note("worst")
	var stages []string
	for _, l := range worst.([]score.Lost) {
		stages = append(stages, l.ID.Key()+" "+l.Stage)
	}
	if got := strings.Join(stages, ", "); got != "8 no_prediction, 0 seed_missed, 1 bridge_missed" {
		t.Errorf("worst = %s", got)
	}
}
