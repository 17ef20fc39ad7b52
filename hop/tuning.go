package hop

// The constants were chosen by measurement on train files and the training side of splits. The command above each block measures the
// effect of changing them. bench/learn fits the weights (features.go).

// go run ./bench/hops STORE=CLAIMS, over the train questions of HotpotQA, 2WikiMultihopQA and MuSiQue: gold pages found, and time.
const (
	DefaultBeam = 32 // chains of several pages kept at each hop

	defaultSeeds    = 32  // pages found by their words
	defaultFanout   = 160 // links followed from a page in one direction
	defaultFrontier = 64  // new pages read at each hop

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
	articleFrontier = 32   // defaultFrontier for claims over whole articles
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
)

// credits are the weights of a term in a page's best passage and in the two passages that add most to it: a claim is more likely about a
// page that has its words in one place. Measured with bench/whole.
var credits = [...]float64{1, 0.5, 0.3}

// go run ./bench/learn -evidence: the evidence.
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

// go run ./bench/learn -sentences, and trees.py: the sentences of articles in a chain of several pages (docs/adr/0028).
const (
	weighedSentences = 24   // sentences of a page that the forest weighs: those with most of the claim,
	joinPromise      = 0.2  // as if one that links to another page of the chain had so much more of it,
	leadPromise      = 0.05 // and the first one so much
	leastLikely      = 0.05 // least probability of a page's further sentence
)

// go run ./bench/neo4j counts round trips.
const (
	fewLinks   = 32       // a page with fewer links is read together with its links
	cacheBytes = 48 << 20 // bytes of pages, and of links, kept between claims; at most twice as much
)

// saturation is the upper bound of Text.Weights (BM25's k1 + 1).
const saturation = 2.2
