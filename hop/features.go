package hop

import (
	_ "embed" // weights.txt
	"slices"
	"strconv"
	"strings"
)

// feature is a number that describes a chain. The score of a chain is the weighted sum of its features.
type feature uint8

// The features. Those of pages and edges are summed over the chain.
const (
	fCoverage   feature = iota // share of the claim's words, by rarity, that a page of the chain has
	fName                      // name scores of the pages, see namedPage
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
	fTold                      // pages after the first for which the claim has a description, see describes
	fNear                      // pairs of neighbouring words of the claim that are near each other in one sentence of the page's window
	fLater                     // from here on, the features of laterFeatures for pages after the first
	numFeatures = fLater + feature(len(laterFeatures))
)

// laterFeatures are the features that have another weight for pages after the first: a claim names its first page,
// and describes others.
var laterFeatures = [...]feature{fName, fNamed, fMention, fTitle, fWhole, fSome, fNoun, fLead, fPhrase, fWindow, fPairs,
	fWords, fKind, fWeakest, fPopular, fLong, fNear}

type features [numFeatures]float64

// one is the value of a feature that is there or not.
func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// score returns the weighted sum of features. A conversion rounds each product before it is added, here and
// elsewhere: with a fused multiply-add, some machines would get another last bit.
func (w *Weights) score(f *features) float64 { return w.sum(0, f, 0, numFeatures) }

// sum adds the features from one to before another to a sum.
func (w *Weights) sum(sum float64, f *features, from, to feature) float64 {
	weights := w.Feature[from:to]
	for i, v := range f[from:to] {
		sum += float64(weights[i] * v)
	}
	return sum
}

// of returns the part of a chain's score that a feature counts to.
func (p *Parts) of(i feature) *float64 {
	if i >= fLater && i < numFeatures {
		i = laterFeatures[i-fLater]
	}
	switch i {
	case fWeakest, wWeakest:
		return &p.Words
	case fName, fNamed, fMention, fPart, fTitle, fWhole, fSome, fPopular, fNoun:
		return &p.Names
	case fOut, fIn, fDouble, fHub, fBare, fParallel, fContext, fShared, fComparison, fApart, fUnnamed, fBridge, fBoth, fFar:
		return &p.Links
	case fRoom, fTwo, fThree, fFour, fIdle, fPages, fLong, fTold:
		return &p.Size
	}
	switch {
	case i <= wUnique:
		return &p.Coverage
	case i <= wTitleOverlap:
		return &p.Names
	}
	return &p.Links
}

// Weights say what each feature of a chain is worth.
type Weights struct {
	Feature [numFeatures]float64
	// Again are the weights by which the best chains are scored again after the search: of the search's features,
	// learned anew, and of features of the whole chain. The search adds up one page after another, and can't see what a
	// whole chain lacks: a question that compares the directors of two films is covered by the films alone, and a claim
	// may be divided among its pages in pieces (docs/adr/0009, 0022). All zero: they are not scored again.
	Again  [allFeatures]float64
	forest func() *forest // adds to what these say of the chains of claims
	// Temperature turns scores into probabilities over chains.
	Temperature float64
}

// weightsFile has a line for each feature, apart from the later ones, in their order: its name, and its weights in the
// search and when the best chains are scored again, for questions, for claims, and for pages of claims after the first.
//
// bench/learn found the weights for questions on the train files of HotpotQA, 2WikiMultihopQA and MuSiQue, and of the
// whole chain bench/learn -rerank of commit 50e9e0f. go run ./bench/learn -claims learns the others, in rounds from the
// weights before, on the learning sides of wikispeedia_claims and FEVEROUS, on the claims of bench/learn/written.jsonl,
// and on HotpotQA's train questions as statements; bench/learn/main.go has the arguments. These are of the third round
// (docs/adr/0022).
//
//go:embed weights.txt
var weightsFile string

// The names of the features, and their learned weights.
var featureNames, forQuestions, forClaims = learnedWeights()

func learnedWeights() (names [allFeatures]string, questions, claims Weights) {
	i := feature(0)
	for line := range strings.Lines(weightsFile) {
		if i == fLater {
			i = numFeatures
		}
		cells := strings.Split(strings.TrimSpace(line), "\t")
		var of [6]float64
		for k := range of {
			of[k], _ = strconv.ParseFloat(cells[1+k], 64)
		}
		names[i], questions.Again[i], claims.Again[i] = cells[0], of[1], of[3]
		if i < fLater {
			questions.Feature[i], claims.Feature[i] = of[0], of[2]
		}
		if k := slices.Index(laterFeatures[:], i); k >= 0 {
			later := fLater + feature(k)
			names[later], claims.Feature[later], claims.Again[later] = "later "+cells[0], of[4], of[5]
		}
		i++
	}
	questions.Temperature, claims.Temperature, claims.forest = 1, 2, claimForest
	return names, questions, claims
}

// LearnedWeights are the weights a Planner uses by default for questions, and for claims.
func LearnedWeights() (questions, claims Weights) { return forQuestions, forClaims }

