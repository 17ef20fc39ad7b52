package verify_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
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
func blamed(t *testing.T, j *judge, scheme label.Scheme, pages ...*graph.Page) (*verify.Blame, hop.Chain) {
	t.Helper()
	c := chain(pages)
	for _, p := range pages {
		for i := range p.Sentences {
			c.Evidence = append(c.Evidence, cite(p, sentence(i)))
		}
	}
	v := &verify.Verifier{Model: j, Pages: verify.NewMemory(pages...), Neutral: 1}
	verdict, err := v.Verify(t.Context(), "a claim", []hop.Chain{c})
	if err != nil {
		t.Fatal(err)
	}
	j.calls = nil
	b, err := v.Blame(t.Context(), "a claim", []hop.Chain{c}, verdict, scheme)
	if err != nil {
		t.Fatal(err)
	}
	return b, c
}

func shares(b *verify.Blame) []float64 {
	var out []float64
	for _, p := range b.Pages {
		out = append(out, p.Share)
	}
	return out
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestBlameOfPages(t *testing.T) {
	a, b, c := page("A", "Alpha is here."), page("B", "Beta is there."), page("C", "Gamma.")
	empty := page("Empty")
	tests := []struct {
		name     string
		rule     func(string) label.Probabilities
		pages    []*graph.Page
		shares   []float64
		flip     []*graph.Page
		smallest int
		shortcut bool
	}{
		{"both pages are needed", needs("Alpha", "Beta"), []*graph.Page{a, b}, []float64{.4, .4}, []*graph.Page{a}, 2, false},
		{"the second does it alone", needs("Beta"), []*graph.Page{a, b}, []float64{0, .8}, []*graph.Page{b}, 1, false},
		{"the middle page does nothing", needs("Alpha", "Gamma"), []*graph.Page{a, b, c}, []float64{.4, 0, .4}, []*graph.Page{a}, 2, true},
		{"the middle page carries all", needs("Beta"), []*graph.Page{a, b, c}, []float64{0, .8, 0}, []*graph.Page{b}, 1, false},
		{"a page that cites nothing", needs("Alpha"), []*graph.Page{a, empty, c}, []float64{.8, 0, 0}, []*graph.Page{a}, 1, true},
		{"the wording does it", func(string) label.Probabilities { return supports(.9) }, []*graph.Page{a, b, c},
			[]float64{0, 0, 0}, []*graph.Page{a, b, c}, 1, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := &judge{rule: test.rule}
			got, chain := blamed(t, j, label.FEVER, test.pages...)
			if !slices.EqualFunc(shares(got), test.shares, near) {
				t.Errorf("got shares %v, want %v", shares(got), test.shares)
			}
			sum := 0.0
			for _, s := range shares(got) {
				sum += s
			}
			if !near(sum, got.Value-got.None) {
				t.Errorf("shares sum to %v, want what the evidence adds, %v", sum, got.Value-got.None)
			}
			var flip []graph.PageID
			for _, p := range test.flip {
				flip = append(flip, p.ID())
			}
			if !slices.Equal(got.Flip, flip) {
				t.Errorf("got flip %v of %v, want %v", got.Flip, chain.Pages(), flip)
			}
			if len(got.Smallest) != test.smallest || !got.Whole {
				t.Errorf("got %d elements (all tried: %v), want %d", len(got.Smallest), got.Whole, test.smallest)
			}
			if got.Shortcut != test.shortcut {
				t.Errorf("got shortcut %v, want %v", got.Shortcut, test.shortcut)
			}
			if len(j.calls) != 2 {
				t.Errorf("got calls of the model with %v pairs, want one for all sets and one for the claim alone", j.calls)
			}
		})
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
			t.Errorf("without %v: changed %v, want %v", e.Element, e.Changed, want[i])
		}
		if e.Changed && (e.Label != label.Refuted || !near(e.Value, .1)) {
			t.Errorf("without %v: got %v, %v, want REFUTES and .1 of support left", e.Element, e.Label, e.Value)
		}
	}
	if len(got.Smallest) != 2 || got.Smallest[0].Page != a.ID() || got.Smallest[0].A != 0 || got.Smallest[1].Page != b.ID() {
		t.Errorf("got %v, want the first sentence of each page", got.Smallest)
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
	if two.Label != label.NotSupported || !near(two.Value, .8) || !near(two.None, .55) || two.Pages[0].Changed {
		t.Errorf("got %+v, want NOT_SUPPORTED at .8, .55 by the wording, and no change without A", two)
	}
	three, _ := blamed(t, &judge{rule: rule}, label.FEVER, a, b)
	if three.Label != label.Refuted || !three.Pages[0].Changed || three.Pages[0].Label != label.Supported {
		t.Errorf("got %+v, want REFUTES, and SUPPORTS without A", three)
	}
}

