package verify_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// reader is a model that judges by words: a premise that says "not" refutes, one that says "perhaps" is not enough. Its
// tokens are words, and it keeps what it was asked.
type reader struct {
	room  int
	asked []verify.Pair
}

func (r *reader) Predict(ctx context.Context, pairs []verify.Pair) ([]label.Probabilities, error) {
	r.asked = append(r.asked, pairs...)
	out := make([]label.Probabilities, len(pairs))
	for i, p := range pairs {
		switch {
		case strings.Contains(p.Premise, " maybe ") && strings.Contains(p.Premise, " not "): // in doubt
			out[i] = label.Probabilities{Supported: .3, Refuted: .4, NotEnough: .3}
		case strings.Contains(p.Premise, " not "):
			out[i] = label.Probabilities{Supported: .1, Refuted: .8, NotEnough: .1}
		case strings.Contains(p.Premise, " perhaps "):
			out[i] = label.Probabilities{Supported: .005, Refuted: .005, NotEnough: .99}
		default:
			out[i] = label.Probabilities{Supported: .8, Refuted: .1, NotEnough: .1}
		}
	}
	return out, ctx.Err()
}

func (r *reader) Budget(claim string) int { return r.room - len(strings.Fields(claim)) }
func (r *reader) Tokens(text string) int  { return len(strings.Fields(text)) }

func sentence(n int) graph.Element { return graph.Element{Kind: graph.KindSentence, A: n} }

func page(title string, sentences ...string) *graph.Page {
	p := &graph.Page{Title: title}
	for i, s := range sentences {
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: s})
	}
	return p
}

// chain cites elements of pages, best first, and lists the pages in the order given.
func chain(pages []*graph.Page, cited ...hop.Evidence) hop.Chain {
	c := hop.Chain{Evidence: cited}
	for i, p := range pages {
		c.Steps = append(c.Steps, hop.Step{Page: p.ID(), Parent: i - 1})
	}
	return c
}

func cite(p *graph.Page, e graph.Element) hop.Evidence {
	return hop.Evidence{Ref: graph.Ref{Page: p.ID(), Element: e}}
}

func TestPremiseIsWrittenAsTheModelWasTrained(t *testing.T) {
	bridge := page("Varde Bridge", "It was opened in 1931.", "It is made of steel.", "Ida Holm drew it.")
	holm := page("Ida Holm", "Ida  Holm was born\nin Skagen.")
	nameless := page("", "It was torn down.")
	pages := []*graph.Page{bridge, holm, nameless}
	tests := []struct {
		name  string
		room  int
		cited []hop.Evidence
		want  string
		read  int
	}{
		{"reading order, whatever the rank", 100,
			[]hop.Evidence{cite(holm, sentence(0)), cite(bridge, sentence(2)), cite(bridge, sentence(0))},
			"[Varde Bridge] It was opened in 1931. Ida Holm drew it. [Ida Holm] Ida Holm was born in Skagen.", 3},
		{"twice the same", 100,
			[]hop.Evidence{cite(bridge, sentence(0)), cite(bridge, sentence(0))},
			"[Varde Bridge] It was opened in 1931.", 1},
		{"the best first when there is no room for all", 20, // 2 for the claim; the titles take 4
			[]hop.Evidence{cite(holm, sentence(0)), cite(bridge, sentence(2)), cite(bridge, sentence(0))},
			"[Varde Bridge] Ida Holm drew it. [Ida Holm] Ida Holm was born in Skagen.", 2},
		{"a short one fits where a longer didn't", 18,
			[]hop.Evidence{cite(holm, sentence(0)), cite(bridge, sentence(0)), cite(bridge, sentence(2))},
			"[Varde Bridge] It was opened in 1931. [Ida Holm] Ida Holm was born in Skagen.", 2},
		{"a sentence of no page", 100, []hop.Evidence{cite(nameless, sentence(0))}, "It was torn down.", 1},
		{"not in the store", 100,
			[]hop.Evidence{cite(page("Elsewhere"), sentence(0)), cite(bridge, sentence(9)), cite(bridge, sentence(1))},
			"[Varde Bridge] It is made of steel.", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := &reader{room: test.room}
			v := &verify.Verifier{Model: m, Pages: verify.Memory{}.With(pages...)}
			got, err := v.Verify(t.Context(), "a claim", []hop.Chain{chain(pages, test.cited...)})
			if err != nil {
				t.Fatal(err)
			}
			if len(m.asked) != 1 || m.asked[0].Premise != test.want || got.Premise.Text != test.want {
				t.Errorf("got %q, want %q", m.asked, test.want)
			}
			if len(got.Premise.Evidence) != test.read {
				t.Errorf("cited %d elements, want the %d that were read", len(got.Premise.Evidence), test.read)
			}
		})
	}
}

