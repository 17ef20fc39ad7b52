package hop

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
)

// trait is one of the things that only a whole chain shows: how its weakest page and link are, what its sentences say
// together, what of a question it leaves open.
type trait uint8

// The traits.
const (
	tOpen          trait = iota // what the question says besides names, that no page has, as a share
	tSmallOpen                  // what tOpen tells, of words that are written small
	tSentences                  // the question's words that the pages' titles and the best sentence of each have
	tSentenceSum                // what the best sentences say, each for itself
	tSentenceLeast              // of the page whose best sentence says least
	tFreeLeast                  // likewise, names apart
	tPhrases                    // words that follow each other in the question and in a sentence, by rarity
	tUnique                     // what a page has that no other has, of the page with least
	tWeakest                    // BM25 of the weakest page
	tTitleLeast                 // share of a title's words that the question has, of the page with least
	tTitleMost                  // and with most
	tTitles                     // the question's words in titles, each for itself
	tPaired                     // pages whose names the question joins by "and" or "or" to those of an earlier page
	tEcho                       // words of titles that an earlier page's title has, as a share
	tNamesLeft                  // names of the question, by strength, that mean no page of the chain
	tLead                       // links that stand in a page's first sentence
	tContextLeast               // words of the question near a link, of the link with least
	tContextMost                // and with most
	tStrengthLeast              // strength of the link to the largest hub
	tSharedEdges                // pages joined by a shared target
	tUnnamed                    // pages that links lead to and the question doesn't name
	tSpoken                     // those of them that it speaks of beside the link
	tFromNamed                  // those of them that the link leads to from a page it names
	tLinked                     // links between pages, in a chain's way or not, 4 at most; of two that link to each other both
	numTraits
)

// traitNames are the traits as files name them.
var traitNames = [numTraits]string{"open", "small open", "sentences", "sentence sum", "sentence least", "free least", "phrases", "unique", "weakest page",
	"title least", "title most", "titles", "paired", "echo", "names left", "lead", "context least", "context most", "strength least", "shared edges",
	"unnamed pages", "spoken", "from named", "linked"}

type traits [numTraits]float64

// allTraits are those of some chains of one claim.
func (f *frontier) allTraits(all []state) []traits {
	out := make([]traits, len(all))
	l, beside := f.lines(), f.besides()
	for i := range all {
		f.pageTraits(&all[i], l, &out[i])
		f.linkTraits(&all[i], &out[i])
		out[i][tPaired] = f.paired(&all[i], beside)
	}
	return out
}

// pageTraits are the traits of a chain's pages.
func (f *frontier) pageTraits(s *state, l *lines, t *traits) {
	q := f.q
	left := q.all().minus(s.covers).minus(q.inNames)
	scale := q.total / max(q.free, 0.2*q.total, 1e-9)
	t[tOpen], t[tSmallOpen] = q.weigh(left)*scale, q.weigh(left.common(q.small))*scale
	t[tUnique], t[tWeakest], t[tTitleLeast] = 1, 1, 1
	t[tSentenceLeast], t[tFreeLeast] = 1, 1
	var seen, phrases set
	for i, n := range s.members() {
		node, best := &f.nodes[n], l.best(f, n)
		seen, phrases = seen.union(best.has).union(node.title), phrases.union(best.phrases)
		t[tSentenceSum] += best.worth
		t[tSentenceLeast] = min(t[tSentenceLeast], best.worth)
		t[tFreeLeast] = min(t[tFreeLeast], q.weigh(best.has.minus(q.inNames)))
		var others set
		for j, m := range s.members() {
			if j != i {
				others = others.union(f.nodes[m].holds)
			}
		}
		t[tUnique] = min(t[tUnique], q.weigh(node.holds.minus(others)))
		t[tWeakest] = min(t[tWeakest], node.bm25)
		t[tTitles] += q.weigh(node.title)
		t[tTitleLeast], t[tTitleMost] = min(t[tTitleLeast], node.titleShare), max(t[tTitleMost], node.titleShare)
		t[tEcho] += f.echo(node, s.node[:i])
	}
	t[tNamesLeft] = f.strengths * (1 - f.nameShare(s.names))
	t[tSentences], t[tPhrases] = q.weigh(seen), l.weigh(phrases)
}

// linkTraits are the traits of what joins a chain's pages.
func (f *frontier) linkTraits(s *state, t *traits) {
	links := 0
	for i := 1; i < s.n; i++ {
		e, node := s.edge[i], &f.nodes[s.node[i]]
		switch e.kind {
		case EdgeShared:
			t[tSharedEdges]++
			continue
		case EdgeOut, EdgeIn:
		default:
			continue
		}
		if links == 0 || e.context < t[tContextLeast] {
			t[tContextLeast] = e.context
		}
		if links == 0 || e.strength < t[tStrengthLeast] {
			t[tStrengthLeast] = e.strength
		}
		t[tContextMost] = max(t[tContextMost], e.context)
		links++
		if e.via.Element == (graph.Element{Kind: graph.KindSentence}) {
			t[tLead]++
		}
		if node.name > 0 {
			continue
		}
		t[tUnnamed]++
		if !e.said.empty() {
			t[tSpoken]++
		}
		if f.nodes[s.node[s.parent[i]]].name > 0 {
			t[tFromNamed]++
		}
	}
	for _, n := range s.members() {
		for _, e := range f.nodes[n].edges {
			if e.to > n && (e.kind == EdgeOut || e.kind == EdgeIn) && s.contains(e.to) {
				t[tLinked] = min(t[tLinked]+1, 4)
			}
		}
	}
}

// echo is the largest share of a title's words that the title of one of these pages has.
func (f *frontier) echo(n *node, earlier []int32) float64 {
	if n.read == nil {
		return 0
	}
	most := 0
	for _, m := range earlier {
		o, hit := f.nodes[m].read, 0
		if o == nil {
			continue
		}
		for _, t := range n.read.title {
			if slices.Contains(o.title, t) {
				hit++
			}
		}
		most = max(most, hit)
	}
	return float64(most) / float64(max(len(n.read.title), 1))
}

// paired counts the pages of a chain with a name which the claim joins to a name of an earlier page, as in
// "Ada Holm and Ruth Eng".
func (f *frontier) paired(s *state, beside []uint64) float64 {
	count, earlier := 0.0, uint64(0)
	for _, n := range s.members() {
		fresh := f.nodes[n].names &^ earlier
		for names := fresh; names != 0; names &= names - 1 {
			if beside[bits.TrailingZeros64(names)]&earlier != 0 {
				count++
				break
			}
		}
		earlier |= fresh
	}
	return count
}

// joining are the words between names that are set side by side.
var joining = []string{"and", "or", "nor", "than", "vs", "versus", "&"}

// besides tells of each name which others the claim joins it to.
func (f *frontier) besides() []uint64 {
	out := make([]uint64, len(f.spans))
	for i, a := range f.spans {
		for j, b := range f.spans {
			if a.End <= b.Start && joins(f.q.text[a.End:b.Start]) {
				out[i] |= 1 << j
				out[j] |= 1 << i
			}
		}
	}
	return out
}

// joins tells whether what stands between two names joins them and says nothing else.
func joins(gap string) bool {
	found := strings.Contains(gap, ",")
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",\"'()"+questionMarks, r) }
	for _, w := range strings.FieldsFunc(strings.ToLower(gap), between) {
		switch {
		case slices.Contains(joining, w):
			found = true
		case w != "the" && w != "a" && w != "s":
			return false
		}
	}
	return found
}
