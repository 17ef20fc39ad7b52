package score

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
	"golang.org/x/text/unicode/norm"
)

// hoverFact is a title and a sentence number as they are printed, which is how the official code compares them.
type hoverFact struct{ title, n string }

func (f hoverFact) nfd() hoverFact    { return hoverFact{norm.NFD.String(f.title), f.n} }
func (f hoverFact) folded() hoverFact { return hoverFact{graph.FoldTitle(f.title), f.n} }

// UnmarshalJSON reads [title, number]; more members are ignored, as Python's indexing does.
func (f *hoverFact) UnmarshalJSON(b []byte) error {
	var pair []json.RawMessage
	if json.Unmarshal(b, &pair) != nil || len(pair) < 2 {
		return fmt.Errorf("fact %.60s: want [title, sentence number]", b)
	}
	title, ok := jsonText(pair[0])
	if !ok {
		return fmt.Errorf("fact %.60s: want [title, sentence number]", b)
	}
	f.title, f.n = title, string(pair[1])
	if s, ok := jsonText(pair[1]); ok {
		f.n = s
	}
	return nil
}

// hoverRow is a record of any of the forms: the site's submission, the three stages' predictions, JSON lines of
// `verify --out`, and the gold file.
type hoverRow struct {
	UID       *claims.ID  `json:"uid"`
	ID        *claims.ID  `json:"id"`
	Label     *string     `json:"label"`
	Predicted *string     `json:"predicted_label"`
	Facts     []hoverFact `json:"supporting_facts"`
	Evidence  []hoverFact `json:"predicted_evidence"`
	Stage     []hoverFact `json:"predicted_sp"`
	Sorted    []string    `json:"sorted_titles"`
	Docs      []string    `json:"predicted_docs"`
}

// hoverPred is what is predicted for a claim, over all files.
type hoverPred struct {
	label  *string
	facts  []hoverFact
	hasSP  bool
	sorted []string // ranked pages
	docs   []string // predicted pages
	hasDoc bool
	place  claims.Place
}

func (in *hoverRow) prediction(place claims.Place) (*hoverPred, error) {
	p := &hoverPred{label: in.Predicted, sorted: in.Sorted, docs: in.Docs, hasDoc: in.Docs != nil, place: place}
	if p.label == nil {
		p.label = in.Label
	}
	for _, facts := range [][]hoverFact{in.Stage, in.Facts, in.Evidence} {
		if facts != nil {
			p.facts, p.hasSP = facts, true
			break
		}
	}
	if p.label == nil && !p.hasSP && !p.hasDoc {
		return nil, errors.New("no label, supporting_facts, predicted_sp or predicted_docs: not a HoVer prediction")
	}
	return p, nil
}

// hoverPredictions streams one prediction file of any form.
func hoverPredictions(ctx context.Context, f File) iter.Seq2[keyed[*hoverPred], error] {
	return func(yield func(keyed[*hoverPred], error) bool) {
		b, err := claims.Decompress(f.Reader)
		if err != nil {
			yield(keyed[*hoverPred]{}, fmt.Errorf("%s: %w", f.Name, err))
			return
		}
		if isDictionary(b) {
			hoverDictionary(ctx, newDictionary(b, f.Name), yield)
			return
		}
		for out, err := range mapRecords(File{f.Name, b}, readHoverLine) {
			if !yield(out, err) {
				return
			}
		}
	}
}

func readHoverLine(rec claims.Record) (keyed[*hoverPred], error) {
	out := keyed[*hoverPred]{place: rec.Place}
	var in hoverRow
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	id := firstID(in.UID, in.ID)
	if id == nil {
		return out, &claims.RecordError{Place: rec.Place, Err: errors.New("no uid: not a HoVer prediction")}
	}
	p, err := in.prediction(rec.Place)
	if err != nil {
		return out, &claims.RecordError{Place: rec.Place, Err: err}
	}
	out.key, out.value = id.Key(), p
	return out, nil
}

var errStop = errors.New("stopped")

// hoverDictionary reads {uid: {…}}, the form of the baseline's three stages.
func hoverDictionary(ctx context.Context, d *dictionary, yield func(keyed[*hoverPred], error) bool) {
	err := d.each(func(uid string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		raw, err := d.raw()
		if err != nil {
			return err
		}
		out := keyed[*hoverPred]{key: uid, place: d.place()}
		var in hoverRow
		err = unmarshal(claims.Record{Place: out.place, Raw: raw}, &in)
		if err == nil {
			if out.value, err = in.prediction(out.place); err != nil {
				err = &claims.RecordError{Place: out.place, Err: err}
			}
		}
		if !yield(out, err) {
			return errStop
		}
		return nil
	})
	if err != nil && !errors.Is(err, errStop) {
		yield(keyed[*hoverPred]{}, err)
	}
}

// hoverGold is one claim with its predictions from all files.
type hoverGold struct {
	claim *claims.Claim
	label string
	hops  int
	facts []hoverFact
	pages []string // distinct titles of facts
	pred  hoverPred
	met   bool
}

func readHoverGold(ctx context.Context, f File, o Options) ([]*hoverGold, []string, error) {
	var out []*hoverGold
	var problems []string
	known := map[string]bool{}
	for rec, err := range claims.Records(f.Reader, f.Name) {
		if cerr := ctx.Err(); cerr != nil {
			return nil, nil, cerr
		}
		g, err := hoverGoldOf(rec, err)
		var bad *claims.RecordError
		switch {
		case errors.As(err, &bad):
			problems = append(problems, bad.Error())
		case err != nil:
			return nil, nil, err
		case known[g.claim.ID.Key()]:
			problems = append(problems, rec.Place.String()+": uid of an earlier claim")
		case !o.skips(g.claim.ID.Key()):
			known[g.claim.ID.Key()] = true
			out = append(out, g)
		}
	}
	if len(out) == 0 && len(problems) > 0 {
		return nil, nil, fmt.Errorf("%w: %s", ErrNoGold, problems[0])
	}
	if len(out) == 0 {
		return nil, nil, ErrNoGold
	}
	return out, problems, nil
}

func hoverGoldOf(rec claims.Record, err error) (*hoverGold, error) {
	if err != nil {
		return nil, err
	}
	var in hoverRow
	if err := unmarshal(rec, &in); err != nil {
		return nil, err
	}
	c, err := claims.Decode(rec, claims.Hover)
	if err != nil {
		return nil, err
	}
	if c == nil || in.Label == nil || in.Facts == nil || c.ID.IsZero() {
		return nil, &claims.RecordError{Place: rec.Place, Err: errors.New("no uid, label and supporting_facts: not a HoVer gold claim")}
	}
	g := &hoverGold{claim: c, label: *in.Label, hops: c.Hops, facts: in.Facts}
	for _, f := range in.Facts {
		g.pages = addNew(g.pages, f.title)
	}
	return g, nil
}
