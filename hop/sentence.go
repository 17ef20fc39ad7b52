package hop

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"sync"
)

// A claim over several articles is decided by one or two sentences of each, among a hundred that share words with it. A forest tells how
// likely a sentence is one of them (docs/adr/0028).

// The features of a sentence that the forest for citing reads. A share is that of the claim's words, weighted by rarity; the part is what
// the sentence's page answers of the claim.
const (
	sShare    = iota // share of the words in it, without those of its page's title
	sBest            // share of its words, relative to that of the page's best sentence
	sTitled          // share of its words and those of its page's title
	sPart            // how much of the part it has, without the words of the title
	sPartSize        // share of the part
	sOnly            // share of its words that no other page of the chain has in its window
	sOthers          // share of its words that are of titles of the chain's other pages
	sSoft            // share of the words for which it has one of the same family or relation
	sBefore          // share of the words of the sentence before it
	sPairs           // share of the claim's neighbouring words that it has
	sNear            // the same, of those that are near each other in it
	sRarest          // rarity of its rarest word of the claim
	sCount           // number of its words of the claim, without those of the title
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

// sentenceForest is the forest that bench/learn/trees.py --sentences learns: the log odds that a sentence decides a part of the claim.
var sentenceForest = sync.OnceValue(func() *forest { return readForest(sentenceFile) })

// promised is a sentence with what it promises before the forest weighs it.
type promised struct {
	*cited
	joins         uint8
	worth, before float64 // before: own of the sentence before it
}

// weighSentences appends the sentences of an article, the m-th page of a chain of several, that promise most, with likely.
func (f *frontier) weighSentences(s *state, m int, said *[4][]bool, part set, out []cited) []cited {
	node, best := &f.nodes[s.node[m]], 1e-9
	all := make([]promised, 0, len(node.citable))
	for i := range node.citable {
		c := &node.citable[i]
		if !c.sentence {
			continue
		}
		p := promised{cited: c, joins: f.joins(s, m, said, c.element), worth: c.own + f.q.weigh(c.holds.union(node.title).common(part))}
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
	if len(all) == 0 {
		return out
	}
	features, shared, from := make([][]float32, len(all)), f.sharedFeatures(s, m, part), len(out)
	for k, p := range all {
		c := *p.cited
		c.member, c.in, c.holds, c.joins = m, c.holds, c.holds.union(node.title), p.joins
		features[k] = f.sentenceFeatures(s, &c, &shared)
		features[k][sBest], features[k][sBefore] = float32(c.own/best), float32(p.before)
		c.features, c.extra = features[k], 0
		out = append(out, c)
	}
	for k, odds := range sentenceForest().scores(features) {
		c := &out[from+k]
		c.likely = 1 / (1 + math.Exp(-odds))
		c.most = c.likely
	}
	return out
}

// sharedByPage is what the features of all sentences of a page of a chain need.
type sharedByPage struct {
	part, only, others set // see sPart, sOnly and sOthers
	size, rest         float64
	from, to           int // the window
}

func (f *frontier) sharedFeatures(s *state, m int, part set) sharedByPage {
	out := sharedByPage{part: part, only: f.q.all(), size: f.q.weigh(part)}
	out.rest = max(f.q.weigh(part.minus(f.nodes[s.node[m]].title)), 1e-9)
	out.from, out.to = f.inWindow(s, m)
	for o, n := range s.members() {
		if o != m {
			out.only, out.others = out.only.minus(f.windowOf(s, o).holds), out.others.union(f.nodes[n].title)
		}
	}
	return out
}

// sentenceFeatures returns what the forest reads of a sentence, but sBest and sBefore.
func (f *frontier) sentenceFeatures(s *state, c *cited, of *sharedByPage) []float32 {
	q, node, at := f.q, &f.nodes[s.node[c.member]], c.element.at
	_, words := f.marksOf(node, at)
	body := c.in.minus(node.title)
	var v [numSentenceFeatures]float64
	v[sShare], v[sTitled] = q.weigh(body), q.weigh(c.holds)
	v[sPart], v[sPartSize] = q.weigh(body.common(of.part))/of.rest, of.size
	v[sOnly], v[sOthers], v[sSoft] = q.weigh(body.common(of.only)), q.weigh(c.in.common(of.others)), q.weigh(c.soft)
	v[sPairs], v[sNear] = q.weighPairs(q.pairsIn(c.in)), q.weighPairs(f.nearPairs(node, at))
	for t := range q.terms {
		if body.has(t) {
			v[sRarest] = max(v[sRarest], q.idf[t]/q.unit)
		}
	}
	v[sCount], v[sDense], v[sTerms], v[sLinks] = float64(body.size()), c.dense, float64(words), float64(len(c.element.Links))
	v[sAt], v[sAtShare] = float64(at), float64(at)/float64(len(node.read.elements))
	v[sPassage], v[sClaim] = float64(node.rankOfPassage(at)), q.total/q.unit
	if c.joins != 0 {
		v[sJoins] = 1
	}
	if c.lead {
		v[sLead] = 1
	}
	if of.from <= at && at < of.to {
		v[sWindow] = 1
	}
	out := make([]float32, len(v))
	for k := range v {
		out[k] = float32(v[k])
	}
	return out
}

// rankOfPassage returns the rank of an element's passage among the page's windows, and pageWindows for one that is none.
func (n *node) rankOfPassage(element int) int {
	for k := range n.windows {
		if from, to := n.words.Passage(int(n.windows[k].passage)); from <= element && element < to {
			return k
		}
	}
	return pageWindows
}
