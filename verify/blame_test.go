package verify_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// judge is a model of one rule: what a premise is worth. It keeps how many pairs each call had.
type judge struct {
	rule  func(premise string) label.Probabilities
	calls []int
}

func (j *judge) Predict(_ context.Context, pairs []verify.Pair) ([]label.Probabilities, error) {
	j.calls = append(j.calls, len(pairs))
	out := make([]label.Probabilities, len(pairs))
	for i, p := range pairs {
		out[i] = j.rule(p.Premise)
	}
	return out, nil
}

// supports gives a premise this much support, and leaves the rest to refuted.
func supports(s float64) label.Probabilities {
	return label.Probabilities{Supported: s, Refuted: 1 - s}
}

// needs supports a claim by .9 when the premise holds all of the words, and by .1 otherwise.
func needs(words ...string) func(string) label.Probabilities {
	return func(premise string) label.Probabilities {
		for _, w := range words {
			if !strings.Contains(premise, w) {
				return supports(.1)
			}
		}
		return supports(.9)
	}
}

// blamed judges a chain of pages whose sentences are all cited, page by page, and blames.
func blamed(t *testing.T, j *judge, scheme label.Scheme, pages ...*graph.Page) (*verify.Blame, verify.Verdict) {
	t.Helper()
	c := chain(pages)
	for _, p := range pages {
		for i := range p.Sentences {
			c.Evidence = append(c.Evidence, cite(p, sentence(i)))
		}
	}
	v := &verify.Verifier{Model: j, Pages: verify.Memory{}.With(pages...)}
	return leaveOneOut(t, v, "a claim", c, scheme)
}

func leaveOneOut(t *testing.T, v *verify.Verifier, claim string, c hop.Chain, scheme label.Scheme) (*verify.Blame, verify.Verdict) {
	t.Helper()
	verdict, err := v.Verify(t.Context(), claim, []hop.Chain{c})
	if err != nil {
		t.Fatal(err)
	}
	b, err := verdict.LeaveOneOut(&c, verdict.Probabilities, scheme,
		func(losses []graph.Ref) ([]label.Probabilities, error) {
			return v.Without(t.Context(), &verdict, claim, nil, losses)
		})
	if err != nil {
		t.Fatal(err)
	}
	return b, verdict
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestBlameOfPages(t *testing.T) {
	a, b, c := page("A", "Alpha is here."), page("B", "Beta is there."), page("C", "Gamma.")
	tests := []struct {
		name    string
		rule    func(string) label.Probabilities
		pages   []*graph.Page
		changed []bool
	}{
		{"both pages are needed", needs("Alpha", "Beta"), []*graph.Page{a, b}, []bool{true, true}},
		{"the second does it alone", needs("Beta"), []*graph.Page{a, b}, []bool{false, true}},
		{"the middle page does nothing", needs("Alpha", "Gamma"), []*graph.Page{a, b, c}, []bool{true, false, true}},
		{"a page that cites nothing", needs("Alpha"), []*graph.Page{a, page("Empty"), c}, []bool{true, false, false}},
		{"the wording does it", func(string) label.Probabilities { return supports(.9) }, []*graph.Page{a, b, c}, []bool{false, false, false}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := &judge{rule: test.rule}
			got, verdict := blamed(t, j, label.FEVER, test.pages...)
			if !near(got.Value, .9) || got.Value != verdict.Probabilities.Supported {
				t.Errorf("got value %v, want the verdict's, .9", got.Value)
			}
			for i, p := range got.Pages {
				if p.Lost.Page != test.pages[i].ID() || p.Changed != test.changed[i] || p.Changed != near(p.Value, .1) {
					t.Errorf("without %s: %+v, want changed %v", test.pages[i].Title, p, test.changed[i])
				}
			}
			if len(got.Pages) != len(test.pages) || len(j.calls) != 2 {
				t.Errorf("got %d pages in calls of the model with %v pairs, want one for the verdict and one for all that is lost",
					len(got.Pages), j.calls)
			}
		})
	}
}

// Without its only page a claim is NOT ENOUGH INFO.
func TestBlameOfTheOnlyPage(t *testing.T) {
	got, _ := blamed(t, &judge{rule: needs("Alpha")}, label.FEVER, page("A", "Alpha is here."))
	for _, w := range append(got.Pages, got.Evidence...) {
		if w.Label != label.NotEnoughInfo || w.Value != 0 || !w.Changed {
			t.Errorf("got %+v, want NOT ENOUGH INFO", w)
		}
	}
}

// Which cited sentence, removed, changes the verdict?
func TestBlameOfEvidence(t *testing.T) {
	a := page("A", "Alpha is here.", "Delta too.")
	b := page("B", "Beta is there.")
	got, _ := blamed(t, &judge{rule: needs("Alpha", "Beta")}, label.FEVER, a, b)
	want := []bool{true, false, true}
	for i, e := range got.Evidence {
		if e.Changed != want[i] {
			t.Errorf("without %v: changed %v, want %v", e.Lost, e.Changed, want[i])
		}
		if e.Changed && (e.Label != label.Refuted || !near(e.Value, .1)) {
			t.Errorf("without %v: got %v, %v, want REFUTES and .1 of support left", e.Lost, e.Label, e.Value)
		}
	}
}

