package score

import "math"

// bayes is multinomial naive Bayes with add-one smoothing (Manning, Raghavan and Schütze 2008, section 13.2).
type bayes struct {
	claims [noClass]float64
	total  [noClass]float64
	count  map[string]*[noClass]float64
}

func features(words []string) []string {
	out := make([]string, 0, 2*len(words))
	for i, w := range words {
		out = append(out, w)
		if i > 0 {
			out = append(out, words[i-1]+" "+w)
		}
	}
	return out
}

// learn adds (sign 1) or removes (sign -1) an example. Features without an example are removed from the vocabulary; classify ignores words
// outside the vocabulary (section 13.2, figure 13.2).
func (b *bayes) learn(e example, sign float64) {
	b.claims[e.class] += sign
	for _, f := range features(e.words) {
		c := b.count[f]
		if c == nil {
			c = new([noClass]float64)
			b.count[f] = c
		}
		c[e.class] += sign
		b.total[e.class] += sign
		if *c == ([noClass]float64{}) {
			delete(b.count, f)
		}
	}
}

// classify returns the likeliest class, and the log odds of SUPPORTS against the likeliest other class.
func (b *bayes) classify(words []string) guess {
	var logs [noClass]float64
	size := float64(len(b.count))
	for c := range verdictClasses {
		logs[c] = math.Inf(-1)
		if b.claims[c] > 0 {
			logs[c] = math.Log(b.claims[c])
		}
	}
	for _, f := range features(words) {
		counts := b.count[f]
		if counts == nil {
			continue
		}
		for c := range verdictClasses {
			logs[c] += math.Log((counts[c] + 1) / (b.total[c] + size))
		}
	}
	at, other := 0, math.Inf(-1)
	for c, l := range logs {
		if l > logs[at] {
			at = c
		}
		if c != supportedClass {
			other = math.Max(other, l)
		}
	}
	g := guess{class: at, score: logs[supportedClass] - other}
	if math.IsNaN(g.score) {
		g.score = 0
	}
	return g
}

// claimOnly guesses each fold after learning from the others.
func (b *baselines) claimOnly() []guess {
	model := &bayes{count: map[string]*[noClass]float64{}}
	for _, e := range b.examples {
		model.learn(e, 1)
	}
	out := make([]guess, len(b.examples))
	for fold := range folds {
		b.fold(model, fold, -1)
		for i, e := range b.examples {
			if e.fold == fold {
				out[i] = model.classify(e.words)
			}
		}
		b.fold(model, fold, 1)
	}
	return out
}

func (b *baselines) fold(model *bayes, fold int, sign float64) {
	for _, e := range b.examples {
		if e.fold == fold {
			model.learn(e, sign)
		}
	}
}
