package cli

import (
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/hop"
)

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
	return &urfave.StringFlag{Name: "planner", Value: walkPlanner, Usage: "`NAME` of what finds the pages: walk follows links; the others are papers' retrievers, which use words alone: " +
		"tfidf (HoVer, FEVER), tfidf-hotpotqa, tfidf-feverous, tfidf-feverous-words"}
}

func checkPlanner(c *urfave.Context) error {
	name := c.String("planner")
	if _, ok := tfidfRules[name]; ok || name == walkPlanner || name == "" {
		return nil
	}
	return usagef("--planner %s: want one of %s, %s", name, walkPlanner, strings.Join(slices.Sorted(maps.Keys(tfidfRules)), ", "))
}

// engineOptions are what the flags ask of an engine.
func engineOptions(c *urfave.Context) []bridgehop.Option {
	shape, _ := hop.ParseShape(c.String("shape")) // checkPlan refused what is none
	out := []bridgehop.Option{bridgehop.WithMaxPages(c.Int("max-hops")), bridgehop.WithBeam(c.Int("beam")), bridgehop.WithChains(c.Int("k")), bridgehop.WithShape(shape),
		bridgehop.WithModel(c.String("model")), bridgehop.WithDevice(c.String("device")), bridgehop.WithThreads(c.Int("threads")), bridgehop.WithAbstain(c.Float64("abstain"))}
	if rule, ok := tfidfRules[c.String("planner")]; ok {
		out = append(out, bridgehop.WithRetriever(rule))
	}
	if isNeural(c) {
		out = append(out, bridgehop.WithReranker(c.Float64("scorer-weight"), c.Int("rescore")))
	}
	return out
}
