package bridgehop_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/testdata/wiki"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

const carvel = "The engineer who designed Skarn Point Light was born in Saint-Évrard."

// store is the shipped wiki, loaded.
var store string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "bridgehop-engine-")
	if err == nil {
		store = filepath.Join(dir, "wiki.bridgehop")
		err = load(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if _, err := onnx.FindLibrary(); err != nil && os.Getenv("CI") == "" {
		fmt.Fprintln(os.Stderr, "no ONNX Runtime, so no verdicts: `bridgehop setup` fetches it")
		if err := flag.Set("test.skip", "Verif|Judge|Explain"); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// load makes the store of the shipped wiki.
func load(dir string) error {
	for _, name := range []string{wiki.Pages, wiki.Redirects} {
		b, err := wiki.Files.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o644)
		}
		if err != nil {
			return err
		}
	}
	sources, err := loader.Open([]string{filepath.Join(dir, wiki.Pages)}, loader.Input{Format: "feverous", Redirects: filepath.Join(dir, wiki.Redirects)})
	if err != nil {
		return err
	}
	s, err := pebble.Create(store)
	if err != nil {
		return err
	}
	ctx := context.Background()
	if _, err = loader.Load(ctx, s, sources, loader.Options{}); err == nil {
		err = text.Build(ctx, filepath.Join(store, "text"), s, text.Options{})
	}
	return errors.Join(err, s.Close())
}

func open(t *testing.T, o bridgehop.Options) *bridgehop.Engine {
	t.Helper()
	e, err := bridgehop.Open(t.Context(), store, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func ExampleEngine_Verify() {
	ctx := context.Background()
	e, err := bridgehop.Open(ctx, store, bridgehop.Options{}) // a folder that bridgehop load made
	if err != nil {
		panic(err)
	}
	defer e.Close()
	answer, err := e.Verify(ctx, "The engineer who designed Skarn Point Light was born in Saint-Évrard.")
	if err != nil {
		panic(err)
	}
	fmt.Println(answer)
	for _, e := range answer.Read() {
		fmt.Println(e.Text)
	}
	// Output:
	// SUPPORTS
	// The granite tower was designed by Étienne Carvel and was his first work for the Sound Lights Board.
	// Skarn Point Light is a lighthouse on the mainland shore of Orrin Sound, seven kilometres north of Dunmarrow.
	// 9 March 1829, Saint-Évrard
	// The engineer Étienne Carvel was born in Saint-Évrard in 1829 and is buried in the sailors' churchyard.
	// He was born in Saint-Évrard, the son of a stonemason, and never lost his fear of small boats.
	// His only child, Maud Carvel, became an engineer against his wishes.
}

func TestChainsHoldTheirWords(t *testing.T) {
	found, err := open(t, bridgehop.Options{}).Chains(t.Context(), carvel)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Chains) != 5 || len(found.Retrieved) != 20 {
		t.Fatalf("%d chains and %d pages, want 5 and 20", len(found.Chains), len(found.Retrieved))
	}
	c := &found.Chains[0]
	cited := c.Cited(c.Evidence)
	if len(cited) != len(c.Evidence) {
		t.Errorf("%d of %d cited elements have words", len(cited), len(c.Evidence))
	}
	for _, e := range cited {
		if e.Text == "" || e.Page.ID() != e.Evidence.Page {
			t.Errorf("%s: %q of %s", e.Address(), e.Text, e.Page.Title)
		}
	}
	few, err := open(t, bridgehop.Options{MaxPages: 1, Chains: 2}).Chains(t.Context(), carvel)
	if err != nil || len(few.Chains) != 2 || len(few.Chains[0].Steps) != 1 {
		t.Errorf("two chains of one page: %v, %v", few, err)
	}
}

// Answers come in the order of the claims, each with its own error, and are those of Verify.
func TestVerifyAll(t *testing.T) {
	e := open(t, bridgehop.Options{})
	claims := []string{carvel, "", "Who designed Skarn Point Light?", "Skarn Point Light is a bridge.", carvel}
	n := 0
	for a, err := range e.VerifyAll(t.Context(), slices.Values(claims)) {
		claim := claims[n]
		n++
		if claim == "" {
			if !errors.Is(err, hop.ErrEmptyClaim) {
				t.Errorf("no words: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		alone, err := e.Verify(t.Context(), claim)
		if err != nil || a.Claim != claim || a.Probabilities != alone.Probabilities || a.Label != alone.Label {
			t.Errorf("%s: %s %v, alone %v, %v", claim, a, a.Probabilities, alone, err)
		}
		if question := n == 3; question != (a.Form == english.Question) || question && a.Label != label.NotEnoughInfo {
			t.Errorf("%s: %s, %s", claim, a.Form, a)
		}
	}
	if n != len(claims) {
		t.Errorf("%d answers to %d claims", n, len(claims))
	}
}

// A claim that describes a page is judged by that page, on a chain from the page that names it.
func TestVerifyThroughBridge(t *testing.T) {
	e := open(t, bridgehop.Options{})
	for claim, want := range map[string]string{
		"The director of the film Wolf Ledge was born in 1939.": "SUPPORTS Edmund Lavasse was born in 1939.",
		"The director of the film Wolf Ledge was born in 1950.": "REFUTES Edmund Lavasse was born in 1950.",
	} {
		a, err := e.Verify(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		if a.Bridge == nil || a.String()+" "+a.Bridge.Claim() != want {
			t.Errorf("%s: %s by %v, want %s", claim, a, a.Bridge, want)
			continue
		}
		steps := a.Chain.Steps
		if len(steps) != 2 || steps[1].Page != a.Bridge.Page || steps[1].Edge != hop.EdgeOut || !steps[1].Described || a.Read()[0].Page.ID() != steps[0].Page {
			t.Errorf("%s: chain %+v, read %+v", claim, steps, a.Read())
		}
		if b, err := a.Explain(t.Context()); err != nil || b.Label != a.Best() || !b.Pages[1].Bridge {
			t.Errorf("%s: explained by %+v, %v", claim, b, err)
		}
	}
	a, err := e.Verify(t.Context(), "Henri Lavasse is the director of the film Wolf Ledge.")
	if err != nil || a.Bridge == nil || a.Bridge.Title != "Edmund Lavasse" || a.Bridge.Is != "Henri Lavasse" || a.String() != "REFUTES" || len(a.Chain.Steps) != 2 {
		t.Errorf("another director: %s by %v, %v", a, a.Bridge, err)
	}
	for _, claim := range []string{
		"Edmund Lavasse is the director of the film Wolf Ledge.",
		"The population of Łomna is below 400,000.", // a property has no page
		"Edmund Lavasse was born in 1939.",
	} {
		if a, err := e.Verify(t.Context(), claim); err != nil || a.Bridge != nil {
			t.Errorf("%s: by %v, %v", claim, a.Bridge, err)
		}
	}
	if a, err := open(t, bridgehop.Options{TFIDF: true}).Verify(t.Context(), "The director of the film Wolf Ledge was born in 1939."); err != nil || a.Bridge != nil {
		t.Errorf("with a retriever: by %v, %v", a.Bridge, err)
	}
}

// The chain of a page that was named for a description has no other page of its name.
func TestVerifyThroughHomonym(t *testing.T) {
	organ := intro("Organ No. 9", "Organ No. 9 was given to the museum by Jon Brandt in 1911.")
	organ.Sentences[0].Links = []graph.Hyperlink{{Anchor: "Jon Brandt", Target: "Jon Brandt (banker)"}}
	banker := intro("Jon Brandt (banker)", "Jon Brandt was a banker and a man of taste.", "He died in 1923.", "He was no relation of the clockmaker.")
	banker.Sentences[2].Links = []graph.Hyperlink{{Anchor: "the clockmaker", Target: "Jon Brandt (clockmaker)"}}
	e := openWith(t, organ, banker, intro("Jon Brandt (clockmaker)", "Jon Brandt (1702–1768) was a clockmaker.", "He died in 1768."))
	for claim, want := range map[string]string{
		"The man who gave Organ No. 9 to the museum died in 1923.": "SUPPORTS",
		"The man who gave Organ No. 9 to the museum died in 1768.": "REFUTES",
	} {
		a, err := e.Verify(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		if a.Bridge == nil || a.String() != want || len(a.Chain.Steps) != 2 {
			t.Errorf("%s: %s by %v on %d pages, want %s", claim, a, a.Bridge, len(a.Chain.Steps), want)
		}
	}
}

// What a description is described by is named before, and so is what a claim says of a thing that it names.
func TestVerifyThroughBridges(t *testing.T) {
	e := open(t, bridgehop.Options{})
	for claim, want := range map[string]struct {
		verdict, inner string
		pages          []string
	}{
		"The grandfather of the director of the film Wolf Ledge studied under Étienne Carvel.": {
			"SUPPORTS Henri Lavasse studied under Étienne Carvel.", "The grandfather of Edmund Lavasse studied under Étienne Carvel.",
			[]string{"Wolf Ledge (film)", "Edmund Lavasse", "Henri Lavasse"},
		},
		"The grandfather of the director of the film Wolf Ledge was born in 1950.": {
			"REFUTES Henri Lavasse was born in 1950.", "The grandfather of Edmund Lavasse was born in 1950.",
			[]string{"Wolf Ledge (film)", "Edmund Lavasse", "Henri Lavasse"},
		},
		"Beatriz Quintal was assisted by the director of the film Wolf Ledge.": {
			"SUPPORTS Beatriz Quintal was assisted by Edmund Lavasse.", "",
			[]string{"Wolf Ledge (film)", "Edmund Lavasse", "Beatriz Quintal"},
		},
	} {
		a, err := e.Verify(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		if a.Bridge == nil || a.String()+" "+a.Bridge.Claim() != want.verdict {
			t.Errorf("%s: %s by %v, want %s", claim, a, a.Bridge, want.verdict)
			continue
		}
		if inner := a.Bridge.Inner; (inner == nil) != (want.inner == "") || inner != nil && inner.Claim() != want.inner {
			t.Errorf("%s: named before: %v, want %q", claim, inner, want.inner)
		}
		var pages []string
		for _, p := range a.Chain.Pages {
			pages = append(pages, p.Title)
		}
		if !slices.Equal(pages, want.pages) || a.Chain.Shape() != "3" {
			t.Errorf("%s: chain %v of shape %s, want %v", claim, pages, a.Chain.Shape(), want.pages)
		}
	}
}

// A claim that says the same of several things is judged by what it says of each.
func TestVerifyInParts(t *testing.T) {
	e := open(t, bridgehop.Options{})
	for claim, want := range map[string]string{
		"Edmund Lavasse and the director of the film Wolf Ledge were both born in 1939.": "SUPPORTS",
		"Étienne Carvel and Edmund Lavasse were both born in 1939.":                      "REFUTES",
	} {
		a, err := e.Verify(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		if a.String() != want || len(a.Parts) != 2 || len(a.JudgedAs()) != 2 || len(a.Read()) == 0 {
			t.Errorf("%s: %s by %v on %v, want %s", claim, a, a.JudgedAs(), a.Read(), want)
			continue
		}
		if of := a.Deciding(); want == "REFUTES" && of.Claim != "Étienne Carvel was born in 1939." {
			t.Errorf("%s: decided by %s", claim, of.Claim)
		}
		for _, part := range a.Parts {
			for _, id := range part.Chain.Chain.Pages() {
				if !slices.Contains(a.Chain.Chain.Pages(), id) {
					t.Errorf("%s: the chain lacks a page of %s", claim, part.Claim)
				}
			}
		}
	}
	for _, limit := range []float64{.4, .5, .6, .7, .8, .9} {
		claim := "Edmund Lavasse and the director of the film Wolf Ledge were both born in 1939."
		a, err := open(t, bridgehop.Options{Abstain: limit}).Verify(t.Context(), claim)
		if p := a.Labels.Probability(a.Best(), a.Probabilities); err != nil || a.Abstained != (p < limit) {
			t.Errorf("%s: abstained %v at %v of %v, %v", claim, a.Abstained, p, limit, err)
		}
	}
	for _, claim := range []string{"Étienne Carvel and Edmund Lavasse were born in the same town.", carvel} {
		if a, err := e.Verify(t.Context(), claim); err != nil || a.Parts != nil {
			t.Errorf("%s: %v, %v", claim, a.Parts, err)
		}
	}
}

func TestVerifyAbstains(t *testing.T) {
	a, err := open(t, bridgehop.Options{Abstain: .9999}).Verify(t.Context(), carvel)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Abstained || a.Label != label.NotEnoughInfo || a.Best() != label.Supported || a.Reason == "" {
		t.Errorf("%+v", a)
	}
}

// A question gets its chains and no verdict, and no model is opened for it.
func TestVerifyQuestion(t *testing.T) {
	none := t.TempDir() // has no model
	e := open(t, bridgehop.Options{Model: none})
	a, err := e.Verify(t.Context(), "Who designed Skarn Point Light?")
	if err != nil {
		t.Fatal(err)
	}
	if a.Form != english.Question || a.String() != "NOT ENOUGH INFO" || a.Chain == nil || len(a.Read()) == 0 || a.Read()[0].Page.Title != "Skarn Point Light" {
		t.Errorf("%s by %v", a, a.Read())
	}
	if b, err := a.Explain(t.Context()); b != nil || err != nil {
		t.Errorf("explained: %v, %v, want neither", b, err)
	}
	if a, err := e.Judge(t.Context(), "The engineer", nil, nil, label.HoVer); err != nil || a.Form != english.Fragment || a.String() != "NOT_SUPPORTED" {
		t.Errorf("a fragment alone: %s, %v", a, err)
	}
	if _, err := e.Verify(t.Context(), carvel); !errors.Is(err, onnx.ErrModel) {
		t.Errorf("a claim without a model: %v, want %v", err, onnx.ErrModel)
	}
}

// Verify tells the stages of the claim itself, and no others.
func TestVerifyWatched(t *testing.T) {
	var hops []int
	_, err := open(t, bridgehop.Options{}).Verify(t.Context(), "The director of the film Wolf Ledge was born in 1939.", func(st hop.Stage) { hops = append(hops, st.Hop) })
	if want := []int{0, 1, 2, 3}; err != nil || !slices.Equal(hops, want) {
		t.Errorf("stages %v, %v, want %v", hops, err, want)
	}
}

// A claim is judged by evidence that is given, without a store.
func TestJudgeGiven(t *testing.T) {
	p := &graph.Page{Title: "Varde Bridge", Sentences: []graph.Sentence{{N: 0, Text: "Varde Bridge was opened in 1931."}}}
	chain := &hop.Chain{Steps: []hop.Step{{Page: p.ID(), Parent: -1}}, Evidence: []hop.Evidence{{Ref: graph.Ref{Page: p.ID(), Element: graph.Element{Kind: graph.KindSentence}}}}}
	e := bridgehop.Given(bridgehop.Options{})
	defer e.Close()
	a, err := e.Judge(t.Context(), "Varde Bridge was opened in 1931.", chain, verify.Memory{}.With(p), label.HoVer)
	if err != nil {
		t.Fatal(err)
	}
	if a.String() != "SUPPORTED" || len(a.Read()) != 1 || a.Read()[0].Text != p.Sentences[0].Text {
		t.Errorf("%s by %v", a, a.Read())
	}
}

// An explanation is of the verdict's own probability, also of a claim that names a described page or is judged in parts; without the page
// that names the director, the claim is judged in its own words.
func TestExplain(t *testing.T) {
	e := open(t, bridgehop.Options{})
	const director = "Henri Lavasse is the director of the film Wolf Ledge."
	for _, claim := range []string{carvel, director, "Étienne Carvel and Edmund Lavasse were both born in 1939."} {
		a, err := e.Verify(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		b, err := a.Explain(t.Context())
		if err != nil || len(b.Pages) != len(a.Chain.Steps) || b.Label != a.Best() || b.Value != a.Labels.Probability(a.Best(), a.Probabilities) {
			t.Fatalf("%s: %+v, %v, want that of %+v", claim, b, err, a.Probabilities)
		}
		for i, w := range b.Evidence {
			if claim == director && (w.Lost == a.Bridge.Evidence.Ref) != (w.Value != b.Value) {
				t.Errorf("without %v: %v of %v; the director is named by %v", a.Read()[i].Address(), w.Value, b.Value, a.Bridge.Evidence.Ref)
			}
		}
	}
}

func TestPagesAndPaths(t *testing.T) {
	e := open(t, bridgehop.Options{})
	pages, err := e.Page(t.Context(), "skarn_Point Light")
	if err != nil || len(pages) != 1 || pages[0].Title != "Skarn Point Light" {
		t.Errorf("%v, %v", pages, err)
	}
	if _, err := e.Page(t.Context(), "No such page"); !errors.Is(err, bridgehop.ErrNoPage) {
		t.Errorf("no page: %v", err)
	}
	paths, err := bridgehop.Paths(t.Context(), e.Store(), "Skarn Point Light", "Étienne Carvel", 2, 3)
	if err != nil || len(paths) == 0 || len(paths[0].Links) != 1 || paths[0].Pages[1].Title != "Étienne Carvel" {
		t.Errorf("%v, %v", paths, err)
	}
}

// An index that is of another state of the store is refused.
func TestStaleIndexIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	put := func(title string) {
		s, err := pebble.Create(dir)
		if err == nil {
			_, err = s.Put(t.Context(), &graph.Batch{Load: title, Pages: []*graph.Page{{Title: title, Sentences: []graph.Sentence{{Text: "It is a bridge."}}}}})
		}
		if err == nil {
			err = s.Finish(t.Context())
		}
		if err == nil && title == "One" {
			err = text.Build(t.Context(), filepath.Join(dir, "text"), s, text.Options{})
		}
		if err = errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
	}
	put("One")
	put("Two")
	if _, err := bridgehop.Open(t.Context(), dir, bridgehop.Options{}); !errors.Is(err, text.ErrStale) {
		t.Errorf("got %v, want %v", err, text.ErrStale)
	}
	if _, err := bridgehop.Open(t.Context(), filepath.Join(dir, "none"), bridgehop.Options{}); !errors.Is(err, graph.ErrNoStore) {
		t.Errorf("got %v, want %v", err, graph.ErrNoStore)
	}
}
