package hop

import (
	"cmp"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// cue is one of the things that tell whether an element belongs to the evidence beside what is cited already.
type cue uint8

// The cues. Shares are of the claim's words, by rarity.
const (
	cAlways cue = iota
	cFresh      // share that nothing cited holds
	cAgain      // share that is cited already
	cSoft       // as fresh, of words of the same family or relation
	cDense      // how much of the element is words of the claim
	cBest       // its share against that of the page's best element
	cLead       // it is the first sentence of its page
	cLater      // elements cited before it
	cLong       // words of the claim
	cPages      // pages of the chain
	numCues
)

var cueNames = [numCues]string{"always", "fresh", "again", "soft", "dense", "best", "lead", "later", "long", "pages"}

type cues [numCues]float64

// odds are log odds.
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
	joined           [4]uint8 // members that cited elements of a member lead to, and that lead to it
	sentences, cells int
	all              bool // nothing is refused
	out              []Evidence
}

// cited is an element that may be evidence.
type cited struct {
	ref      graph.Ref
	more     []graph.Ref // the other cells of its row
	matches  []cellMatch // likewise, how each matches the claim
	member   int
	holds    set // terms of the claim it has, those of its page's title among them
	soft     set // terms that a word of the same family or relation stands for
	own      float64
	dense    float64
	best     float64
	lead     bool
	long     bool // it is of a whole article
	extra    float64
	joins    uint8 // see frontier.joins
	sentence bool
}

// cues of an element beside what is cited.
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

// worth of an element: what it adds, and a little what it has again, since what repeats the claim's words is still
// about it. A page's first element comes before all that are second ones.
func (c *citing) worth(e *cited, v *cues) float64 {
	again := againShort
	if e.long && !c.f.q.asks {
		again = againLong
	}
	w := v[cFresh] + float64(again*v[cAgain]) + e.extra
	if !c.done[e.member] {
		w++
	}
	return w
}

// admits tells whether an element may be cited next. Of a page already cited it must add something. To a question, whose
// evidence is scored by precision, too (HotpotQA's F1), it must add words; a claim needs the whole of its evidence, and
// five sentences cost nothing (FEVER, FEVEROUS): there it must be likely enough, unless several pages bring several
// sentences anyhow.
func (c *citing) admits(e *cited, v *cues) bool {
	switch {
	case e.sentence && c.sentences == MaxSentences, !e.sentence && c.cells == MaxCells:
		return false
	case c.all, !c.done[e.member]:
		return true
	case e.sentence && e.long && !c.f.q.asks && e.own >= leastOwn:
		return true
	case e.sentence && !c.f.q.asks && c.s.n == 1:
		return v.odds() >= leastOdds
	}
	return v[cFresh] >= leastShare || e.joins&^c.joined[e.member] != 0
}

// next is the place of the best element that may be cited and its score, -1 for none.
func (c *citing) next() (best int, score float64) {
	best = -1
	top := -1.0
	for i := range c.pool {
		e := &c.pool[i]
		v := c.cues(e)
		if !c.admits(e, &v) {
			continue
		}
		if w := c.worth(e, &v); w > top {
			best, top, score = i, w, w
			switch {
			case !c.done[e.member]:
				score--
			case v[cFresh] < leastShare: // it backs what is cited
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
	c.done[e.member] = true
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

// room is how many cells one member may cite next: every page that nothing is cited of yet is left one.
func (c *citing) room(member int) int {
	waits := c.done
	waits[member] = true
	n := MaxCells - c.cells
	for i := range c.pool {
		if m := c.pool[i].member; !waits[m] {
			waits[m] = true
			n--
		}
	}
	return n
}

// cite chooses the chain's evidence: of every page its best element, then, whatever page it is of, the element
// that adds most to what has been cited, until nothing is admitted or FEVEROUS's limits are met.
func (f *frontier) cite(s *state) []Evidence {
	c := citing{f: f, s: s, pool: f.citable(s)}
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

// rivals sets what elements are against the best of their page.
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
