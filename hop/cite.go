package hop

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// citing chooses the evidence of one chain.
type citing struct {
	f                *frontier
	s                *state
	pool             []cited
	covered          set
	top              float64 // the highest own of an element
	soft             set     // terms for which a cited element has a word of the same family or relation
	done             [4]bool
	weighed          [4]bool    // for each member, whether its sentences are weighed (weighSentences)
	undecided        [4]float64 // for each member, the probability that no cited sentence decides its part of the claim
	joined           [4]uint8   // for each member, those that cited elements join it to
	sentences, cells int
	out              []Evidence
}

// cited is an element, or the row of a table, that may be evidence.
type cited struct {
	element  *element // nil for a row
	ref      graph.Ref
	more     []rowCell // the other cells of its row
	member   int
	in       set // terms of the claim in it
	holds    set // those, and the terms of its page's title
	soft     set // terms for which it has only a word of the same family or relation
	own      float64
	most     float64 // more than what its holds are worth, whatever is cited before it
	dense    float64
	lead     bool
	long     bool // its page is a whole article
	extra    float64
	joins    uint8 // see frontier.joins
	sentence bool
	likely   float64 // probability that it decides a part of the claim; 0 where the forest doesn't weigh it
}

// odds returns the log odds that a further sentence of a claim about one page is evidence.
func (c *citing) odds(e *cited, fresh float64) (sum float64) {
	q := c.f.q
	again, soft := q.weigh(e.holds.common(c.covered)), q.weigh(e.soft.minus(c.covered))
	for i, v := range [...]float64{1, fresh, again, soft, e.dense, e.own / max(c.top, 1e-9), one(e.lead),
		float64(len(c.out)) / 3, float64(len(q.terms)) / 20, .5} {
		sum += float64(evidenceWeights[i] * v)
	}
	return sum
}

// worth orders elements: by what they add, fresh, and with a lower weight by what they repeat. The first element of a
// page comes before all second ones.
func (c *citing) worth(e *cited, fresh float64) float64 {
	if e.likely > 0 {
		if !c.done[e.member] {
			return 1 + e.likely
		}
		return e.likely * c.undecided[e.member]
	}
	again := againShort
	if e.long && !c.f.q.asks {
		again = againLong
	}
	w := fresh + float64(again*c.f.q.weigh(e.holds.common(c.covered))) + e.extra
	if !c.done[e.member] && !c.weighed[e.member] {
		w++
	}
	return w
}

// admits reports whether an element may be cited next. The first element of a page always may. A further one must add
// terms or a link of the chain. For a claim, sentences need something else: leastOwn of the claim in an article, or, if
// it is the only page, leastOdds; in a short page they may repeat what is cited, because what refutes a claim often has
// such a word: "(born 1968)" hid "He was born in Sandvik". FEVER and FEVEROUS score claims by recall of five sentences;
// HotpotQA scores questions by F1.
func (c *citing) admits(e *cited, fresh float64) bool {
	switch {
	case e.sentence && c.sentences == maxSentences, !e.sentence && c.cells == maxCells:
		return false
	case !c.done[e.member] && c.weighed[e.member]:
		return e.likely > 0
	case !c.done[e.member]:
		return true
	case e.likely > 0:
		return e.likely >= leastLikely
	case e.sentence && e.long && !c.f.q.asks && e.own >= leastOwn:
		return true
	case e.sentence && !e.long && !c.f.q.asks && c.repeats(e):
		return true
	case e.sentence && !c.f.q.asks && c.s.n == 1:
		return c.odds(e, fresh) >= leastOdds
	}
	return fresh >= leastShare || e.joins&^c.joined[e.member] != 0
}

// repeats reports whether a sentence of a short page has a word of the claim, or one of its family, beside its page's
// title; in a chain of several pages it also needs leastOwnShort of the claim.
func (c *citing) repeats(e *cited) bool {
	title := c.f.nodes[c.s.node[e.member]].title
	return (c.s.n == 1 || e.own >= leastOwnShort) && !e.in.union(e.soft).minus(title).empty()
}

