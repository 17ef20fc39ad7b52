package cli

import (
	"context"
	"errors"
	"strconv"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/verify"
)

func verifyCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "verify",
		Usage:     "is the claim supported or refuted, and by which pages and links?",
		ArgsUsage: "CLAIM",
		Description: examples("Finds reasoning chains and judges the claim by what they cite. A label is a result: REFUTES exits with 0. With\n--claims it answers a file, in the order of the claims; interrupted, the same command goes on where it stopped.\n--oracle judges by the gold evidence of the claims instead of what was found; --pairs runs the model alone on JSON\nlines {id, premise, hypothesis}. NOT ENOUGH INFO comes with one line of reason. A question or a fragment is not a\nclaim: its label is NOT ENOUGH INFO, with a note and a warning.",
			"bridgehop verify 'The engineer who designed Skarn Point Light was born in Saint-Évrard.'",
			"bridgehop verify --claims dev.shared.json --out pred.jsonl",
			"bridgehop verify --pairs pairs.jsonl --out labels.jsonl --device cpu"),
		Flags: append(storeFlags(append(planFlags(), append(batchFlags(),
			modelFlag(), deviceFlag(),
			&urfave.StringFlag{Name: "labels", Usage: "`SCHEME` of the labels: hover, fever, feverous (default: the claims file's own, else fever)"},
			&urfave.BoolFlag{Name: "record", Usage: "keep claim, chains, verdict and gold evidence as a graph in the store, which must be Neo4j's"},
			&urfave.StringFlag{Name: "oracle", Usage: "judge by gold evidence, `WHAT` of it: pages, sentences, evidence"},
			plannerFlag(), explainVerdictFlag(),
			&urfave.Float64Flag{Name: "abstain", Usage: "predict NOT ENOUGH INFO where the best label is less probable than `P`, above 0 and below 1 (with --labels hover: NOT_SUPPORTED)", DefaultText: "every label stands"},
			&urfave.BoolFlag{Name: "claim-only", Usage: "judge by the claims alone, without store and evidence: what their wording gives away"},
			&urfave.StringFlag{Name: "pairs", Usage: "judge the pairs of `FILE`, without a store"})...)...), scorerFlags()...),
		Action: verifyAction,
	}
}

func verifyAction(c *urfave.Context) error {
	if _, err := labelScheme(c, claims.None); err != nil {
		return err
	}
	if p := c.Float64("abstain"); c.IsSet("abstain") && !(0 < p && p < 1) {
		return usagef("--abstain %v: want a probability above 0 and below 1", p)
	}
	switch o := c.String("oracle"); {
	case o != "" && o != "pages" && o != "sentences" && o != "evidence":
		return usagef("--oracle %s: want pages, sentences or evidence", o)
	case o != "" && c.String("claims") == "":
		return usagef("--oracle needs --claims FILE with gold evidence")
	case c.Bool("claim-only") && (o != "" || c.String("pairs") != "" || c.String("claims") == "" || c.String("out") == ""):
		return usagef("--claim-only needs --claims FILE and --out FILE, and goes with neither --oracle nor --pairs")
	case c.Bool("claim-only"):
		if err := plansNothing(c, "--claim-only"); err != nil {
			return err
		}
		return verifyClaimOnly(c)
	case c.String("pairs") != "" && (c.String("claims") != "" || c.NArg() > 0):
		return usagef("--pairs stands alone: no CLAIM and no --claims")
	case c.Bool("record") && (c.String("oracle") != "" || c.String("pairs") != "" || c.Bool("claim-only")):
		return usagef("--record keeps what was found, and --oracle, --pairs and --claim-only find nothing")
	case c.Bool("record") && !neo4j.IsAddress(storePath(c)):
		return withCode(usagef("--record needs a store on a Neo4j server, and --store %s is a folder", storePath(c)), exitUsage, "`bridgehop neo4j up` starts one, and prints the address to load into")
	case c.String("pairs") != "" && c.IsSet("abstain"):
		return usagef("--abstain is for claims, and --pairs judges pairs")
	case c.String("pairs") != "" && c.String("out") == "":
		return usagef("--pairs needs --out FILE")
	case c.String("pairs") != "":
		if err := plansNothing(c, "--pairs"); err != nil {
			return err
		}
		return verifyPairs(c)
	}
	return claimOrFile(c, verifyOne, verifyFile)
}

