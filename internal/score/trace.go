package score

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
)

// tracesOf streams what a system found for each claim. Of several files, HoVer's stages, what each says of a claim is
// put together.
func tracesOf(ctx context.Context, files []File) iter.Seq2[keyed[ranking], error] {
	if len(files) == 1 {
		return traces(ctx, files[0])
	}
	return func(yield func(keyed[ranking], error) bool) {
		var order []string
		all := map[string]keyed[ranking]{}
		for _, f := range files {
			for r, err := range traces(ctx, f) {
				if err != nil {
					if !yield(r, err) {
						return
					}
					continue
				}
				if have, ok := all[r.key]; ok {
					have.value.join(r.value)
					r = have
				} else {
					order = append(order, r.key)
				}
				all[r.key] = r
			}
		}
		for _, key := range order {
			if !yield(all[key], nil) {
				return
			}
		}
	}
}

// join adds what another file says.
func (r *ranking) join(other ranking) {
	maps.Copy(r.pages, other.pages)
	maps.Copy(r.reached, other.reached)
	r.evidence = append(r.evidence, other.evidence...)
}

// traces reads `hop --out` lines, or predictions with their evidence in the form of FEVER, FEVEROUS, HoVer (and its
// stages), HotpotQA or `verify --out`, of which the cited pages are all that was found.
func traces(ctx context.Context, f File) iter.Seq2[keyed[ranking], error] {
	return func(yield func(keyed[ranking], error) bool) {
		b, err := claims.Decompress(f.Reader)
		if err != nil {
			yield(keyed[ranking]{}, fmt.Errorf("%s: %w", f.Name, err))
			return
		}
		seq := mapRecords(File{f.Name, b}, readTrace)
		switch {
		case isHotpot(b):
			seq = hotpotTraces(ctx, File{f.Name, b})
		case isDictionary(b):
			seq = hoverTraces(ctx, File{f.Name, b})
		}
		for r, err := range seq {
			if !yield(r, err) {
				return
			}
		}
	}
}

func readTrace(rec claims.Record) (keyed[ranking], error) {
	var in citedLine
	out := keyed[ranking]{place: rec.Place}
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	if in.Predicted == nil && in.Facts == nil {
		if in.Label == nil {
			return readRanking(rec)
		}
		in.Predicted = []json.RawMessage{} // a verdict alone cites nothing
	}
	if id := firstID(in.UID, in.ID); id != nil {
		out.key = id.Key()
	}
	if out.key == "" {
		out.apart = in.Label == nil || *in.Label == "" // FEVEROUS's header; other lines without ids are paired by position
	}
	r, err := in.ranking()
	if err != nil {
		return out, &claims.RecordError{Place: rec.Place, Err: err}
	}
	out.value = r
	return out, nil
}

// citedLine is a verdict with its evidence.
type citedLine struct {
	ID        *claims.ID        `json:"id"`
	UID       *claims.ID        `json:"uid"`
	Label     *string           `json:"predicted_label"`
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
	for _, raw := range append(in.Predicted, in.Facts...) {
		r.cite(citedAddress(raw))
	}
	return r, nil
}

// cite adds an element; one that can't be read takes its place, but names nothing.
func (r *ranking) cite(a graph.Address, err error) {
	e := element{}
	if err == nil {
		r.add(a.Title)
		e.address = addressKey(graph.FoldTitle(a.Title), a.Element)
		switch a.Kind {
		case graph.KindCell, graph.KindHeaderCell, graph.KindCaption, graph.KindItem:
			e.cell = true
		}
	}
	r.evidence = append(r.evidence, e)
}

func (r *ranking) add(title string) {
	title = graph.FoldTitle(title)
	r.pages[title], r.reached[title] = true, true
}

// citedAddress reads FEVEROUS's id or [page, type, position], or the [page, sentence] of the others.
func citedAddress(raw json.RawMessage) (graph.Address, error) {
	var id string
	if json.Unmarshal(raw, &id) == nil {
		return graph.ParseAddress(id)
	}
	var triple []string
	if json.Unmarshal(raw, &triple) == nil && len(triple) == 3 {
		return graph.ParseAddress(joinAddress(triple))
	}
	var pair []json.RawMessage
	var title string
	if json.Unmarshal(raw, &pair) != nil || len(pair) < 2 || json.Unmarshal(pair[0], &title) != nil {
		return graph.Address{}, fmt.Errorf("%.60s: want an id or [page, sentence]", raw)
	}
	number := string(pair[1])
	if s, ok := jsonText(pair[1]); ok {
		number = strings.TrimSpace(s)
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || n != math.Trunc(n) {
		return graph.Address{}, fmt.Errorf("%.60s: want [page, sentence]", raw)
	}
	return graph.Address{Title: claims.FEVERTitle(title), Element: graph.Element{Kind: graph.KindSentence, A: int(n)}}, nil
}
