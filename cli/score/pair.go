package score

import (
	"cmp"
	"fmt"
	"slices"
)

// pairing counts how predictions were paired with claims.
type pairing struct {
	claims      int      // gold claims
	predictions int      // readable predictions
	missing     counted  // claims without a prediction: wrong
	duplicate   counted  // predictions after the first of their claim: not scored
	unknown     counted  // predictions of no claim: not scored
	bad         int      // prediction records that can't be read
	badGold     int      // gold records that can't be read: not scored
	sameID      int      // gold claims that repeat an earlier id; only the official scorer scores them
	problems    []string // of the first records that can't be read
}

// counted is a count of things, with the names of the first ones.
type counted struct {
	n     int
	names []string
}

func (c *counted) add(name string) {
	c.n++
	remember(&c.names, name)
}

// remember keeps the first 20 names.
func remember(list *[]string, name string) {
	if len(*list) < 20 {
		*list = append(*list, name)
	}
}

// pair calls met once for every claim, with nil where there is no prediction. The two files are read side by side: claims
// with a prediction come as the two meet, the others after them. i is the claim's number in the gold file.
func pair[G any](gold []record[G], pred []record[*prediction], met func(i int, g G, p *prediction)) (pairing, error) {
	var p pairing
	type numbered struct{ i, at int }
	claim, first := map[string]numbered{}, map[string]int{} // by id: the claim, its first prediction
	takeGold := func(at int, g *record[G]) {
		j, predicted := first[g.key]
		_, twice := claim[g.key]
		switch {
		case g.err != nil:
			p.badGold++
			remember(&p.problems, g.err.Error())
		case twice:
			p.sameID++
		default:
			claim[g.key] = numbered{p.claims, at}
			p.claims++
			if predicted {
				met(p.claims-1, g.value, pred[j].value)
			}
		}
	}
	takePred := func(at int, r *record[*prediction]) {
		if r.err != nil {
			p.bad++
			remember(&p.problems, r.err.Error())
			return
		}
		p.predictions++
		if _, twice := first[r.key]; twice {
			p.duplicate.add(r.key)
			return
		}
		first[r.key] = at
		if c, ok := claim[r.key]; ok {
			met(c.i, gold[c.at].value, r.value)
		}
	}
	for at := range max(len(gold), len(pred)) {
		if at < len(gold) && !gold[at].apart {
			takeGold(at, &gold[at])
		}
		if at < len(pred) && !pred[at].apart {
			takePred(at, &pred[at])
		}
	}
	for at, g := range gold {
		c, ok := claim[g.key]
		if _, predicted := first[g.key]; ok && c.at == at && !predicted {
			p.missing.add(g.key)
			met(c.i, g.value, nil)
		}
	}
	var unknown []record[*prediction]
	for key, at := range first {
		if _, ok := claim[key]; !ok {
			unknown = append(unknown, pred[at])
		}
	}
	slices.SortFunc(unknown, func(a, b record[*prediction]) int {
		return cmp.Or(cmp.Compare(a.place.Line, b.place.Line), cmp.Compare(a.key, b.key))
	})
	for _, r := range unknown {
		p.unknown.add(r.key)
	}
	if p.claims == 0 {
		return p, ErrNoGold
	}
	if p.predictions == 0 && p.bad > 0 {
		return p, fmt.Errorf("%w: %s", ErrPredictions, p.problems[0])
	}
	return p, nil
}

// strangers returns an error if there are predictions but none is of a claim.
func (p *pairing) strangers() error {
	if p.predictions == 0 || p.unknown.n < p.predictions-p.duplicate.n {
		return nil
	}
	return fmt.Errorf("%w: %d predictions, the first of %q", ErrStrangers, p.predictions, p.unknown.names[0])
}

// notes returns the counts, and the names of what is amiss.
func (p *pairing) notes() []Note {
	out := []Note{{"claims", p.claims}, {"predictions", p.predictions}, {"missing", p.missing.n}, {"duplicate", p.duplicate.n},
		{"unknown", p.unknown.n}, {"unreadable", p.bad}, {"gold_unreadable", p.badGold}, {"gold_repeated", p.sameID}}
	for _, n := range []Note{{"missing_ids", p.missing.names}, {"duplicate_ids", p.duplicate.names}, {"unknown_ids", p.unknown.names},
		{"problems", p.problems}} {
		if len(n.Value.([]string)) > 0 {
			out = append(out, n)
		}
	}
	return out
}
