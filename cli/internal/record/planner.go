package record

import "github.com/bridgehop/bridgehop/hop"

// Walk is the name of the planner of this program; the others are the retrievers of the papers.
const Walk = "walk"

// Retrievers are the papers' retrievers, by the names of --planner.
var Retrievers = map[string]hop.Rule{
	"tfidf": hop.RuleDrQA, "tfidf-hotpotqa": hop.RuleHotpotQA, "tfidf-feverous": hop.RuleFEVEROUS, "tfidf-feverous-words": hop.RuleFEVEROUSWords,
}
