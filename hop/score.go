package hop

// feature is a number that describes a chain. The score of a chain is the weighted sum of its features.
type feature uint8

// The features. Those of pages and edges are summed over the chain.
const (
	fCoverage   feature = iota // share of the claim's words, by rarity, that a page of the chain has
	fName                      // name scores of the pages, see nameScores
	fOut                       // out-links; those to hubs count less
	fIn                        // in-links; those to hubs count less
	fContext                   // words of the claim near the links
	fShared                    // shared targets; rare ones count more
	fComparison                // pages that the claim compares
	fApart                     // pages that only the claim joins
	fUnnamed                   // pages that only the claim joins and that it does not name
	fNamed                     // share of the claim's names that mean a page of the chain
	fSoft                      // as coverage; each word counts by its weight in the page
	fWeakest                   // BM25 of the chain's weakest page
	fDouble                    // pages joined by two kinds of edges: links in both directions, or a link and a shared target
	fHub                       // logarithm of the in-links of each page that a link leads to
	fBare                      // inferred links by a title without its parenthesis
	fParallel                  // links from different pages with the same words of the claim near them
	fRoom                      // words of the claim for each page after the first: long claims are about more pages
	fTwo                       // the chain has two pages
	fThree                     // three
	fFour                      // four
	fMention                   // share of the claim's words, by rarity, in names that mean a page of the chain
	fPart                      // pages that the claim names only by a part of a longer name, see part
	fIdle                      // pages after the first that add less than idleCoverage
	fTitle                     // share of the claim's words, by rarity, in the titles of the pages
	fWhole                     // pages with all words of their title in the claim
	fSome                      // of each other page, the share of its title in the claim
	fDeep                      // pages whose best passage is not the first
	fPopular                   // logarithm of the in-links of each page that no link of the chain leads to, above that of 100
	fLead                      // share of the claim's words, by rarity, in the pages' first sentences
	fPhrase                    // the same for pairs of neighbouring words
	fNoun                      // pages that the claim names only by common words
	fWindow                    // share of the claim's words, by rarity, that a page of the chain has in its window
	fPairs                     // the same for pairs of neighbouring words of the claim
	fWords                     // as fWindow; each word counts by its weight in the passage
	fKind                      // of fWindow, words in the page's first sentences: they say what the page is about
	fBridge                    // pages whose link to the page before, or from it, is in a window of the chain
	fBoth                      // pages linked with two or more earlier pages of the chain
	fPages                     // pages after the first
	fFar                       // pages after the first that no link or shared target joins
	fLong                      // logarithm of the number of passages of each page: an article of many matches any claim somewhere
	fTold                      // pages after the first for which the claim has a description, see descriptions
	fNear                      // pairs of neighbouring words of the claim that are near each other in one sentence of the page's window
	fLater                     // from here on, the features of laterFeatures for pages after the first
	numFeatures = fLater + feature(len(laterFeatures))
)

// laterFeatures are the features that have another weight for pages after the first: a claim names its first page, and describes others.
var laterFeatures = [...]feature{fName, fNamed, fMention, fTitle, fWhole, fSome, fNoun, fLead, fPhrase, fWindow, fPairs, fWords, fKind,
	fWeakest, fPopular, fLong, fNear}

// featureNames are the names of the features in files and ablations.
var featureNames = [numFeatures]string{"coverage", "name", "out", "in", "context", "shared", "comparison", "apart", "unnamed", "named",
	"soft", "weakest", "double", "hub", "bare", "parallel", "room", "two", "three", "four", "mention", "part", "idle", "title", "whole",
	"some", "deep", "popular", "lead", "phrase", "noun", "window", "pairs", "words", "kind", "bridge", "both", "pages", "far", "long",
	"told", "near", "later name", "later named", "later mention", "later title", "later whole", "later some", "later noun", "later lead",
	"later phrase", "later window", "later pairs", "later words", "later kind", "later weakest", "later popular", "later long",
	"later near"}

type features [numFeatures]float64

// score returns the weighted sum of features. A conversion rounds each product before it is added, here and elsewhere: with a fused
// multiply-add, some machines would get another last bit.
func (w *Weights) score(f *features) float64 { return w.sum(0, f, 0, numFeatures) }

// sum adds the features from one to before another to a sum.
func (w *Weights) sum(sum float64, f *features, from, to feature) float64 {
	weights := w.Feature[from:to]
	for i, v := range f[from:to] {
		sum += float64(weights[i] * v)
	}
	return sum
}

// parts returns the terms of a chain's score.
func (w *Weights) parts(f *features) (p Parts) {
	for i, v := range f {
		*p.ofFeature(feature(i)) += float64(w.Feature[i] * v)
	}
	return p
}

// ofFeature returns the part that a feature counts to.
func (p *Parts) ofFeature(i feature) *float64 {
	if i >= fLater {
		i = laterFeatures[i-fLater]
	}
	switch i {
	case fWeakest:
		return &p.Words
	case fName, fNamed, fMention, fPart, fTitle, fWhole, fSome, fPopular, fNoun:
		return &p.Names
	case fOut, fIn, fDouble, fHub, fBare, fParallel, fContext, fShared, fComparison, fApart, fUnnamed, fBridge, fBoth, fFar:
		return &p.Links
	case fRoom, fTwo, fThree, fFour, fIdle, fPages, fLong, fTold:
		return &p.Size
	}
	return &p.Coverage
}
