package cli

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// prediction is a line of verify --out. It has no times, so the same store and claims give the same bytes.
type prediction struct {
	ID       claims.ID    `json:"id"`
	Claim    string       `json:"claim"`
	Label    string       `json:"label,omitempty"`    // gold, as the input spells it
	Evidence []goldRecord `json:"evidence,omitempty"` // gold, for FEVEROUS's scorer
	record.Outcome
	PredictedEvidence []any                `json:"predicted_evidence"`
	Probabilities     map[string]float64   `json:"probabilities"`
	Chain             *record.Chain        `json:"chain"`
	Values            []record.Calculation `json:"values,omitempty"`  // as verify --json has them
	Explain           *record.Blame        `json:"explain,omitempty"` // with --explain
	Error             string               `json:"error,omitempty"`   // why the claim was refused
}

// feverousHeader is the first line of FEVEROUS's files. The official scorer always drops the first line.
const feverousHeader = `{"evidence":[{"content":[],"context":{}}],"id":"",` +
	`"claim":"","label":"","predicted_label":"","predicted_evidence":[]}` + "\n"

// predictionHeader returns feverousHeader for claims in FEVEROUS's format, the only ones that its scorer can score.
func (o *verifyOptions) predictionHeader() (string, error) {
	format, err := claims.Detect(o.Claims)
	if err != nil {
		return "", batch.NotClaims(fmt.Errorf("read claims: %w", err))
	}
	scheme, err := record.Scheme(o.Labels, label.FEVEROUS)
	if err != nil || format != claims.Feverous || scheme != label.FEVEROUS {
		return "", err
	}
	return feverousHeader, nil
}

// goldRecord is a gold evidence set in FEVEROUS's form.
type goldRecord struct {
	Content []string            `json:"content"`
	Context map[string][]string `json:"context"`
}

func (a *judged) prediction(claim *claims.Claim) *prediction {
	p, r := newPrediction(claim, a.Labels), record.NewVerdict(a.Answer, a.blame)
	p.Outcome, p.Probabilities, p.Chain, p.Values, p.Explain = r.Outcome, r.Probabilities, r.Chain, r.Values, r.Explain
	if a.Chain == nil {
		return p
	}
	for _, e := range a.Verdict.Premise.Evidence {
		if cited := cite(a.Labels, claim.Format, a.Chain.Title(e.Page), e.Element); cited != nil {
			p.PredictedEvidence = append(p.PredictedEvidence, cited)
		}
	}
	return p
}

func newPrediction(claim *claims.Claim, scheme label.Scheme) *prediction {
	p := &prediction{ID: claim.ID, Claim: claim.Text, Label: claim.Label, PredictedEvidence: []any{}}
	if scheme != label.FEVEROUS {
		return p
	}
	for _, set := range claim.Gold {
		if g := goldIDs(set); g != nil {
			p.Evidence = append(p.Evidence, *g)
		}
	}
	return p
}

// goldIDs gives a gold set back as the file had it; nil for evidence without ids.
func goldIDs(set claims.EvidenceSet) *goldRecord {
	g := &goldRecord{Content: []string{}, Context: set.Context}
	for _, e := range set.Items {
		if e.Element == (graph.Element{}) {
			return nil
		}
		g.Content = append(g.Content, graph.Address{Title: e.Page, Element: e.Element}.String())
	}
	if g.Context == nil {
		g.Context = map[string][]string{}
	}
	return g
}

// refused returns the line of a claim that can't be judged: for the scorers, one that nothing was found for.
func (o *verifyOptions) refused(claim *claims.Claim, err error) any {
	scheme, serr := record.Scheme(o.Labels, claim.Scheme)
	if serr != nil {
		scheme = label.FEVER
	}
	p := newPrediction(claim, scheme)
	p.Claim = console.Clip(claim.Text, 200)
	none := label.Probabilities{NotEnough: 1}
	p.PredictedLabel, p.Probabilities, p.Error = scheme.Name(scheme.Decide(none)), record.Probabilities(scheme, none),
		err.Error()
	return p
}

// cite returns a cited element as the scheme's scorer wants it: FEVEROUS's ids, FEVER's and HoVer's [page, sentence].
// FEVER and HoVer know sentences only; the rest is left out (nil). Titles are escaped for claims of FEVER alone.
func cite(labels label.Scheme, format claims.Format, title string, e graph.Element) any {
	switch {
	case labels == label.FEVEROUS:
		return graph.Address{Title: norm.NFD.String(title), Element: e}.String()
	case e.Kind != graph.KindSentence:
		return nil
	case labels == label.FEVER && format == claims.Fever:
		title = feverTitle(title)
	}
	return []any{title, e.A}
}

var feverEscapes = strings.NewReplacer(" ", "_", "(", "-LRB-", ")", "-RRB-", "[", "-LSB-", "]", "-RSB-", "{", "-LCB-",
	"}", "-RCB-", ":", "-COLON-")

// feverTitle returns a title as FEVER's files write it (Thorne et al. 2018): NFD, spaces and brackets escaped.
func feverTitle(title string) string { return norm.NFD.String(feverEscapes.Replace(title)) }
