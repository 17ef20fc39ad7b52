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

// weighSentences sets likely for the sentences of an article, a page of a chain of several, and drops those that promise least.
func (f *frontier) weighSentences(s *state, elements []cited, part set) []cited {
	var all, out []cited
	var promise []float64
	for _, c := range elements {
		if !c.sentence {
			out = append(out, c)
			continue
		}
		v := c.own + f.q.weigh(c.holds.common(part))
		if c.joins != 0 {
			v += joinPromise
		}
		if c.lead {
			v += leadPromise
		}
		all, promise = append(all, c), append(promise, v)
	}
	best, before := 1e-9, make([]float64, len(all))
	order := make([]int, len(all))
	for i := range all {
		order[i] = i
		best = max(best, all[i].own)
		if i > 0 && all[i-1].element.at == all[i].element.at-1 {
			before[i] = all[i-1].own
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(promise[b], promise[a]) })
	order = order[:min(len(order), weighedSentences)]
	slices.Sort(order)
	if len(order) == 0 {
		return out
	}
	features := make([][]float32, len(order))
	shared := f.sharedFeatures(s, all[0].member, part)
	for k, i := range order {
		features[k] = f.sentenceFeatures(s, &all[i], &shared)
		features[k][sBest], features[k][sBefore] = float32(all[i].own/best), float32(before[i])
	}
	for k, odds := range sentenceForest().scores(features) {
		c := all[order[k]]
		c.features, c.likely, c.extra = features[k], 1/(1+math.Exp(-odds)), 0
		c.most = c.likely
		out = append(out, c)
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
