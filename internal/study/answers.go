package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// Verdict is a line of verify --out: what was said, whether it is right where the claim has a label, and what --explain said
// of it.
type Verdict struct {
	Answer
	Labelled  bool // the claim has a gold label: Right means something
	Supported bool
	Explained bool
	Shortcut  bool
	Pages     []PageShare
}

// PageShare is a page's Shapley value in a verdict.
type PageShare struct {
	Page   string  `json:"page"`
	Share  float64 `json:"share"`
	Bridge bool    `json:"bridge"`
}

// judgedLine is what is read of a line of verify --out.
type judgedLine struct {
	ID            claims.ID          `json:"id"`
	Label         string             `json:"label"`
	Predicted     string             `json:"predicted_label"`
	Probabilities map[string]float64 `json:"probabilities"`
	Error         string             `json:"error"`
	Chain         *struct {
		Shape string `json:"shape"`
	} `json:"chain"`
	Explain *struct {
		Shortcut bool        `json:"shortcut"`
		Pages    []PageShare `json:"pages"`
	} `json:"explain"`
}

// ReadVerdicts reads the lines of verify --out: verdicts by the shape of the chain they rest on. Lines of claims that were
// refused, and FEVEROUS's header, are left out.
func ReadVerdicts(r io.Reader, name string) ([]Verdict, error) {
	var out []Verdict
	for rec, err := range claims.Records(r, name) {
		if err != nil {
			return nil, err
		}
		var in judgedLine
		if err := json.Unmarshal(rec.Raw, &in); err != nil || in.ID.IsZero() {
			return nil, &claims.RecordError{Place: rec.Place, Err: errors.Join(errors.New("not a line of verify --out: want id, predicted_label and probabilities"), err)}
		}
		if in.Error != "" || in.ID.Key() == "" {
			continue
		}
		j, err := in.judged()
		if err != nil {
			return nil, &claims.RecordError{Place: rec.Place, Err: err}
		}
		out = append(out, j)
	}
	return out, nil
}

func (in *judgedLine) judged() (Verdict, error) {
	j := Verdict{Answer: Answer{ID: in.ID.Key(), Shape: "none", Sure: in.Probabilities[in.Predicted]}}
	says, err := verify.ParseLabel(in.Predicted)
	if err != nil {
		return j, fmt.Errorf("predicted_label: %w", err)
	}
	j.Supported = says == verify.Supported
	if gold, err := verify.ParseLabel(in.Label); err == nil {
		j.Labelled = true
		j.Right = gold == says || gold == verify.NotSupported && says != verify.Supported
	}
	if in.Chain != nil {
		j.Shape = in.Chain.Shape
	}
	if in.Explain != nil {
		j.Explained, j.Shortcut, j.Pages = true, in.Explain.Shortcut, in.Explain.Pages
	}
	return j, nil
}

// Shaped gives answers the shapes and families of their gold graphs; those without one are left out.
func Shaped(all []Verdict, gold []*Graph) []Verdict {
	by := map[string]*Graph{}
	for _, g := range gold {
		by[g.ID.Key()] = g
	}
	var out []Verdict
	for _, j := range all {
		if g := by[j.ID]; g != nil {
			j.Shape, j.Family = g.Shape(), g.Family
			out = append(out, j)
		}
	}
	return out
}

// Answers are the verdicts on claims that have a label.
func Answers(all []Verdict) []Answer {
	var out []Answer
	for _, j := range all {
		if j.Labelled {
			out = append(out, j.Answer)
		}
	}
	return out
}

// Shortcuts counts, by shape, the supported claims whose verdict doesn't go through a bridge page, and what share of a
// verdict its bridge pages and its other pages have. Verdicts without an explanation are left out.
func Shortcuts(all []Verdict, seed uint64, command string) *Table {
	t := &Table{Name: "shortcuts", Title: "Shortcuts and blame by shape", Command: command, Keys: []string{"shape"},
		Note: "shortcut: of the claims judged SUPPORTS, those with a bridge page whose Shapley value is at most " + number(verify.NoShare) +
			"; right, …: accuracy of those with a label. Shares are in probability, the mean over the pages of a verdict."}
	groups := map[string][]Verdict{}
	var shapes []string
	for _, j := range all {
		if !j.Explained {
			continue
		}
		if groups[j.Shape] == nil {
			shapes = append(shapes, j.Shape)
		}
		groups[j.Shape] = append(groups[j.Shape], j)
		groups["all"] = append(groups["all"], j)
	}
	slices.SortFunc(shapes, compareShapes)
	for _, s := range append([]string{"all"}, shapes...) {
		t.Count("explained", len(groups[s]), s)
		for _, m := range shortcutMeasures() {
			var obs []Observation
			for _, j := range groups[s] {
				if v, ok := m.of(j); ok {
					obs = append(obs, Observation{j.Family, v})
				}
			}
			if len(obs) > 0 {
				t.Add(m.name, Mean(obs, seed), s)
			}
		}
	}
	return t
}

type judgedMeasure struct {
	name string
	of   func(Verdict) (float64, bool)
}

func shortcutMeasures() []judgedMeasure {
	right := func(shortcut bool) func(Verdict) (float64, bool) {
		return func(j Verdict) (float64, bool) {
			return truth(j.Right), j.Supported && j.Labelled && j.Shortcut == shortcut
		}
	}
	return []judgedMeasure{
		{"shortcut", func(j Verdict) (float64, bool) { return truth(j.Shortcut), j.Supported }},
		{"right, shortcut", right(true)}, {"right, no shortcut", right(false)},
		{"share of a bridge page", func(j Verdict) (float64, bool) { return j.meanShare(true) }},
		{"share of another page", func(j Verdict) (float64, bool) { return j.meanShare(false) }},
	}
}

func (j Verdict) meanShare(bridge bool) (float64, bool) {
	sum, n := 0.0, 0
	for _, p := range j.Pages {
		if p.Bridge == bridge {
			sum, n = sum+p.Share, n+1
		}
	}
	return sum / float64(max(n, 1)), n > 0
}
