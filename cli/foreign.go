package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// foreignForm is the form of a prediction of another system.
const foreignForm = "{id, predicted_label, predicted_evidence, chain}"

// foreign is a prediction of another system. A list of HoVer's or FEVER's own form has the label under other names.
type foreign struct {
	ID            claims.ID          `json:"id"`
	Label         string             `json:"predicted_label"`
	Evidence      []citedAt          `json:"predicted_evidence"`
	Chain         *foreignChain      `json:"chain"`
	Probabilities map[string]float64 `json:"probabilities"`
	Certainty     string             `json:"certainty"`
	Reason        string             `json:"reason"`
}

type foreignChain struct {
	Shape string        `json:"shape"`
	Pages []string      `json:"pages"`
	Links []record.Link `json:"links"`
}

// citedAt is where cited evidence stands.
type citedAt graph.Address

// UnmarshalJSON reads FEVEROUS's ids, and FEVER's and HoVer's [page, sentence].
func (c *citedAt) UnmarshalJSON(raw []byte) error {
	var id string
	a := graph.Address{Element: graph.Element{Kind: graph.KindSentence}}
	if json.Unmarshal(raw, &id) == nil {
		var err error
		if a, err = graph.ParseAddress(id); err != nil {
			return fmt.Errorf("predicted_evidence: %w", err)
		}
	} else if json.Unmarshal(raw, &[]any{&a.Title, &a.Element.A}) != nil || a.Title == "" {
		return fmt.Errorf("predicted_evidence: %s is neither an id like Page_sentence_3 nor [page, sentence]",
			console.Clip(string(raw), 80))
	}
	a.Title = graph.CleanTitle(a.Title)
	*c = citedAt(a)
	return nil
}

// recordedFrom is the output of verify --from --json.
type recordedFrom struct {
	Run       string `json:"run"`
	Recorded  int64  `json:"recorded"`
	Missing   int64  `json:"missing"`
	Strangers int64  `json:"strangers"`
}

// recordFrom records the predictions of --from for the claims of --claims that can be read.
func (o *verifyOptions) recordFrom(ctx context.Context) error {
	input, err := batch.FileFingerprint("claims", o.Claims)
	if err != nil {
		return err
	}
	digest, err := batch.FileFingerprint("from", o.From)
	if err != nil {
		return err
	}
	predictions, err := readForeign(o.From)
	if err != nil {
		return err
	}
	all, _, err := claims.ReadAll(o.Claims)
	if err != nil {
		return batch.NotClaims(fmt.Errorf("read claims: %w", err))
	}
	out := recordedFrom{Run: o.RunName}
	err = o.Store.Read(ctx, func(s graph.Store) error {
		identity, err := s.Identity(ctx)
		if err != nil {
			return err
		}
		o.run = &recording{}
		run := &graph.Run{Name: o.RunName, Settings: []string{"command=verify --from", "claims=" + input,
			"predictions=" + digest, "wiki=" + identity}}
		if err := o.recordInto(ctx, s, run); err != nil {
			return err
		}
		var kept []graph.Reasoning
		for _, claim := range all {
			p := predictions[claim.ID.Key()]
			if p == nil {
				out.Missing++
				continue
			}
			delete(predictions, claim.ID.Key())
			r, err := o.foreignReasoning(ctx, s, claim, p)
			if err != nil {
				return err
			}
			kept = append(kept, *r)
		}
		out.Recorded = int64(len(kept))
		for part := range slices.Chunk(kept, batch.AtOnce) {
			if err := o.run.keep(ctx, part); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if out.Strangers = int64(len(predictions)); out.Strangers > 0 {
		o.Warn("verify: %s for no claim of %s", console.Count(out.Strangers, "prediction"), o.Claims)
	}
	if out.Missing > 0 {
		o.Warn("verify: %s without a prediction", console.Count(out.Missing, "claim"))
	}
	return o.Print(out, func(t *console.Text) {
		t.Printf("%s recorded into the run %s\n", console.Count(out.Recorded, "claim"), out.Run)
	})
}

// readForeign returns predictions by the keys of their ids; of several for one id, the first.
func readForeign(name string) (map[string]*foreign, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read predictions: %w", err)
	}
	defer file.Close()
	out := map[string]*foreign{}
	for r, err := range rowsOf[foreign](file, name, foreignForm) {
		if err != nil {
			return nil, fmt.Errorf("read predictions: %w", err)
		}
		p := &r.value
		if r.bad == nil && p.ID.Key() != "" && p.Label == "" && p.Evidence == nil && p.Chain == nil {
			r.bad = errors.New("it has neither predicted_label nor predicted_evidence nor chain")
		}
		if r.bad != nil {
			return nil, fmt.Errorf("%s: no prediction: %w; want JSON lines %s", r.place, r.bad, foreignForm)
		}
		if key := p.ID.Key(); key != "" && out[key] == nil { // FEVEROUS's first line has no id
			out[key] = p
		}
	}
	return out, nil
}

// foreignReasoning returns a claim with the prediction of another system. The pages are the chain's, else the pages
// that it cites; the store says which links join them.
func (o *verifyOptions) foreignReasoning(ctx context.Context, store graph.Store, claim *claims.Claim,
	p *foreign) (*graph.Reasoning, error) {
	r, err := o.reasoning(ctx, store, claim, nil, -1)
	if err != nil {
		return nil, err
	}
	r.Verdict, r.Certainty, r.Reason = p.Label, p.Certainty, p.Reason
	if right, known := score.Agrees(claim.Label, p.Label); known && p.Label != "" {
		r.Right = &right
	}
	r.Probabilities = foreignProbabilities(p.Probabilities)
	l := listedChain{}
	if p.Chain == nil {
		p.Chain = &foreignChain{}
	}
	for _, title := range p.Chain.Pages {
		l.titles = append(l.titles, graph.CleanTitle(title))
	}
	for _, link := range p.Chain.Links {
		e := listedEdge{from: link.From, to: link.To, unlinked: hop.EdgeClaim, anyWay: true}
		if slices.Contains([]string{hop.EdgeComparison.String(), hop.EdgeShared.String(), hop.EdgeClaim.String()},
			link.Kind) {
			e.kind = link.Kind
		}
		l.edges = append(l.edges, e)
	}
	for i, a := range p.Evidence {
		l.titles = append(l.titles, a.Title)
		l.cites = append(l.cites, listedCite{graph.Address(a), 1 / float64(i+1)})
	}
	if len(l.titles) == 0 {
		return r, nil
	}
	ids, err := pagesOf(ctx, store, l.titles)
	if err != nil {
		return nil, fmt.Errorf("look up predicted pages: %w", err)
	}
	c, err := l.chain(ctx, store, ids)
	if err != nil {
		return nil, err
	}
	c.Rank, c.Used, c.Verdict, c.Hops = 1, true, p.Label, len(c.Pages)
	c.Shape = cmp.Or(p.Chain.Shape, shapeOf(c.Hops))
	r.Chains = append(r.Chains, c)
	return r, nil
}

// foreignProbabilities reads the probabilities of three labels, or of HoVer's two.
func foreignProbabilities(p map[string]float64) *[3]float64 {
	if len(p) == 0 {
		return nil
	}
	if not, ok := p["NOT_SUPPORTED"]; ok {
		return &[3]float64{p["SUPPORTED"], not, 0}
	}
	return &[3]float64{p["SUPPORTS"], p["REFUTES"], p["NOT ENOUGH INFO"]}
}
