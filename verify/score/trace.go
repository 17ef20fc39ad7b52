package score

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/claims"
)

// traces streams what a system found for each claim: `hop --out` lines, or verdicts with their evidence in the form
// of FEVER, FEVEROUS, HoVer or `verify --out`, of which the cited pages are all that was found.
func traces(f File) iter.Seq2[keyed[ranking], error] {
	return mapRecords(f, func(rec claims.Record) (keyed[ranking], error) {
		var in citedLine
		out := keyed[ranking]{place: rec.Place}
		if err := unmarshal(rec, &in); err != nil {
			return out, err
		}
		if in.Predicted == nil && in.Facts == nil {
			return readRanking(rec)
		}
		id := firstID(in.UID, in.ID)
		if id == nil {
			return out, &claims.RecordError{Place: rec.Place, Err: errors.New("no id and predicted_evidence")}
		}
		out.key, out.apart = id.Key(), id.Key() == ""
		r, err := in.ranking()
		if err != nil {
			return out, &claims.RecordError{Place: rec.Place, Err: err}
		}
		out.value = r
		return out, nil
	})
}

// citedLine is a verdict with its evidence.
type citedLine struct {
	ID        *claims.ID        `json:"id"`
	UID       *claims.ID        `json:"uid"`
	Predicted []json.RawMessage `json:"predicted_evidence"`
	Facts     []json.RawMessage `json:"supporting_facts"`
	Chain     struct {
		Pages []string `json:"pages"`
	} `json:"chain"`
}

func (in *citedLine) ranking() (ranking, error) {
	r := ranking{pages: map[string]bool{}, reached: map[string]bool{}, chained: true}
	for _, title := range in.Chain.Pages {
		r.add(title)
	}
	for i, raw := range append(in.Predicted, in.Facts...) {
		a, err := citedAddress(raw)
		if err != nil {
			return r, fmt.Errorf("evidence %d: %w", i+1, err)
		}
		r.add(a.Title)
		r.evidence = append(r.evidence, element{address: addressKey(graph.FoldTitle(a.Title), a.Element)})
	}
	return r, nil
}

func (r *ranking) add(title string) {
	title = graph.FoldTitle(title)
	r.pages[title], r.reached[title] = true, true
}

// citedAddress reads FEVEROUS's id or the [page, sentence] of the others.
func citedAddress(raw json.RawMessage) (graph.Address, error) {
	var id string
	if json.Unmarshal(raw, &id) == nil {
		return graph.ParseAddress(id)
	}
	var pair []json.RawMessage
	var title string
	var n int
	if json.Unmarshal(raw, &pair) != nil || len(pair) < 2 || json.Unmarshal(pair[0], &title) != nil || json.Unmarshal(pair[1], &n) != nil {
		return graph.Address{}, fmt.Errorf("%.60s: want an id or [page, sentence]", raw)
	}
	return graph.Address{Title: claims.FEVERTitle(title), Element: graph.Element{Kind: graph.KindSentence, A: n}}, nil
}
