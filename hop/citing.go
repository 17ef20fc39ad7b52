package hop

import (
	"cmp"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// cue is a feature that helps to decide whether an element is cited.
type cue uint8

// The cues. A share is that of the claim's words, weighted by rarity.
const (
	cAlways cue = iota
	cFresh      // share that no cited element has
	cAgain      // share that a cited element has
	cSoft       // as cFresh, for words of the same family or relation
	cDense      // density of the claim's words in the element
	cBest       // its share relative to that of the page's best element
	cLead       // it is the first sentence of its page
	cLater      // number of elements cited before it
	cLong       // number of terms of the claim
	cPages      // number of pages of the chain
	numCues
)

var cueNames = [numCues]string{"always", "fresh", "again", "soft", "dense", "best", "lead", "later", "long", "pages"}

type cues [numCues]float64

// odds returns the log odds that an element is evidence.
func (c *cues) odds() float64 {
	sum := 0.0
	for i, v := range c {
		sum += float64(evidenceWeights[i] * v)
	}
	return sum
}

// citing chooses the evidence of one chain.
type citing struct {
	f                *frontier
	s                *state
	pool             []cited
	covered          set
	done             [4]bool
	weighed          [4]bool    // for each member, whether its sentences are weighed (weighSentences)
	undecided        [4]float64 // for each member, the probability that no cited sentence decides its part of the claim
	joined           [4]uint8   // for each member, those that cited elements join it to
	sentences, cells int
	all              bool // cite all elements that fit into the limits
	out              []Evidence
}

// cited is an element, or the row of a table, that may be evidence.
type cited struct {
	element  *element // nil for a row
	ref      graph.Ref
	more     []graph.Ref // the other cells of its row
	matches  []cellMatch // for each of more, how it matches the claim
	member   int
	in       set // terms of the claim in it
	holds    set // those, and the terms of its page's title
	soft     set // terms for which it has only a word of the same family or relation
	own      float64
	most     float64 // more than what its holds are worth, whatever is cited before it
	dense    float64
	best     float64
	lead     bool
	long     bool // its page is a whole article
	extra    float64
	joins    uint8 // see frontier.joins
	sentence bool
	likely   float64   // probability that it decides a part of the claim; 0 where the forest doesn't weigh it, see weighSentences
	features []float32 // what the forest read
}

// cues returns the cues of an element, given what is cited already.
func (c *citing) cues(e *cited) (v cues) {
	q := c.f.q
	v[cAlways] = 1
	v[cFresh] = q.weigh(e.holds.minus(c.covered))
	v[cAgain] = q.weigh(e.holds.common(c.covered))
	v[cSoft] = q.weigh(e.soft.minus(c.covered))
	v[cDense], v[cBest] = e.dense, e.best
	if e.lead {
		v[cLead] = 1
	}
	v[cLater] = float64(len(c.out)) / 3
	v[cLong] = float64(len(q.terms)) / 20
	v[cPages] = float64(c.s.n) / 2
	return v
}

// worth orders elements: by what they add and, with a lower weight, by what they repeat. The first element of a page comes before all
// second ones.
func (c *citing) worth(e *cited, v *cues) float64 {
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
	w := v[cFresh] + float64(again*v[cAgain]) + e.extra
	if !c.done[e.member] && !c.weighed[e.member] {
		w++
	}
	return w
}

// admits reports whether an element may be cited next. The first element of a page always may. A further one must add terms or a link
// of the chain. For a claim, two kinds of sentences need something else: in an article a sentence with leastOwn of the claim is
// admitted, and in a chain of one page a sentence needs leastOdds. FEVER and FEVEROUS score claims by recall of five sentences;
// HotpotQA scores questions by F1.
func (c *citing) admits(e *cited, v *cues) bool {
	switch {
	case e.sentence && c.sentences == maxSentences, !e.sentence && c.cells == maxCells:
		return false
	case !c.done[e.member] && c.weighed[e.member]:
		return e.likely > 0
	case c.all, !c.done[e.member]:
		return true
	case e.likely > 0:
		return e.likely >= leastLikely
	case e.sentence && e.long && !c.f.q.asks && e.own >= leastOwn:
		return true
	case e.sentence && !c.f.q.asks && c.s.n == 1:
		return v.odds() >= leastOdds
	}
	return v[cFresh] >= leastShare || e.joins&^c.joined[e.member] != 0
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
		v := c.cues(e)
		if !c.admits(e, &v) {
			continue
		}
		if w := c.worth(e, &v); w > top {
			best, top, score = i, w, w
			switch {
			case !c.done[e.member] && w >= 1:
				score--
			case e.likely == 0 && v[cFresh] < leastShare: // it repeats what is cited
				score = v[cFresh]
			}
		}
	}
	return best, score
}

func (c *citing) take(i int, score float64) {
	e := c.pool[i]
	if !e.sentence {
		e.trim(c.room(e.member) - 1)
		c.cells += 1 + len(e.more)
	}
	c.out = append(c.out, Evidence{Ref: e.ref, Score: score})
	for _, r := range e.more {
		c.out = append(c.out, Evidence{Ref: r, Score: score})
	}
	c.covered = c.covered.union(e.holds)
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

// room returns how many cells one member may cite next. One cell is kept for each other page without evidence.
func (c *citing) room(member int) int {
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

// cite chooses the chain's evidence: of each page its best element, then from all pages the elements that add most, until none is
// admitted or a limit is reached.
func (f *frontier) cite(s *state) []Evidence {
	c := citing{f: f, s: s, pool: f.citable(s)}
	for i := range c.pool {
		if e := &c.pool[i]; e.likely > 0 {
			c.weighed[e.member] = true
		}
	}
	for {
		i, score := c.next()
		if i < 0 {
			break
		}
		c.take(i, score)
	}
	slices.SortStableFunc(c.out, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	return c.out
}

// rivals sets best for all elements.
func rivals(pool []cited) {
	var top [4]float64
	for i := range pool {
		top[pool[i].member] = math.Max(top[pool[i].member], pool[i].own)
	}
	for i := range pool {
		if t := top[pool[i].member]; t > 0 {
			pool[i].best = pool[i].own / t
		}
	}
}
