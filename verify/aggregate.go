package verify

// DefaultNeutral is what a NOT ENOUGH INFO of the shipped model counts for.
//
// TODO numbers
const DefaultNeutral = 0.135

// DefaultChains is how many chains are read.
const DefaultChains = 3

func (v *Verifier) chains() int {
	if v.Chains > 0 {
		return v.Chains
	}
	return DefaultChains
}

func (v *Verifier) neutral() float64 {
	if v.Neutral > 0 {
		return v.Neutral
	}
	return DefaultNeutral
}

// aggregate makes one verdict of the readings: the best chain decides, unless what it holds is not enough; then the next
// one is asked, as a reader would go on looking. When none settles the claim, the best chain's answer stands.
func (v *Verifier) aggregate(readings []reading, predicted []Probabilities) Verdict {
	if len(readings) == 0 {
		return Verdict{Probabilities: Probabilities{NotEnough: 1}, Chain: -1}
	}
	var first Verdict
	for i, r := range readings {
		p := predicted[i].weigh(v.neutral())
		verdict := Verdict{Label: FEVER.Decide(p), Probabilities: p, Chain: r.chain, Premise: r.premise}
		if verdict.Label != NotEnoughInfo {
			return verdict
		}
		if i == 0 {
			first = verdict
		}
	}
	return first
}

// weigh counts NotEnough by a factor, and scales to a sum of 1.
func (p Probabilities) weigh(neutral float64) Probabilities {
	p.NotEnough *= neutral
	sum := p.Supported + p.Refuted + p.NotEnough
	if sum <= 0 {
		return Probabilities{NotEnough: 1}
	}
	return Probabilities{p.Supported / sum, p.Refuted / sum, p.NotEnough / sum}
}
