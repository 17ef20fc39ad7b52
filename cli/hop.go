package cli

import (
	"context"
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/verify"
)

func hopCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "hop",
		Usage:     "the pages and links that a claim may be judged by",
		ArgsUsage: "CLAIM",
		Description: examples("Prints reasoning chains, best first: 1 to 4 pages joined by hyperlinks, with the sentences and cells they cite,\nand (in JSON) the 20 pages most likely to be evidence. No chain found is an answer, not a failure. With --claims it\nanswers a file, in the order of the claims; interrupted, the same command goes on where it stopped.",
			"bridgehop hop 'The engineer who designed Skarn Point Light was born in Saint-Évrard.'",
			"bridgehop hop --json --max-hops 2 -k 1 'The engineer who designed Skarn Point Light was born in Saint-Évrard.'",
			"bridgehop hop --claims dev.shared.json --out hops.jsonl"),
		Flags: append(storeFlags(append(planFlags(), append(batchFlags(), &urfave.IntFlag{Name: "k", Value: 5, Usage: "print at most `N` chains"}, plannerFlag(),
			&urfave.BoolFlag{Name: "explain", Usage: "tell each chain's score by parts, what brought each page, and what of the claim it holds"},
			modelFlag(), deviceFlag())...)...), scorerFlags()...),
		Action: func(c *urfave.Context) error { return claimOrFile(c, hopOne, hopFile) },
	}
}

// planFlags set the planner.
func planFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.IntFlag{Name: "max-hops", Value: 4, Usage: "chains of at most `N` pages, 1 to 4"},
		&urfave.IntFlag{Name: "beam", Usage: "keep `N` chains at each hop", DefaultText: "the planner's"},
		&urfave.StringFlag{Name: "shape", Value: "auto", Usage: "an oracle: look for graphs of this `SHAPE` only: path or star; 2, 3, path4 or star4, which tell the number of pages too (where links don't reach, pages that only the claim joins are told apart; where no chain has so many pages, smaller ones are given); auto knows nothing"},
	}
}

// batchFlags are those of commands that answer a file of claims.
func batchFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "claims", Usage: "answer every claim of `FILE`: JSON lines {id, claim}, one claim a line, or a data set's own file (docs/cli.md, Claims files)"},
		&urfave.StringFlag{Name: "out", Usage: "write the answers to `FILE`, one JSON line a claim; - is standard output"},
		&urfave.BoolFlag{Name: "restart", Usage: "throw away the answers that --out holds, instead of going on after them"},
	}
}

// claimOrFile runs one on the claim given as argument, or file on --claims.
func claimOrFile(c *urfave.Context, one func(*urfave.Context, string) error, file func(*urfave.Context) error) error {
	if err := checkPlan(c); err != nil {
		return err
	}
	switch hasFile := c.String("claims") != ""; {
	case hasFile && c.NArg() > 0:
		return usagef("%s takes a CLAIM or --claims FILE, not both", c.Command.Name)
	case hasFile && c.String("out") == "":
		return usagef("--claims needs --out FILE")
	case hasFile:
		if err := readAgain(c.String("claims")); err != nil { // before anything is read of it
			return err
		}
		return file(c)
	case c.String("out") != "":
		return usagef("--out needs --claims FILE")
	case c.IsSet("restart"):
		return usagef("--restart needs --claims FILE and --out FILE")
	}
	claim, err := oneArg(c, "claim")
	if err != nil {
		return err
	}
	return one(c, claim)
}

