package study_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// graphs are the gold graphs of a file's text, by id.
func graphs(t *testing.T, s study.Store, file string) map[string]*study.Graph {
	t.Helper()
	r, err := claims.NewReader(strings.NewReader(file), "in", claims.Auto)
	if err != nil {
		t.Fatal(err)
	}
	var all []*claims.Claim
	for c, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	got, err := study.Gold(context.Background(), all, s)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*study.Graph{}
	for _, g := range got {
		out[g.ID.Key()] = g
	}
	return out
}

func hover(id, family, claim string, pages ...string) string {
	facts := make([]string, len(pages))
	for i, p := range pages {
		facts[i] = `["` + p + `",0]`
	}
	return `{"uid":"` + id + `","claim":"` + claim + `","supporting_facts":[` + strings.Join(facts, ",") + `],"label":"SUPPORTED","num_hops":` + string(rune('0'+len(pages))) + `,"hpqa_id":"` + family + `"}`
}

// A family grown as HoVer's: the page whose title left the claim is the one that the new page was appended to.
func TestGrowth(t *testing.T) {
	file := "[" + strings.Join([]string{
		hover("2", "f", "Ada Holm designed Skerry Light.", "Skerry Light", "Ada Holm"),
		hover("3", "f", "The founder of the Bee Club designed Skerry Light.", "Skerry Light", "Ada Holm", "Bee Club"),
		hover("4a", "f", "The founder of the Bee Club designed the tower that Otter Sound is lit by.", "Skerry Light", "Ada Holm", "Bee Club", "Otter Sound"),
		hover("4b", "f", "The founder of the society that Lund Hall houses designed Skerry Light.", "Skerry Light", "Ada Holm", "Bee Club", "Lund Hall"),
		hover("4c", "f", "The founder of the Bee Club, born where the Varde Fair is held, designed Skerry Light.", "Skerry Light", "Ada Holm", "Bee Club", "Varde Fair"),
	}, ",") + "]"
	got := graphs(t, nil, file)
	for _, c := range []struct {
		id, shape, at string // the page that the last one was joined to
	}{{"2", "2", "Skerry Light"}, {"3", "3", "Ada Holm"}, {"4a", "path4", "Skerry Light"}, {"4b", "path4", "Bee Club"},
		{"4c", "star4", "Ada Holm"}} {
		g := got[c.id]
		last := g.Pages[len(g.Pages)-1]
		joined := func(e study.Edge) bool { return e.From == c.at && e.To == last || e.From == last && e.To == c.at }
		if g.Shape() != c.shape || !slices.ContainsFunc(g.Tree(), joined) {
			t.Errorf("claim %s: %v, tree %v, want %s, grown at %s", c.id, g.Shapes, g.Tree(), c.shape, c.at)
		}
	}
	if p := got["3"].Position("Ada Holm"); p != "middle" {
		t.Errorf("Ada Holm is %s of three, want middle", p)
	}
	if e := got["4a"].Tree()[1]; e.Source != study.Family {
		t.Errorf("edge %+v, want one of the family", e)
	}
	if n := got["3"].Named; len(n) != 2 || n[0] != "Skerry Light" {
		t.Errorf("named %v, want Skerry Light and Bee Club", n)
	}
}

// Where nothing tells to which of the first two pages the third was joined, a fourth page that took no title out still makes a star
// around one of them. A title with a word less is named, and one whose own word is missing isn't.
func TestGrowthByWords(t *testing.T) {
	file := "[" + strings.Join([]string{
		hover("g3", "g", "The engineer whom the Bee Club knows designed a tower.", "Skerry Light", "Ada Holm", "Bee Club"),
		hover("g4", "g", "The engineer whom the Bee Club knows, born where the Varde Fair is held, designed a tower.", "Skerry Light", "Ada Holm", "Bee Club", "Varde Fair"),
		hover("h3", "h", "The founder of the Bee Club designed Skerry Rock Light.", "Skerry Rock Light", "Ada Holm", "Bee Club"),
		hover("h4", "h", "The founder of the Bee Club, born where the Varde Fair is held, designed the Skerry Light.", "Skerry Rock Light", "Ada Holm", "Bee Club", "Varde Fair"),
		hover("i3", "i", "The club of a designer lit Skerry Rock Light in 1907.", "Skerry Rock Light", "Ada Holm", "Holm Rock Light"),
		hover("i4", "i", "The club of a designer lit the light on a rock, the light of Otter Sound.", "Skerry Rock Light", "Ada Holm", "Holm Rock Light", "Otter Sound"),
	}, ",") + "]"
	got := graphs(t, nil, file)
	for id, want := range map[string]string{"g4": "star4", "h4": "star4", "i4": "path4"} {
		if g := got[id]; g.Shape() != want {
			t.Errorf("claim %s: %v of %v, want %s", id, g.Shapes, g.Edges, want)
		}
	}
}