// next returns the index in pool of the best element that may be cited, or -1, and its score.
func (c *citing) next() (best int, score float64) {
	best = -1
	top := -1.0
	for i := range c.pool {
		e := &c.pool[i]
		if bound := e.most + e.extra; bound+1 <= top || bound <= top && c.done[e.member] {
			continue
		}
		fresh := c.f.q.weigh(e.holds.minus(c.covered))
		if !c.admits(e, fresh) {
			continue
		}
		if w := c.worth(e, fresh); w > top {
			best, top, score = i, w, w
			switch {
			case !c.done[e.member] && w >= 1:
				score--
			case e.likely == 0 && fresh < leastShare: // it repeats what is cited
				score = fresh
			}
		}
	}
	return best, score
}

func (c *citing) take(i int, score float64) {
	e := c.pool[i]
	if !e.sentence {
		e.trim(c.cellsLeft(e.member) - 1)
		c.cells += 1 + len(e.more)
	}
	c.out = append(c.out, Evidence{Ref: e.ref, Score: score})
	for _, r := range e.more {
		c.out = append(c.out, Evidence{Ref: r.Ref, Score: score})
	}
	c.covered, c.soft = c.covered.union(e.holds), c.soft.union(e.soft)
	if !c.done[e.member] {
		c.done[e.member], c.undecided[e.member] = true, 1
	}
	c.undecided[e.member] *= 1 - e.likely
	c.joined[e.member] |= e.joins
	for m := range c.joined {
		if e.joins&(1<<m) != 0 {
			c.joined[m] |= 1 << e.member
		}
	}
	if e.sentence {
		c.sentences++
	}
	c.pool = slices.Delete(c.pool, i, i+1)
}

// cellsLeft returns how many cells one member may cite next. One cell is kept for each other page without evidence.
func (c *citing) cellsLeft(member int) int {
	waits := c.done
	waits[member] = true
	n := maxCells - c.cells
	for i := range c.pool {
		if m := c.pool[i].member; !waits[m] {
			waits[m] = true
			n--
		}
	}
	return n
}