// plansNothing refuses the flags of planners where how leaves nothing to plan.
func plansNothing(c *urfave.Context, how string) error {
	for _, name := range []string{"max-hops", "beam", "shape", "planner", "scorer", "scorer-weight", "rescore", "explain"} {
		if c.IsSet(name) {
			return usagef("--%s is for chains, and %s looks for none", name, how)
		}
	}
	return nil
}

// labelScheme is the scheme of --labels, else of the claim, else FEVER.
func labelScheme(c *urfave.Context, own claims.Scheme) (verify.Scheme, error) {
	name := c.String("labels")
	if name == "" && own != claims.None {
		name = string(own)
	}
	if name == "" {
		return verify.FEVER, nil
	}
	s, err := verify.ParseScheme(name)
	if err != nil {
		return s, usage(err)
	}
	return s, nil
}

// judge answers claims as the flags of verify ask.
type judge struct {
	c      *urfave.Context
	engine *bridgehop.Engine
	note   string // what was told of the model
}

// judged is an answer before it is shown.
type judged struct {
	*bridgehop.Answer
	took  tookRecord
	blame *blameRecord // with --explain

	reasoning *graph.Reasoning // with --record
}

// withJudge opens store, index and model, or where it suffices the model alone, gives a judge to f, and closes them.
func withJudge(c *urfave.Context, f func(*judge) error) error {
	modelAhead(c)
	if storeless(c) {
		e := bridgehop.Given(engineOptions(c)...)
		return errors.Join((&judge{c: c, engine: e}).run(f), e.Close())
	}
	return withEngine(c, func(e *bridgehop.Engine) error { return (&judge{c: c, engine: e}).run(f) }, bridgehop.WithVerdicts())
}

// answer plans and judges one claim.
func (j *judge) answer(ctx context.Context, claim *claims.Claim) (*judged, error) {
	scheme, err := labelScheme(j.c, claim.Scheme)
	if err != nil {
		return nil, err
	}
	var a *bridgehop.Answer
	switch {
	case j.c.Bool("claim-only"):
		a, err = j.engine.ClaimOnly(ctx, claim.Text, scheme)
	case j.c.String("oracle") != "":
		a, err = j.oracle(ctx, claim, scheme)
	default:
		a, err = j.engine.VerifyIn(ctx, claim.Text, scheme)
	}
	if err != nil {
		return nil, err
	}
	out := &judged{Answer: a, took: tookRecord{Seed: milliseconds(a.Found.Took.Seed), Hop: milliseconds(a.Found.Took.Hop), Verify: milliseconds(a.Took)}}
	if j.c.Bool("explain") && a.Chain != nil {
		if out.blame, err = newBlameRecord(ctx, a); err != nil {
			return nil, err
		}
	}
	if j.c.Bool("record") {
		out.reasoning, err = j.reasoning(ctx, claim, a)
	}
	return out, err
}

// ready waits for the model, and tells what it had to decide for itself.
func (j *judge) ready() error {
	m, err := j.engine.Model()
	if err == nil && j.c.Command.Name != "demo" { // which shows what is asked for, and no more
		j.note = tellNote(j.c, m, j.note)
	}
	return err
}

// run gives the judge to f, and tells at the end what the model had to decide on the way: a GPU may give up.
func (j *judge) run(f func(*judge) error) error {
	err := f(j)
	if j.note != "" {
		err = errors.Join(err, j.ready())
	}
	return err
}

func milliseconds(d time.Duration) float64 { return round3(d.Seconds() * 1000) }