func TestGoldOfFiles(t *testing.T) {
	musique := `{"id":"4hop2__1","question":"q","paragraphs":[{"idx":1,"title":"A","paragraph_text":"a","is_supporting":true},{"idx":2,"title":"B","paragraph_text":"b","is_supporting":true},{"idx":3,"title":"C","paragraph_text":"c","is_supporting":true},{"idx":4,"title":"C","paragraph_text":"d","is_supporting":true}],"question_decomposition":[{"question":"x","answer":"C","paragraph_support_idx":1},{"question":"y","answer":"salt","paragraph_support_idx":2},{"question":"#1 and #2?","answer":"z","paragraph_support_idx":3},{"question":"#3?","answer":"w","paragraph_support_idx":4}]}`
	g := graphs(t, nil, musique)["4hop2__1"]
	if g.Shape() != "star4" || g.Position("C") != "centre" {
		t.Errorf("MuSiQue: %v, C is %s, want a star around C", g.Shapes, g.Position("C"))
	}
	if g.Pages[3] != "C #2" {
		t.Errorf("pages %v, want the second C told apart", g.Pages)
	}
	for _, e := range g.Tree() {
		if e.To == "C" && e.From == "B" && (e.Kind != study.SharedTarget || e.Via != "salt") {
			t.Errorf("edge %+v, want a shared target, salt", e)
		}
	}

	own := `{"id":1,"claim":"c","label":"SUPPORTS","evidence":[{"content":["A_sentence_0","B_sentence_0","C_sentence_0","D_sentence_0"],"context":{}}],"shape":"star4","edges":[["A","B"],["A","C"],["D","A"]],"challenge":"x"}`
	if g = graphs(t, nil, own)["1"]; g.Shape() != "star4" || g.Shapes[0].Confidence < 0.95 {
		t.Errorf("annotated: %v, want star4 for sure", g.Shapes)
	}
}

// Edges that a file lists are the graph, if they are a tree; a cycle of them leaves the claim without a shape; too few leave the rest
// to the rule.
func TestAnnotatedEdges(t *testing.T) {
	for _, c := range []struct {
		name, edges, shape, cycle string
	}{
		{"a path against the wording", `["A","C"],["C","B"],["B","D"]`, "path4", ""},
		{"an edge twice", `["A","B"],["B","A"],["A","C"],["D","A"]`, "star4", ""},
		{"a cycle", `["A","B"],["B","C"],["C","A"],["C","D"]`, "", "A - B - C - A"},
		{"a cycle of all", `["A","B"],["B","C"],["C","D"],["A","D"]`, "", "A - B - C - D - A"},
		{"too few", `["A","B"]`, "path4", ""},
	} {
		file := `{"id":1,"claim":"A, B, C and D.","label":"SUPPORTS","challenge":"x","edges":[` + c.edges +
			`],"evidence":[{"content":["A_sentence_0","B_sentence_0","C_sentence_0","D_sentence_0"],"context":{}}]}`
		g := graphs(t, nil, file)["1"]
		if g.Shape() != c.shape || strings.Join(g.Cycle, " - ") != c.cycle {
			t.Errorf("%s: %v, cycle %v, want %q, %q", c.name, g.Shapes, g.Cycle, c.shape, c.cycle)
		}
		if n := len(g.Tree()); (n == 3) != (c.cycle == "") {
			t.Errorf("%s: a tree of %d edges", c.name, n)
		}
	}
}

// A store gives hyperlinks in their direction. What nothing joins is joined so that there is a tree.
func TestGoldOfStore(t *testing.T) {
	m := graphtest.Store(t)
	ctx := context.Background()
	pages := []*graph.Page{
		{Title: "Skerry Light", Sentences: []graph.Sentence{{Text: "Designed by Ada Holm.", Links: []graph.Hyperlink{{Anchor: "Ada Holm", Target: "Ada Holm"}}}}},
		{Title: "Ada Holm", Sentences: []graph.Sentence{{Text: "Born in a port.", Links: []graph.Hyperlink{{Anchor: "a port", Target: "Varde"}}}}},
		{Title: "Nils Berg", Sentences: []graph.Sentence{{Text: "Sailed from a port.", Links: []graph.Hyperlink{{Anchor: "a port", Target: "Varde"}}}}},
	}
	if _, err := m.Put(ctx, &graph.Batch{Load: "l", Pages: pages}); err != nil {
		t.Fatal(err)
	}
	if err := m.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	file := `{"id":7,"claim":"A sailor and an engineer.","label":"SUPPORTS","challenge":"x","evidence":[{"content":["Ada Holm_sentence_0","Skerry Light_sentence_0","Nils Berg_sentence_0"],"context":{}}]}`
	g := graphs(t, m, file)["7"]
	kinds := map[string]study.Kind{}
	for _, e := range g.Tree() {
		kinds[e.From+">"+e.To] = e.Kind
	}
	if kinds["Skerry Light>Ada Holm"] != study.InLink || kinds["Ada Holm>Nils Berg"] != study.ClaimOnly {
		t.Errorf("edges %+v, want an in-link of Ada Holm, and one that nothing shows", g.Tree())
	}
	if g.Position("Ada Holm") != "middle" {
		t.Errorf("Ada Holm is %s, want middle", g.Position("Ada Holm"))
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		text, title string
		want        bool
	}{
		{"Age of Chance and Vector were rock bands.", "Vector (band)", true},
		{"Home of royal spoonbills.", "Royal spoonbill", true},
		{"the lighthouse of Skerry", "Skerry Light", false},
		{"Peter Kay's Car Share was filmed.", "Peter Kay's Car Share", true},
		{"A hand.", "The Hand", true},
		{"Handsome.", "The Hand", false},
	} {
		if got := study.Names(c.text, c.title); got != c.want {
			t.Errorf("Names(%q, %q) = %v, want %v", c.text, c.title, got, c.want)
		}
	}
}
