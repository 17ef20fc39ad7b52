package cli

import (
	urfave "github.com/urfave/cli/v2"
)

// The scorers of --scorer.
const (
	lexicalScorer = "lexical"
	neuralScorer  = "neural"
)

// mostWeight bounds --scorer-weight: with it one of the model's log odds outweighs all words and links.
const mostWeight = 1000

func scorerFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "scorer", Value: lexicalScorer, Usage: "`NAME` of what chains are scored by: lexical, their words and links; neural, a model's reading of the best of them too (--model DIR: a cross-encoder of your own)"},
		&urfave.Float64Flag{Name: "scorer-weight", Usage: "with --scorer neural: what the model's log odds are worth against words and links (fitted on train files with the shipped model)", DefaultText: "0.95"},
		&urfave.IntFlag{Name: "rescore", Usage: "with --scorer neural: ask the model about the best `N` chains", DefaultText: "3"},
	}
}

func isNeural(c *urfave.Context) bool { return c.String("scorer") == neuralScorer }

func checkScorer(c *urfave.Context) error {
	switch s := c.String("scorer"); {
	case s != "" && s != lexicalScorer && s != neuralScorer:
		return usagef("--scorer %s: want lexical or neural", s)
	case isNeural(c) && c.String("planner") != walkPlanner:
		return usagef("--scorer neural is for --planner %s: the others don't weigh chains", walkPlanner)
	case c.IsSet("scorer-weight") && !(c.Float64("scorer-weight") > 0 && c.Float64("scorer-weight") <= mostWeight): // also what is no number
		return usagef("--scorer-weight is above 0 and at most %d, got %g", mostWeight, c.Float64("scorer-weight"))
	}
	for _, flag := range []string{"scorer-weight", "rescore"} {
		if c.IsSet(flag) && !isNeural(c) {
			return usagef("--%s is for --scorer neural", flag)
		}
	}
	for _, flag := range []string{"model", "device"} {
		if c.Command.Name == "hop" && c.IsSet(flag) && !isNeural(c) {
			return usagef("--%s is for --scorer neural: hop alone runs no model", flag)
		}
	}
	if c.IsSet("rescore") {
		return atLeast(c, "rescore", 2)
	}
	return nil
}
