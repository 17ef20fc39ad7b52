package study_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// graphs are the gold graphs of a file's text, by id.
func graphs(t *testing.T, file string) map[string]*study.Graph {
	t.Helper()
	r, err := claims.NewReader(strings.NewReader(file), "in")
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
	out := map[string]*study.Graph{}
	for _, g := range study.Gold(all) {
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
	got := graphs(t, file)
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
	got := graphs(t, file)
	for id, want := range map[string]string{"g4": "star4", "h4": "star4", "i4": "path4"} {
		if g := got[id]; g.Shape() != want {
			t.Errorf("claim %s: %v of %v, want %s", id, g.Shapes, g.Edges, want)
		}
	}
}

func TestGoldOfFiles(t *testing.T) {
	musique := `{"id":"4hop2__1","question":"q","paragraphs":[{"idx":1,"title":"A","paragraph_text":"a","is_supporting":true},{"idx":2,"title":"B","paragraph_text":"b","is_supporting":true},{"idx":3,"title":"C","paragraph_text":"c","is_supporting":true},{"idx":4,"title":"C","paragraph_text":"d","is_supporting":true}],"question_decomposition":[{"question":"x","answer":"C","paragraph_support_idx":1},{"question":"y","answer":"salt","paragraph_support_idx":2},{"question":"#1 and #2?","answer":"z","paragraph_support_idx":3},{"question":"#3?","answer":"w","paragraph_support_idx":4}]}`
	g := graphs(t, musique)["4hop2__1"]
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
	if g = graphs(t, own)["1"]; g.Shape() != "star4" || g.Shapes[0].Confidence < 0.95 {
		t.Errorf("annotated: %v, want star4 for sure", g.Shapes)
	}
}

// Edges that a file lists are the graph, if they are a tree; a cycle of them leaves the claim without a shape, and so do too few.
func TestAnnotatedEdges(t *testing.T) {
	for _, c := range []struct {
		name, edges, shape, cycle string
	}{
		{"a path against the wording", `["A","C"],["C","B"],["B","D"]`, "path4", ""},
		{"an edge twice", `["A","B"],["B","A"],["A","C"],["D","A"]`, "star4", ""},
		{"a cycle", `["A","B"],["B","C"],["C","A"],["C","D"]`, "", "A - B - C - A"},
		{"a cycle of all", `["A","B"],["B","C"],["C","D"],["A","D"]`, "", "A - B - C - D - A"},
		{"too few", `["A","B"]`, "", ""},
	} {
		file := `{"id":1,"claim":"A, B, C and D.","label":"SUPPORTS","challenge":"x","edges":[` + c.edges +
			`],"evidence":[{"content":["A_sentence_0","B_sentence_0","C_sentence_0","D_sentence_0"],"context":{}}]}`
		g := graphs(t, file)["1"]
		if g.Shape() != c.shape || strings.Join(g.Cycle, " - ") != c.cycle {
			t.Errorf("%s: %v, cycle %v, want %q, %q", c.name, g.Shapes, g.Cycle, c.shape, c.cycle)
		}
		if n := len(g.Tree()); (n == 3) != (c.shape != "") {
			t.Errorf("%s: a tree of %d edges", c.name, n)
		}
	}
}

// Two pages are joined by the claim alone. Three have one shape and, as nothing tells it, no tree; four have no shape.
func TestGoldUntold(t *testing.T) {
	pages := []string{"A", "B", "C", "D"}
	for n, want := range []struct {
		shape, position string
		edges           int
	}{{"single", "only", 0}, {"2", "end", 1}, {"3", "only", 0}, {"", "only", 0}} {
		facts := `["` + strings.Join(pages[:n+1], `",0],["`) + `",0]`
		g := graphs(t, `{"id":7,"claim":"c","label":"SUPPORTS","supporting_facts":[`+facts+`]}`)["7"]
		if g.Shape() != want.shape || g.Position("A") != want.position || len(g.Edges) != want.edges {
			t.Errorf("%d pages: %q, A is %s, edges %v, want %v", n+1, g.Shape(), g.Position("A"), g.Edges, want)
		}
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
