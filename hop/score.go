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
	numFeatures
)

// featureNames are the names of the features in files and ablations.
var featureNames = [numFeatures]string{"coverage", "name", "out", "in", "context", "shared",
	"comparison", "apart", "unnamed", "named", "soft", "weakest", "double", "hub", "bare", "parallel", "room", "two", "three", "four", "mention", "part", "idle", "title", "whole", "some", "deep", "popular", "lead", "phrase", "noun"}

type features [numFeatures]float64

// score returns the weighted sum of features. A conversion rounds each product before it is added, here and elsewhere: with a fused
// multiply-add, some machines would get another last bit.
func (w *Weights) score(f *features) float64 {
	sum := 0.0
	for i, v := range f {
		sum += float64(w.Feature[i] * v)
	}
	return sum
}

// parts returns the terms of a chain's score.
func (w *Weights) parts(f *features) Parts {
	part := func(of ...feature) (sum float64) {
		for _, i := range of {
			sum += float64(w.Feature[i] * f[i])
		}
		return sum
	}
	return Parts{
		Coverage: part(fCoverage, fSoft, fDeep, fLead, fPhrase),
		Words:    part(fWeakest),
		Names:    part(fName, fNamed, fMention, fPart, fTitle, fWhole, fSome, fPopular, fNoun),
		Links:    part(fOut, fIn, fDouble, fHub, fBare, fParallel, fContext, fShared, fComparison, fApart, fUnnamed),
		Size:     part(fRoom, fTwo, fThree, fFour, fIdle),
	}
}
