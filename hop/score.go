package hop

// feature is one of the things a chain's score is a weighted sum of.
type feature uint8

// The features. Those of pages and edges are summed over the chain.
const (
	fCoverage   feature = iota // share of the claim's words, by rarity, that some page has
	fName                      // how surely the claim names each page
	fOut                       // out-links, those to hubs less
	fIn                        // in-links, likewise
	fContext                   // words of the claim near the links
	fShared                    // shared targets, rare ones more
	fComparison                // pages the claim names side by side
	fApart                     // pages joined by the claim alone
	fUnnamed                   // pages joined by the claim alone that it does not name
	fNamed                     // share of the claim's names that mean some page
	fSoft                      // as coverage, each word counting by how much of a page it makes
	fWeakest                   // BM25 of the chain's weakest page
	fDouble                    // pages joined in more than one way: by links both ways, or by a link and a shared target
	fHub                       // links into each linked page, as a logarithm
	fBare                      // inferred links that rest on a title without its parenthesis
	fParallel                  // links from different pages that the claim describes by the same words
	fRoom                      // words of the claim for each page after the first: long claims speak of more pages
	fTwo                       // the chain has two pages
	fThree                     // three
	fFour                      // four
	fMention                   // share of the claim's words, by rarity, in its names that mean some page
	fPart                      // pages that the claim names only by a part of a longer name
	fIdle                      // pages after the first that hold next to nothing new of the claim
	fTitle                     // share of the claim's words, by rarity, in the titles of the pages
	fWhole                     // pages whose title the claim has
	fSome                      // the share of each other page's title that the claim has
	fDeep                      // pages whose best passage isn't their first one
	fPopular                   // links into each page that no link of the chain leads to: their logarithm above that of 100
	fLead                      // share of the claim's words, by rarity, in what the pages begin with
	fPhrase                    // as lead, of words that follow each other in the claim and there
	fNoun                      // pages that the claim names by common words alone
	numFeatures
)

// featureNames are the features as files and ablations name them.
var featureNames = [numFeatures]string{"coverage", "name", "out", "in", "context", "shared",
	"comparison", "apart", "unnamed", "named", "soft", "weakest", "double", "hub", "bare", "parallel", "room", "two", "three", "four", "mention", "part", "idle", "title", "whole", "some", "deep", "popular", "lead", "phrase", "noun"}

type features [numFeatures]float64

// score is the weighted sum. Here and elsewhere products are rounded, by a conversion, before they are added: some machines would
// do both at once, and differ in the last bit.
func (w *Weights) score(f *features) float64 {
	sum := 0.0
	for i, v := range f {
		sum += float64(w.Feature[i] * v)
	}
	return sum
}

// Parts of a chain's score, from its features.
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
