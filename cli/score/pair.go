package score

import (
	"fmt"
	"slices"
)

// pairing counts how predictions were paired with claims.
type pairing struct {
	claims      int     // gold claims
	predictions int     // readable predictions
	missing     counted // claims without a prediction: wrong
	duplicate   counted // predictions after the first of their claim: not scored
	unknown     counted // predictions of no claim: not scored
	bad         counted // prediction records that can't be read
	badGold     counted // gold records that can't be read: not scored
	sameID      int     // gold claims that repeat an earlier id; only an official scorer scores them
}

// mostNames is how many names are kept of what is counted.
const mostNames = 20

// counted is a count of things, with the names of the first ones.
type counted struct {
	n     int
	names []string
}

func (c *counted) add(name string) {
	c.n++
	if len(c.names) < mostNames {
		c.names = append(c.names, name)
	}
}

// pairOf is a claim with its prediction.
type pairOf struct {
	key  string
	i    int // the claim's number in the gold file
	gold *gold
	pred *prediction // nil without one
}

// pair pairs every claim with the first prediction of its id.
func pair(golds []record[*gold], preds []record[*prediction]) (pairs []pairOf, p pairing, err error) {
	claim, said := map[string]int{}, map[string]bool{} // by id: a claim's number, and whether it has a prediction
	for _, g := range golds {
		_, twice := claim[g.key]
		switch {
		case g.apart:
		case g.err != nil:
			p.badGold.add(g.err.Error())
		case twice:
			p.sameID++
		default:
			claim[g.key] = p.claims
			pairs = append(pairs, pairOf{g.key, p.claims, g.value, nil})
			p.claims++
		}
	}
	for _, r := range preds {
		i, known := claim[r.key]
		switch {
		case r.apart:
			continue
		case r.err != nil:
			p.bad.add(r.err.Error())
			continue
		case said[r.key]:
			p.duplicate.add(r.key)
		case known:
			pairs[i].pred = r.value
		default:
			p.unknown.add(r.key)
		}
		said[r.key] = true
		p.predictions++
	}
	for _, c := range pairs {
		if c.pred == nil {
			p.missing.add(c.key)
		}
	}
	switch {
	case p.claims == 0 && p.badGold.n > 0:
		return nil, p, fmt.Errorf("%w: %s", ErrNoGold, p.badGold.names[0])
	case p.claims == 0:
		return nil, p, ErrNoGold
	case p.predictions == 0 && p.bad.n > 0:
		return nil, p, fmt.Errorf("%w: %s", ErrPredictions, p.bad.names[0])
	}
	return pairs, p, nil
}

// strangers returns an error if there are predictions but none is of a claim.
func (p *pairing) strangers() error {
	if p.predictions == 0 || p.unknown.n < p.predictions-p.duplicate.n {
		return nil
	}
	return fmt.Errorf("%w: %d predictions, the first of %q", ErrStrangers, p.predictions, p.unknown.names[0])
}

// problems returns the first records that can't be read.
func (p *pairing) problems() []string {
	all := slices.Concat(p.badGold.names, p.bad.names)
	return all[:min(len(all), mostNames)]
}

// notes returns the counts, and the names of what is amiss.
func (p *pairing) notes() []Note {
	out := []Note{{"claims", p.claims}, {"predictions", p.predictions}, {"missing", p.missing.n},
		{"duplicate", p.duplicate.n}, {"unknown", p.unknown.n}, {"unreadable", p.bad.n},
		{"gold_unreadable", p.badGold.n}, {"gold_repeated", p.sameID}}
	for _, n := range []Note{{"missing_ids", p.missing.names}, {"duplicate_ids", p.duplicate.names},
		{"unknown_ids", p.unknown.names}, {"problems", p.problems()}} {
		if len(n.Value.([]string)) > 0 {
			out = append(out, n)
		}
	}
	return out
}
