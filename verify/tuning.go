package verify

// Weighing says what a verdict on evidence that a planner found is made of, in logits: what the model says of all
// evidence together; of whole articles the most that it says of a single sentence or row; and of NOT ENOUGH INFO a
// constant and whether the claim names a page that was read. Models differ in how sure they are, so that a model's
// folder may have its own.
type Weighing struct {
	ArticleTogether float64 `json:"article_together"`
	ArticleAlone    float64 `json:"article_alone"`
	IntroTogether   float64 `json:"intro_together"` // where all pages that were read are introductions
	None            float64 `json:"none"`
	NoneNamed       float64 `json:"none_named"`
	ChainTogether   float64 `json:"chain_together"` // where the evidence is of several pages
	ChainNone       float64 `json:"chain_none"`
	// ChainDecides weighs log(1 - P(NOT ENOUGH INFO)) of a chain's evidence against the planner's score of the chain,
	// when the model chooses between the best chains. With 0 it reads only the best one.
	ChainDecides float64 `json:"chain_decides"`
}

// weighing is that of a model whose folder has none: nli-base's, whose config.json has it, too (docs/adr/0029).
//
//	go run ./bench/whole -learn -store wsp.bridgehop -feverous feverous.bridgehop
var weighing = Weighing{
	ArticleTogether: 0.336, ArticleAlone: 0.529,
	IntroTogether: 0.849,
	None:          0.47, NoneNamed: -1.644,
	ChainTogether: 0.5, ChainNone: -1,
	ChainDecides: 4,
}

// unsaidWeight is what it counts for NOT ENOUGH INFO, in logits, that no page speaks of the claim's predicate, where
// only introductions were read. A whole article says much in other words: there it loses more than it gains
// (docs/adr/0013).
//
//	go run ./bench/whole -only unanswerable -store wiki.bridgehop
const unsaidWeight = 2.5

// leastTogether is the probability of a label by all evidence below which each sentence and row is read alone, too.
// Chosen on FEVER's learning side: with .6 a sixth of the claims read them, and .634 are right; .620 if all do, .616
// if none does.
const leastTogether = .6

// What the share of the claim that given pages cover counts for, in logits: fitted by logistic regression on the
// training claims.
//
//	go run ./bench/verdict -store feverous.bridgehop -claims dev.shared.json      (of commit 50e9e0f)
const (
	coverageWeight = 1.141
	coverageMiddle = .880
)

// How a bridge is found. leastBridge was chosen on 160 claims of 2WikiMultihopQA's train questions, where 120 of 128
// bridges are right; the others were set.
//
//	go run ./bench/bridge -train      (of commit 50e9e0f)
const (
	leastWithin      = 0.5 // probability of a bridge that isn't the subject (docs/adr/0029)
	leastBridge      = 0.2 // probability of a bridge, at least, and more than of the page that the claim says
	anotherPage      = 0.8 // probability of REFUTES where another page is described: 49 of 51 such claims are false
	mostCandidates   = 64  // pairs of a page and a text that the model reads for one description
	openingSentences = 30  // sentences of a page among which opening looks
	leastTopic       = 0.1 // of a name's uses, the share that means a page of the description, at least
	leastPrior       = 0.3 // of a name's uses, the share that means a candidate, at least
)

// Bounds that were set, not fitted.
const (
	least    = 1e-3 // probability of a label at least: a model that is certain rules none out
	mostRead = 5    // chains that are read to choose one
	furthest = 4    // of the planner's score that a chain may be behind the best to be read
)