// An element that is longer than all the room is read nevertheless: the model cuts it, and nothing else is lost.
func TestOneElementTooLong(t *testing.T) {
	p := page("Page", strings.Repeat("word ", 50)+"end.", "Short.")
	m := &reader{room: 24}
	v := &verify.Verifier{Model: m, Pages: verify.Memory{}.With(p)}
	got, err := v.Verify(t.Context(), "a claim", []hop.Chain{chain([]*graph.Page{p}, cite(p, sentence(0)), cite(p, sentence(1)))})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Premise.Evidence) != 1 || got.Premise.Evidence[0].A != 0 || !strings.HasSuffix(got.Premise.Text, "end.") {
		t.Errorf("got %+v, want the long sentence alone", got.Premise)
	}
}

func TestVerdict(t *testing.T) {
	yes, no, perhaps := page("Yes", "It is so."), page("No", "It is not so."), page("Perhaps", "It is perhaps so.")
	of := func(p *graph.Page) hop.Chain { return chain([]*graph.Page{p}, cite(p, sentence(0))) }
	empty := hop.Chain{Steps: []hop.Step{{Page: yes.ID(), Parent: -1}}}
	tests := []struct {
		name   string
		chains []hop.Chain
		want   label.Label
		chain  int
	}{
		{"supported", []hop.Chain{of(yes)}, label.Supported, 0},
		{"refuted", []hop.Chain{of(no)}, label.Refuted, 0},
		{"not enough", []hop.Chain{of(perhaps)}, label.NotEnoughInfo, 0},
		{"no chain", nil, label.NotEnoughInfo, -1},
		{"a chain without evidence", []hop.Chain{empty}, label.NotEnoughInfo, -1},
		{"the best chain decides", []hop.Chain{of(yes), of(no)}, label.Supported, 0},
		{"the best chain that cites anything", []hop.Chain{empty, of(no), of(yes)}, label.Refuted, 1},
	}
	v := &verify.Verifier{Model: &reader{room: 100}, Pages: verify.Memory{}.With(yes, no, perhaps)}
	for _, test := range tests {
		got, err := v.Verify(t.Context(), "It is so.", test.chains)
		if err != nil {
			t.Fatal(err)
		}
		if got.Label != test.want || got.Chain != test.chain {
			t.Errorf("%s: got %v by chain %d, want %v by %d", test.name, got.Label, got.Chain, test.want, test.chain)
		}
		if sum := got.Probabilities.Supported + got.Probabilities.Refuted + got.Probabilities.NotEnough; sum < .999 || sum > 1.001 {
			t.Errorf("%s: probabilities sum to %v", test.name, sum)
		}
	}
}

