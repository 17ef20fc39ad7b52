package score_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/loader/claims"
)

func text(name, s string) score.File { return score.File{Name: name, Reader: strings.NewReader(s)} }

// Two invented HoVer claims and one FEVEROUS claim with two alternative sets.
const (
	twoClaims = `[{"uid":"a","claim":"The mill stands by the bridge.","supporting_facts":[["Old Mill",0],["Stone Bridge",2]],"label":"SUPPORTED","num_hops":2,"hpqa_id":"f"},
{"uid":"b","claim":"The café faces the quay.","supporting_facts":[["Café &amp; Bar",1],["Quay",0]],"label":"NOT_SUPPORTED","num_hops":2,"hpqa_id":"g"}]`
	alternatives = `{"id":1,"claim":"c","label":"SUPPORTS","challenge":"Other","evidence":[{"content":["A_sentence_0","B_sentence_0"],"context":{}},{"content":["C_cell_0_1_1"],"context":{}}]}`
)

func retrieve(t *testing.T, gold, pred string) *score.Report {
	t.Helper()
	r, err := score.Run(context.Background(), "retrieval", text("gold", gold), text("pred", pred), score.Options{Resamples: 50})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRetrievalFigures(t *testing.T) {
	for _, c := range []struct {
		name, gold, pred string
		want             map[string]float64
	}{
		{"titles are folded, the second claim has no prediction", twoClaims,
			`{"id":"a","chains":[],"retrieved":[{"page":"Somewhere"},{"page":"old_Mill"},{"page":"x"},{"page":"Stone Bridge"}]}`,
			map[string]float64{"r@2": .25, "r@5": .5, "all_gold@2": 0, "all_gold@5": .5, "mrr": .25, "map": (1./2 + 2./4) / 2 / 2, "page_em": 0,
				"hits@2": .25, "hits@5": .5, "mean_rank": (2 + 4 + 1 + 1) / 4.}},
		{"HTML entities and NFD find the page", twoClaims,
			"{\"id\":\"b\",\"retrieved\":[{\"page\":\"Cafe\u0301 & Bar\"},{\"page\":\"Quay\"}]}",
			map[string]float64{"r@2": .5, "all_gold@2": .5, "mrr": .5, "map": .5}},
		{"titles alone", twoClaims, `{"id":"a","retrieved":["Old Mill","Stone Bridge"]}`, map[string]float64{"all_gold@2": .5}},
		{"the best of alternative sets counts", alternatives, `{"id":"1","retrieved":[{"page":"A"},{"page":"C"}]}`,
			map[string]float64{"r@2": 1, "all_gold@2": 1, "mrr": 1, "map": .5}},
		{"chains give page and sentence figures", alternatives,
			`{"id":1,"chains":[{"pages":["A","B"],"evidence":[{"page":"A","id":"A_sentence_0","text":"x"},{"page":"B","id":"B_sentence_1","text":"y"}]}],"retrieved":[]}`,
			map[string]float64{"page_em": 1, "page_f1": 1, "sentence_em": 0, "sentence_precision": .5, "sentence_recall": .5, "sentence_f1": .5, "r@20": 0}},
		{"gold with text and no numbers is found by its words", `[{"id":1,"claim":"c","label":"supports","challenge":"Other","evidence":"A\tThe [[Mill|mill]]  stands."}]`,
			`{"id":1,"chains":[{"pages":["A"],"evidence":[{"page":"A","id":"A_sentence_7","text":"The mill stands."}]}],"retrieved":[]}`,
			map[string]float64{"sentence_em": 1}},
		{"and in whatever form its accents are", "[{\"id\":1,\"claim\":\"c\",\"label\":\"supports\",\"challenge\":\"Other\",\"evidence\":\"A\\tThe cafe\u0301 stands.\"}]",
			`{"id":1,"chains":[{"pages":["A"],"evidence":[{"page":"A","id":"A_sentence_7","text":"The café stands."}]}],"retrieved":[]}`,
			map[string]float64{"sentence_em": 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := retrieve(t, c.gold, c.pred)
			for name, want := range c.want {
				if got, ok := r.Value(name); !ok || math.Abs(got-want) > 1e-12 {
					t.Errorf("%s = %v (%v), want %v", name, got, ok, want)
				}
			}
		})
	}
}

// A claim without a prediction has no chain, either: that is a wrong one only where the file is one of chains.
func TestMissingChains(t *testing.T) {
	for pred, want := range map[string]int{
		`{"id":"b","retrieved":["Quay"]}`:                               0,
		`{"id":"b","chains":[{"pages":["Quay"]}],"retrieved":["Quay"]}`: 2,
	} {
		r := retrieve(t, twoClaims, pred)
		for _, name := range []string{"page_em", "page_f1", "sentence_f1"} {
			if row, _ := r.Row(name); row.N != want {
				t.Errorf("%s: %s is over %d claims, want %d", pred, name, row.N, want)
			}
		}
		if row, _ := r.Row("mrr"); row.N != 2 {
			t.Errorf("%s: mrr is over %d claims, want 2", pred, row.N)
		}
	}
}

func TestRetrievalByPassage(t *testing.T) {
	gold := `{"id":"2hop__1_2","question":"q","answer":"x","paragraphs":[{"title":"T","paragraph_text":"first text","is_supporting":true},{"title":"T","paragraph_text":"second","is_supporting":false}]}`
	pred := `{"id":"2hop__1_2","retrieved":[{"page":"T","passage":"0000000000000000"},{"page":"T","passage":"%s"}]}`
	r := retrieve(t, gold, fmt.Sprintf(pred, claims.Passage{Title: "T", Text: "first  text"}.Fingerprint()))
	if by, _ := r.Note("by"); by != "passage" {
		t.Errorf("by = %v, want passage for MuSiQue", by)
	}
	if mrr, _ := r.Value("mrr"); mrr != .5 {
		t.Errorf("mrr = %v, want 0.5: the first passage of the title is another", mrr)
	}
}

func TestPairing(t *testing.T) {
	r := retrieve(t, twoClaims, `{"id":"zz","retrieved":[]}
{"id":"a","retrieved":[{"page":"Old Mill","score":1}]}
{"id":"a","retrieved":[{"page":"Stone Bridge"}]}
{"id":"b","retrieved":[{"page":"Quay","score":NaN}]}
not json
`)
	for name, want := range map[string]any{"claims": 2, "predictions": 3, "missing": 1, "duplicate": 1, "unknown": 1, "unreadable": 2} {
		if got, _ := r.Note(name); got != want {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]string{"missing_ids": "[b]", "duplicate_ids": "[a]", "unknown_ids": "[zz]",
		"problems": "[pred:4: a number is NaN or infinite, which JSON does not have pred:5: not JSON"} {
		if got, _ := r.Note(name); !strings.HasPrefix(fmt.Sprint(got), want) {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	if r2, _ := r.Value("r@2"); r2 != .25 {
		t.Errorf("r@2 = %v, want 0.25: the first prediction of a claim counts", r2)
	}
}

// Every scorer refuses files of another task with the place, and empty files.
func TestBadFiles(t *testing.T) {
	const fever = `{"id":1,"claim":"c","label":"SUPPORTS","evidence":[[[1,2,"P",0]]]}`
	const feverPred = `{"id":1,"predicted_label":"SUPPORTS","predicted_evidence":[["P",0]]}`
	for _, c := range []struct {
		task, gold, pred string
		want             error
		place            string
	}{
		{"fever", fever, `{"id":1,"retrieved":[]}`, score.ErrPredictions, "pred:1: "},
		{"fever", fever, `{"answer":{"1":"x"},"sp":{}}`, score.ErrPredictions, "pred:1: "},
		{"fever", "", feverPred, score.ErrNoGold, ""},
		{"feverous", alternatives, `[{"uid":"a","supporting_facts":[],"label":"SUPPORTED"}]`, score.ErrPredictions, "pred:1: "},
		{"feverous", "", `{}`, score.ErrNoGold, ""},
		{"hover", twoClaims, `{"uid":"a","label":"SUPPORTED"}` + "\n" + `{"retrieved":[]}`, nil, ""},
		{"hover", twoClaims, feverPred + "\n" + `{"retrieved":[]}`, score.ErrStrangers, `"1"`},
		{"hover", twoClaims, ` `, score.ErrEmpty, "pred: "},
		{"hover", twoClaims, `[]`, nil, ""},
		{"fever", fever, "\n\n", score.ErrEmpty, "pred: "},
		{"fever", fever, `{"id":1,"predicted_label":"SUPPORTS","predicted_evidence":["P_sentence_0"]}`, score.ErrPredictions, "pred:1: "},
		{"fever", fever, `{"id":1,"predicted_label":"SUPPORTS","predicted_evidence":[]}`, nil, ""},
		{"feverous", alternatives, `{"id":1,"predicted_label":"SUPPORTS","predicted_evidence":[["P",0]]}`, score.ErrPredictions, "pred:1: "},
		{"feverous", alternatives, "", score.ErrEmpty, "pred: "},
		{"hotpotqa", `[{"_id":"x","question":"q","answer":"a","supporting_facts":[["T",0]]}]`, `{"answer":{"y":"a"},"sp":{}}`, score.ErrStrangers, `"y"`},
		{"hotpotqa", `[{"_id":"x","question":"q","answer":"a","supporting_facts":[["T",0]]}]`, "", score.ErrEmpty, "pred: "},
		{"retrieval", twoClaims, `{"id":"z","retrieved":["A"]}`, score.ErrStrangers, `"z"`},
		{"retrieval", twoClaims, "", score.ErrEmpty, "pred: "},
		{"labels", fever, `{"id":7,"predicted_label":"SUPPORTS"}`, score.ErrStrangers, `"7"`},
		{"labels", fever, "", score.ErrEmpty, "pred: "},
		{"hover", twoClaims, `{"a":{"retrieved":[]}}`, score.ErrPredictions, "pred:1: "},
		{"hover", fever, `[]`, score.ErrNoGold, "gold:1: "},
		{"hotpotqa", "", `{"answer":{},"sp":{}}`, score.ErrNoGold, ""},
		{"hotpotqa", `[{"_id":"x","question":"q","answer":"a","supporting_facts":[["T",0]]}]`, feverPred, score.ErrPredictions, "pred:1: "},
		{"hotpotqa", `[{"_id":"x","question":"q","answer":"a","supporting_facts":[["T",0]]}]`, "{\"answer\":{\"x\":\"a\"},\n\"sp\":{\"x\":[", nil, "pred:2: "},
		{"retrieval", twoClaims, feverPred, score.ErrPredictions, "pred:1: "},
		{"retrieval", twoClaims, "not JSON at all\n", score.ErrPredictions, "pred:1: "},
		{"retrieval", twoClaims, "id,titles\n1,A | B\n", score.ErrPredictions, "pred:1: "},
		{"retrieval", `{"id":1,"claim":"no pages here"}`, `{"id":1,"retrieved":[]}`, score.ErrNoGold, ""},
		{"labels", fever, `{"id":1,"retrieved":[]}`, score.ErrPredictions, "pred:1: "},
		{"labels", `{"id":1,"question":"who?"}`, feverPred, score.ErrNoGold, ""},
	} {
		_, err := score.Run(context.Background(), c.task, text("gold", c.gold), text("pred", c.pred), score.Options{})
		if c.want == nil && c.place == "" {
			if err != nil {
				t.Errorf("%s of %q: %v, want no error: one record is readable", c.task, c.pred, err)
			}
			continue
		}
		if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.place) {
			t.Errorf("%s of %q against %q: error %v, want %v at %q", c.task, c.pred, c.gold, err, c.want, c.place)
		}
	}
}

func TestForeignLabels(t *testing.T) {
	r, err := score.Run(context.Background(), "fever", text("gold", `{"id":1,"claim":"c","label":"SUPPORTS","evidence":[[[1,2,"P",0]]]}`),
		text("pred", `{"id":1,"predicted_label":"SUPPORTED","predicted_evidence":[["P",0]]}`), score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	own := r.Find("bridgehop")
	if n, _ := own.Note("foreign_labels"); n != 1 {
		t.Errorf("foreign_labels = %v, want 1", n)
	}
	if list, _ := own.Note("label_problems"); !strings.HasPrefix(fmt.Sprint(list), `[pred:1: label "SUPPORTED"`) {
		t.Errorf("label_problems = %v, want the place and the label", list)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := score.Run(ctx, "retrieval", text("gold", twoClaims), text("pred", `{"id":"a","retrieved":[]}`), score.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
}

// The same files give the same bytes, and the JSON is one object with the names.
func TestReportJSON(t *testing.T) {
	pred := `{"id":"a","retrieved":["Old Mill"]}`
	marshal := func() string {
		r, err := score.Run(context.Background(), "retrieval", text("gold", twoClaims), text("pred", pred), score.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	one := marshal()
	if two := marshal(); one != two {
		t.Errorf("second run differs:\n%s\n%s", one, two)
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(one), &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"task", "r@2", "all_gold@20", "mrr", "intervals", "by", "claims", "missing_ids"} {
		if fields[name] == nil {
			t.Errorf("%s has no %q", one, name)
		}
	}
}

// Many predictions are scored in bounded memory: what is kept does not grow with them.
func TestManyPredictions(t *testing.T) {
	n := 50_000
	if testing.Short() {
		n = 20_000
	}
	gold, goldIn := io.Pipe()
	pred, predIn := io.Pipe()
	go func() {
		for i := range n {
			fmt.Fprintf(goldIn, `{"id":%d,"claim":"c","label":"SUPPORTS","evidence":[[[1,2,"P",%d]]]}`+"\n", i, i%7)
		}
		goldIn.Close()
	}()
	go func() {
		for i := range n {
			fmt.Fprintf(predIn, `{"id":%d,"predicted_label":"SUPPORTS","predicted_evidence":[["P",%d]]}`+"\n", i, i%14)
		}
		predIn.Close()
	}()
	r, err := score.Run(context.Background(), "fever", score.File{Name: "gold", Reader: gold}, score.File{Name: "pred", Reader: pred}, score.Options{Resamples: 50})
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for i := range n {
		if i%7 == i%14 {
			want++
		}
	}
	row, _ := r.Row("fever_score")
	if math.Abs(row.Value-want/float64(n)) > 1e-12 || row.N != n {
		t.Errorf("fever_score = %v of %d, want %v of %d", row.Value, row.N, want/float64(n), n)
	}
	if spread := row.High - row.Low; spread <= 0 || spread > 0.05 {
		t.Errorf("interval is %v wide, want a narrow one", spread)
	}
}