// cite chooses the chain's evidence: of each page its best element, then from all pages the elements that add most,
// until none is admitted or a limit is reached. It also returns the terms for which the evidence has a word of the same
// family or relation.
func (f *frontier) cite(s *state) ([]Evidence, set) {
	c := citing{f: f, s: s, pool: f.citable(s)}
	for i := range c.pool {
		e := &c.pool[i]
		c.weighed[e.member] = c.weighed[e.member] || e.likely > 0
		c.top = max(c.top, e.own)
	}
	for {
		i, score := c.next()
		if i < 0 {
			break
		}
		c.take(i, score)
	}
	slices.SortStableFunc(c.out, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	return c.out, c.soft
}

// A claim over several articles is decided by one or two sentences of each, among a hundred that share words with it.
// A forest tells how likely a sentence is one of them (docs/adr/0028).

// The features of a sentence that the forest for citing reads. A share is of the claim's words, weighted by
// rarity; the part is what the sentence's page answers of the claim.
const (
	sShare    = iota // share of the words in it, without its page's title
	sBest            // share of its words, relative to the page's best sentence
	sTitled          // share of its words and its page's title's
	sPart            // how much of the part it has, without the words of the title
	sPartSize        // share of the part
	sOnly            // share of its words that no other page of the chain has in its window
	sOthers          // share of its words that are of titles of the chain's other pages
	sSoft            // share of the words for which it has one of the same family or relation
	sBefore          // share of the words of the sentence before it
	sPairs           // share of the claim's neighbouring words that it has
	sNear            // the same, of those that are near each other in it
	sRarest          // rarity of its rarest word of the claim
	sCount           // number of its words of the claim, without the title's
	sDense           // density of these words
	sTerms           // number of its words
	sLinks           // number of its links
	sJoins           // it links to another page of the chain, or names it
	sLead            // it is the first sentence of its page
	sAt              // its place on the page
	sAtShare         // the same, as a share of the page
	sWindow          // it is in the window by which its page answers the claim
	sPassage         // the rank of its passage among the page's best
	sClaim           // weight of all words of the claim
	numSentenceFeatures
)

//go:embed sentence.bin
var sentenceFile []byte

// sentenceForest is the forest that bench/learn/trees.py --sentences of commit 13d0dbc learned: the log odds that a
// sentence decides a part of the claim.
var sentenceForest = sync.OnceValue(func() *forest { return readForest(sentenceFile) })

// promised is a sentence with what it promises before the forest weighs it.
type promised struct {
	*cited
	joins         uint8
	worth, before float64 // before: own of the sentence before it
}

// weighSentences appends the sentences of an article, the m-th page of a chain of several, that promise most, with
// likely.
func (f *frontier) weighSentences(s *state, m int, part set, out []cited) []cited {
	node, best := &f.nodes[s.node[m]], 1e-9
	all := make([]promised, 0, len(node.citable))
	for i := range node.citable {
		c := &node.citable[i]
		if !c.sentence {
			continue
		}
		p := promised{cited: c, joins: f.joins(s, m, c.element), worth: c.own + f.q.weigh(c.holds.union(node.title).common(part))}
		if p.joins != 0 {
			p.worth += joinPromise
		}
		if c.lead {
			p.worth += leadPromise
		}
		if k := len(all) - 1; k >= 0 && all[k].element.at == c.element.at-1 {
			p.before = all[k].own
		}
		all, best = append(all, p), max(best, c.own)
	}
	slices.SortStableFunc(all, func(a, b promised) int { return cmp.Compare(b.worth, a.worth) })
	all = all[:min(len(all), weighedSentences)]
	slices.SortFunc(all, func(a, b promised) int { return cmp.Compare(a.element.at, b.element.at) })
	features, from := make([][]float32, len(all)), len(out)
	for k, p := range all {
		c := *p.cited
		c.member, c.in, c.holds, c.joins = m, c.holds, c.holds.union(node.title), p.joins
		features[k] = f.sentenceFeatures(s, &c, part)
		features[k][sBest], features[k][sBefore] = float32(c.own/best), float32(p.before)
		c.extra = 0
		out = append(out, c)
	}
	for k, odds := range sentenceForest().scores(features) {
		c := &out[from+k]
		c.likely = 1 / (1 + math.Exp(-odds))
		c.most = c.likely
	}
	return out
}

// sentenceFeatures returns what the forest reads of a sentence, but sBest and sBefore.
func (f *frontier) sentenceFeatures(s *state, c *cited, part set) []float32 {
	q, node, at := f.q, &f.nodes[s.node[c.member]], c.element.at
	_, words := f.marksOf(node, at)
	body := c.in.minus(node.title)
	only, others := body, set{}
	for o, n := range s.members() {
		if o != c.member {
			only, others = only.minus(f.windowOf(s, o).holds), others.union(f.nodes[n].title)
		}
	}
	from, to := f.inWindow(s, c.member)
	var v [numSentenceFeatures]float64
	v[sShare], v[sTitled] = q.weigh(body), q.weigh(c.holds)
	v[sPart], v[sPartSize] = q.weigh(body.common(part))/max(q.weigh(part.minus(node.title)), 1e-9), q.weigh(part)
	v[sOnly], v[sOthers], v[sSoft] = q.weigh(only), q.weigh(c.in.common(others)), q.weigh(c.soft)
	v[sPairs], v[sNear] = q.pairs.weigh(q.pairsIn(c.in)), q.pairs.weigh(f.nearPairs(node, at))
	for t := range q.terms {
		if body.has(t) {
			v[sRarest] = max(v[sRarest], q.idf[t]/q.unit)
		}
	}
	v[sCount], v[sDense], v[sTerms], v[sLinks] = float64(body.size()), c.dense, float64(words), float64(len(c.element.Links))
	v[sAt], v[sAtShare] = float64(at), float64(at)/float64(len(node.read.elements))
	v[sPassage], v[sClaim] = float64(node.rankOfPassage(at)), q.total/q.unit
	v[sJoins], v[sLead], v[sWindow] = one(c.joins != 0), one(c.lead), one(from <= at && at < to)
	out := make([]float32, len(v))
	for k := range v {
		out[k] = float32(v[k])
	}
	return out
}

// rankOfPassage returns the rank of an element's passage among the page's windows, and pageWindows for one that is
// none.
func (n *node) rankOfPassage(element int) int {
	for k := range n.windows {
		if from, to := n.words.Passage(int(n.windows[k].passage)); from <= element && element < to {
			return k
		}
	}
	return pageWindows
}