// verifyRecord is what verify --json prints.
type verifyRecord struct {
	Claim          string `json:"claim"`
	PredictedLabel string `json:"predicted_label"`
	withheldRecord
	Probabilities map[string]float64 `json:"probabilities"`
	Evidence      []evidenceRecord   `json:"evidence"`
	Chain         *chainRecord       `json:"chain"` // null when nothing was found
	Took          tookRecord         `json:"ms"`
	Explain       *blameRecord       `json:"explain,omitempty"` // with --explain
}

// tookRecord is the milliseconds a claim cost.
type tookRecord struct {
	Seed   float64 `json:"seed"`
	Hop    float64 `json:"hop"`
	Verify float64 `json:"verify"`
}

// probabilities are by the labels of the scheme; HoVer has two, so that refuted and not enough are one there.
func probabilities(s verify.Scheme, p verify.Probabilities) map[string]float64 {
	if s == verify.HoVer {
		return map[string]float64{s.Name(verify.Supported): p.Supported, s.Name(verify.NotSupported): p.Refuted + p.NotEnough}
	}
	return map[string]float64{s.Name(verify.Supported): p.Supported, s.Name(verify.Refuted): p.Refuted, s.Name(verify.NotEnoughInfo): p.NotEnough}
}

func (a *judged) record(claim string) *verifyRecord {
	r := &verifyRecord{Claim: claim, PredictedLabel: a.String(), withheldRecord: a.withheld(), Probabilities: probabilities(a.Labels, a.Probabilities),
		Evidence: []evidenceRecord{}, Took: a.took, Explain: a.blame}
	if a.Chain != nil {
		chain := newChainRecord(a.Chain)
		r.Chain, r.Evidence = &chain, newEvidenceRecords(a.Chain, a.Verdict.Premise.Evidence, passages{})
	}
	return r
}

func verifyOne(c *urfave.Context, claim string) error {
	return withJudge(c, func(j *judge) error {
		a, err := j.answer(c.Context, &claims.Claim{Text: claim, Scheme: claims.None})
		if err == nil && a.reasoning != nil {
			err = j.keep(c.Context, a.reasoning)
		}
		if err != nil {
			return claimError(err)
		}
		if err := j.ready(); err != nil {
			return err
		}
		a.warn(c, strconv.Quote(clip(claim, 80)))
		if c.Bool("json") {
			return printJSON(c.App.Writer, a.record(claim))
		}
		out := &show{w: c.App.Writer}
		a.print(out, "")
		return out.err
	})
}

// print shows the verdict for people: label with its probability, chain with its shape, cited elements.
func (a *judged) print(out *show, gold string) {
	r := a.record("")
	if best := a.Labels.Name(a.Best()); r.Abstained {
		out.f("%s (abstained: %s %.2f)", r.PredictedLabel, best, r.Probabilities[best])
	} else {
		out.f("%s %.2f", r.PredictedLabel, r.Probabilities[r.PredictedLabel])
	}
	if gold != "" {
		out.f("   (gold %s)", gold)
	}
	out.f("\n")
	if why := r.Reason + r.Note; why != "" { // one of them is empty
		out.f("  %s\n", why)
	}
	if a.Chain == nil {
		out.f("  no chain found\n")
		return
	}
	out.f("  ")
	r.Chain.print(out, &a.Chain.Chain)
	out.f("   (%s)\n", r.Chain.Shape)
	printEvidence(out, r.Evidence)
	if a.blame != nil {
		a.blame.print(out)
	}
}

// isRefusal tells the errors that lie in the claim.
func isRefusal(err error) bool {
	for _, is := range []error{hop.ErrEmptyClaim, hop.ErrLongClaim, verify.ErrEmptyClaim, verify.ErrLongClaim, errNoGold} {
		if errors.Is(err, is) {
			return true
		}
	}
	return false
}

// costsOneLine tells the errors that refuse a claim of a file: those that lie in it, and that a model has no number for it.
func costsOneLine(err error) bool {
	var pair *verify.PairError
	return isRefusal(err) || errors.As(err, &pair)
}
