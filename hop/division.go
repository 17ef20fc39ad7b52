package hop

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// A chain divides its claim: every word is answered by one page, the page that has it in its window, and words that
// stand together are answered together. The division shows what each page of a chain is there for.

// switchCost is what it costs the division to go from one page to another between two words of the claim, in units of
// the mean IDF.
const switchCost = 0.5

// division is the page of a chain, as an index of its pages, that answers each word of query.order. A word that no
// page has in its window goes with the words beside it, and is open.
type division struct {
	pages []int8
	open  []bool
	parts [4]set // of each page, the words that it answers
}

// divide returns the division of the claim that is worth most: a word counts its IDF for a page that has it in its
// window, and each change of the page costs switchCost (Viterbi's algorithm; the states are the pages).
func (f *frontier) divide(s *state) *division {
	q := f.q
	out := &division{pages: make([]int8, len(q.order)), open: make([]bool, len(q.order))}
	if s.n == 0 || len(q.order) == 0 {
		return out
	}
	cost := switchCost * q.total / float64(max(len(q.terms), 1))
	var sum [4]float64
	most := func() (best int) {
		for m := 1; m < s.n; m++ {
			if sum[m] > sum[best] {
				best = m
			}
		}
		return best
	}
	back := make([][4]int8, len(q.order))
	for i, t := range q.order {
		best := most()
		var next [4]float64
		for m := range s.n {
			from, v := m, sum[m]
			if i > 0 && sum[best]-cost > v {
				from, v = best, sum[best]-cost
			}
			if w := f.windowOf(s, m); w.holds.has(t) {
				v += float64(q.idf[t] * (1 + float64(0.1*w.weight[t])))
			}
			back[i][m], next[m] = int8(from), v
		}
		sum = next
	}
	at := most()
	for i := len(q.order) - 1; i >= 0; i-- {
		t := q.order[i]
		if out.pages[i], out.open[i] = int8(at), !f.windowOf(s, at).holds.has(t); !out.open[i] {
			out.parts[at].add(t)
		}
		at = int(back[i][at])
	}
	return out
}

// windowOf returns the window of a chain's m-th page.
func (f *frontier) windowOf(s *state, m int) *window { return &f.nodes[s.node[m]].windows[s.window[m]] }

// changes returns how often the page changes from one answered word to the next.
func (d *division) changes() (n int) {
	last := int8(-1)
	for i, m := range d.pages {
		if d.open[i] {
			continue
		}
		if last >= 0 && m != last {
			n++
		}
		last = m
	}
	return n
}

// answersOf returns the part of the claim that each page of a chain answers, and the words that none does, of words
// that are rarer than the claim's mean.
func (f *frontier) answersOf(s *state) (parts []string, open []string) {
	q, d := f.q, f.divide(s)
	parts = make([]string, s.n)
	var held set
	for m := range s.n {
		held = held.union(f.windowOf(s, m).holds)
	}
	for i := 0; i < len(d.pages); {
		j, answered := i, false
		for ; j < len(d.pages) && d.pages[j] == d.pages[i]; j++ {
			answered = answered || !d.open[j]
		}
		if answered {
			part := &parts[d.pages[i]]
			if *part != "" {
				*part += " … "
			}
			*part += q.between(q.starts[i], q.ends[j-1])
		}
		i = j
	}
	for i, t := range q.order {
		word := q.text[q.starts[i]:q.ends[i]]
		if !held.has(t) && q.idf[t]*float64(len(q.terms)) >= q.total && !slices.Contains(open, word) &&
			!english.Relatives[strings.ToLower(word)] {
			open = append(open, word)
		}
	}
	return parts, open
}

// between returns a part of the claim's text, with the bracket that closes its last word: Wolf Ledge (film).
func (q *query) between(from, to int) string {
	text := q.text[from:to]
	if strings.Count(text, "(") > strings.Count(text, ")") && strings.HasPrefix(q.text[to:], ")") {
		return text + ")"
	}
	return text
}