// What a planner found is read together, and of whole articles, where that leaves doubt, each sentence alone; what was read together isn't
// asked again.
func TestSentencesAreReadAlone(t *testing.T) {
	said := []string{"It is maybe so.", "It is not cold.", "It rains."}
	for len(said) < graph.ArticleElements {
		said = append(said, "It goes on.")
	}
	p, short := page("Page", said...), page("Short", said[:3]...)
	cited := []hop.Evidence{cite(p, sentence(0)), cite(p, sentence(1)), cite(p, sentence(2))}
	c := chain([]*graph.Page{p}, cited...)
	c.Parts.Coverage = 1
	intro := chain([]*graph.Page{short}, cite(short, sentence(0)), cite(short, sentence(2)))
	intro.Parts.Coverage = 1
	one := c
	one.Evidence = cited[:1]
	m := &reader{room: 100}
	v := &verify.Verifier{Model: m, Pages: verify.Memory{}.With(p, short)}
	sure := c
	sure.Evidence = cited[1:]
	var verdicts []verify.Verdict
	for i, test := range []struct {
		chain hop.Chain
		want  []string
	}{
		{c, []string{"[Page] It is maybe so. It is not cold. It rains.", "[Page] It is maybe so.", "[Page] It is not cold.",
			"[Page] It rains."}},
		{one, []string{"[Page] It is maybe so."}},
		{intro, []string{"[Short] It is maybe so. It rains."}},
		{sure, []string{"[Page] It is not cold. It rains."}},
	} {
		m.asked = nil
		got, err := v.Verify(t.Context(), "It is so.", []hop.Chain{test.chain})
		if err != nil {
			t.Fatal(err)
		}
		var asked []string
		for _, pair := range m.asked {
			asked = append(asked, pair.Premise)
		}
		if !slices.Equal(asked, test.want) {
			t.Fatalf("chain %d: read %q, want %q", i, asked, test.want)
		}
		verdicts = append(verdicts, got)
	}
	got := verdicts[0]
	if len(got.Premise.Evidence) != 3 {
		t.Errorf("cited %d elements, want the 3 that were read", len(got.Premise.Evidence))
	}
	if got.Alone.Supported <= got.Together.Supported || got.Alone.Refuted < got.Together.Refuted {
		t.Errorf("alone %+v, together %+v; want the most that a sentence says", got.Alone, got.Together)
	}
	if one := verdicts[1]; one.Alone != one.Together {
		t.Errorf("one sentence: alone %+v, together %+v; want the same", one.Alone, one.Together)
	}
	if sure := verdicts[3]; sure.Alone != sure.Together || sure.Together.Refuted < .6 {
		t.Errorf("without doubt: alone %+v, together %+v; want the same", sure.Alone, sure.Together)
	}
}

// A claim that can't be judged is an error.
func TestClaimsThatCannotBeJudged(t *testing.T) {
	p := page("Page", "It is so.")
	v := &verify.Verifier{Model: &reader{room: 100}, Pages: verify.Memory{}.With(p)}
	chains := []hop.Chain{chain([]*graph.Page{p}, cite(p, sentence(0)))}
	for claim, want := range map[string]error{"": hop.ErrEmptyClaim, " \t\n": hop.ErrEmptyClaim,
		strings.Repeat("long ", 20_000): verify.ErrLongClaim, "It is so.": nil} {
		got, err := v.Verify(t.Context(), claim, chains)
		if !errors.Is(err, want) || err == nil && got.Label != label.Supported {
			t.Errorf("%.20q: got %v, %v, want error %v", claim, got.Label, err, want)
		}
	}
}

// broken fails as a store does.
type broken struct{}

var errBroken = errors.New("disk is gone")

func (broken) Pages(context.Context, []graph.PageID) ([]*graph.Page, error) { return nil, errBroken }

