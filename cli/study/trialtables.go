package study

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

// TrialReport makes the tables of trials: recall and cost by shape, and the effect of each perturbation.
type TrialReport struct {
	Seed    uint64
	Command string
	Times   bool // with milliseconds, which differ from run to run
}

// Tables returns recall by shape and position, cost by shape and, for perturbed stores, the differences, paired by claim.
func (r TrialReport) Tables(trials []*Trial) *Report {
	out := &Report{Title: "Queries of known shape"}
	plain := slices.DeleteFunc(slices.Clone(trials), func(t *Trial) bool { return t.Perturbation != Unperturbed })
	shapes, by := parted(plain, func(t *Trial) string { return t.Shape }, compareShapes)
	if len(shapes) > 0 {
		out.Tables = append(out.Tables, r.recall(shapes, by), r.cost(shapes, by))
		out.Charts = append(out.Charts, r.sizes(shapes, by)...)
	}
	if t := r.perturbed(trials); len(t.Rows) > 0 {
		out.Tables = append(out.Tables, t)
	}
	return out
}

// compareShapes puts small before large, paths before stars.
func compareShapes(a, b string) int {
	size := func(s string) string { return strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyz") }
	if c := strings.Compare(size(a), size(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

func (t *Trial) family() string { return t.Family }

type trialMeasure = measure[*Trial]

// within is the share of pages, of those that are counted, among the first k ranks.
func within(k int, counts func(Place) bool) func(*Trial) (float64, bool) {
	return func(t *Trial) (float64, bool) {
		n, hit := 0.0, 0.0
		for _, p := range t.Pages {
			if p.Gone || !counts(p) {
				continue
			}
			n++
			if p.Rank > 0 && p.Rank <= k {
				hit++
			}
		}
		return hit / max(n, 1), n > 0
	}
}

// all reports whether all pages that were not removed are among the first k ranks.
func all(k int) func(*Trial) (float64, bool) {
	share := within(k, anyPage)
	return func(t *Trial) (float64, bool) {
		v, ok := share(t)
		return score.One(v == 1), ok
	}
}

func anyPage(Place) bool      { return true }
func namedPage(p Place) bool  { return p.Named }
func hiddenPage(p Place) bool { return !p.Named }

// exact reports whether the first ranks, as many as gold pages, are the gold pages.
func exact(t *Trial) (float64, bool) { return all(len(t.Pages))(t) }

func pagesWeighed(t *Trial) (float64, bool) { return float64(t.Weighed), true }

func sameShape(t *Trial) (float64, bool) { return score.One(t.Walk == t.Shape), true }

func recallMeasures() []trialMeasure {
	return []trialMeasure{
		{"r@5", within(5, anyPage)}, {"r@10", within(10, anyPage)}, {"r@20", within(20, anyPage)},
		{"all_gold@pages", exact}, {"all_gold@10", all(10)}, {"all_gold@20", all(20)},
		{"r@10, named pages", within(10, namedPage)}, {"r@10, hidden pages", within(10, hiddenPage)},
		{"shape found", sameShape},
	}
}

func (r TrialReport) recall(shapes []string, by map[string][]*Trial) *Table {
	t := &Table{Name: "known-recall", Title: "Recall on queries of known shape, by shape and size", Command: r.Command, Keys: []string{"shape"},
		Note: "r@k is the share of gold pages among the first k ranks, all_gold@k whether all are, all_gold@pages for k the number of gold pages; intervals draw the queries grown from one page together."}
	for _, s := range shapes {
		addMeans(t, r.Seed, by[s], recallMeasures(), s)
	}
	return t
}

func (r TrialReport) cost(shapes []string, by map[string][]*Trial) *Table {
	t := &Table{Name: "known-cost", Title: "Cost by shape and size", Command: r.Command, Keys: []string{"shape"},
		Note: "pages weighed are those whose words the planner compared with the query: found by words or names, or linked from pages of the beam."}
	measures := []trialMeasure{{"pages weighed", pagesWeighed}}
	if r.Times {
		measures = append(measures, trialMeasure{"milliseconds", func(t *Trial) (float64, bool) { return t.Took.Seconds() * 1000, true }})
	}
	for _, s := range shapes {
		addMeans(t, r.Seed, by[s], measures, s)
	}
	return t
}

// sizes are the curves of recall and cost over the number of pages, a path's and a star's.
func (r TrialReport) sizes(shapes []string, by map[string][]*Trial) []*Chart {
	recall := &Chart{Name: "known-recall", Title: "All gold pages among the first 10", X: "pages", Y: "share of queries"}
	cost := &Chart{Name: "known-cost", Title: "Pages weighed for one query", X: "pages", Y: "pages weighed", Open: true}
	for _, kind := range []string{"path", "star"} {
		a, b := Curve{Name: kind}, Curve{Name: kind}
		for _, s := range shapes {
			size := len(by[s][0].Pages)
			if size > 3 && !strings.HasPrefix(s, kind) || size < 4 && kind == "star" {
				continue
			}
			f := Mean(observe(by[s], all(10)), r.Seed)
			a.Points = append(a.Points, Point{float64(size), f.Value, f.Low, f.High})
			f = Mean(observe(by[s], pagesWeighed), r.Seed)
			b.Points = append(b.Points, Point{float64(size), f.Value, f.Low, f.High})
		}
		if len(a.Points) > 0 {
			recall.Curves, cost.Curves = append(recall.Curves, a), append(cost.Curves, b)
		}
	}
	return []*Chart{recall, cost}
}

// perturbed compares each world with the store as it is, on the claims that both have.
func (r TrialReport) perturbed(trials []*Trial) *Table {
	t := &Table{Name: "perturbed", Title: "What a changed store changes, by shape", Command: r.Command, Keys: []string{"perturbation", "shape"},
		Note: "bridge: a bridge page is gone and its links lead to a sibling, recall is of the pages left; cut: one link of the gold graph is gone; hubs: each gold page is linked with 10 hubs. less none: paired difference to the store as it is, on the same pages."}
	plain, groups := map[string]*Trial{}, map[Perturbation][]*Trial{}
	for _, x := range trials {
		groups[x.Perturbation] = append(groups[x.Perturbation], x)
		if x.Perturbation == Unperturbed {
			plain[x.ID.Key()] = x
		}
	}
	for _, how := range Perturbations()[1:] {
		if len(groups[how]) == 0 {
			continue
		}
		shapes, by := parted(groups[how], func(t *Trial) string { return t.Shape }, compareShapes)
		by["all"] = groups[how]
		for _, s := range append([]string{"all"}, shapes...) {
			addMeans(t, r.Seed, by[s], changes(plain), string(how), s)
		}
	}
	return t
}

// changes are the measures of trials in a changed store, and what they are less those of the same claims in the store as it
// is.
func changes(plain map[string]*Trial) (out []trialMeasure) {
	for _, m := range []trialMeasure{{"r@10", within(10, anyPage)}, {"all_gold@10", all(10)}, {"shape found", sameShape}, {"decoy in the best chain", decoyed}, {"accuracy", accuracy}} {
		out = append(out, m)
		if m.name == "decoy in the best chain" {
			continue
		}
		out = append(out, trialMeasure{m.name + ", less none", func(x *Trial) (float64, bool) {
			before := plain[x.ID.Key()]
			if before == nil {
				return 0, false
			}
			a, okA := m.of(before.as(x))
			b, okB := m.of(x)
			return b - a, okA && okB
		}})
	}
	return append(out, trialMeasure{"verdict changed", func(x *Trial) (float64, bool) {
		before := plain[x.ID.Key()]
		return score.One(before != nil && before.Says != x.Says), before != nil && x.Says != ""
	}})
}

// as returns a trial without the pages that were removed in another, so that both are measured by the same pages.
func (t *Trial) as(x *Trial) *Trial {
	out := *t
	out.Pages = slices.Clone(t.Pages)
	for i := range out.Pages {
		out.Pages[i].Gone = x.Pages[i].Gone
	}
	return &out
}

// decoyed reports whether the best chain has a decoy.
func decoyed(t *Trial) (float64, bool) {
	switch t.Perturbation {
	case SwapBridge:
		return score.One(slices.Contains(t.Found, t.Sibling)), true
	case AddHubs:
		gold := func(h string) bool { return slices.Contains(t.Found, h) }
		return score.One(slices.ContainsFunc(t.Hubs, gold)), true
	}
	return 0, false
}

func accuracy(t *Trial) (float64, bool) {
	right, known := score.Agrees(t.Label, t.Says)
	return score.One(right), known
}