// In HoVer's words refuted and not enough info are one verdict.
func TestBlameInTwoLabels(t *testing.T) {
	rule := func(premise string) label.Probabilities {
		if strings.Contains(premise, "Alpha") {
			return label.Probabilities{Supported: .2, Refuted: .5, NotEnough: .3}
		}
		return label.Probabilities{Supported: .45, Refuted: .35, NotEnough: .2}
	}
	a, b := page("A", "Alpha is here."), page("B", "Beta is there.")
	two, _ := blamed(t, &judge{rule: rule}, label.HoVer, a, b)
	if two.Label != label.NotSupported || !near(two.Value, .8) || !near(two.Pages[0].Value, .55) || two.Pages[0].Changed {
		t.Errorf("got %+v, want NOT_SUPPORTED at .8, .55 and no change without A", two)
	}
	three, _ := blamed(t, &judge{rule: rule}, label.FEVER, a, b)
	if three.Label != label.Refuted || !three.Pages[0].Changed || three.Pages[0].Label != label.Supported {
		t.Errorf("got %+v, want REFUTES, and SUPPORTS without A", three)
	}
}

// The verdict without a sentence is computed with its values, as the verdict is: where a value refutes, the sentence that states
// it is what changes the verdict, also if the page says it elsewhere, too.
func TestBlameOfValues(t *testing.T) {
	unsure := func(string) label.Probabilities {
		return label.Probabilities{Supported: .4, Refuted: .35, NotEnough: .25}
	}
	for _, test := range []struct {
		name    string
		page    *graph.Page
		changed bool
	}{
		{"stated once", page("Ida Holm", "Ida Holm was born in 1901.", "She drew bridges."), true},
		{"stated again, uncited", page("Ida Holm", "Ida Holm was born in 1901.", "She drew bridges.", "Holm was born in 1901."), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := chain([]*graph.Page{test.page}, cite(test.page, sentence(0)), cite(test.page, sentence(1)))
			c.Steps[0].Named, c.Parts = "Ida Holm", hop.Parts{Coverage: .5}
			v := &verify.Verifier{Model: &judge{rule: unsure}, Pages: verify.Memory{}.With(test.page)}
			got, verdict := leaveOneOut(t, v, "Ida Holm was born in 1911.", c, label.FEVER)
			if len(verdict.Values) == 0 || !verdict.Values[0].Used || got.Label != label.Refuted || got.Value != verdict.Probabilities.Refuted {
				t.Fatalf("got %+v with %+v, want REFUTES by a value", got, verdict.Values)
			}
			if first := got.Evidence[0]; first.Changed != test.changed || test.changed && first.Value > got.Value-.2 {
				t.Errorf("without the birth: %+v of %.2f, want changed %v", first, got.Value, test.changed)
			}
			if second := got.Evidence[1]; second.Value != got.Value {
				t.Errorf("without a sentence that the verdict doesn't need: %v, want %v", second.Value, got.Value)
			}
		})
	}
}

// Cells, items and captions are lost as sentences are, and the page itself stays as it is.
func TestBlameOfTables(t *testing.T) {
	p := &graph.Page{Title: "A", Tables: []graph.Table{{N: 0, Caption: "Alpha", Rows: [][]graph.Cell{
		{{Text: "Name", Header: true}, {Text: "Beta", Column: 1}}}}}, Lists: []graph.List{{Items: []graph.Item{{Text: "Gamma"}}}}}
	whole := p.Clone()
	c := chain([]*graph.Page{p})
	for _, e := range p.Elements() {
		c.Evidence = append(c.Evidence, cite(p, e.Element))
	}
	v := &verify.Verifier{Model: &judge{rule: needs("Alpha", "Beta", "Gamma")}, Pages: verify.Memory{}.With(p)}
	got, _ := leaveOneOut(t, v, "a claim", c, label.FEVER)
	if len(got.Evidence) != 4 {
		t.Fatalf("got %+v, want four elements", got.Evidence)
	}
	for _, e := range got.Evidence {
		if want := e.Lost.Element.Kind != graph.KindHeaderCell; e.Changed != want {
			t.Errorf("without %v: changed %v, want %v", e.Lost, e.Changed, want)
		}
	}
	if !reflect.DeepEqual(p, whole) {
		t.Errorf("the page is now %+v", p)
	}
}

func TestBridges(t *testing.T) {
	step := func(parent int, named string) hop.Step { return hop.Step{Parent: parent, Named: named} }
	tests := []struct {
		name  string
		steps []hop.Step
		want  []bool
	}{
		{"one page", []hop.Step{step(-1, "")}, []bool{false}},
		{"two, the second hidden", []hop.Step{step(-1, "A"), step(0, "")}, []bool{false, true}},
		{"two, both named", []hop.Step{step(-1, "A"), step(0, "B")}, []bool{false, false}},
		{"two, both hidden", []hop.Step{step(-1, ""), step(0, "")}, []bool{false, false}},
		{"two apart", []hop.Step{step(-1, "A"), step(-1, "")}, []bool{false, false}},
		{"a path", []hop.Step{step(-1, "A"), step(0, ""), step(1, ""), step(2, "")}, []bool{false, true, true, false}},
		{"a star", []hop.Step{step(-1, ""), step(0, "B"), step(0, ""), step(0, "")}, []bool{true, false, false, false}},
	}
	for _, test := range tests {
		if got := verify.Bridges(&hop.Chain{Steps: test.steps}); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