func TestErrorsOfStoreAndContext(t *testing.T) {
	p := page("Page", "It is so.")
	chains := []hop.Chain{chain([]*graph.Page{p}, cite(p, sentence(0)))}
	v := &verify.Verifier{Model: &reader{room: 100}, Pages: broken{}}
	if _, err := v.Verify(t.Context(), "It is so.", chains); !errors.Is(err, errBroken) {
		t.Errorf("got %v, want the store's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v.Pages = verify.Memory{}.With(p)
	if _, err := v.Verify(ctx, "It is so.", chains); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestVerdictsAreRepeatable(t *testing.T) {
	a, b := page("A", "One.", "Two.", "Three."), page("B", "Four.")
	c := chain([]*graph.Page{a, b}, cite(b, sentence(0)), cite(a, sentence(2)), cite(a, sentence(1)))
	v := &verify.Verifier{Model: &reader{room: 100}, Pages: verify.Memory{}.With(a, b)}
	first, err := v.Verify(t.Context(), "A claim.", []hop.Chain{c})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		again, err := v.Verify(t.Context(), "A claim.", []hop.Chain{c})
		if err != nil {
			t.Fatal(err)
		}
		if again.Premise.Text != first.Premise.Text || !slices.Equal(again.Premise.Evidence, first.Premise.Evidence) {
			t.Fatalf("got %+v, want %+v again", again, first)
		}
	}
}

// weigher is a reader with weights of its own.
type weigher struct {
	reader
	neutral  float64
	weighing *verify.Weighing
}

func (w *weigher) Neutral() float64 { return w.neutral }

func (w *weigher) Weighing() *verify.Weighing { return w.weighing }

func TestFoundEvidenceIsWeighedByTheModel(t *testing.T) {
	p := page("Varde Bridge", "It was perhaps opened in 1931.")
	c := chain([]*graph.Page{p}, cite(p, sentence(0)))
	c.Parts.Coverage = 1 // a planner found it
	for none, want := range map[float64]label.Label{-20: label.Refuted, 0: label.NotEnoughInfo} {
		v := verify.Verifier{Model: &weigher{reader{room: 50}, 1, &verify.Weighing{IntroTogether: 1, None: none}}, Pages: verify.Memory{}.With(p)}
		got, err := v.Verify(t.Context(), "Varde Bridge is painted red.", []hop.Chain{c})
		if err != nil {
			t.Fatal(err)
		}
		if got.Label != want {
			t.Errorf("with NOT ENOUGH INFO's constant %g: got %v of %+v, want %v", none, got.Label, got.Probabilities, want)
		}
	}
}

func TestTheModelChoosesBetweenNearChains(t *testing.T) {
	open, decided := page("Varde Bridge", "It was perhaps painted."), page("Ida Holm", "She painted it.")
	chains := []hop.Chain{chain([]*graph.Page{open}, cite(open, sentence(0))), chain([]*graph.Page{open, decided}, cite(decided, sentence(0)))}
	for i, score := range []float64{10, 9} {
		chains[i].Score, chains[i].Parts.Coverage = score, 1
	}
	judge := func(weight float64) (int, int) {
		t.Helper()
		model := &weigher{reader{room: 50}, 1, &verify.Weighing{IntroTogether: 1, ChainDecides: weight}}
		v := verify.Verifier{Model: model, Pages: verify.Memory{}.With(open, decided)}
		got, err := v.Verify(t.Context(), "The bridge was painted red.", chains)
		if err != nil {
			t.Fatal(err)
		}
		return got.Chain, len(model.asked)
	}
	for _, test := range []struct {
		weight, behind float64
		want, asked    int
	}{
		{0, 1, 0, 1},   // the planner's best is read alone
		{2, 1, 1, 2},   // the first says perhaps
		{.1, 1, 0, 1},  // which can not make up for what the second is behind
		{2, 100, 0, 1}, // the second is too far behind to be read
	} {
		chains[1].Score = chains[0].Score - test.behind
		if got, asked := judge(test.weight); got != test.want || asked != test.asked {
			t.Errorf("weight %g, %g behind: got chain %d and %d pairs, want %d and %d", test.weight, test.behind, got, asked, test.want, test.asked)
		}
	}
	chains[1].Score, chains[0].Steps[0].Named = 9, "Varde Bridge"
	if got, asked := judge(2); got != 0 || asked != 1 {
		t.Errorf("the claim names the best chain's page: got chain %d and %d pairs, want it read alone", got, asked)
	}
}

func TestNeutralIsWeighedByTheModel(t *testing.T) {
	p := page("Varde Bridge", "It was perhaps opened in 1931.")
	chains := []hop.Chain{chain([]*graph.Page{p}, cite(p, sentence(0)))}
	tests := []struct {
		name  string
		model verify.Model
		want  label.Label
	}{
		{"at its word", &reader{room: 50}, label.NotEnoughInfo},
		{"for little", &weigher{reader{room: 50}, 1e-4, nil}, label.Refuted}, // what is left is a tie
	}
	for _, test := range tests {
		v := verify.Verifier{Model: test.model, Pages: verify.Memory{}.With(p), Plain: true}
		got, err := v.Verify(t.Context(), "Varde Bridge was opened in 1931.", chains)
		if err != nil {
			t.Fatal(err)
		}
		if got.Label != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got.Label, test.want)
		}
	}
}