func checkPlan(c *urfave.Context) error {
	if err := errors.Join(checkPlanner(c), checkScorer(c)); err != nil {
		return err
	}
	shape, err := hop.ParseShape(c.String("shape"))
	if err != nil {
		return usagef("--%v", err)
	}
	if n := c.Int("max-hops"); n < 1 || n > 4 {
		return usagef("--max-hops is 1 to 4, got %d", n)
	} else if shape.Pages > n {
		return usagef("--shape %s has %d pages, and --max-hops allows %d", c.String("shape"), shape.Pages, n)
	}
	if byWords(c) {
		for _, flag := range []string{"shape", "max-hops", "beam"} {
			if c.IsSet(flag) && (flag != "shape" || shape != hop.Shape{}) {
				return usagef("--%s is for --planner %s: the others don't walk", flag, walkPlanner)
			}
		}
	}
	for _, flag := range []string{"beam", "k"} {
		if c.IsSet(flag) {
			if err := atLeast(c, flag, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// hopRecord is what hop --json prints, and a line of hop --out.
type hopRecord struct {
	ID        claims.ID      `json:"id"`
	Claim     string         `json:"claim"`
	Chains    []chainRecord  `json:"chains"`
	Retrieved []rankedRecord `json:"retrieved"`
	// Candidates is how many pages were ranked, where a retriever first chooses some: a page not among them ranks
	// after them all.
	Candidates int    `json:"candidates,omitempty"`
	Error      string `json:"error,omitempty"`
}

// rankedRecord is a page in the ranked list that R@k is scored on.
type rankedRecord struct {
	Page    string  `json:"page"` // title
	ID      string  `json:"id"`
	Passage string  `json:"passage"` // tells apart the passages of one title
	Score   float64 `json:"score"`
}

func newHopRecord(claim *claims.Claim, found *bridgehop.Chains, explain bool) *hopRecord {
	r := &hopRecord{ID: claim.ID, Claim: claim.Text, Chains: []chainRecord{}, Retrieved: []rankedRecord{}, Candidates: found.Candidates}
	known := passages{}
	for i := range found.Chains {
		chain := &found.Chains[i]
		c := newChainRecord(chain)
		c.Score = &chain.Score
		c.Evidence = newEvidenceRecords(chain, chain.Evidence, known)
		if explain {
			c.Why = newWhyRecord(chain)
		}
		r.Chains = append(r.Chains, c)
	}
	for _, p := range found.Retrieved {
		id := p.Page.ID()
		r.Retrieved = append(r.Retrieved, rankedRecord{Page: p.Page.Title, ID: id.String(), Passage: known.of(p.Page), Score: p.Score})
	}
	return r
}

// hopRecordOf is the record of what a planner found.
func hopRecordOf(ctx context.Context, pages verify.Pages, claim *claims.Claim, res *hop.Result) (*hopRecord, error) {
	found, err := bridgehop.WithPages(ctx, pages, res)
	if err != nil {
		return nil, err
	}
	return newHopRecord(claim, found, false), nil
}

func hopOne(c *urfave.Context, claim string) error {
	return withEngine(c, func(e *bridgehop.Engine) error {
		found, err := e.Chains(c.Context, claim)
		if err != nil {
			return claimError(err)
		}
		r := newHopRecord(&claims.Claim{Text: claim}, found, c.Bool("explain"))
		if c.Bool("json") {
			return printJSON(c.App.Writer, r)
		}
		return r.print(&show{w: c.App.Writer}, found)
	})
}

// claimError says that a claim given on the command line was refused: that is wrong usage.
func claimError(err error) error {
	if isRefusal(err) {
		return withCode(err, exitUsage, "give a claim of one or a few sentences")
	}
	return err
}

func (r *hopRecord) print(out *show, found *bridgehop.Chains) error {
	if len(r.Chains) == 0 {
		out.f("no chain found\n")
	}
	for i := range r.Chains {
		c := &r.Chains[i]
		out.f("%d. ", i+1)
		c.print(out, &found.Chains[i].Chain)
		out.f("   (%s, %.3f)\n", c.Shape, *c.Score)
		if c.Why != nil {
			c.Why.print(out)
		}
		printEvidence(out, c.Evidence)
	}
	return out.err
}

func hopFile(c *urfave.Context) error {
	return withEngine(c, func(e *bridgehop.Engine) error {
		f, err := newFingerprints(c, e.Store())
		if err != nil {
			return err
		}
		b := &batch{c: c, what: "hop", input: c.String("claims"),
			answer: func(ctx context.Context, claim *claims.Claim) (any, error) {
				found, err := e.Chains(ctx, claim.Text)
				if err != nil {
					return nil, err
				}
				return newHopRecord(claim, found, c.Bool("explain")), nil
			},
			refused: func(claim *claims.Claim, err error) any {
				return &hopRecord{ID: claim.ID, Claim: clip(claim.Text, 200), Chains: []chainRecord{}, Retrieved: []rankedRecord{}, Error: err.Error()}
			}}
		if err := b.open(c.String("out"), f, "", c.Bool("restart")); err != nil {
			return err
		}
		return b.run()
	})
}

// newFingerprints is what the answers of this command depend on.
func newFingerprints(c *urfave.Context, s graph.Store) (f fingerprints, err error) {
	f = fingerprints{Command: c.Command.Name, Version: Version, Settings: settings(c)}
	if f.Input, err = fileFingerprint(c.String("claims")); err != nil {
		return f, err
	}
	if isNeural(c) {
		if f.Model, err = modelFingerprint(c); err != nil {
			return f, err
		}
	}
	if s != nil {
		f.Store, err = s.Identity(c.Context)
	}
	return f, err
}

// settings are the flags that change answers, or what is kept of them besides. A default that is spelled out is what it is unset.
func settings(c *urfave.Context) string {
	out := ""
	for _, name := range []string{"max-hops", "beam", "k", "labels", "oracle", "planner", "claim-only", "shape"} {
		v := c.Value(name)
		if v == nil {
			continue
		}
		if unset, ok := spelledOut[fmt.Sprintf("%s=%v", name, v)]; ok {
			v = unset
		}
		out += fmt.Sprintf("%s=%v ", name, v)
	}
	for _, name := range []string{"explain", "scorer", "scorer-weight", "rescore", "record", "abstain"} { // unset, they leave the outputs of before as they are
		set := fmt.Sprintf("%s=%v", name, c.Value(name))
		if _, ok := spelledOut[set]; c.IsSet(name) && !ok {
			out += set + " "
		}
	}
	return out
}

// spelledOut are settings that say what their flag means where it is not set, and its value then.
var spelledOut = map[string]any{
	fmt.Sprintf("beam=%d", hop.DefaultBeam): 0, "planner=": walkPlanner, "shape=": "auto",
	"explain=false": nil, "record=false": nil, "scorer=": nil, "scorer=" + lexicalScorer: nil,
	fmt.Sprintf("scorer-weight=%v", verify.DefaultRelevance): nil, fmt.Sprintf("rescore=%d", hop.DefaultRescore): nil,
}
