package hop

// feature is one of the things a chain's score is a weighted sum of.
type feature uint8

// The features. Those of pages and edges are summed over the chain.
const (
	fCoverage   feature = iota // share of the claim's words, by rarity, that some page has
	fWords                     // BM25 of each page, relative to the best
	fName                      // how surely the claim names each page
	fPrecise                   // share of each page's title that stands in the claim
	fOut                       // out-links, those to hubs less
	fIn                        // in-links, likewise
	fContext                   // words of the claim near the links
	fShared                    // shared targets, rare ones more
	fComparison                // pages the claim names side by side
	fApart                     // pages joined by the claim alone
	fUnnamed                   // pages joined by the claim alone that it does not name
	fFresh                     // pages that add words the others lack (their share)
	fNamed                     // share of the claim's names that some page bears
	fSoft                      // as coverage, each word counting by how much of a page it makes
	fWeakest                   // BM25 of the chain's weakest page
	fMutual                    // pages that link both ways
	fHub                       // links into each linked page, as a logarithm
	fBare                      // inferred links that rest on a title without its parenthesis
	fParallel                  // links from different pages that the claim describes by the same words
	fTwo                       // the chain has two pages
	fThree                     // three
	fFour                      // four
	numFeatures
)

// featureNames are the features as files and ablations name them.
var featureNames = [numFeatures]string{"coverage", "words", "name", "precise", "out", "in", "context", "shared",
	"comparison", "apart", "unnamed", "fresh", "named", "soft", "weakest", "mutual", "hub", "bare", "parallel", "two", "three", "four"}

// Weights say what each feature of a chain is worth.
type Weights struct {
	Feature [numFeatures]float64
	// Temperature turns scores into probabilities over chains.
	Temperature float64
}

// learned are the weights that bench/learn found on the train files of HotpotQA, 2WikiMultihopQA and MuSiQue.
var learned = Weights{
	Feature: [numFeatures]float64{
		fCoverage:   12.182,
		fWords:      -2.300,
		fName:       1.833,
		fPrecise:    0.609,
		fOut:        4.116,
		fIn:         1.348,
		fContext:    1.565,
		fShared:     0.889,
		fComparison: 3.742,
		fApart:      -3.020,
		fUnnamed:    -0.801,
		fFresh:      -0.142,
		fNamed:      0.742,
		fSoft:       3.051,
		fWeakest:    3.079,
		fMutual:     1.017,
		fHub:        -1.736,
		fBare:       -0.865,
		fParallel:   1.240,
		fTwo:        -1.623,
		fThree:      -8.510,
		fFour:       -10.631,
	},
	Temperature: 1,
}

type features [numFeatures]float64

func (w *Weights) score(f *features) float64 {
	sum := 0.0
	for i, v := range f {
		sum += w.Feature[i] * v
	}
	return sum
}

// Parts of a chain's score, from its features.
func (w *Weights) parts(f *features) Parts {
	part := func(of ...feature) (sum float64) {
		for _, i := range of {
			sum += w.Feature[i] * f[i]
		}
		return sum
	}
	return Parts{
		Coverage: part(fCoverage, fSoft, fFresh),
		Words:    part(fWords, fWeakest),
		Names:    part(fName, fNamed, fPrecise),
		Links:    part(fOut, fIn, fMutual, fHub, fBare, fParallel, fContext, fShared, fComparison, fApart, fUnnamed),
		Size:     part(fTwo, fThree, fFour),
	}
}

// LearnedWeights are the weights a Planner uses by default.
func LearnedWeights() Weights { return learned }
