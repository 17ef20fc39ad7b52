package hop

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// The features of a whole chain, which no sum over its pages and links gives: of its weakest page and link, what its
// sentences match together, what of the question it leaves unmatched. They are numbered after the others.
const (
	wUnmatched         = numFeatures + iota // the question's words outside names that no page has, as a share by rarity
	wUnmatchedLower                         // of these, words without a capital
	wSentences                              // the question's words in the pages' titles and in each page's best sentence
	wSentenceSum                            // what the best sentences match, added up
	wSentenceLeast                          // what the best sentence matches, of the page where it matches least
	wSentenceLeastFree                      // the same without words of names
	wPhrases                                // neighbouring words of the question that are neighbours in a sentence, by rarity
	wUnique                                 // what a page has that no other has, of the page with least
	wWeakest                                // BM25 of the weakest page
	wTitleLeast                             // share of a title's words that the question has, of the page with least
	wTitleMost                              // the same, of the page with most
	wTitles                                 // the question's words in each title, added up
	wPaired                                 // pages whose name the question joins by "and" or "or" to that of an earlier page
	wTitleOverlap                           // share of a title's words that an earlier page's title has, added up
	wUnmatchedNames                         // names of the question, by strength, that mean no page of the chain
	wLeadLinks                              // links in a page's first sentence
	wContextLeast                           // words of the question near a link, of the link with least
	wContextMost                            // the same, of the link with most
	wStrengthLeast                          // strength of the link to the largest hub
	wSharedEdges                            // pages joined by a shared target
	wUnnamed                                // pages that links lead to and that the question doesn't name
	wUnnamedContext                         // of these, pages whose link has words of the question near it
	wUnnamedFromNamed                       // of these, pages linked from a page that the question names
	wLinks                                  // links between pages of the chain, 4 at most; two pages that link to each other count twice
	wChanges                                // changes of the page along the claim, beyond one for each page after the first
	wPartLeast                              // share of the claim that a page answers, of the page that answers least
	wPartMean                               // the same, the mean
	wOpen                                   // share of the claim that no page answers
	wOpenNames                              // of it, words with a capital and numbers
	wInSentence                             // share of the claim's words that stand in one sentence of the window that answers them
	wInSentenceLeast                        // the same as a share of the part, of the page where it is least
	wNamedInWindow                          // pages after the first that a window of the chain names
	wJoined                                 // pages after the first that a link in a window of the chain joins
	wKindLeast                              // share of a part that is in its page's first sentences, of the page where it is least
	wSentencePairs                          // pairs of neighbouring words of the claim in one sentence of the page that answers them
	wNearPairs                              // of these, pairs that are near each other there
	wLong                                   // mean logarithm of the pages' numbers of passages
	wPages                                  // pages
	allFeatures
)

// wholeFeatures are the features of the search and of the whole chain.
type wholeFeatures [allFeatures]float64

// wholeFeaturesOf returns the features of chains of one claim.
func (f *frontier) wholeFeaturesOf(ctx context.Context, all []state) ([]wholeFeatures, error) {
	out := make([]wholeFeatures, len(all))
	for i := range all {
		copy(out[i][:], all[i].feat[:])
	}
	if !f.q.asks {
		var pages []int32
		for i := range all {
			for m := 1; m < all[i].n; m++ {
				if !f.joinedInWindow(&all[i], m) {
					pages = append(pages, all[i].members()...)
					break
				}
			}
		}
		if err := f.readTexts(ctx, pages); err != nil { // for namedInWindow
			return nil, err
		}
		for i := range all {
			f.partFeatures(&all[i], &out[i])
		}
		return out, nil
	}
	beside := f.besides()
	for i := range all {
		f.pageFeatures(&all[i], &out[i])
		f.linkFeatures(&all[i], &out[i])
		out[i][wPaired] = f.paired(&all[i], beside)
	}
	return out, nil
}

