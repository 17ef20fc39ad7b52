package score

import "fmt"

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
			p.badGold++
			remember(&p.problems, g.err.Error())
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
			p.bad++
			remember(&p.problems, r.err.Error())
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
	if p.claims == 0 {
		return nil, p, ErrNoGold
	}
	if p.predictions == 0 && p.bad > 0 {
		return nil, p, fmt.Errorf("%w: %s", ErrPredictions, p.problems[min(p.badGold, len(p.problems)-1)])
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

// notes returns the counts, and the names of what is amiss.
func (p *pairing) notes() []Note {
	out := []Note{{"claims", p.claims}, {"predictions", p.predictions}, {"missing", p.missing.n},
		{"duplicate", p.duplicate.n}, {"unknown", p.unknown.n}, {"unreadable", p.bad}, {"gold_unreadable", p.badGold},
		{"gold_repeated", p.sameID}}
	for _, n := range []Note{{"missing_ids", p.missing.names}, {"duplicate_ids", p.duplicate.names},
		{"unknown_ids", p.unknown.names},
		{"problems", p.problems}} {
		if len(n.Value.([]string)) > 0 {
			out = append(out, n)
		}
	}
	return out
}
