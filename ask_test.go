package bridgehop_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
)

// A question is answered by what it doesn't name, and one of no known word gets a reason.
func TestAsk(t *testing.T) {
	e, err := bridgehop.Open(t.Context(), store, bridgehop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, test := range []struct{ question, want string }{
		{"Where was the engineer who designed Skarn Point Light born?", "Saint-Évrard"},
		{"Who designed Skarn Point Light?", "Étienne Carvel"},
		{"Who designed the granite tower of Skarn Point Light?", "Étienne Carvel"},
		{"Xyzzy plugh?", ""},
	} {
		a, err := e.Ask(t.Context(), test.question)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(a.Answers) > 0 {
			got = a.Answers[0].Text
		}
		if got != test.want || (got == "") != (a.Reason != "") || (got == "") != (a.Chain() == nil) {
			t.Errorf("%s: %q, reason %q; want %q", test.question, got, a.Reason, test.want)
		}
	}
	for _, question := range []string{"Which is older, Xyzzy or Plugh?", "Are both Xyzzy and Plugh towers?"} { // a choice, but no chain
		if a, err := e.AskWithin(t.Context(), question, nil); err != nil || len(a.Answers) > 0 || a.Chain() != nil || a.Reason == "" {
			t.Errorf("%s without pages: %+v, %v", question, a, err)
		}
	}
	if _, err := e.Ask(t.Context(), " "); !errors.Is(err, hop.ErrEmptyClaim) {
		t.Errorf("an empty question: %v", err)
	}
}

// Over whole articles a question is answered by the page that its subject describes.
func TestAskNamed(t *testing.T) {
	article := func(title string, first ...string) *graph.Page {
		p := &graph.Page{Title: title}
		for i := range 2 * graph.ArticleElements {
			text := fmt.Sprintf("It was visited by %d people in the year %d.", 100+i, 1900+i)
			if i < len(first) {
				text = first[i]
			}
			p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: text})
		}
		return p
	}
	tower := article("Tarn Tower", "Tarn Tower is a tower in Vellmark.", "Tarn Tower was designed by Ada Holm.")
	tower.Sentences[1].Links = []graph.Hyperlink{{Anchor: "Ada Holm", Target: "Ada Holm"}}
	e := openWith(t, tower, article("Ada Holm", "Ada Holm was an architect.", "Ada Holm was born in Kestle."),
		article("Per Dal", "Per Dal was an architect, born in Tarn."))
	a, err := e.Ask(t.Context(), "Where was the architect who designed Tarn Tower born?")
	if err != nil || len(a.Answers) == 0 || a.Answers[0].Text != "Kestle" || a.Question != "Where was the architect who designed Tarn Tower born?" {
		t.Fatalf("%+v, %v; want Kestle", a, err)
	}
	if c := a.Chain(); len(c.Steps) != 2 || c.Title(c.Steps[0].Page) != "Tarn Tower" || c.Steps[1].Edge != hop.EdgeOut {
		t.Errorf("chain %+v, want Tarn Tower and the link to Ada Holm", a.Chain().Steps)
	}
}

// Over introductions a question that one page answers is answered by it, another one by a chain.
func TestAskOne(t *testing.T) {
	bridge := intro("Varde Bridge", "Varde Bridge is a bridge in Skagen that was designed by Ida Holm.")
	bridge.Sentences[0].Links = []graph.Hyperlink{{Anchor: "Ida Holm", Target: "Ida Holm"}}
	e := openWith(t, bridge, intro("Ida Holm", "Ida Holm was an engineer.", "She was born in Kestle in 1871."),
		intro("Skagen", "Skagen is a town with a harbour."), intro("Per Dal", "Per Dal designed bridges in Skagen."))
	for _, test := range []struct {
		question, want string
		pages          int
	}{
		{"Who designed Varde Bridge?", "Ida Holm", 1},
		{"Where was Ida Holm born?", "Kestle", 1},
		{"Where was the engineer who designed Varde Bridge born?", "Kestle", 2},
	} {
		a, err := e.Ask(t.Context(), test.question)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Answers) == 0 || a.Answers[0].Text != test.want || len(a.Chain().Steps) != test.pages {
			t.Errorf("%s: %+v, %s; want %s by %d pages", test.question, a.Answers, a.Reason, test.want, test.pages)
		}
	}
}

// intro returns a page of some sentences.
func intro(title string, texts ...string) *graph.Page {
	p := &graph.Page{Title: title}
	for i, text := range texts {
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: text})
	}
	return p
}

// openWith opens a store of some pages.
func openWith(t *testing.T, pages ...*graph.Page) *bridgehop.Engine {
	t.Helper()
	dir := t.TempDir()
	s, err := pebble.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Put(t.Context(), &graph.Batch{Load: "1", Pages: pages})
	if err = errors.Join(err, s.Finish(t.Context())); err == nil {
		err = text.Build(t.Context(), filepath.Join(dir, "text"), s, text.Options{})
	}
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	e, err := bridgehop.Open(t.Context(), dir, bridgehop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// Cells answer by their headers, counts by their sentence, and yes or no by the verdict. Each right answer has one chain that cites it, of
// one page where one has all the words of the question.
func TestAskVerifiedAndCells(t *testing.T) {
	e, err := bridgehop.Open(t.Context(), store, bridgehop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	right := 0
	for _, test := range []struct {
		question, want string
		pages          int
	}{
		{"How tall is Skarn Point Light?", "34 m", 1},
		{"How many lighthouses are on Hrafney?", "two", 0},
		{"What is the area of Hrafney?", "61 km²", 1},
		{"How many seats does the Lantern Hall have?", "1,240", 1},
		{"Who was the producer of 99 Fathoms?", "Wanda Lis", 1},
		{"How many titles has Łomna Town won in the Sound League?", "8", 1},
		{"How many clubs are in the Sound League?", "eight", 1},
		{"Is Mount Sorrel the highest mountain in Vellmark?", "yes", 0},
		{"Did Łomna Town win the Sound Cup of 1988?", "no", 0},
		{"Was Hanna Tilley born in Kestle?", "no", 0},
	} {
		a, err := e.Ask(t.Context(), test.question)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Answers) == 0 || !strings.EqualFold(a.Answers[0].Text, test.want) {
			t.Logf("%s no %s: %+v %s", test.question, test.want, a.Answers[:min(1, len(a.Answers))], a.Reason)
			continue
		}
		right++
		c := a.Chain()
		if !slices.ContainsFunc(c.Evidence, func(o hop.Evidence) bool { return o.Ref == a.Answers[0].Ref }) ||
			test.pages > 0 && len(c.Steps) != test.pages {
			t.Errorf("%s: %d pages, evidence %v, not %v", test.question, len(c.Steps), c.Evidence, a.Answers[0].Ref)
		}
	}
	if right < 8 {
		t.Errorf("%d of 10 are right, want 8", right)
	}
}