// pageFeatures sets the features of a chain's pages.
func (f *frontier) pageFeatures(s *state, t *wholeFeatures) {
	q := f.q
	left := q.all().minus(s.holds).minus(q.inNames)
	scale := q.total / max(q.free, 0.2*q.total, 1e-9)
	t[wUnmatched], t[wUnmatchedLower] = q.weigh(left)*scale, q.weigh(left.common(q.small))*scale
	t[wUnique], t[wWeakest], t[wTitleLeast] = 1, 1, 1
	t[wSentenceLeast], t[wSentenceLeastFree] = 1, 1
	var seen, phrases set
	for i, n := range s.members() {
		node := &f.nodes[n]
		best, worth, joined := f.bestElement(node)
		seen, phrases = seen.union(best).union(node.title), phrases.union(joined)
		t[wSentenceSum] += worth
		t[wSentenceLeast] = min(t[wSentenceLeast], worth)
		t[wSentenceLeastFree] = min(t[wSentenceLeastFree], q.weigh(best.minus(q.inNames)))
		var others set
		for j, m := range s.members() {
			if j != i {
				others = others.union(f.nodes[m].holds)
			}
		}
		t[wUnique] = min(t[wUnique], q.weigh(node.holds.minus(others)))
		t[wWeakest] = min(t[wWeakest], node.bm25)
		t[wTitles] += q.weigh(node.title)
		t[wTitleLeast], t[wTitleMost] = min(t[wTitleLeast], node.titleShare), max(t[wTitleMost], node.titleShare)
		t[wTitleOverlap] += f.titleOverlap(node, s.node[:i])
	}
	t[wUnmatchedNames] = f.strengths.total * (1 - f.strengths.weigh(s.names))
	t[wSentences], t[wPhrases] = q.weigh(seen), q.phrases.weigh(phrases)
}

// bestElement returns the terms in the element of a page with most of the question, their weight without the title's
// terms, and the phrases in any of its elements.
func (f *frontier) bestElement(n *node) (has set, worth float64, phrases set) {
	if n.words == nil {
		return has, 0, phrases
	}
	for i := range n.words.Sentences {
		marks, _ := f.marksOf(n, i)
		phrases = phrases.union(f.q.phrasesOf(marks))
		in := termsOf(marks)
		if more := f.q.weigh(in.minus(n.title)); more > worth {
			has, worth = in, more
		}
	}
	return has, worth, phrases
}

// linkFeatures sets the features of what joins a chain's pages.
func (f *frontier) linkFeatures(s *state, t *wholeFeatures) {
	links := 0
	for i := 1; i < s.n; i++ {
		e, node := s.edge[i], &f.nodes[s.node[i]]
		switch e.kind {
		case EdgeShared:
			t[wSharedEdges]++
			continue
		case EdgeOut, EdgeIn:
		default:
			continue
		}
		if links == 0 || e.context < t[wContextLeast] {
			t[wContextLeast] = e.context
		}
		if links == 0 || e.strength < t[wStrengthLeast] {
			t[wStrengthLeast] = e.strength
		}
		t[wContextMost] = max(t[wContextMost], e.context)
		links++
		if e.via.Element == (graph.Element{Kind: graph.KindSentence}) {
			t[wLeadLinks]++
		}
		if node.name > 0 {
			continue
		}
		t[wUnnamed]++
		if !e.near.empty() {
			t[wUnnamedContext]++
		}
		if f.nodes[s.node[s.parent[i]]].name > 0 {
			t[wUnnamedFromNamed]++
		}
	}
	for _, n := range s.members() {
		for _, e := range f.nodes[n].edges {
			if e.to > n && e.via != nil && s.contains(e.to) {
				t[wLinks] = min(t[wLinks]+1, 4)
			}
		}
	}
}

// titleOverlap returns the largest share of a title's words that the title of an earlier page has.
func (f *frontier) titleOverlap(n *node, earlier []int32) float64 {
	if n.words == nil {
		return 0
	}
	most := 0
	for _, m := range earlier {
		o, hit := f.nodes[m].words, 0
		if o == nil {
			continue
		}
		for _, t := range n.words.Title {
			if slices.Contains(o.Title, t) {
				hit++
			}
		}
		most = max(most, hit)
	}
	return float64(most) / float64(max(len(n.words.Title), 1))
}

// paired counts the pages of a chain with a name which the claim joins to a name of an earlier page, as in
// "Ada Holm and Ruth Eng".
func (f *frontier) paired(s *state, beside []set) (count float64) {
	var earlier set
	for _, n := range s.members() {
		fresh := f.nodes[n].names.minus(earlier)
		for i := range beside {
			if fresh.has(i) && !beside[i].common(earlier).empty() {
				count++
				break
			}
		}
		earlier = earlier.union(fresh)
	}
	return count
}

// joining are the words that join names of a comparison or a list.
var joining = []string{"and", "or", "nor", "than", "vs", "versus", "&"}

// besides gives, for each name, the names that the claim joins it to.
func (f *frontier) besides() []set {
	out := make([]set, len(f.names))
	for i, a := range f.names {
		for j, b := range f.names {
			if a.End <= b.Start && joins(f.q.text[a.End:b.Start]) {
				out[i].add(j)
				out[j].add(i)
			}
		}
	}
	return out
}

// joins reports whether the text between two names only joins them.
func joins(gap string) bool {
	found := strings.Contains(gap, ",")
	between := func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",\"'()"+english.QuestionMarks, r)
	}
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
