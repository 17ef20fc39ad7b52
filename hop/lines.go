package hop

// lines matches the elements of pages with the claim's terms and phrases.
type lines struct {
	phrases map[[2]uint64]int // index of each pair of neighbouring terms of the claim
	worth   []float64         // of each phrase, the rarity of its terms
	total   float64
	of      map[int32]*line
}

// line is the result for one page.
type line struct {
	has     set     // the claim's terms in its best element
	worth   float64 // their weight, without those of the page's title
	phrases set     // the claim's phrases in any of its elements
}

func (f *frontier) lines() *lines {
	l := &lines{phrases: map[[2]uint64]int{}, of: map[int32]*line{}}
	terms := f.p.Text.Analyze(f.q.text)
	for i := 1; i < len(terms) && len(l.worth) < maxTerms; i++ {
		k := [2]uint64{code(f.q.as(terms[i-1].Text)), code(f.q.as(terms[i].Text))}
		if _, ok := l.phrases[k]; ok {
			continue
		}
		worth := 0.0
		for _, t := range k {
			if n, ok := f.q.index[t]; ok {
				worth += f.q.idf[n]
			}
		}
		l.phrases[k] = len(l.worth)
		l.worth, l.total = append(l.worth, worth), l.total+worth
	}
	return l
}

// weigh returns the worth of phrases as a share of that of all phrases.
func (l *lines) weigh(s set) float64 {
	sum := 0.0
	for i, w := range l.worth {
		if s.has(i) {
			sum += w
		}
	}
	return sum / max(l.total, 1e-9)
}

// best returns the line of a page.
func (l *lines) best(f *frontier, n int32) *line {
	if b := l.of[n]; b != nil {
		return b
	}
	b, node := &line{}, &f.nodes[n]
	l.of[n] = b
	if node.words == nil {
		return b
	}
	for i := range node.words.Sentences {
		in, phrases := l.match(f.q, node.words.Terms(i))
		b.phrases = b.phrases.union(phrases)
		if worth := f.q.weigh(in.minus(node.title)); worth > b.worth {
			b.has, b.worth = in, worth
		}
	}
	return b
}

// match returns the claim's terms and phrases that an element has.
func (l *lines) match(q *query, terms []uint64) (in, phrases set) {
	last := false // whether the word before may be one of the claim
	for j, t := range terms {
		before := last
		if last = q.filter.has(t); !last {
			continue
		}
		if k, ok := q.index[t]; ok {
			in.add(k)
		}
		if before {
			if k, ok := l.phrases[[2]uint64{terms[j-1], t}]; ok {
				phrases.add(k)
			}
		}
	}
	return in, phrases
}
