package graph

import (
	"errors"
	"time"
)

// ErrRun: a run of this name has other settings, or there is no run of this name.
var ErrRun = errors.New("run")

// Run is one pass over a claims file: a store on a server keeps its claims, with the chains and verdicts that were
// found for them, beside the pages.
type Run struct {
	Name    string
	Claims  string // the claims file, for people; empty for claims of the command line
	Model   string // for people; empty if nothing was judged
	Planner string
	Version string // of the program that began the run
	Started time.Time
	// Settings are all that the answers depend on, as name=value. Nil fits a run of any settings.
	Settings []string

	// A list of runs counts these.
	Recorded int64 // claims
	Known    int64 // claims whose verdict is right or wrong
	Right    int64
}

// Reasoning is a claim with what was found for it.
type Reasoning struct {
	ID      string // of the claim in its run
	Number  *int64 // the id, if it is an integer
	Claim   string
	Label   string // gold; may be empty
	Verdict string // the label that was predicted; empty if none was
	// Whether the verdict is the gold label, however that is spelt; nil when the claim has no gold label that is known.
	Right   *bool
	Kind    string // what the claims file says of it; may be empty
	Model   string // of a claim whose run has several; may be empty
	Planner string // as Model

	Probabilities *[3]float64 // that the claim is supported, is refuted, and neither; nil if nothing was judged
	Certainty     string
	Reason        string

	Chains []ReasoningChain
	Gold   []ReasoningChain // gold evidence, a chain for each set
}

// ReasoningChain is pages in the order they were reached, what joins them, and what is cited of them.
type ReasoningChain struct {
	Shape   string
	Hops    int // pages
	Rank    int // among the chains that were found, from 1; 0 for gold
	Score   float64
	Verdict string // of the claim when judged by this chain; empty where none was given
	Used    bool   // the verdict of the claim rests on it
	Pages   []PageID
	Edges   []ReasoningEdge
	Cites   []Citation
}

// ReasoningEdge joins two pages of a chain.
type ReasoningEdge struct {
	From, To int    // the page that To was reached from, and To, among the chain's pages
	Kind     string // out-link: From links to To; in-link; or what joins them without a link: comparison, shared-target, claim
	Anchor   string // of a link
	Element  string // of the page that has the link: sentence_2
	Inferred bool   // a link joins the pages, but nothing says that the chain goes along it
}

// Citation is an element that a chain cites.
type Citation struct {
	Ref
	Score float64
}