// partFeatures sets the features of the division of a claim among the pages of a chain.
func (f *frontier) partFeatures(s *state, t *wholeFeatures) {
	q := f.q
	d := f.divide(s)
	var all set
	t[wPartLeast], t[wInSentenceLeast], t[wKindLeast] = 1, 1, 1
	for m := range s.n {
		node, part := &f.nodes[s.node[m]], d.parts[m]
		all = all.union(part)
		share := q.weigh(part)
		t[wPartLeast] = min(t[wPartLeast], share)
		t[wPartMean] += share / float64(s.n)
		best, together, near := f.bestSentence(s, m, part)
		in := q.weigh(best)
		t[wSentencePairs] += q.pairs.total / q.unit * q.pairs.weigh(together)
		t[wNearPairs] += q.pairs.total / q.unit * q.pairs.weigh(near)
		t[wLong] += node.long / float64(s.n)
		t[wPages]++
		t[wInSentence] += in
		t[wInSentenceLeast] = min(t[wInSentenceLeast], in/max(share, 1e-9))
		t[wKindLeast] = min(t[wKindLeast], q.weigh(part.common(node.lead))/max(share, 1e-9))
	}
	t[wChanges] = float64(max(0, d.changes()-(s.n-1))) / 5
	open := q.all().minus(all)
	t[wOpen], t[wOpenNames] = q.weigh(open), q.weigh(open.minus(q.small))
	for m := 1; m < s.n; m++ {
		if f.joinedInWindow(s, m) {
			t[wJoined]++
			t[wNamedInWindow]++
		} else if f.namedInWindow(s, m) {
			t[wNamedInWindow]++
		}
	}
}

// bestSentence returns the words of a part that stand in one element of the window of a chain's m-th page, of the
// element with most.
func (f *frontier) bestSentence(s *state, m int, part set) (best, together, near set) {
	most := -1.0
	for e, to := f.inWindow(s, m); e < to; e++ {
		var has set
		var at [maxTerms]int32
		marks, _ := f.marksOf(&f.nodes[s.node[m]], e)
		for _, k := range marks {
			if k.kin == same {
				has.add(int(k.term))
				at[k.term] = k.at
			}
		}
		for i, p := range f.q.pairs.list {
			if has.has(p[0]) && has.has(p[1]) && part.has(p[0]) && part.has(p[1]) {
				together.add(i)
				if d := at[p[0]] - at[p[1]]; d >= -nearTerms && d <= nearTerms {
					near.add(i)
				}
			}
		}
		has = has.union(f.nodes[s.node[m]].title).common(part)
		if w := f.q.weigh(has); w > most {
			best, most = has, w
		}
	}
	return best, together, near
}

// inWindow returns the range of the elements of the window of a chain's m-th page.
func (f *frontier) inWindow(s *state, m int) (from, to int) {
	if w := f.nodes[s.node[m]].words; w != nil {
		return w.Passage(int(f.windowOf(s, m).passage))
	}
	return 0, 0
}

// joinedInWindow reports whether a window of the chain has a link from or to its m-th page.
func (f *frontier) joinedInWindow(s *state, m int) bool {
	for o, n := range s.members() {
		for _, e := range f.nodes[n].edges {
			if o != m && e.to == s.node[m] && (e.kind == EdgeOut && slices.Contains(e.passages, f.windowOf(s, o).passage) ||
				e.kind == EdgeIn && slices.Contains(e.passages, f.windowOf(s, m).passage)) {
				return true
			}
		}
	}
	return false
}

// namedInWindow reports whether a window of the chain has the title of its m-th page.
func (f *frontier) namedInWindow(s *state, m int) bool {
	page := &f.nodes[s.node[m]]
	title := graph.BareTitle(page.head.Title)
	for o, n := range s.members() {
		if o == m || f.nodes[n].read == nil || page.words == nil {
			continue
		}
		for e, to := f.inWindow(s, o); e < to; e++ {
			if strings.Contains(f.nodes[n].read.elements[e].Text.Text, title) {
				return true
			}
		}
	}
	return false
}

// unsaid reports whether no page of the chain speaks of what the claim tells of its subject. The words that no page
// has must be half of its common words outside names, by rarity, and one of them the first, which as a rule is the
// verb or the noun that it belongs to. A claim that says what its subject is ("is a fish") is another matter, because
// each page that says what it is speaks of that; and so are words that compare or negate, which no page repeats.
func (f *frontier) unsaid(s *state, open []string) bool {
	q := f.q
	titles := q.inNames
	for _, n := range s.members() {
		titles = titles.union(f.nodes[n].title)
	}
	said, missing := 0.0, 0.0
	for i, t := range q.order {
		word := q.text[q.starts[i]:q.ends[i]]
		switch {
		case !q.small.has(t) || titles.has(t) || english.Adverbs[word] || strings.HasSuffix(word, "ly"):
		case slices.Contains(open, word) && !english.Compares(word) && !negating.MatchString(word) && !whatIs.MatchString(q.text[:q.starts[i]]):
			missing += q.idf[t]
		case missing == 0:
			return false // the first one is said
		default:
			said += q.idf[t]
		}
	}
	return missing > said
}

var (
	negating = regexp.MustCompile(`^(un|non)`)
	whatIs   = regexp.MustCompile(`(?i)\b(is|are|was|were|be|been|become|became) ` +
		`((not|also|only|once|\w+ly) )*(an?|the|one|several|some) `)
)