// Where sets are too many to try, elements are dropped one after the other; what is left still keeps the verdict.
func TestBlameOfMuchEvidence(t *testing.T) {
	var words []string
	p := page("P")
	for i := range 20 {
		w := fmt.Sprintf("word%02dx", i)
		if i < 4 {
			words = append(words, w)
		}
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: w + "."})
	}
	got, _ := blamed(t, &judge{rule: needs(words...)}, label.FEVER, p)
	if got.Whole || len(got.Smallest) != 4 {
		t.Errorf("got %d elements (all sets tried: %v), want the 4 needed by dropping", len(got.Smallest), got.Whole)
	}
}

func TestBlameNeedsAChain(t *testing.T) {
	v := &verify.Verifier{Model: &judge{rule: needs()}, Pages: verify.NewMemory()}
	if _, err := v.Blame(t.Context(), "a claim", nil, verify.Verdict{Chain: -1}, label.FEVER); !errors.Is(err, verify.ErrNoChain) {
		t.Errorf("got %v, want ErrNoChain", err)
	}
}

// Coverage is weighed in every set of evidence alike, also where a cited element covers nothing.
func TestBlameKeepsCoverage(t *testing.T) {
	a, b := page("A", "Alpha."), page("B", "Beta.")
	c := chain([]*graph.Page{a, b}, cite(a, sentence(0)), cite(b, sentence(0)))
	c.Evidence[0].Score = .9
	v := &verify.Verifier{Model: &judge{rule: func(string) label.Probabilities { return supports(.7) }}, Pages: verify.NewMemory(a, b)}
	verdict, err := v.Verify(t.Context(), "a claim", []hop.Chain{c})
	if err != nil {
		t.Fatal(err)
	}
	got, err := v.Blame(t.Context(), "a claim", []hop.Chain{c}, verdict, label.FEVER)
	if err != nil {
		t.Fatal(err)
	}
	if got.Pages[0].Share <= 0 || got.Pages[0].Share <= got.Pages[1].Share {
		t.Errorf("got shares %v, want all of it for the page that covers the claim", shares(got))
	}
}

func TestShapleyIsTheMeanOverOrders(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for n := range 6 {
		worth := make([]float64, 1<<n)
		for i := range worth {
			worth[i] = random.Float64()
		}
		of := func(s uint) float64 { return worth[s] }
		got, want := verify.Shapley(n, of), byOrders(n, of)
		if !slices.EqualFunc(got, want, near) {
			t.Errorf("%d players: got %v, want %v", n, got, want)
		}
		sum := 0.0
		for _, s := range got {
			sum += s
		}
		if !near(sum, worth[len(worth)-1]-worth[0]) {
			t.Errorf("%d players: shares sum to %v, want %v", n, sum, worth[len(worth)-1]-worth[0])
		}
	}
}

// byOrders adds up what each player brings in every order they may come in.
func byOrders(n int, worth func(uint) float64) []float64 {
	shares, orders := make([]float64, n), 0.0
	var walk func(set uint, gains []float64)
	walk = func(set uint, gains []float64) {
		if set == 1<<n-1 {
			orders++
			for i := range shares {
				shares[i] += gains[i]
			}
			return
		}
		for i := range n {
			if next := set | 1<<i; next != set {
				g := slices.Clone(gains)
				g[i] = worth(next) - worth(set)
				walk(next, g)
			}
		}
	}
	walk(0, make([]float64, n))
	for i := range shares {
		shares[i] /= orders
	}
	return shares
}

// Players that bring the same to every set share alike, and one that brings nothing gets nothing.
func TestShapleyAxioms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	bySize := map[uint]float64{}
	// Players 0 and 1 are alike, 3 is a dummy: worth depends on how many of the first two there are, and on 2.
	worth := func(s uint) float64 {
		k := s&1 + s>>1&1 + s>>2&1*4
		if _, ok := bySize[k]; !ok {
			bySize[k] = random.Float64()
		}
		return bySize[k]
	}
	got := verify.Shapley(4, worth)
	if !near(got[0], got[1]) || !near(got[3], 0) || near(got[0], got[2]) {
		t.Errorf("got %v, want the first two alike and nothing for the last", got)
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