// evidenceWeights are the weights of odds: always, the share of the claim's words by rarity that no cited element has,
// the share that one has, the first for words of the same family or relation, the density of the claim's words, the
// element's share relative to the page's best, the first sentence of a page, elements cited before, terms of the claim,
// pages. go run ./bench/learn -evidence of commit 004a488 found them on the train files of HotpotQA and 2WikiMultihopQA
// and on the trained side of FEVEROUS's dev file (loader/claims/split.go).
var evidenceWeights = [...]float64{-1.88, 8.32, -0.22, 4.51, 1.03, 0.73, 0.74, -0.77, 1.30, -0.32}

// The constants were chosen by measurement on train files and the training side of splits. The command above each
// block measures the effect of changing them. bench/learn fits the weights (features.go).

// go run ./bench/hops STORE=CLAIMS, over the train questions of HotpotQA, 2WikiMultihopQA and MuSiQue: gold pages found, and time.
const (
	DefaultBeam = 32 // chains of several pages kept at each hop

	defaultSeeds  = 32  // pages found by their words
	defaultFanout = 160 // links followed from a page in one direction
	frontierPages = 64  // new pages read at each hop
	ranked        = 20  // pages ranked (HoVer, section 5.2)

	mentionCandidates = 8   // pages of one name that are used
	maxMentioned      = 512 // pages of all names: the first hop tries every pair of them
	spellingPages     = 16  // pages by which one of several spellings is chosen
	rerankedChains    = 24  // chains of a question that are reranked

	sharedFirst = 4 // chains of one page whose shared names are searched
	sharedLater = 1 // the same, of longer chains; more found no more right chains
	sharedNames = 8 // names of a chain's last page, rarest first
	sharedPages = 8 // pages taken for one chain

	anchorDistance = 6   // a word counts half if so many terms are between it and a link's anchor
	rootWorth      = 0.7 // weight of a word of the same family near a link (graph.Term.Code)
	relatedWorth   = 0.6 // weight of a word of the same relation there

	flatShare = 0.003 // share of a flatter distribution in the ranking of pages
	flatter   = 4     // the factor of its temperature
)

// go run ./bench/whole -store STORE, over whole articles: the learning side of wikispeedia_claims.
const (
	articleFrontier = 32   // frontierPages for claims over whole articles
	commonNoun      = 0.5  // weight of a title that the claim has as common words ("the horse"), relative to a name
	restChains      = 3    // chains whose open words are searched again
	restPages       = 6    // pages taken from such a search
	leastRest       = 0.1  // share of the claim that must be open
	longClaim       = 4.66 // words that no page has, whose IDF together is one unit of the features of windows
	nearTerms       = 4    // terms that are near each other in a sentence
	rerankedOfSize  = 12   // chains of each number of pages that are reranked for a claim
	largeWiki       = 8.3  // IDF of a word that no page has, in the smallest wiki where the forest counts: some 2,000 passages
	readWindows     = 3    // windows of a page whose text is read
	pageWindows     = 8    // windows of a page that are tried
	idleCoverage    = 0.05 // a page that adds less than this share of the claim is idle
	leadSentences   = 2    // sentences at the start of a page that say what it is
	leadTerms       = 6    // least number of terms of an article's first sentence; shorter ones are captions and lines of a box
	againLong       = 0.75 // weight of words that are cited already, in an element of an article
	assertedWords   = 5    // most words from what a claim asserts to its end, see withoutAsserted
	assertedBehind  = 4    // of the best chain's score that a chain without it may be behind
	leastOwn        = 0.25 // share of the claim that a further element of an article must have
	leastOwnShort   = 0.1  // the same of a sentence of one of several short pages (docs/adr/0028)
)

// credits are the weights of a term in a page's best passage and in the two passages that add most to it: a claim is
// more likely about a page that has its words in one place. Measured with bench/whole.
var credits = [...]float64{1, 0.5, 0.3}

// The evidence, by bench/learn -evidence of commit 004a488.
const (
	leastShare    = 0.02 // share of the claim that a page's further element must add
	leastOdds     = -1.2 // least log odds of a sentence that is cited for a claim
	againShort    = 0.25 // what words that are cited already count in an element of an introduction
	otherWords    = 4    // weight of an element's word that the claim lacks
	leadBonus     = 0.03 // for a page's first sentence
	partBonus     = 1.0  // for the words of the part of a claim that the element's page answers, in a chain of several pages
	linkBonus     = 0.08 // for an element that holds a link of the chain
	wholeRowCells = 8    // cells of the longest row of a table that is cited whole
)

// go run ./bench/learn -sentences, and trees.py, of commit 13d0dbc: the sentences of articles in a chain of several pages (docs/adr/0028).
const (
	weighedSentences = 24   // sentences of a page that the forest weighs: those with most of the claim,
	joinPromise      = 0.2  // as if one that links to another page of the chain had so much more of it,
	leadPromise      = 0.05 // and the first one so much
	leastLikely      = 0.05 // least probability of a page's further sentence
)

// cacheBytes are the bytes of pages, and of links, kept between claims, about.
const cacheBytes = 96 << 20

// saturation is the upper bound of Text.Weights (BM25's k1 + 1).
const saturation = 2.2
