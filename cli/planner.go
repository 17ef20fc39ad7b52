package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// planner answers claims with chains.
type planner interface {
	Plan(ctx context.Context, claim string) (*hop.Result, error)
}

// walkPlanner is the planner of this program; the others are the retrievers of the papers.
const walkPlanner = "walk"

var tfidfRules = map[string]hop.Rule{
	"tfidf": hop.RuleDrQA, "tfidf-hotpotqa": hop.RuleHotpotQA, "tfidf-feverous": hop.RuleFEVEROUS, "tfidf-feverous-words": hop.RuleFEVEROUSWords,
}

// byWords tells whether --planner is one of the retrievers.
func byWords(c *urfave.Context) bool {
	_, ok := tfidfRules[c.String("planner")]
	return ok
}

func plannerFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "planner", Value: walkPlanner, Usage: "`NAME` of who finds the pages: walk follows links; a paper's retriever by words alone is a floor for it: " +
		"tfidf (HoVer, FEVER), tfidf-hotpotqa, tfidf-feverous, tfidf-feverous-words"}
}

func checkPlanner(c *urfave.Context) error {
	name := c.String("planner")
	if _, ok := tfidfRules[name]; ok || name == walkPlanner || name == "" {
		return nil
	}
	return usagef("--planner %s: want one of %s, %s", name, walkPlanner, strings.Join(slices.Sorted(maps.Keys(tfidfRules)), ", "))
}

// choosePlanner makes the planner of --planner; m is the model of --scorer neural.
func choosePlanner(c *urfave.Context, s graph.Store, index *text.Index, m *onnx.Model) (planner, error) {
	rule, ok := tfidfRules[c.String("planner")]
	if !ok {
		p := newPlanner(c, s, index)
		p.Scorer, p.Rescore = neural(c, s, m), c.Int("rescore")
		return p, nil
	}
	p, err := hop.NewTFIDF(c.Context, s, index, rule)
	if err != nil {
		return nil, fmt.Errorf("--planner %s: %w", c.String("planner"), err)
	}
	return p, nil
}
