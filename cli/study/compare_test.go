package study_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// path is a gold graph A - B - C - D of which the claim names the ends.
func path(id, family string) *study.Graph {
	g := &study.Graph{ID: claims.TextID(id), Family: family, Label: "SUPPORTED", Pages: []string{"A", "B", "C", "D"}, Named: []string{"A", "D"},
		Edges: []study.Edge{edge("A", "B", 0.99), edge("B", "C", 0.99), edge("C", "D", 0.99)}}
	g.Settle()
	return g
}

func found(t *testing.T, lines string) map[string]*study.Found {
	t.Helper()
	all, bad, err := study.ReadLines(file(t, lines), study.DecodeFound)
	if err != nil || len(bad) > 0 {
		t.Fatal(bad, err)
	}
	out := map[string]*study.Found{}
	for _, f := range all {
		out[f.ID.Key()] = f
	}
	return out
}

// file is one of this text.
func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pred.jsonl")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

const hopLine = `{"id":"p","claim":"a b","chains":[{"shape":"3","pages":["B","A","C"],"links":[{"from":"A","to":"B","anchor":"x","kind":"in-link"},{"from":"A","to":"C","anchor":"y","kind":"out-link"}]},{"shape":"single","pages":["Z"],"links":[]}],"retrieved":[{"page":"A"},{"page":"b"},{"page":"X"},{"page":"C"},{"page":"Y"},{"page":"D"}]}`

func TestCompare(t *testing.T) {
	c := study.Compare([]*study.Graph{path("p", "")}, found(t, hopLine), 1)
	x := c.Cases[0]
	if got := x.NodeF1(); got != 6.0/7 {
		t.Errorf("node F1 %v, want 6/7: three pages of four, none wrong", got)
	}
	if got := x.EdgeF1(); got != 2.0/5 {
		t.Errorf("edge F1 %v, want 2/5: A-B of A-B and A-C, against three", got)
	}
	if got := x.Edits(); got != 4 {
		t.Errorf("%d edits, want 4: add D, B-C and C-D, take A-C away", got)
	}
	shapes := c.ByShape()
	for measure, want := range map[string]float64{"all_gold@5": 0, "all_gold@10": 1, "same_shape": 0, "all_pages_in_chain": 0} {
		if row, ok := shapes.Find(measure, "path4"); !ok || row.Value != want || row.N != 1 {
			t.Errorf("%s = %+v, want %v over 1 claim", measure, row, want)
		}
	}
	if row, ok := c.ByPlace().Find("recall@5", "end, named"); !ok || row.Value != 0.5 {
		t.Errorf("named ends among the first 5: %+v, want A and not D", row)
	}
	if row, ok := c.Confusion().Find("claims", "path4", "3"); !ok || row.Value != 1 || row.N != 1 {
		t.Errorf("confusion %+v, want one path4 taken for 3", row)
	}
}

// Two passages may share a title: each is found for itself, by its fingerprint where the answer has them.
func TestTwoPagesOfATitle(t *testing.T) {
	gold := func(passages ...string) []*study.Graph {
		g := &study.Graph{ID: claims.TextID("p"), Pages: []string{"A", "C", "C #2"}, Passages: passages,
			Edges: []study.Edge{edge("A", "C", 0.99), edge("C", "C #2", 0.99)}}
		g.Settle()
		return []*study.Graph{g}
	}
	chain := `{"id":"p","claim":"c","chains":[{"shape":"3","pages":["A","C","C"],"links":[{"from":"A","to":"C","kind":"out-link"},{"from":"C","to":"C","kind":"mention"}]}],"retrieved":[`
	for _, c := range []struct {
		name, retrieved string
		gold            []*study.Graph
		recall          float64
	}{
		{"by title", `{"page":"C"},{"page":"A"},{"page":"C"}`, gold(), 1},
		{"by title, one of them", `{"page":"C"},{"page":"A"}`, gold(), 0},
		{"by passage", `{"page":"C","passage":"c2"},{"page":"A","passage":"a"},{"page":"C","passage":"c1"}`, gold("a", "c1", "c2"), 1},
		{"another passage of the title", `{"page":"C","passage":"c2"},{"page":"A","passage":"a"},{"page":"C","passage":"x"}`, gold("a", "c1", "c2"), 0},
		{"passages of the gold graph alone", `{"page":"C"},{"page":"A"},{"page":"C"}`, gold("a", "c1", "c2"), 1},
	} {
		p := study.Compare(c.gold, found(t, chain+c.retrieved+"]}"), 1)
		if row, ok := p.ByShape().Find("all_gold@5", "all"); !ok || row.Value != c.recall {
			t.Errorf("%s: all_gold@5 = %+v, want %v", c.name, row, c.recall)
		}
		if x := p.Cases[0]; x.NodeF1() != 1 || x.EdgeF1() != 1 || x.Edits() != 0 {
			t.Errorf("%s: node F1 %v, edge F1 %v, %d edits, want the gold chain", c.name, x.NodeF1(), x.EdgeF1(), x.Edits())
		}
	}
}

// A claim without an answer counts as one that nothing was found for, and is told.
func TestCompareWithoutAnswer(t *testing.T) {
	c := study.Compare([]*study.Graph{path("p", ""), path("q", "")}, found(t, hopLine), 1)
	if row, _ := c.ByShape().Find("node_f1", "all"); row.Value != 3.0/7 || row.N != 2 {
		t.Errorf("node F1 %+v, want 3/7 over 2", row)
	}
	if row, ok := c.ByShape().Find("without_answer", "all"); !ok || row.N != 1 {
		t.Errorf("without_answer %+v, want 1", row)
	}
}

func TestVerdictsAreCompared(t *testing.T) {
	pred := `{"id":"p","claim":"c","label":"SUPPORTED","predicted_label":"SUPPORTED","chain":{"shape":"single","pages":["A"],"links":[]}}
{"id":"q","claim":"c","predicted_label":"NOT_SUPPORTED","chain":null}`
	c := study.Compare([]*study.Graph{path("p", ""), path("q", "")}, found(t, pred), 1)
	if row, ok := c.ByShape().Find("label_accuracy", "path4"); !ok || row.Value != 0.5 || row.N != 2 {
		t.Errorf("accuracy %+v, want 1/2", row)
	}
	if _, ok := c.ByShape().Find("all_gold@5", "path4"); ok {
		t.Error("verify's answers have no ranked list, but recall is told")
	}
}

// Graphs are JSON lines that come back as they were written.
func TestWrite(t *testing.T) {
	var one, two bytes.Buffer
	if err := study.WriteLines(&one, []*study.Graph{path("p", "f")}); err != nil {
		t.Fatal(err)
	}
	g := &study.Graph{}
	if err := json.Unmarshal(one.Bytes(), g); err != nil {
		t.Fatal(err)
	}
	if err := study.WriteLines(&two, []*study.Graph{g}); err != nil {
		t.Fatal(err)
	}
	if two.String() != one.String() {
		t.Errorf("read and written again: %s, want %s", two.String(), one.String())
	}
}
