package hop

// Reranking is what a question's chains compete by once the search is over: their features, worth what they are among whole
// chains, and traits. The search adds up one page after another; which of the best chains is right is seen in the whole:
// a question of two films whose directors are compared is covered by the films alone. Claims are left as the search has
// them: for them nothing was found that tells (docs/adr/0009).
type Reranking struct {
	Feature [numFeatures]float64
	Trait   [numTraits]float64
}

// reranked is how many chains compete anew: among so many stands the right one, if it was found.
const reranked = 24

func (r *Reranking) score(f *features, t *traits) (sum float64) {
	for i, v := range f {
		sum += float64(r.Feature[i] * v)
	}
	for i, v := range t {
		sum += float64(r.Trait[i] * v)
	}
	return sum
}

// rerank scores the best chains of a question anew and puts all in order. The others keep their distance to the best.
func (f *frontier) rerank(all []state) {
	r := &f.w.Rerank
	if !f.q.asks || *r == (Reranking{}) || len(all) == 0 {
		return
	}
	before, after := all[0].score, 0.0
	n := min(len(all), reranked)
	for i, t := range f.allTraits(all[:n]) {
		all[i].traits, all[i].score = &t, r.score(&all[i].feat, &t)
		if i == 0 || all[i].score > after {
			after = all[i].score
		}
	}
	for i := range all[n:] {
		all[n+i].shift = after - before
		all[n+i].score += after - before
	}
	for i := range f.scored {
		f.scored[i].score += after - before
	}
	f.amend(all[:n])
	sortStates(all)
}

// parts are those of a chain's score, whether it was reranked or not.
func (f *frontier) parts(s *state) Parts {
	if s.traits == nil {
		p := f.w.parts(&s.feat)
		p.Size += s.shift
		return p
	}
	p := (&Weights{Feature: f.w.Rerank.Feature}).parts(&s.feat)
	for i, v := range s.traits {
		v *= f.w.Rerank.Trait[i]
		switch t := trait(i); {
		case t <= tUnique:
			p.Coverage += v
		case t == tWeakest:
			p.Words += v
		case t <= tEcho:
			p.Names += v
		default:
			p.Links += v
		}
	}
	return p
}
