package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// Verdict is a line of verify --out: the verdict, whether it is right if the claim has a label, and the results of --explain.
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

// judgedLine has the fields that are read of a line of verify --out.
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

// DecodeVerdict reads a line of verify --out, with the shape of the chain that the verdict rests on. The line of a claim that was
// refused, and FEVEROUS's header, are nil.
func DecodeVerdict(raw []byte) (*Verdict, error) {
	var in judgedLine
	if err := json.Unmarshal(raw, &in); err != nil || in.ID.IsZero() {
		return nil, errors.Join(errors.New("not a line of verify --out: want id, predicted_label and probabilities"), err)
	}
	if in.Error != "" || in.ID.Key() == "" {
		return nil, nil
	}
	v := &Verdict{Answer: Answer{ID: in.ID.Key(), Shape: "none", Sure: in.Probabilities[in.Predicted]}}
	says, err := verify.ParseLabel(in.Predicted)
	if err != nil {
		return nil, fmt.Errorf("predicted_label: %w", err)
	}
	v.Supported = says == verify.Supported
	v.Right, v.Labelled = score.Agrees(in.Label, in.Predicted)
	if in.Chain != nil {
		v.Shape = in.Chain.Shape
	}
	if in.Explain != nil {
		v.Explained, v.Shortcut, v.Pages = true, in.Explain.Shortcut, in.Explain.Pages
	}
	return v, nil
}

// Shaped sets the shapes and families of answers from their gold graphs. Answers without a gold graph are left out.
func Shaped(all []*Verdict, gold []*Graph) []*Verdict {
	by := map[string]*Graph{}
	for _, g := range gold {
		by[g.ID.Key()] = g
	}
	var out []*Verdict
	for _, j := range all {
		if g := by[j.ID]; g != nil {
			j.Shape, j.Family = g.Shape(), g.Family
			out = append(out, j)
		}
	}
	return out
}

// Answers are the verdicts on claims that have a label.
func Answers(all []*Verdict) []Answer {
	var out []Answer
	for _, j := range all {
		if j.Labelled {
			out = append(out, j.Answer)
		}
	}
	return out
}

// Shortcuts counts, by shape, the supported claims whose verdict doesn't depend on a bridge page, and the shares of bridge pages and other
// pages in a verdict. Verdicts without an explanation are left out.
func Shortcuts(all []*Verdict, seed uint64, command string) *Table {
	t := &Table{Name: "shortcuts", Title: "Shortcuts and blame by shape", Command: command, Keys: []string{"shape"},
		Note: "shortcut: of the claims judged SUPPORTS, those with a bridge page whose Shapley value is at most " + number(verify.NoShare) +
			"; right, …: accuracy of those with a label. Shares are in probability, the mean over the pages of a verdict."}
	explained := slices.DeleteFunc(slices.Clone(all), func(j *Verdict) bool { return !j.Explained })
	shapes, groups := parted(explained, func(j *Verdict) string { return j.Shape }, compareShapes)
	groups["all"] = explained
	for _, s := range append([]string{"all"}, shapes...) {
		t.Count("explained", len(groups[s]), s)
		addMeans(t, seed, groups[s], shortcutMeasures(), s)
	}
	return t
}

func (a Answer) family() string { return a.Family }

func shortcutMeasures() []measure[*Verdict] {
	right := func(shortcut bool) func(*Verdict) (float64, bool) {
		return func(j *Verdict) (float64, bool) {
			return score.One(j.Right), j.Supported && j.Labelled && j.Shortcut == shortcut
		}
	}
	return []measure[*Verdict]{
		{"shortcut", func(j *Verdict) (float64, bool) { return score.One(j.Shortcut), j.Supported }},
		{"right, shortcut", right(true)}, {"right, no shortcut", right(false)},
		{"share of a bridge page", func(j *Verdict) (float64, bool) { return j.meanShare(true) }},
		{"share of another page", func(j *Verdict) (float64, bool) { return j.meanShare(false) }},
	}
}

func (j *Verdict) meanShare(bridge bool) (float64, bool) {
	sum, n := 0.0, 0
	for _, p := range j.Pages {
		if p.Bridge == bridge {
			sum, n = sum+p.Share, n+1
		}
	}
	return sum / float64(max(n, 1)), n > 0
}
